#!/usr/bin/env python3
"""Makes src/objwire/_client.py from src/objwire/_async_client.py: the same methods without async and await.

`generate_sync.py` writes it; `generate_sync.py --check` exits with 1 if it is not current.
"""

from __future__ import annotations

import pathlib
import re
import sys

PACKAGE = pathlib.Path(__file__).resolve().parent / "src" / "objwire"

# In order; each is a whole word or phrase.
REPLACEMENTS = (
    (r"`_client\.py` is made from this file by `generate_sync\.py`: the same without `async` and `await`\.",
     "Made from `_async_client.py` by `generate_sync.py`; do not edit."),
    (r"\b_async_connection\b", "_connection"),
    (r"`async with` block", "`with` block"),
    (r"\basync (def|for|with)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsyncIterator\b", "Iterator"),
    (r"\bAsync(Client|Connection|Context|Tasks)\b", r"\1"),
    (r"\b__aenter__\b", "__enter__"),
    (r"\b__aexit__\b", "__exit__"),
)  # fmt: skip


def generate() -> str:
    text = (PACKAGE / "_async_client.py").read_text(encoding="utf-8")
    for pattern, replacement in REPLACEMENTS:
        text = re.sub(pattern, replacement, text)
    # `(await x)["y"]` leaves parentheses that mean nothing.
    return re.sub(r"\((self\._call\((?:[^()]|\([^()]*\))*\))\)\[", r"\1[", text)


def main() -> int:
    target = PACKAGE / "_client.py"
    text = generate()
    if "--check" not in sys.argv[1:]:
        target.write_text(text, encoding="utf-8")
        return 0
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        print("_client.py is not current; run generate_sync.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
