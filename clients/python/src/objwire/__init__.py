"""Tasks in an object graph with contexts, predicates and an SQLite store: the client of the objwire server.

>>> import objwire
>>> with objwire.Client("tasks.sqlite") as client:
...     client.tasks.add("Buy milk", save=True)
...     client.tasks.fetch("finished == NO AND taskDescription CONTAINS[cd] %@", ["MILK"], sort="date")

`Client` is for threads, `AsyncClient` for asyncio; they have the same methods. Every error is an `Error`.
"""

from __future__ import annotations

import contextlib
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
from ._model import Attribute, Entity, FetchIndex, FetchRequest, Model, Relationship
from ._objects import Categories, Objects, SettingsObject
from ._types import (
    Affected,
    Aggregate,
    Arguments,
    Candidate,
    Category,
    CategoryDict,
    CategoryFields,
    CategoryKey,
    CategoryUpdate,
    CategoryValues,
    Changes,
    Completion,
    ContextDidSave,
    ContextInfo,
    ContextStatus,
    DateValue,
    Explanation,
    Notification,
    ObjectKey,
    ObjectRow,
    ObjectUpdate,
    ObjectValues,
    ParsedPredicate,
    Reference,
    RelationshipChange,
    Saved,
    ServerInfo,
    Settings,
    SettingsValues,
    Sort,
    SortKey,
    StoreDidChange,
    StoreInfo,
    StoreSizes,
    Task,
    TaskDict,
    TaskFields,
    TaskKey,
    TaskUpdate,
    TaskValues,
    Update,
    UUIDValue,
)

if TYPE_CHECKING:
    from ._async_client import AsyncClient, AsyncContext, AsyncTasks
    from ._async_connection import AsyncNotifications
    from ._async_objects import AsyncCategories, AsyncObjects, AsyncSettingsObject

    __version__: str

# asyncio takes longer to import than everything else together, and most scripts do without.
_LAZY = {
    "AsyncCategories": "_async_objects",
    "AsyncClient": "_async_client",
    "AsyncContext": "_async_client",
    "AsyncNotifications": "_async_connection",
    "AsyncObjects": "_async_objects",
    "AsyncSettingsObject": "_async_objects",
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
    "Aggregate",
    "Arguments",
    "AsyncCategories",
    "AsyncClient",
    "AsyncContext",
    "AsyncNotifications",
    "AsyncObjects",
    "AsyncSettingsObject",
    "AsyncTasks",
    "Attribute",
    "Call",
    "Candidate",
    "Categories",
    "Category",
    "CategoryDict",
    "CategoryFields",
    "CategoryKey",
    "CategoryUpdate",
    "CategoryValues",
    "Changes",
    "Client",
    "ClientClosed",
    "Completion",
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
    "Entity",
    "Error",
    "Explanation",
    "FetchIndex",
    "FetchRequest",
    "InternalError",
    "InvalidParams",
    "InvalidRequest",
    "LimitExceeded",
    "MergeConflict",
    "MethodNotFound",
    "Model",
    "NotFound",
    "Notification",
    "Notifications",
    "NotificationsLost",
    "ObjectKey",
    "ObjectRow",
    "ObjectUpdate",
    "ObjectValues",
    "Objects",
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
    "Relationship",
    "RelationshipChange",
    "RequestCancelled",
    "RequestTimeout",
    "Saved",
    "ServerExited",
    "ServerInfo",
    "ServerNotFound",
    "Settings",
    "SettingsObject",
    "SettingsValues",
    "Sort",
    "SortKey",
    "StoreCorrupt",
    "StoreDidChange",
    "StoreError",
    "StoreFull",
    "StoreIncompatible",
    "StoreInfo",
    "StoreLocked",
    "StoreReadOnly",
    "StoreSizes",
    "StoreUnavailable",
    "Task",
    "TaskDict",
    "TaskFields",
    "TaskKey",
    "TaskUpdate",
    "TaskValues",
    "Tasks",
    "Timeout",
    "UUIDValue",
    "UnknownContext",
    "UnknownEntity",
    "UnknownProperty",
    "UnsavedChangesWarning",
    "Update",
    "ValidationError",
    "ValueOutOfRange",
    "ValueTypeError",
    "VersionConflict",
    "__version__",
    "find_server",
]

# What is public is shown by the name that it has here. Aliases of types have a module that cannot be set.
for _name in __all__:
    if hasattr(globals().get(_name), "__module__"):
        with contextlib.suppress(AttributeError):
            globals()[_name].__module__ = __name__
del _name
