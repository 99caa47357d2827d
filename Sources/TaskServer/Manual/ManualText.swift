import JSONRPC
import ObjectGraph

/// The chapters of the manual that no table holds.
enum ManualText {
  static let start = """
    Start `objwire serve`, write to its standard input and read from its standard output, one message a \
    line. Tasks are kept in the SQLite file that `--store PATH` names, else `$OBJWIRE_STORE`, else \
    `$XDG_DATA_HOME/objwire/tasks.sqlite`, else `~/.local/share/objwire/tasks.sqlite`; with `--in-memory` \
    they last as long as the process. `--read-only` never writes. `objwire help serve` lists every option. \
    Request and reply in turn:

    \(FirstSession.markdown)

    To end it close standard input: what was sent is answered, then the process exits.

    - Changes are pending until `context.save`, or until a request says `"save": true`.
    - Replies can pass each other; the id tells whose they are.
    - Read standard output and standard error while you write.
    - Test `error.data.kind`; messages are for people. Results gain members within 1.x: ignore those you \
    do not know.
    - Give the process a process group of its own, or a terminal's Ctrl-C ends it.
    - After a crash contexts and temporary IDs are gone, acknowledged saves are not. If a save was not \
    acknowledged, look for a uuid of your own.

    [clients/examples](clients/examples) has the same to-do list for Python, Node, the shell, Emacs, \
    Neovim and Vim, and `first-steps.ndjson`, a longer session; [clients/python](clients/python/README.md) \
    is a typed client, [clients/openrpc.json](clients/openrpc.json) this manual for programs. `objwire \
    call METHOD [PARAMS|-]` runs one request, saves what it changed and prints the result.
    """

  static let conversation = """
    A message is a JSON-RPC 2.0 request, a notification, or a batch of these: an array, answered with one \
    array in request order when its last item is done; it is no transaction. A request gets exactly one \
    reply, its id spelled as it came. A notification gets none; a notification method that is sent with an \
    id is answered `null`. Messages that are responses are dropped.

    Methods of the effects `read` and `write` run in a context: for one context in the order received, for \
    several in parallel. A request sent after the reply to a save sees that save, in any context and any \
    process. Methods of the effect `control` are run on receipt, ahead of what waits; those of `inspect` \
    beside all contexts, one after the other.

    `params` is an object; absent, null and `[]` stand for `{}`. An unknown member is an error. `5.0` and \
    `5e0` are integers.

    No handshake is needed; `initialize` is for clients that want notifications, another time zone or the \
    life cycle of LSP.

    What a client has not read is kept up to `unreadBytes`, requests that wait up to `queuedBytes`; beyond \
    either the server stops reading until there is room, and a `$/cancelRequest` waits outside. The \
    answers to a batch are kept until the last one is there; once they have reached `batchAnswerBytes`, \
    its other requests are refused and not run.
    """

  static let framing = """
    Lines end with LF; CR LF and blank lines are accepted, never written. If the stream begins with \
    header lines, a `Content-Length` or `Content-Type` among them, messages come as in LSP and are answered in kind: `Content-Length: N`, a \
    blank line, N bytes of JSON. `--framing line` and `--framing header` decide beforehand.

    Header names may be in any case, header lines may end with LF, other headers are ignored; a \
    `Content-Type` may name the charset `utf-8` or `utf8`. Whatever is wrong costs one message and one \
    error with the id null; the stream goes on with the next `Content-Length` line. No JSON text holds such \
    a line, so a length that is too small or too large costs the one message it stands before. A `Content-Length` \
    that is missing, repeated or no number, another charset and bytes that belong to no message are \
    `invalidRequest`; a message that ends too early or holds the beginning of the next header is `parse`. \
    One longer than `--max-message` (\(ServerConfiguration.messageLimits.lowerBound) to \
    \(ServerConfiguration.messageLimits.upperBound)) is dropped with `limit.exceeded`, in both framings.

    JSON is RFC 8259 in UTF-8. A byte order mark, invalid UTF-8 and half of a surrogate pair (`"\\ud800"`) \
    are `parse`. Numbers of any size are read, and refused where they do not fit. A member that is named \
    twice is `invalidRequest` in a message, `invalidParams` with its `pointer` in params; `server.ping` \
    gives it back. Output is UTF-8 with U+0085, U+2028 and U+2029 escaped.
    """

  static let values = """
    | attribute type | JSON out | JSON in |
    |---|---|---|
    | Integer 16, 32, 64 | integer (`initialize.int64: "string"`: Integer 64 as strings) | integer or decimal string, in range |
    | Double, Float | number | finite number |
    | Decimal | string without trailing zeros | string, or number of at most 15 significant digits |
    | Boolean | true, false | true, false, 1, 0 |
    | String | string, exactly as it came in | string |
    | Date | RFC 3339 in UTC, shortest fraction that reads back | RFC 3339, rounded to milliseconds, in UTC from \
    `0000-01-01T00:00:00Z` to `9999-12-31T23:59:59.999Z`, no leap second; `2026-12-01T09:00` and `2026-12-01` are local |
    | UUID | upper-case string | either case |
    | URI | string | string |
    | Binary | base64 string | base64 string |
    | Transformable | any JSON value; bytes that are none: `{"$data": base64}` | any JSON value, nested at most `valueDepth` deep |
    | to-one relationship | object ID or null | object ID |
    | to-many relationship | array of object IDs, only if `properties` names it | array of object IDs: all members from now on |

    Local times are in the zone of `initialize.timeZone`, else `--time-zone`, else `TZ`, else the \
    system's, else UTC; one that a clock change skips moves forward, one that occurs twice is the first. A \
    date outside these years that somebody else has stored is sent with a sign and at least six digits for \
    the year; predicates take it, too.

    Null is no value. In predicates the attribute on the other side decides what a string means; a tagged \
    object says it where there is none: `{"$date": …}`, `{"$uuid": …}`, `{"$decimal": …}`, `{"$data": …}`, \
    `{"$url": …}`, `{"$objectID": …}`.

    Task has `taskDescription` (String), `date` (Date), `finished` (Boolean, false), `category` (Integer \
    32, 0), `uuid` (String, unique; made when absent) and `notificationEnabled` (Boolean, false). All but \
    `date` are required: they may be null until the save, which then fails with `validation` (1570). \
    `model.describe` has the other entities.

    **Other models.** With `--model PATH` `object.…` works with the entities of another model. `task.…` \
    wants a Task there with a unique String `uuid`, `category.…` a Category with a unique integer \
    `number`, `settings.…` a Settings with both attributes; else `entity.unknown`.
    """

  static let contexts = """
    An object is flat: `$objectID`, `$entity`, `$version`, and its properties by their own names; what \
    begins with `$` is objwire's. An unsaved object has a temporary ID, which keeps resolving, in every \
    context, for the life of the process.

    Changes are pending in a context (by default `view`, which always exists) until `context.save`. A \
    method that changes objects also takes `save: true`; `--autosave` makes that the default. If such a \
    save fails, the request's own changes are withdrawn and earlier pending ones stay; failing objects of \
    the request are marked `thisRequest`.

    Objects without pending changes show the newest commit, whichever context or process made it; others \
    show their changes over the newest values of all other properties. A property changed here and by \
    somebody else is a conflict at the save, also if both gave it the same value; so is an object changed \
    here and deleted by somebody else. One that both deleted is none.

    Sort, offset and limit apply to stored and pending objects as one list. Without `sort`, and between \
    equals, objects come in order of their primary key, new ones last in order of insertion. Missing \
    values come first ascending. Strings compare by their UTF-8 bytes unless the key has `options`.
    """

  static let pages = """
    A fetch with `limit` gives `nextCursor` if anything follows. The same request with that text as \
    `cursor` gives the next page, at the same cost however far it is; only `limit`, `properties` and \
    `context` may differ, and there is no `offset`. A cursor can be used again, later, and by another \
    process on the same store: nothing is kept for it.

    There is no snapshot; each page shows what is there when it is fetched. An object that exists, matches \
    and keeps its sort values all the while is on exactly one page. The object that a cursor stands behind \
    may be changed or deleted, unless one of its sort values has more than `cursorKeyBytes`. A cursor \
    behind an unsaved object means something in its own context only, until the object is saved. A cursor \
    that is damaged, belongs to another fetch or cannot be followed any more is `invalidParams` at \
    `/params/cursor`.

    **Groups.** Dictionaries may have columns that are computed: `{"name": "total", "function": "sum", \
    "property": "amount"}` among `properties`; `count`, `sum`, `avg`, `min`, `max`. `propertiesToGroupBy` \
    makes one dictionary of objects with equal values; without it one of all. Missing values are \
    left out: of none a count and a sum are 0, all else is null. A sum of integers beyond 64 bits is \
    `limit.exceeded`, one of Decimals has 15 digits. `having`, `sort`, `limit` and `offset` are over the \
    columns; equals come in order of what is grouped by, or with `distinct` of their columns.
    """

  static let progress = """
    **Cancelling.** `$/cancelRequest {id}` overtakes what waits. The id must be spelled as it was sent: \
    neither `1.0` nor `"1"` cancels 1. A request that waits is answered −32800 and never runs; one that \
    runs stops where it is, in SQLite too, until the COMMIT of its save begins: after that it is answered \
    as if nobody had asked. Either way there is one reply.

    **Progress.** A request may carry a `workDoneToken`, a string or an integer, as in LSP. The methods \
    that list it then send `$/progress {token, value}`: a `begin` with a title when they start to run, \
    `report`s at least 100 ms apart with a `message` and, where the end is known, a `percentage` that \
    never falls, and an `end`, all before the reply.

    **Partial results.** With a `partialResultToken` what a fetch finds comes in `$/progress` whose \
    `value` is a piece of the result (`{"objects": […]}`, or what `resultType` says), in order and before \
    the reply; the array in the reply is empty, its `nextCursor` as usual. If the fetch is cancelled, the \
    pieces sent by then are right.

    Progress is dropped rather than waited for while the client has much to read.
    """

  static let errorNotes = """
    An error is `{"code": …, "message": …, "data": {"kind": …, …}}`. `pointer` is a JSON Pointer into the \
    request, `range` is `{start, end}` in the predicate's text, counted in UTF-8 bytes unless \
    `positionEncodings` chose otherwise, `nearest` is the known name that was probably meant.

    A method lists the kinds that it adds to those which any request may get: the seven with negative \
    codes. A request that fails changes nothing, and the context stays as it was. `store.locked` and \
    `cancelled` may be sent again as they are, `store.full` when there is room; all other kinds want \
    something changed first.


    """

  static let ending = """
    The server ends at end of input, after `exit`, when standard output is closed, when the process \
    `initialize.processId` has ended, and by SIGTERM, SIGINT or SIGHUP. It answers what it has accepted \
    first. After a signal or the end of that process it takes two seconds for this; what is not done then \
    is answered −32800. A closed standard output is an end of input: saves that were accepted are done, \
    replies are lost without a word. Changes that are not saved are discarded: exit code 4, but after a \
    signal its own.


    """

  static let limitNotes = """

    The `limit` of `limit.exceeded` (−32602) may also name what the store cannot do: `result bytes` \
    (\(StoreRows.byteLimit)), `values in a predicate`, `keys in a predicate`, `bytes of a value or a \
    statement`, or `number`, when there is none after the greatest.
    """

  static let seeingInside = """
    **Trace.** `$/setTrace`, or `initialize.trace`, makes the server tell the client of its own messages \
    with `$/logTrace`: one when a message arrives, one when it was answered, with the microseconds it \
    waited and ran. `verbose` adds up to \(Trace.paramsLimit) bytes of the params, and sizes. Nothing is \
    traced after `shutdown`.

    **Log.** `--log-level error|warning|info|debug` and `--log-file PATH`. At `debug` there is a line for \
    each message: `task.add id=7 context=view queued=12us ran=180us params=59B reply=527B ok`, or `error=` \
    and the kind; what takes a second or more is told at `info`. With a file standard error has errors and \
    warnings only. SQL and paths of files are in the log and nowhere else. Before a file grows beyond \
    \(LogFile.sizeLimit >> 20) MiB it becomes `PATH.1`, that `PATH.2`, and so on; \(LogFile.keptCount) are \
    kept. Several servers may write to one file. No reply waits for the log: at most \
    \(LogOutput.waitingLimit >> 20) MiB of lines wait, further ones are counted.

    **Counts.** `server.status` has calls, errors and times of each method, the bytes of both directions \
    and what waits.

    **Recording.** `--record FILE` writes lines of JSON, mode 0600: what the client sent before anything is done about it, \
    what the server sent before the client can read it. The file must be new or empty. The first line \
    says what is needed to run it again: `{"recording": 1, "version", "protocolVersion", "started", "framing", "timeZone", \
    "autosave", "readOnly", "messageLimit", "busyTimeout", "model" (if it is not the built-in one), "store": {"type", "uuid", "isNew", "counts", "copy"}}`. Each \
    other line is `{"at": seconds, "from": "client" or "server", "number": N, …}`; the number says which of the client's \
    messages it is, answers or tells of, and is absent from what the server says without being asked. The client's have one \
    of `"message"`, the JSON as it came (line ends between tokens as blanks); `"bytes"`, base64 of what is no JSON; \
    `"tooLong"`, the limit that a message broke; `"fault"`, what was wrong with a header. The server's have `"message"`; for \
    a long reply `"piece"`s and a `"lastPiece"`, strings that make the JSON together; or `"begins"`, the index of a \
    request of a context (0 outside of batches) that begins to run, with the `"seed"` of the uuids that it makes up. A store \
    that held something is copied to `FILE.store` first. While a server records, a request that may write runs when no other \
    context's does, so that the order of the beginnings says what each has seen. A disk that is full ends the recording, \
    not the server.

    **Replay.** `objwire replay FILE` runs the client's side again on a temporary copy of that store, or of the one that \
    `--store PATH` names, and compares each reply and each partial result with the recorded one. Requests of contexts \
    are sent one by one in the order in which they began, items of batches among them, a cancelled request together with its \
    cancellation; all else where it was answered. UUIDs and object IDs that were made up may be others, if each always \
    stands for the same. Versions, times, sizes and queues in `initialize`, `server.status` and `store.info` are not \
    compared, nor what these and `context.list` say of contexts and counts while a context was at work, nor what an unknown \
    context's name may have meant; of notifications only `context.didSave` is, as far as the recording goes. What other \
    processes did to the store meanwhile is not in a recording. It exits with 0 if all \
    agree, with 1 after printing the first difference and its JSON Pointer, with 2 if FILE is no recording.
    """
}
