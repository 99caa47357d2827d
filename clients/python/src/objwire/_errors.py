"""Every error of this package, under one root: `Error`.

Errors of the server are `RPCError`s; which subclass is decided by `data.kind`, the member that the protocol keeps
stable. A kind that this version does not know becomes the class of its family, or `RPCError` itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Callable


class Error(Exception):
    """The root of all errors of this package."""


class ServerNotFound(Error):
    """No objwire binary was found; `searched` lists every place that was looked at, in order."""

    def __init__(self, searched: Sequence[str]) -> None:
        self.searched = list(searched)
        super().__init__(self.searched)

    def __str__(self) -> str:
        places = "".join(f"\n  {place}" for place in self.searched)
        return f"no objwire binary was found; looked at:{places}"


class ServerExited(Error):
    """The server process ended while something was expected of it.

    `returncode` is its exit code, negative for a signal, as in `subprocess`; None if it could not be started or learnt.
    `stderr_tail` is the end of what it wrote to standard error, at most 8 KiB of text. What was acknowledged as saved
    is on disk; whether a save without a reply happened has to be looked up.
    """

    def __init__(self, returncode: int | None, stderr_tail: str = "") -> None:
        self.returncode = returncode
        self.stderr_tail = stderr_tail
        super().__init__(returncode, stderr_tail)

    def __str__(self) -> str:
        if self.returncode is None:
            how = "the server is gone"
        elif self.returncode < 0:
            how = f"the server was ended by signal {-self.returncode}"
        else:
            how = f"the server exited with code {self.returncode}"
        tail = self.stderr_tail.strip()
        return f"{how}: {tail}" if tail else how


class ClientClosed(Error):
    """The client was used before it was started, after it was closed, or in a process that was forked from its own."""


class RequestTimeout(Error, TimeoutError):
    """No reply came in time. The request was cancelled and the client stays usable.

    A cancelled request changes nothing, unless its save had already begun to commit: look that up where it matters.
    """

    def __init__(self, method: str, timeout: float) -> None:
        self.method = method
        self.timeout = timeout
        super().__init__(method, timeout)

    def __str__(self) -> str:
        return f"{self.method} was not answered within {self.timeout:g} s"


class ProtocolError(Error):
    """What the other side wrote is not objwire's protocol. The connection is closed."""


class ProtocolMismatch(ProtocolError):
    """Client and server have no version of the protocol in common.

    `supported` holds the server's versions, `wanted` the client's. The message says which side to upgrade.
    """

    def __init__(self, supported: Sequence[str], wanted: Sequence[str]) -> None:
        self.supported = list(supported)
        self.wanted = list(wanted)
        super().__init__(self.supported, self.wanted)

    def __str__(self) -> str:
        theirs = max(self.supported, key=_version_key, default="")
        ours = max(self.wanted, key=_version_key, default="")
        older = "server" if _version_key(theirs) < _version_key(ours) else "Python package"
        spoken, wanted = ", ".join(self.supported) or "(none)", ", ".join(self.wanted)
        return f"the server speaks protocol {spoken}, this package {wanted}: upgrade the {older}"


class ValueOutOfRange(Error, ValueError):
    """A value that the server holds does not fit its Python type, such as a date before the year 1.

    `Client.call` gives the value as it was sent.
    """


class NotificationsLost(Error):
    """`count` notifications were dropped because the iterator was not read; the iterator goes on with later ones."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(count)

    def __str__(self) -> str:
        return f"{self.count} notifications were dropped because nobody read them in time"


class UnsavedChangesWarning(UserWarning):
    """A client was closed while contexts had unsaved changes; they are discarded. The text names the contexts."""


class RPCError(Error):
    """The server answered with an error; the request changed nothing.

    `code` is the number (JSON-RPC's, Apple's NSCocoaErrorDomain's or objwire's own), `message` one sentence for a
    person, `data` the facts as they were sent, `kind` the stable name in `data.kind` ("" if absent), `method` the
    method that was called. `index` is the place in a list of objects, `pointer` a JSON Pointer into the request,
    `nearest` the known name that was probably meant; None where they do not apply.
    """

    def __init__(self, code: int, message: str, data: Mapping[str, Any] | None = None, method: str = "") -> None:
        self.code = code
        self.message = message
        self.data: dict[str, Any] = dict(data or {})
        self.method = method
        super().__init__(code, message, self.data, method)

    def __str__(self) -> str:
        return f"{self.method}: {self.message}" if self.method else self.message

    @property
    def kind(self) -> str:
        return str(self.data.get("kind", ""))

    @property
    def index(self) -> int | None:
        return self.data.get("index")

    @property
    def pointer(self) -> str | None:
        return self.data.get("pointer")

    @property
    def nearest(self) -> str | None:
        return self.data.get("nearest")


class InvalidRequest(RPCError):
    """The request has not the form of one: `parse`, `invalidRequest`."""


class MethodNotFound(RPCError):
    """No method has this name; `nearest` may say which was meant."""


class InvalidParams(RPCError):
    """The params do not have the method's shape; `pointer` says where, `expected` what should be there."""

    @property
    def expected(self) -> Any:
        return self.data.get("expected")


class LimitExceeded(RPCError):
    """Something is larger than the server takes: `limit` by name and its `maximum`."""

    @property
    def limit(self) -> str | None:
        return self.data.get("limit")

    @property
    def maximum(self) -> int | None:
        return self.data.get("maximum")


class RequestCancelled(RPCError):
    """The request was cancelled before it had an effect."""


class InternalError(RPCError):
    """The server is at fault; its log says more."""


class PredicateError(RPCError):
    """The family of errors about predicates.

    `range` is the place in the predicate's text as (start, end), so that `text[start:end]` is what is meant; None if
    there is no one place. `hint` is a sentence on how to go on, or None.
    """

    @property
    def range(self) -> tuple[int, int] | None:
        span = self.data.get("range")
        return (span["start"], span["end"]) if isinstance(span, dict) else None

    @property
    def hint(self) -> str | None:
        return self.data.get("hint")


class PredicateSyntaxError(PredicateError):
    """The text is not a predicate; `expected` lists what could stand at `range`."""

    @property
    def expected(self) -> list[str]:
        return list(self.data.get("expected", ()))


class PredicateKeyError(PredicateError):
    """A key path names no property of the entity: `key`, and `nearest` if one is similar."""

    @property
    def key(self) -> str | None:
        return self.data.get("key")


class PredicateTypeError(PredicateError):
    """The two sides of a comparison cannot be compared."""


class PredicateUnsupported(PredicateError):
    """A construct of the language that is not supported."""


class PredicateArgumentsError(PredicateError):
    """Arguments and placeholders do not fit."""


class UnknownEntity(RPCError):
    """The model has no such entity."""


class UnknownProperty(RPCError):
    """The entity has no such property."""


class ValueTypeError(RPCError):
    """A value does not fit its attribute; nothing was stored. `expected` says what would fit."""

    @property
    def expected(self) -> str | None:
        return self.data.get("expected")


class ValidationError(RPCError):
    """Values may not be saved. `errors` lists all of them: code, name, objectID, property, value, thisRequest."""

    @property
    def errors(self) -> list[dict[str, Any]]:
        return list(self.data.get("errors", ()))


class NotFound(RPCError, LookupError):
    """No object has the key."""


class ContextError(RPCError):
    """The family of errors about contexts."""


class UnknownContext(ContextError):
    """No context has the name."""


class ContextExists(ContextError):
    """Another context has the name."""


class ContextLimit(ContextError):
    """There are as many contexts as there may be; close one."""


class ContextHasChanges(ContextError):
    """The context has unsaved changes; save them or close it with `discard=True`."""


class ContextHasChildren(ContextError):
    """Other contexts save into this one; close them first."""


class ConflictError(RPCError):
    """The family of conflicts with what others have saved. Every pending change is kept."""


class MergeConflict(ConflictError):
    """Objects were changed here and by somebody else.

    `conflicts` lists them: objectID, keys, yours, theirs, base; null for a side that deleted the object. Go on with
    `Context.refresh` or `Context.rollback`.
    """

    @property
    def conflicts(self) -> list[dict[str, Any]]:
        return list(self.data.get("conflicts", ()))


class ConstraintConflict(ConflictError):
    """A unique value is taken: `constraint` (property names), `values`, and the object that has them."""

    @property
    def constraint(self) -> list[str]:
        return list(self.data.get("constraint", ()))

    @property
    def values(self) -> dict[str, Any]:
        return dict(self.data.get("values", {}))

    @property
    def existing_object_id(self) -> str | None:
        return self.data.get("existingObjectID")


class VersionConflict(ConflictError):
    """The object does not have the version that was asked for: `expected`, `actual`."""

    @property
    def expected(self) -> int | None:
        return self.data.get("expected")

    @property
    def actual(self) -> int | None:
        return self.data.get("actual")


class StoreError(RPCError):
    """The family of errors about the store."""


class StoreLocked(StoreError):
    """Another process was writing for longer than the busy timeout; every pending change is kept. Try again."""


class StoreReadOnly(StoreError):
    """The store is read-only."""


class StoreUnavailable(StoreError):
    """The store cannot be opened."""


class StoreCorrupt(StoreError):
    """The store is damaged."""


class StoreIncompatible(StoreError):
    """The store was made with another model; it is untouched."""


class StoreFull(StoreError):
    """The medium is full; every pending change is kept."""


CLASS_BY_KIND: dict[str, type[RPCError]] = {
    "parse": InvalidRequest,
    "invalidRequest": InvalidRequest,
    "methodNotFound": MethodNotFound,
    "invalidParams": InvalidParams,
    "limit.exceeded": LimitExceeded,
    "cancelled": RequestCancelled,
    "internal": InternalError,
    "predicate.syntax": PredicateSyntaxError,
    "predicate.unknownKey": PredicateKeyError,
    "predicate.type": PredicateTypeError,
    "predicate.unsupported": PredicateUnsupported,
    "predicate.arguments": PredicateArgumentsError,
    "entity.unknown": UnknownEntity,
    "property.unknown": UnknownProperty,
    "value.type": ValueTypeError,
    "validation": ValidationError,
    "object.notFound": NotFound,
    "context.unknown": UnknownContext,
    "context.exists": ContextExists,
    "context.limit": ContextLimit,
    "context.hasChanges": ContextHasChanges,
    "context.hasChildren": ContextHasChildren,
    "store.locked": StoreLocked,
    "store.readOnly": StoreReadOnly,
    "store.open": StoreUnavailable,
    "store.corrupt": StoreCorrupt,
    "store.incompatible": StoreIncompatible,
    "store.full": StoreFull,
    "conflict.merge": MergeConflict,
    "conflict.constraint": ConstraintConflict,
    "conflict.version": VersionConflict,
}

# A kind that a newer server adds to a family is still caught as one of the family.
_CLASS_BY_FAMILY: dict[str, type[RPCError]] = {
    "predicate": PredicateError,
    "context": ContextError,
    "store": StoreError,
    "conflict": ConflictError,
}


def rpc_error(error: Mapping[str, Any], method: str = "") -> RPCError:
    """The exception for the `error` member of a reply."""
    data = error.get("data")
    facts: Mapping[str, Any] = data if isinstance(data, dict) else {}
    kind = str(facts.get("kind", ""))
    make: Callable[..., RPCError] = CLASS_BY_KIND.get(kind) or _CLASS_BY_FAMILY.get(kind.partition(".")[0], RPCError)
    return make(error.get("code", 0), error.get("message", ""), facts, method)


def _version_key(version: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdigit() else 0 for part in version.split("."))
