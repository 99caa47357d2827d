#!/usr/bin/env python3
"""Builds the wheel that carries the server: `pip install` of it gives `import objwire` and `objwire` on the path.

This is the backend that pyproject.toml names (PEP 517, PEP 660), and a program:

    build_wheel.py [--binary PATH | --pure] [--output DIRECTORY]

The binary is PATH, else $OBJWIRE_BINARY, else the repository's .build/release/objwire. A static one, which a release
build makes, runs on every Linux of its architecture and gets the tags that say so; one that needs libraries is tagged
for this system only. The package's version is the server's: that of Sources, and of the binary, which must agree.
With --pure, or `pip install --config-settings pure=true`, the wheel is Python alone.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Mapping
from typing import Any, NamedTuple, Optional

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
VERSION_SOURCE = REPOSITORY / "Sources" / "TaskServer" / "Server.swift"
Settings = Optional[Mapping[str, Any]]


class BuildError(Exception):
    """Why no wheel can be built."""


# MARK: Hooks (PEP 517, PEP 660)


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return []


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return []


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    settings = config_settings or {}
    binary = None if settings.get("pure") else find_binary(settings.get("binary"))
    return write_wheel(pathlib.Path(wheel_directory), binary)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """A wheel that points at src/, without the binary: the client finds that by $OBJWIRE_BINARY or PATH."""
    wheel = Wheel(source_version(), "py3-none-any")
    wheel.add("_objwire.pth", f"{HERE / 'src'}\n".encode())
    return wheel.write(pathlib.Path(wheel_directory))


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    raise BuildError("there is no source distribution: the server is built with Swift; build a wheel")


# MARK: The binary


class Binary(NamedTuple):
    path: pathlib.Path
    architecture: str
    is_static: bool

    @property
    def tag(self) -> str:
        """What it runs on. A static executable needs no libc, so neither glibc's nor musl's version matters."""
        if not self.is_static:
            return f"py3-none-linux_{self.architecture}"
        systems = ("manylinux_2_17", "manylinux2014", "musllinux_1_1")
        return "py3-none-" + ".".join(f"{system}_{self.architecture}" for system in systems)


def find_binary(given: str | None) -> Binary:
    places = [given] if given else [os.environ.get("OBJWIRE_BINARY"), str(REPOSITORY / ".build/release/objwire")]
    for place in filter(None, places):
        if os.path.isfile(place):
            return inspect_binary(pathlib.Path(place))
    raise BuildError(
        f"the server's binary is missing (looked at {', '.join(filter(None, places))}): "
        "run `swift build -c release`, or name it with $OBJWIRE_BINARY"
    )


_ARCHITECTURES = {62: "x86_64", 183: "aarch64"}
_PROGRAM_INTERPRETER = 3


def inspect_binary(path: pathlib.Path) -> Binary:
    """Reads what is needed from the header of an ELF file: its machine, and whether it asks for a dynamic loader."""
    with path.open("rb") as file:
        header = file.read(64)
        if len(header) < 64 or header[:6] != b"\x7fELF\x02\x01":
            raise BuildError(f"{path} is no 64-bit Linux program")
        (machine,) = struct.unpack_from("<H", header, 18)
        (offset,) = struct.unpack_from("<Q", header, 32)
        size, count = struct.unpack_from("<HH", header, 54)
        file.seek(offset)
        table = file.read(size * count)
    if machine not in _ARCHITECTURES:
        raise BuildError(f"{path} is for an unknown machine ({machine})")
    kinds = {struct.unpack_from("<I", table, index * size)[0] for index in range(count)}
    return Binary(path, _ARCHITECTURES[machine], _PROGRAM_INTERPRETER not in kinds)


def stripped(path: pathlib.Path) -> bytes:
    """The file without symbols for debuggers, which are half of it, if this system can strip."""
    strip = shutil.which("strip")
    if strip is None:
        return path.read_bytes()
    with tempfile.TemporaryDirectory() as directory:
        copy = pathlib.Path(directory) / path.name
        result = subprocess.run([strip, "-o", str(copy), str(path)], capture_output=True, check=False)
        return (copy if result.returncode == 0 else path).read_bytes()


# MARK: The version


def source_version() -> str:
    match = re.search(r'static let version = "([^"]+)"', VERSION_SOURCE.read_text(encoding="utf-8"))
    if match is None:
        raise BuildError(f"{VERSION_SOURCE} does not say the version")
    return match[1]


def binary_version(path: pathlib.Path) -> str:
    output = subprocess.run([str(path), "--version"], capture_output=True, text=True, check=True).stdout
    match = re.match(r"objwire (\S+)", output)
    if match is None:
        raise BuildError(f"{path} --version says {output!r}")
    return match[1]


# MARK: The wheel


class Wheel:
    """A wheel under construction: files in order, each with a line in RECORD."""

    def __init__(self, version: str, tag: str) -> None:
        self._files: list[tuple[str, bytes, int]] = []
        self._tag = tag
        self._stem = f"objwire-{version}"
        info = f"{self._stem}.dist-info"
        self.add(f"{info}/METADATA", metadata(version).encode())
        self.add(f"{info}/WHEEL", self._description().encode())
        self.add(f"{info}/licenses/LICENSE", (REPOSITORY / "LICENSE").read_bytes())

    def add(self, name: str, content: bytes, mode: int = 0o644) -> None:
        self._files.append((name, content, mode))

    def add_script(self, name: str, content: bytes) -> None:
        self.add(f"{self._stem}.data/scripts/{name}", content, 0o755)

    def write(self, directory: pathlib.Path) -> str:
        """Writes the file and gives its name. The same content gives the same bytes."""
        record = f"{self._stem}.dist-info/RECORD"
        lines = [f"{name},{_digest(content)},{len(content)}\n" for name, content, _ in self._files]
        files = [*self._files, (record, "".join([*lines, f"{record},,\n"]).encode(), 0o644)]
        directory.mkdir(parents=True, exist_ok=True)
        name = f"{self._stem}-{self._tag}.whl"
        with zipfile.ZipFile(directory / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for path, content, mode in files:
                entry = zipfile.ZipInfo(path, _timestamp())
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = (0o100000 | mode) << 16
                archive.writestr(entry, content)
        return name

    def _description(self) -> str:
        interpreter, abi, platforms = self._tag.split("-")
        tags = "".join(f"Tag: {interpreter}-{abi}-{platform}\n" for platform in platforms.split("."))
        purelib = "true" if platforms == "any" else "false"
        return f"Wheel-Version: 1.0\nGenerator: objwire build_wheel\nRoot-Is-Purelib: {purelib}\n{tags}"


def write_wheel(directory: pathlib.Path, binary: Binary | None) -> str:
    version = source_version()
    if binary is not None and binary_version(binary.path) != version:
        raise BuildError(
            f"{binary.path} is version {binary_version(binary.path)}, Sources say {version}: build it again"
        )
    wheel = Wheel(version, binary.tag if binary else "py3-none-any")
    package = HERE / "src" / "objwire"
    for path in sorted(package.iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            wheel.add(f"objwire/{path.name}", path.read_bytes())
    if binary is not None:
        wheel.add_script("objwire", stripped(binary.path))
    return wheel.write(directory)


def metadata(version: str) -> str:
    """The METADATA file, from what pyproject.toml says."""
    project = _project()
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        f"Keywords: {','.join(project['keywords'])}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        *(f"Classifier: {classifier}" for classifier in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown; charset=UTF-8",
        "",
        (HERE / project["readme"]).read_text(encoding="utf-8"),
    ]
    return "\n".join(lines)


def _project() -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    with (HERE / "pyproject.toml").open("rb") as file:
        project: dict[str, Any] = tomllib.load(file)["project"]
    return project


def _digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode("ascii")


def _timestamp() -> tuple[int, int, int, int, int, int]:
    # The zip format begins in 1980.
    moment = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")), 315532800))
    return (moment.tm_year, moment.tm_mon, moment.tm_mday, moment.tm_hour, moment.tm_min, moment.tm_sec)


def main() -> int:
    parser = argparse.ArgumentParser(description="Builds the wheel that carries the server.")
    parser.add_argument("--binary", metavar="PATH", help="the server's binary")
    parser.add_argument("--pure", action="store_true", help="leave the binary out")
    parser.add_argument("--output", metavar="DIRECTORY", default=str(HERE / "dist"), help="where the wheel goes")
    options = parser.parse_args()
    output = pathlib.Path(options.output)
    try:
        name = write_wheel(output, None if options.pure else find_binary(options.binary))
    except BuildError as error:
        print(f"build_wheel.py: {error}", file=sys.stderr)
        return 1
    print(output / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
