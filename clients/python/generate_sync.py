#!/usr/bin/env python3
"""Makes src/objwire/_client.py from src/objwire/_async_client.py: the same methods without async and await.

So it does with `_objects.py`. `generate_sync.py` writes them; `generate_sync.py --check` exits with 1 if one is not
current.
"""

from __future__ import annotations

import pathlib
import re
import sys

PACKAGE = pathlib.Path(__file__).resolve().parent / "src" / "objwire"

# What is generated, and from what.
SOURCES = {"_client.py": "_async_client.py", "_objects.py": "_async_objects.py"}

# In order; each is a whole word or phrase.
REPLACEMENTS = (
    (r"`_(\w+)\.py` is made from this file by `generate_sync\.py`: the same without `async` and `await`\.",
     r"Made from `__async_\1.py` by `generate_sync.py`; do not edit."),
    (r"\b_async_(connection|objects)\b", r"_\1"),
    (r"\b__async_", "_async_"),
    (r"`async with` block", "`with` block"),
    (r"\basync (def|for|with)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsyncIterator\b", "Iterator"),
    (r"\bAsync(Categories|Client|Collection|Connection|Context|Objects|SettingsObject|Tasks)\b", r"\1"),
    (r"\b__aenter__\b", "__enter__"),
    (r"\b__aexit__\b", "__exit__"),
)  # fmt: skip


def generate(target: str) -> str:
    text = (PACKAGE / SOURCES[target]).read_text(encoding="utf-8")
    for pattern, replacement in REPLACEMENTS:
        text = re.sub(pattern, replacement, text)
    # `(await x)["y"]` leaves parentheses that mean nothing.
    return re.sub(r"\((self\._call\((?:[^()]|\([^()]*\))*\))\)\[", r"\1[", text)


def main() -> int:
    check = "--check" in sys.argv[1:]
    for name in SOURCES:
        target = PACKAGE / name
        text = generate(name)
        if not check:
            target.write_text(text, encoding="utf-8")
        elif not target.exists() or target.read_text(encoding="utf-8") != text:
            print(f"{name} is not current; run generate_sync.py", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
