"""What is committed, required and pinned."""

import importlib.metadata
import re
import shutil
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from release.release_metadata import complete, readme_alone, release_pyproject, release_readme

import outflank
from support.paths import ROOT
from support.source_tree import committed_files


def pyproject() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins() -> dict[str, Requirement]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    requirements = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(each.name): each for each in requirements}


def test_no_committed_file_names_a_registry_or_a_private_path() -> None:
    # Put together here, so that this file does not name them either.
    halves = ["pypi|.org", "pythonhosted|.org", "npmjs|.org", "npmjs|.com", "crates|.io", "/wor|k/"]
    forbidden = [word.replace("|", "") for word in halves]
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in committed_files()
        for word in forbidden
        if word.encode() in path.read_bytes()
    ]
    assert found == []


def test_the_version_is_said_once() -> None:
    project = pyproject()["project"]
    assert isinstance(project, dict)
    assert project["version"] == outflank.__version__ == importlib.metadata.version("outflank")


KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    title, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    assert title.startswith("# Changelog\n")
    versions = []
    for part in parts:
        heading, _, changes = part.partition("\n")
        found = re.fullmatch(r"(\d+\.\d+\.\d+) \((unreleased|\d{4}-\d\d-\d\d)\)", heading)
        assert found, heading
        versions.append(Version(found[1]))
        kinds = re.findall(r"^### (.*)$", changes, flags=re.MULTILINE)
        assert kinds == sorted(kinds, key=KINDS.index), heading
    assert versions == sorted(set(versions), reverse=True)
    assert str(versions[0]) == outflank.__version__
    assert not any("unreleased" in part.partition("\n")[0] for part in parts[1:])


def test_the_plain_install_is_small() -> None:
    project = pyproject()["project"]
    assert isinstance(project, dict)
    assert len(project["dependencies"]) <= 3


def test_the_classifiers_name_the_versions_of_python() -> None:
    project = pyproject()["project"]
    assert isinstance(project, dict)
    assert project["requires-python"] == ">=3.11"
    versions = [
        line.removeprefix("Programming Language :: Python :: ") for line in project["classifiers"]
    ]
    assert {"3 :: Only", "3.11", "3.12", "3.13", "3.14"} <= set(versions)


def test_every_wheel_has_all_kernels() -> None:
    tool = pyproject()["tool"]
    assert isinstance(tool, dict)
    assert tool["scikit-build"]["cmake"]["define"] == {"OUTFLANK_KERNELS": "all"}


def test_the_source_distribution_has_all_that_the_tests_need() -> None:
    tool = pyproject()["tool"]
    assert isinstance(tool, dict)
    included = tool["scikit-build"]["sdist"]["include"]
    patterns = [line.removeprefix("/").partition("/")[0] for line in included]
    left_out = {
        path.relative_to(ROOT).parts[0]
        for path in committed_files()
        if path.relative_to(ROOT).parts[0] not in patterns
    }
    assert all(name.startswith(".") for name in left_out), left_out


def test_a_release_has_whole_addresses() -> None:
    address = "https://example.org/owner/outflank"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)", code.sub("", readme))
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []
    released = release_readme(readme, address, "1.2")
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", released)
    assert pictures
    assert all(one.startswith(f"{address}/raw/v1.2/docs/pictures/") for one in pictures)
    assert all("://" in link for link in re.findall(r"\]\(([^)\s]+)\)", code.sub("", released)))
    assert code.findall(released) == code.findall(readme)
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    urls = tomllib.loads(release_pyproject(text, address))["project"]["urls"]
    assert set(urls) == {"Homepage", "Documentation", "Changelog", "Issues"}
    assert all(url.startswith(address) for url in urls.values())


def test_a_release_without_an_address_shows_no_broken_link() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    alone = readme_alone(readme)
    assert "](docs/pictures/" not in alone
    assert all("://" in link for link in re.findall(r"\]\(([^)\s]+)\)", code.sub("", alone)))
    assert code.findall(alone) == code.findall(readme)
    assert [line for line in alone.splitlines() if line.startswith("## ")] == [
        line for line in readme.splitlines() if line.startswith("## ")
    ]


def test_only_the_copy_of_a_release_is_completed(tmp_path: Path) -> None:
    for name in ("README.md", "pyproject.toml"):
        shutil.copy2(ROOT / name, tmp_path)
    with pytest.raises(SystemExit, match=r"not-an-address is not an address such as https://"):
        complete(tmp_path, "not-an-address")
    assert (tmp_path / "README.md").read_bytes() == (ROOT / "README.md").read_bytes()
    complete(tmp_path, "https://example.org/owner/outflank")
    assert "(https://example.org/owner/outflank/raw/v" in (tmp_path / "README.md").read_text()
    with pytest.raises(SystemExit, match="already has addresses"):
        complete(tmp_path, "https://example.org/owner/outflank")


def test_every_pin_is_exact() -> None:
    specifiers = [list(each.specifier) for each in pins().values()]
    assert all(len(each) == 1 and each[0].operator == "==" for each in specifiers)


def test_everything_we_install_is_pinned() -> None:
    wanted = [Requirement(line) for line in requirement_lines(pyproject())]
    seen: set[str] = set()
    while wanted:
        requirement = wanted.pop()
        if str(requirement) in seen:
            continue
        seen.add(str(requirement))
        if requirement.name == "outflank":  # an extra that others consist of
            continue
        assert canonicalize_name(requirement.name) in pins(), requirement
        wanted += needs_of(requirement)


def needs_of(requirement: Requirement) -> list[Requirement]:
    """Return what a package requires on this machine; nothing if it is not installed."""
    try:
        needs = [Requirement(line) for line in importlib.metadata.requires(requirement.name) or []]
    except importlib.metadata.PackageNotFoundError:
        return []
    extras = ["", *requirement.extras]
    return [
        need
        for need in needs
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras)
    ]


def requirement_lines(project: dict[str, object]) -> list[str]:
    """Return the requirements of pyproject.toml: to build, to run and to work on the project."""
    build, run, work = (project[key] for key in ("build-system", "project", "dependency-groups"))
    assert isinstance(build, dict)
    assert isinstance(run, dict)
    assert isinstance(work, dict)
    lists = [build["requires"], run["dependencies"], work["dev"], work["docs"], work["mutate"]]
    lists.append(work["release"])
    extras = [lines for name, lines in run["optional-dependencies"].items() if name != "all"]
    # A group may include another one.
    return [line for lines in [*lists, *extras] for line in lines if isinstance(line, str)]
