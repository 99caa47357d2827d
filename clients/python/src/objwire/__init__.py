"""Tasks in an object graph with contexts, predicates and an SQLite store: the client of the objwire server.

>>> import objwire
>>> with objwire.Client("tasks.sqlite") as client:
...     client.tasks.add("Buy milk", save=True)
...     client.tasks.fetch("finished == NO AND taskDescription CONTAINS[cd] %@", ["MILK"], sort="date")

`Client` is for threads, `AsyncClient` for asyncio; they have the same methods. Every error is an `Error`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._calls import Call, Timeout
from ._client import Client, Context, Tasks
from ._connection import Notifications
from ._errors import (
    ClientClosed,
    ConflictError,
    ConstraintConflict,
    ContextError,
    ContextExists,
    ContextHasChanges,
    ContextHasChildren,
    ContextLimit,
    Error,
    InternalError,
    InvalidParams,
    InvalidRequest,
    LimitExceeded,
    MergeConflict,
    MethodNotFound,
    NotFound,
    NotificationsLost,
    PredicateArgumentsError,
    PredicateError,
    PredicateKeyError,
    PredicateSyntaxError,
    PredicateTypeError,
    PredicateUnsupported,
    ProtocolError,
    ProtocolMismatch,
    RequestCancelled,
    RequestTimeout,
    RPCError,
    ServerExited,
    ServerNotFound,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreIncompatible,
    StoreLocked,
    StoreReadOnly,
    StoreUnavailable,
    UnknownContext,
    UnknownEntity,
    UnknownProperty,
    UnsavedChangesWarning,
    ValidationError,
    ValueOutOfRange,
    ValueTypeError,
    VersionConflict,
)
from ._find import find_server
from ._launch import package_version
from ._types import (
    Affected,
    Arguments,
    Changes,
    ContextDidSave,
    ContextInfo,
    ContextStatus,
    DateValue,
    Notification,
    ParsedPredicate,
    Reference,
    Saved,
    ServerInfo,
    Sort,
    SortKey,
    StoreDidChange,
    Task,
    TaskFields,
    TaskKey,
    TaskValues,
    UUIDValue,
)

if TYPE_CHECKING:
    from ._async_client import AsyncClient, AsyncContext, AsyncTasks
    from ._async_connection import AsyncNotifications

    __version__: str

# asyncio takes longer to import than everything else together, and most scripts do without.
_LAZY = {
    "AsyncClient": "_async_client",
    "AsyncContext": "_async_client",
    "AsyncNotifications": "_async_connection",
    "AsyncTasks": "_async_client",
}


if not TYPE_CHECKING:  # a type checker shall know the names that there are

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            return package_version()
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f".{_LAZY[name]}", __name__), name)
        value.__module__ = __name__
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "Affected",
    "Arguments",
    "AsyncClient",
    "AsyncContext",
    "AsyncNotifications",
    "AsyncTasks",
    "Call",
    "Changes",
    "Client",
    "ClientClosed",
    "ConflictError",
    "ConstraintConflict",
    "Context",
    "ContextDidSave",
    "ContextError",
    "ContextExists",
    "ContextHasChanges",
    "ContextHasChildren",
    "ContextInfo",
    "ContextLimit",
    "ContextStatus",
    "DateValue",
    "Error",
    "InternalError",
    "InvalidParams",
    "InvalidRequest",
    "LimitExceeded",
    "MergeConflict",
    "MethodNotFound",
    "NotFound",
    "Notification",
    "Notifications",
    "NotificationsLost",
    "ParsedPredicate",
    "PredicateArgumentsError",
    "PredicateError",
    "PredicateKeyError",
    "PredicateSyntaxError",
    "PredicateTypeError",
    "PredicateUnsupported",
    "ProtocolError",
    "ProtocolMismatch",
    "RPCError",
    "Reference",
    "RequestCancelled",
    "RequestTimeout",
    "Saved",
    "ServerExited",
    "ServerInfo",
    "ServerNotFound",
    "Sort",
    "SortKey",
    "StoreCorrupt",
    "StoreDidChange",
    "StoreError",
    "StoreFull",
    "StoreIncompatible",
    "StoreLocked",
    "StoreReadOnly",
    "StoreUnavailable",
    "Task",
    "TaskFields",
    "TaskKey",
    "TaskValues",
    "Tasks",
    "Timeout",
    "UUIDValue",
    "UnknownContext",
    "UnknownEntity",
    "UnknownProperty",
    "UnsavedChangesWarning",
    "ValidationError",
    "ValueOutOfRange",
    "ValueTypeError",
    "VersionConflict",
    "__version__",
    "find_server",
]

# What is public is shown by the name that it has here.
for _name in __all__:
    if hasattr(globals().get(_name), "__module__"):
        globals()[_name].__module__ = __name__
del _name
