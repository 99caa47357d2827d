"""The package as it is shipped: its version, its generated part, and the wheel that brings the server along."""

from __future__ import annotations

import base64
import csv
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import venv
import zipfile

import pytest

import objwire

PROJECT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

import build_wheel  # noqa: E402
import generate_sync  # noqa: E402


def output(*command: str, **options: str) -> str:
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=options or None)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def wheel(binary: str, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    directory = tmp_path_factory.mktemp("wheel")
    return directory / build_wheel.build_wheel(str(directory), {"binary": binary})


@pytest.mark.parametrize("name", ["_client.py", "_objects.py"])
def test_the_synchronous_client_is_the_generated_one(name: str) -> None:
    path = PROJECT / "src" / "objwire" / name
    assert path.read_text(encoding="utf-8") == generate_sync.generate(name), "run generate_sync.py"


def test_the_version_is_the_servers(binary: str) -> None:
    version = build_wheel.source_version()
    assert build_wheel.binary_version(pathlib.Path(binary)) == version
    with objwire.Client(in_memory=True) as client:
        assert client.server.version == version


def test_everything_public_is_documented() -> None:
    for name in objwire.__all__:
        value = getattr(objwire, name)
        if isinstance(value, type):
            assert value.__doc__, name
            for member, attribute in vars(value).items():
                if not member.startswith("_") and callable(attribute):
                    assert attribute.__doc__, f"{name}.{member}"


def test_asyncio_is_imported_only_by_those_who_use_it() -> None:
    program = (
        "import sys, objwire; assert 'asyncio' not in sys.modules; objwire.AsyncClient; assert 'asyncio' in sys.modules"
    )
    output(sys.executable, "-c", program, PYTHONPATH=os.pathsep.join(sys.path))
    assert set(objwire.__all__) <= set(dir(objwire))
    with pytest.raises(AttributeError):
        objwire.AsyncNothing  # type: ignore[attr-defined]  # noqa: B018


def test_the_wheel_is_what_the_specification_says(wheel: pathlib.Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        stem = f"objwire-{build_wheel.source_version()}"
        assert wheel.name.startswith(f"{stem}-py3-none-")
        assert names[-1] == f"{stem}.dist-info/RECORD"
        rows = list(csv.reader(archive.read(names[-1]).decode().splitlines()))
        assert [row[0] for row in rows] == names
        for name, digest, size in rows[:-1]:
            content = archive.read(name)
            expected = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            assert (digest, size) == (f"sha256={expected}", str(len(content))), name
        assert rows[-1] == [names[-1], "", ""]
        script = archive.getinfo(f"{stem}.data/scripts/objwire")
        assert script.external_attr >> 16 == 0o100755
        assert "objwire/py.typed" in names
        assert f"{stem}.dist-info/licenses/LICENSE" in names
        description = archive.read(f"{stem}.dist-info/WHEEL").decode()
        assert "Root-Is-Purelib: false" in description
        tags = wheel.name[: -len(".whl")].split("-")[-1].split(".")
        assert [line for line in description.splitlines() if line.startswith("Tag:")] == [
            f"Tag: py3-none-{tag}" for tag in tags
        ]


def test_the_same_content_gives_the_same_wheel(binary: str, wheel: pathlib.Path, tmp_path: pathlib.Path) -> None:
    name = build_wheel.write_wheel(tmp_path, build_wheel.find_binary(binary))
    assert (tmp_path / name).read_bytes() == wheel.read_bytes()


def test_the_tags_are_those_that_the_binary_deserves(binary: str, wheel: pathlib.Path) -> None:
    is_static = build_wheel.inspect_binary(pathlib.Path(binary)).is_static
    assert is_static == ("manylinux_2_17" in wheel.name)
    assert is_static == ("musllinux_1_1" in wheel.name)
    auditwheel = shutil.which("auditwheel", path=pathlib.Path(sys.executable).parent)
    if is_static and auditwheel is not None:
        report = output(auditwheel, "show", str(wheel))
        assert "no external shared libraries" in " ".join(report.split())
    shell = build_wheel.inspect_binary(pathlib.Path(sys.executable).resolve())
    assert shell.tag == f"py3-none-linux_{shell.architecture}"


def test_what_is_no_program_is_refused(tmp_path: pathlib.Path) -> None:
    (tmp_path / "objwire").write_text("#!/bin/sh\n")
    with pytest.raises(build_wheel.BuildError, match="no 64-bit Linux program"):
        build_wheel.find_binary(str(tmp_path / "objwire"))
    with pytest.raises(build_wheel.BuildError, match="missing"):
        build_wheel.find_binary(str(tmp_path / "nothing"))
    with pytest.raises(build_wheel.BuildError, match="Swift"):
        build_wheel.build_sdist(str(tmp_path))


def test_the_wheel_installs_the_client_and_the_server(wheel: pathlib.Path, tmp_path: pathlib.Path, binary: str) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    bin = tmp_path / "venv" / "bin"
    output(str(bin / "python"), "-m", "pip", "install", "--no-index", "--quiet", str(wheel))
    version = build_wheel.source_version()
    assert output(str(bin / "objwire"), "--version") == output(binary, "--version")
    program = """
import objwire, sys
with objwire.Client(sys.argv[1]) as client:
    client.tasks.add("Buy milk", save=True)
    print(objwire.__version__, client.tasks.count(), objwire.find_server())
"""
    printed = output(str(bin / "python"), "-c", program, str(tmp_path / "tasks.sqlite"), PATH="/nowhere")
    assert printed.split() == [version, "1", str(bin / "objwire")]


def test_the_wheel_installs_into_a_directory(wheel: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--quiet", "--disable-pip-version-check"]
    output(*pip, "--target", str(tmp_path / "site"), str(wheel))
    program = "import objwire; print(objwire.find_server())"
    found = output(sys.executable, "-c", program, PYTHONPATH=str(tmp_path / "site"), PATH="/nowhere", HOME="/nowhere")
    assert found.strip() == str(tmp_path / "site" / "bin" / "objwire")


def test_the_source_tree_can_be_installed(binary: str, tmp_path: pathlib.Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    if sys.version_info < (3, 11):
        pytest.skip("building needs tomli, and tests use no network")
    output(*pip, "wheel", "--no-index", "--wheel-dir", str(tmp_path), str(PROJECT), OBJWIRE_BINARY=binary)
    (built,) = tmp_path.glob("objwire-*.whl")
    pure = tmp_path / "pure"
    output(*pip, "wheel", "--no-index", "--wheel-dir", str(pure), "--config-settings", "pure=true", str(PROJECT))
    assert [path.name for path in pure.iterdir()] == [f"objwire-{build_wheel.source_version()}-py3-none-any.whl"]
    assert built.stat().st_size > 1_000_000


def test_the_examples_of_the_readme_run_in_order(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
