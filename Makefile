# `make play` and `make test` set everything up in .venv by themselves, and nothing twice.
# Needs Python 3.11 or newer; a C++20 compiler makes the computer strong. GNU make 3.81 or newer.

PYTHON ?=
VENV ?= .venv
ARGS ?=

# pytest keeps what it has made of tests and plugins, whatever the shell says of compiled files.
RUN := PYTHONDONTWRITEBYTECODE= PATH="$(abspath $(VENV))/bin:$$PATH"
COMPILER := $(shell sh tools/find_compiler.sh)
CORE := $(shell find core -type f)
CXX_FILES := $(filter %.cpp %.hpp %.h,$(CORE))

# Stamps: each stands for one finished step of the set-up.
ENVIRONMENT := $(VENV)/.environment
INSTALLED := $(VENV)/.installed-$(COMPILER)
TOOLS := $(VENV)/.tools
MUTATION_TOOLS := $(VENV)/.mutation-tools
TRAINING := $(VENV)/.training
INSTALL := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
    -c constraints.txt --build-constraint constraints.txt

# A folder that was moved or copied is set up anew: the scripts in it name the old place.
ifneq ($(wildcard $(VENV)),)
ifneq ($(shell cat $(VENV)/.home 2>/dev/null),$(CURDIR))
STALE := stale
endif
endif

.NOTPARALLEL:
.PHONY: help play test lint format core-test sanitize wheel-test python-test docs fuzz mutate faults soak bench weights train-smoke \
    wasm stub clean stale

help: ## Show this list
	@echo 'make TARGET, where TARGET is one of'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' Makefile | expand -t 14 | sed 's/^/  /'
	@echo 'PYTHON=python3.13 chooses the Python that makes .venv, VENV=folder another place for it.'

play: $(INSTALLED) ## Set up and serve the page at http://localhost:5000
	@exec $(VENV)/bin/outflank serve $(ARGS)

test: lint core-test wheel-test python-test ## Set up and run every check and test

lint: $(INSTALLED) $(TOOLS) ## Check format, style and types
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) mypy
	$(RUN) clang-format --dry-run --Werror $(CXX_FILES)
	@sh tools/system_packages.sh
	@$(RUN) sh tools/check_javascript.sh

core-test: $(INSTALLED) ## Build and test the C++ core without Python
	@sh tools/test_core.sh $(VENV) $(COMPILER)

sanitize: $(INSTALLED) ## Test the C++ core under the sanitizers of addresses, behaviour and threads
	@sh tools/test_core.sh $(VENV) $(COMPILER) -DOUTFLANK_SANITIZE=address,undefined
	@sh tools/test_core.sh $(VENV) $(COMPILER) -DOUTFLANK_SANITIZE=thread

wheel-test: $(INSTALLED) $(TOOLS) ## Build the wheel and try it in an empty environment
	@sh tools/release/test_wheel.sh $(VENV) $(COMPILER)

python-test: $(INSTALLED) $(TOOLS) ## Run the Python tests (ARGS='-k name' for some)
	@sh tools/system_packages.sh
ifeq ($(ARGS),)
	$(RUN) pytest --numprocesses=auto --dist=worksteal --cov --cov-report=
	$(RUN) coverage report --include='src/outflank/rules/*,src/outflank/notation/*' --fail-under=100
else
	$(RUN) pytest $(ARGS)
endif

docs: $(INSTALLED) $(TOOLS) ## Build the site of the documentation into build/site
	$(RUN) sphinx-build --builder html --fail-on-warning --keep-going --quiet \
	    --doctree-dir build/doctrees docs build/site
	@echo 'The site is in build/site: open build/site/index.html.'

fuzz: $(INSTALLED) $(TOOLS) ## Give the readers 1,000,000 broken texts and files
	$(RUN) python tools/fuzz_readers.py --count 1000000 $(ARGS)

mutate: $(INSTALLED) $(TOOLS) $(MUTATION_TOOLS) ## Break the rules on purpose and see the tests notice
	$(RUN) python tools/mutate.py $(ARGS)

faults: $(INSTALLED) $(TOOLS) ## Inject a hundred faults into copies, and see which test finds each
	$(RUN) python tools/faults/inject_faults.py $(ARGS)

# Every file of tests that has a larger count for it, and two that always try all they can.
soak: $(INSTALLED) $(TOOLS) ## Run the long trials: kill game and server, race clocks, count perft
	$(RUN) OUTFLANK_SOAK=50 OUTFLANK_NAMESPACES=1 TMPDIR=$${TMPDIR:-/tmp} pytest --timeout=0 \
	    -o faulthandler_timeout=0 $$(grep -rl --include='test_*.py' OUTFLANK_SOAK tests | sort) \
	    tests/server/test_outages.py tests/server/clocks/test_gaps.py $(ARGS)
	$(RUN) python tools/trial_tournaments.py

bench: $(INSTALLED) ## Run every benchmark
	@for benchmark in benchmarks/*.py benchmarks/*/*.py; do $(RUN) python $$benchmark $(ARGS) || exit; done

weights: $(INSTALLED) $(TRAINING) ## Learn the plain weights and ProbCut again from OUTFLANK_DATA (hours)
	@sh tools/fit_engine.sh $(VENV)

wasm: ## Build the engine for browsers (needs Debian's clang for WebAssembly)
	@sh tools/system_packages.sh
	@sh tools/build_wasm.sh

train-smoke: $(INSTALLED) $(TRAINING) ## Run every step of a small training (minutes; needs OUTFLANK_DATA)
	$(RUN) python tools/train_smoke.py $(ARGS)

format: $(TOOLS) ## Put code into the house format
	$(RUN) ruff check --fix-only --quiet .
	$(RUN) ruff format .
	$(RUN) clang-format -i $(CXX_FILES)

stub: $(INSTALLED) ## Renew the core's type stub after a change of its bindings
	cp $(VENV)/lib/python*/site-packages/outflank/_core.pyi src/outflank/_core.pyi

clean: ## Remove everything that was made here
	rm -rf $(VENV) build dist mutants htmlcov .coverage .coverage.* .hypothesis \
	    .mypy_cache .pytest_cache .ruff_cache
	rm -rf tools/web/node_modules tools/web/generated
	find src tests benchmarks tools -name __pycache__ -prune -exec rm -rf {} +

$(ENVIRONMENT): pyproject.toml constraints.txt $(STALE)
	@sh tools/make_environment.sh $(VENV) $(PYTHON)
	@touch $@

$(INSTALLED): $(ENVIRONMENT) CMakeLists.txt $(CORE)
	@sh tools/install.sh $(VENV) $(COMPILER)
	@rm -f $(VENV)/.installed-*
	@touch $@

$(TOOLS): $(ENVIRONMENT)
	$(INSTALL) --group dev
	@touch $@

$(TRAINING): $(ENVIRONMENT)
	@$(VENV)/bin/python tools/requirements.py train >$(VENV)/.requirements
	$(INSTALL) -r $(VENV)/.requirements
	@touch $@

$(MUTATION_TOOLS): $(ENVIRONMENT)
	$(INSTALL) --group mutate
	@touch $@
