import JSONRPC
import ObjectGraph

/// The chapters of the manual that no table holds.
enum ManualText {
  static let start = """
    Start `objwire serve`, write to its standard input, read from its standard output, one message a line. \
    Tasks are in the SQLite file that `--store PATH` names, else `$OBJWIRE_STORE`, else \
    `$XDG_DATA_HOME/objwire/tasks.sqlite`, else `~/.local/share/objwire/tasks.sqlite`; with `--in-memory` \
    they last as long as the process. `objwire help serve` lists every option. \
    Request and reply:

    \(FirstSession.markdown)

    - Changes are pending until `context.save`, or a request with `"save": true`.
    - Replies can pass each other; the id tells whose they are.
    - Read standard output and standard error while you write.
    - Test `error.data.kind`, not messages. Ignore members that you do not know: results gain some within 1.x.
    - Give the server a process group of its own, or a terminal's Ctrl-C ends it.
    - Close standard input to end it.
    - A crash ends contexts and temporary IDs, but loses no acknowledged save. If a save was not \
    acknowledged, look for a uuid of your own.

    [clients/examples](clients/examples) has the same to-do list for Python, Node, the shell, Emacs, \
    Neovim and Vim, and `first-steps.ndjson`, a longer session; [clients/python](clients/python/README.md) \
    is a typed client, [clients/openrpc.json](clients/openrpc.json) this manual for programs. `objwire \
    call METHOD [PARAMS|-]` runs one request and saves what it changed.
    """

  static let conversation = """
    A message is a JSON-RPC 2.0 request, a notification, or a batch: an array of these, answered with one \
    array in request order when its last item is done; it is no transaction. A request gets exactly one \
    reply, its id spelled as it came. A notification method sent with an id is answered `null`. Responses \
    are dropped.

    `params` is an object; absent, null and `[]` stand for `{}`. An unknown member is an error. `5.0` and \
    `5e0` are integers.

    | effect of the method | where it runs |
    | --- | --- |
    | `read`, `write` | in a context: for one context in the order received, for several in parallel |
    | `control` | on receipt, ahead of what waits |
    | `inspect` | beside all contexts, one after the other |

    [`initialize`](#initialize) is optional.

    While the server stops reading ([`queuedBytes`, `unreadBytes`](#limits)), a `$/cancelRequest` waits \
    outside, too.
    """

  static let framing = """
    Lines end with LF; CR LF and blank lines are accepted, never written. If the stream begins with \
    header lines, a `Content-Length` or `Content-Type` among them, messages are framed as in LSP, both \
    ways: `Content-Length: N`, a blank line, N bytes of JSON. `--framing line` and `--framing header` \
    decide beforehand.

    Headers may be in any case, end with LF and be unknown ones; the charset is `utf-8` or `utf8`. \
    Whatever is wrong costs one message and one error with the id null: the stream goes on with the next \
    `Content-Length` line, also behind a wrong length.

    JSON is RFC 8259 in UTF-8. Numbers of any size are read, and refused where they do not fit. Output has \
    U+0085, U+2028 and U+2029 escaped.

    | what is wrong | kind |
    | --- | --- |
    | `Content-Length` missing, repeated or no number; another charset; bytes of no message; a member of \
    the message named twice | `invalidRequest` |
    | a member of params named twice, but for `server.ping` | `invalidParams` |
    | a message that ends early or holds the beginning of the next header; a byte order mark, invalid \
    UTF-8, half of a surrogate pair (`"\\ud800"`) | `parse` |
    """

  static let values = """
    | attribute type | JSON out | JSON in |
    | --- | --- | --- |
    | Integer 16, 32, 64 | integer (64: see `initialize.int64`) | integer or decimal string, in range |
    | Double, Float | number | finite number |
    | Decimal | string without trailing zeros | string, or number of at most 15 significant digits |
    | Boolean | true, false | true, false, 1, 0 |
    | String | string, exactly as it came in | string |
    | Date | RFC 3339 in UTC, shortest fraction that reads back | RFC 3339 from `0000-01-01T00:00:00Z` to \
    `9999-12-31T23:59:59.999Z`, rounded to milliseconds, no leap second; `2026-12-01T09:00` and \
    `2026-12-01` are local |
    | UUID | upper-case string | either case |
    | URI | string | string |
    | Binary | base64 string | base64 string |
    | Transformable | any JSON value; bytes that are none: `{"$data": base64}` | any JSON value |
    | to-one relationship | object ID or null | object ID |
    | to-many relationship | array of object IDs, if `properties` names it | array of object IDs: all \
    members from now on |

    Local times are in the zone of `initialize.timeZone`, else `--time-zone`, else `TZ`, else the \
    system's, else UTC; one that a clock change skips moves forward, one that occurs twice is the first. A \
    stored date outside these years is sent with a sign and at least six digits for the year; predicates \
    take it, too.

    Null is no value. In predicates the attribute on the other side decides what a string means; where there \
    is none, a tagged object says it: `{"$date": …}`, or `$uuid`, `$decimal`, `$data`, `$url`, `$objectID`.

    Task has `taskDescription` (String), `date` (Date), `finished` (Boolean, false), `category` (Integer \
    32, 0), `uuid` (String, unique), `notificationEnabled` (Boolean, false). All but `date` may be null only \
    until the save, which then fails with `validation` (1570). `model.describe` has the other entities.

    With `--model PATH` `object.…` works with another model; `task.…` wants a Task there \
    with a unique String `uuid`, `category.…` a Category with a unique integer `number`, `settings.…` a \
    Settings with both attributes; else `entity.unknown`.
    """

  static let contexts = """
    An object is flat: `$objectID`, `$entity`, `$version`, and its properties by their own names; what \
    begins with `$` is objwire's. An unsaved object has a temporary ID, which keeps resolving, in every \
    context, for the life of the process.

    Changes are pending in a context, by default `view`. `--autosave` makes `save: true` \
    the default. If such a save fails, the request's own changes are withdrawn, earlier pending ones stay; \
    failing objects of the request are marked `thisRequest`.

    Objects without pending changes show the newest commit, whichever context or process made it; others \
    show their changes over the newest values of all other properties. A property changed here and by \
    somebody else is a conflict at the save, also if both gave it the same value; so is an object changed \
    here and deleted by somebody else. One that both deleted is none.
    """

  static let pages = """
    A page (`limit`, `cursor`, `nextCursor`) costs the same however far it is. A cursor can be used again, \
    later, and by another process on the same store.

    There is no snapshot: an object that exists, matches and keeps its sort values all the while is on \
    exactly one page. The object that a cursor stands behind may be changed or deleted, unless one of its \
    sort values has more than `cursorKeyBytes`. A cursor behind an unsaved object holds in its own context \
    only, until the object is saved. One that is damaged, belongs to another fetch or cannot be followed \
    any more is `invalidParams`.

    **Groups.** With computed columns (`{"name": "total", "function": "sum", "property": "amount"}` among \
    `properties`) there is one dictionary of all objects, or with `propertiesToGroupBy` one of each group. \
    Of no values a count and a sum are 0, all else is null. A sum of integers beyond 64 bits is \
    `limit.exceeded`, one of Decimals has 15 digits. `having`, `sort`, `limit` and `offset` are over the \
    columns; equals come in order of what is grouped by, or with `distinct` of their columns.
    """

  static let progress = """
    **Cancelling.** [`$/cancelRequest`](#cancelrequest) overtakes what waits. Neither `1.0` nor `"1"` \
    cancels 1. A request that runs stops where it is; once the COMMIT of its save has begun it \
    is answered as if nobody had asked.

    **Progress.** A request may carry a `workDoneToken`, as in LSP. Methods that list it then send \
    `$/progress`: a `begin` with a title when they start to run, `report`s with a `message` and, where the \
    end is known, a `percentage` that never falls, and an `end`, all before the reply. It is dropped while \
    the client has much to read.

    **Partial results.** With a `partialResultToken` what a fetch finds comes in `$/progress` whose \
    `value` is a piece of the result (`{"objects": […]}`, or what `resultType` says), in order and before \
    the reply; the array in the reply is empty, its `nextCursor` as usual. Pieces sent before a fetch is \
    cancelled are right.
    """

  static let errorNotes = """
    `pointer` is a JSON Pointer into the request, `range` is `{start, end}` in the predicate's text, in \
    UTF-8 bytes unless `positionEncodings` chose otherwise, `nearest` the known name that was probably meant.

    Any request may get the seven kinds with negative codes; a method lists those that it adds. A request \
    that fails changes nothing. `store.locked` and `cancelled` may be sent again as they are, `store.full` \
    when there is room; all others want something changed first.


    """

  static let ending = """
    The server ends at end of input, after `exit`, when standard output is closed, when the process \
    `initialize.processId` has ended, and by SIGTERM, SIGINT or SIGHUP. It answers what it has accepted \
    first; after a signal or the end of that process for two seconds, then the rest with −32800. A closed \
    standard output loses replies, not accepted saves. Unsaved changes are discarded: exit code 4, \
    but after a signal its own.


    """

  static let limitNotes = """

    The `limit` of `limit.exceeded` (−32602) may also name what the store cannot do: `result bytes` \
    (\(StoreRows.byteLimit)), `values in a predicate`, `keys in a predicate`, `bytes of a value or a \
    statement`, or `number`, when there is none after the greatest.
    """

  static let seeingInside = """
    **Trace.** [`$/setTrace`](#settrace).

    **Log.** `--log-level error|warning|info|debug` and `--log-file PATH`. At `debug` there is a line for \
    each message: `task.add id=7 context=view queued=12us ran=180us params=59B reply=527B ok`, or `error=` \
    and the kind; at `info` for those that take a second or more. With a file standard error has errors and \
    warnings only. SQL and paths of files are in the log, never in errors. A file that reaches \
    \(LogFile.sizeLimit >> 20) MiB becomes `PATH.1`, that `PATH.2`, and so on; \(LogFile.keptCount) old ones \
    are kept. Several servers may write to one file. No reply waits for the log: beyond \
    \(LogOutput.waitingLimit >> 20) MiB that wait, lines are only counted.

    **Recording.** `--record FILE` writes every message of both sides to a new or empty file, mode 0600, \
    before it is acted on or can be read. Lines are JSON. The first tells versions, options, model and \
    store. Each other line is `{"at": seconds, "from": "client" or "server", "number": N, …}`: N is the \
    client's message that it is, answers or tells of; none where the server speaks unasked. The rest:

    | from | members | |
    | --- | --- | --- |
    | both | `message` | JSON; the client's as it came, line ends between tokens as blanks |
    | client | `bytes` | base64 of what is no JSON |
    | client | `tooLong` | the limit that a message broke |
    | client | `fault` | what was wrong with a header |
    | server | `piece`, at last `lastPiece` | strings that make the JSON of a long reply |
    | server | `begins`, `seed` | the index in its batch, or 0, of a request of a context that begins to \
    run; what its made-up uuids come from |

    A store that held something is copied to `FILE.store` first. While it records, requests that may write \
    run alone. A full disk ends the recording, not the server.

    **Replay.** `objwire replay FILE` runs the client's side again on a temporary copy of that store, or of \
    the one that `--store PATH` names, and compares replies, partial results and `context.didSave`, but for \
    what must differ (`objwire help replay`). What other processes did to the store is not in a recording.
    """
}
