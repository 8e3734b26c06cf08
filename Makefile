# `make play` and `make test` set everything up in .venv by themselves, and nothing twice: the
# requirements are installed while the core compiles, and checks run beside the compiler.
# Needs Python 3.11 or newer; a C++20 compiler makes the computer strong. GNU make 3.81 or newer.

PYTHON ?=
VENV ?= .venv
ARGS ?=
# How the Python tests share the processors: one process more than those, for tests also wait.
SCHEDULE ?= --numprocesses=$$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist=worksteal

# pytest keeps what it has made of tests and plugins, whatever the shell says of compiled files.
RUN := PYTHONDONTWRITEBYTECODE= PATH="$(abspath $(VENV))/bin:$$PATH"
COMPILER := $(shell sh tools/setup/find_compiler.sh)
CORE := $(shell find core -type f)
CXX_FILES := $(filter %.cpp %.hpp %.h,$(CORE))
# The tests that reach every line of rules/ and notation/; only they are measured.
JUDGED := src/outflank/notation src/outflank/rules tests/native/test_accelerator.py tests/notation tests/rules

# Stamps: each stands for one finished step of the set-up.
ENVIRONMENT := $(VENV)/.environment
REQUIREMENTS := $(VENV)/.requirements-installed
PLAYABLE := $(VENV)/.playable-$(COMPILER)
INSTALLED := $(VENV)/.installed-$(COMPILER)
TOOLS := $(VENV)/.tools
MUTATION_TOOLS := $(VENV)/.mutation-tools
RELEASE_TOOLS := $(VENV)/.release-tools
TRAINING := $(VENV)/.training
INSTALL := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-warn-conflicts \
    -c constraints.txt --build-constraint constraints.txt

# A folder that was moved or copied is set up anew: the scripts in it name the old place.
ifneq ($(wildcard $(VENV)),)
ifneq ($(shell cat $(VENV)/.home 2>/dev/null),$(CURDIR))
STALE := stale
endif
endif

# Two steps at a time, whatever -j says: while one compiles, the other waits for the network or
# checks. Everything else goes in the order in which it is written.
PAIRWISE := $(MAKE) --silent --no-print-directory --jobs=2 IN_PAIRS=1
ifneq ($(IN_PAIRS),1)
.NOTPARALLEL:
endif

# The parts of `make test` that run in pairs; the other Python tests need all processors.
PARTS := style types core-test javascript judged-test javascript-test wheel-test

.PHONY: help play test lint style types javascript format core-test sanitize wheel-test javascript-test judged-test \
    other-test python-test dist docs fuzz mutate faults soak bench weights train-smoke wasm stub clean stale \
    begin playable ready workshop $(PARTS:%=part-%)

help: ## Show this list
	@echo 'make TARGET, where TARGET is one of'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' Makefile | expand -t 18 | sed 's/^/  /'
	@echo 'PYTHON=python3.13 chooses the Python that makes .venv, VENV=folder another place for it.'

play: playable ## Set up and serve the page at http://localhost:5000
	@exec $(VENV)/bin/outflank serve $(ARGS)

test: begin $(ENVIRONMENT) ## Set up and run every check and test
	@sh tools/system_packages.sh test
	@$(PAIRWISE) $(PARTS:%=part-%)
	@PART_LIVE=1 sh tools/part.sh other-test $(MAKE) --no-print-directory other-test
	@sh tools/part.sh --times

lint: style types javascript ## Check format, style and types

style: $(TOOLS) ## Check format and style of Python and C++
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) clang-format --dry-run --Werror $(CXX_FILES)

types: $(TOOLS) ## Check the types of the Python code
	$(RUN) mypy

javascript: playable ## Check the types of the page's scripts
	@sh tools/system_packages.sh lint
	@$(RUN) sh tools/check_javascript.sh

javascript-test: ## Test what the page's scripts compute, without a browser
	@sh tools/test_javascript.sh

core-test: ready ## Build and test the C++ core by itself
	@sh tools/test_core.sh $(VENV) $(COMPILER)

sanitize: ready ## Test the C++ core under the sanitizers of addresses, behaviour and threads
	@sh tools/test_core.sh $(VENV) $(COMPILER) -DOUTFLANK_SANITIZE=address,undefined
	@sh tools/test_core.sh $(VENV) $(COMPILER) -DOUTFLANK_SANITIZE=thread

wheel-test: workshop ## Build the wheel and try it in an empty environment
	@sh tools/release/test_wheel.sh $(VENV) $(COMPILER)

ifeq ($(ARGS),)
python-test: judged-test other-test ## Run the Python tests (ARGS='-k name' for some)
else
python-test: workshop
	@sh tools/system_packages.sh test
	$(RUN) pytest $(ARGS)
endif

judged-test: workshop ## Run the tests of rules and notation, which must reach every line
	$(RUN) pytest --cov --cov-report= $(JUDGED)
	$(RUN) coverage report --fail-under=100

other-test: workshop ## Run all other Python tests
	@sh tools/system_packages.sh test
	$(RUN) OUTFLANK_SLOW_TESTS=build/slow_tests.tsv pytest $(SCHEDULE) $(JUDGED:%=--ignore=%)

dist: $(RELEASE_TOOLS) ## Build the source distribution and a wheel for this machine into dist/
	@$(RUN) PYTHONPATH=tools python tools/release/build_dist.py $(ARGS)

docs: workshop ## Build the site of the documentation into build/site
	$(RUN) sphinx-build --builder html --fail-on-warning --keep-going --quiet \
	    --doctree-dir build/doctrees docs build/site
	@echo 'The site is in build/site: open build/site/index.html.'

fuzz: workshop ## Give the readers 1,000,000 broken texts and files
	$(RUN) python tools/fuzz_readers.py --count 1000000 $(ARGS)

mutate: workshop $(MUTATION_TOOLS) ## Break the rules on purpose and see the tests notice
	$(RUN) python tools/mutate.py $(ARGS)

faults: workshop ## Inject a hundred faults into copies, and see which test finds each
	$(RUN) python tools/faults/inject_faults.py $(ARGS)

# Every file of tests that has a larger count for it, two that always try all they can, and laws.
soak: workshop ## Run the long trials: kill game and server, race clocks, count perft
	$(RUN) OUTFLANK_SOAK=50 OUTFLANK_NAMESPACES=1 TMPDIR=$${TMPDIR:-/tmp} pytest --timeout=0 \
	    -o faulthandler_timeout=0 $$(grep -rl --include='test_*.py' OUTFLANK_SOAK tests | sort) \
	    tests/server/test_outages.py tests/server/clocks/test_gaps.py \
	    tests/rules tests/notation tests/native tests/drawing tests/arena $(ARGS)
	$(RUN) python tools/trial_tournaments.py

bench: ready ## Run every benchmark
	@for benchmark in $$(grep -l __main__ benchmarks/*.py benchmarks/*/*.py); do $(RUN) python $$benchmark $(ARGS) || exit; done

weights: ready $(TRAINING) ## Learn the pattern weights of 8x8 and ProbCut again from OUTFLANK_DATA (hours)
	@sh tools/fit_engine.sh $(VENV)

wasm: ## Build the engine for browsers (needs Debian's clang for WebAssembly)
	@sh tools/system_packages.sh wasm
	@sh tools/build_wasm.sh

train-smoke: ready $(TRAINING) ## Run every step of a small training (minutes; needs OUTFLANK_DATA)
	$(RUN) python tools/train_smoke.py $(ARGS)

format: $(TOOLS) ## Put code into the house format
	$(RUN) ruff check --fix-only --quiet .
	$(RUN) ruff format .
	$(RUN) clang-format -i $(CXX_FILES)

stub: ready ## Renew the core's type stub after a change of its bindings
	$(VENV)/bin/python -m nanobind.stubgen -m outflank._core -o src/outflank/_core.pyi

clean: ## Remove everything that was made here
	rm -rf $(VENV) build dist mutants htmlcov .coverage .coverage.* .hypothesis \
	    .mypy_cache .pytest_cache .ruff_cache
	rm -rf tools/web/node_modules tools/web/generated
	find src tests benchmarks tools -name __pycache__ -prune -exec rm -rf {} +

begin:
	@sh tools/part.sh --begin

part-style part-types: $(TOOLS)
part-core-test: $(INSTALLED)
part-javascript: $(INSTALLED) $(REQUIREMENTS)
part-judged-test part-wheel-test: $(INSTALLED) $(TOOLS)
$(PARTS:%=part-%): part-%:
	@sh tools/part.sh $* $(MAKE) --no-print-directory IN_PAIRS= $*

# Set up to play: the core has the one kernel that this processor runs, unless it has all already.
playable: $(ENVIRONMENT)
	@$(PAIRWISE) $(PLAYABLE) $(REQUIREMENTS)

# Set up with every kernel; and to work on it, with the tools besides.
ready: $(ENVIRONMENT)
	@$(PAIRWISE) $(INSTALLED) $(REQUIREMENTS)

workshop: $(ENVIRONMENT)
	@$(PAIRWISE) $(INSTALLED) $(TOOLS)

$(ENVIRONMENT): pyproject.toml constraints.txt $(STALE)
	@sh tools/setup/make_environment.sh $(VENV) $(PYTHON)
	@touch $@

$(REQUIREMENTS): $(ENVIRONMENT)
	@echo 'Installing what Outflank needs to run.'
	@$(VENV)/bin/python tools/requirements.py run >$(VENV)/.requirements
	@$(INSTALL) -r $(VENV)/.requirements
	@touch $@

$(PLAYABLE): $(ENVIRONMENT) CMakeLists.txt $(CORE)
	@sh tools/setup/install.sh $(VENV) $(COMPILER) native
	@rm -f $(VENV)/.installed-* $(VENV)/.playable-*
	@touch $@

$(INSTALLED): $(ENVIRONMENT) CMakeLists.txt $(CORE)
	@sh tools/setup/install.sh $(VENV) $(COMPILER) all
	@rm -f $(VENV)/.installed-* $(VENV)/.playable-*
	@touch $(PLAYABLE) $@

$(TOOLS): $(REQUIREMENTS)
	@echo 'Installing the tools of development.'
	@$(INSTALL) --group dev
	@touch $@

$(TRAINING): $(REQUIREMENTS)
	@$(VENV)/bin/python tools/requirements.py train >$(VENV)/.requirements
	@$(INSTALL) -r $(VENV)/.requirements
	@touch $@

$(MUTATION_TOOLS): $(TOOLS)
	@$(INSTALL) --group mutate
	@touch $@

$(RELEASE_TOOLS): $(ENVIRONMENT)
	@$(INSTALL) --group release
	@touch $@
