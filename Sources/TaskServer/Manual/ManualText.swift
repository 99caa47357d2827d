import JSONRPC

/// The chapters of the manual that no table holds.
enum ManualText {
  static let conversation = """
    Each message is one of JSON-RPC 2.0: an object, or an array of objects (a batch, answered with one array in request \
    order when its last item is done; not a transaction). An id comes back exactly as it was written. Requests need no handshake; `initialize` is there for clients that want \
    notifications or another time zone.

    Requests for one context are executed in the order received; different contexts run in parallel, so their replies \
    can pass each other. Each request with an id gets exactly one reply. A request sent after the reply to a save sees \
    that save, in any context and any process. A failed request changes nothing.

    A client reads while it writes. What it has not taken is kept for it up to the limit `unreadBytes`; beyond that the \
    server stops reading, and goes on when the client has read. The answers to a batch are kept until the last one is \
    there: once they have reached `batchAnswerBytes`, its other requests are refused and not run.

    Methods whose effect is `control` are answered on receipt, ahead of requests that wait; `context.create` and \
    `$/cancelRequest` take effect that way. Those whose effect is `inspect` run beside all contexts, one after the other.

    An error is `{"code": …, "message": …, "data": {"kind": …, …}}`. Programs test `data.kind`; the message is for people. \
    `pointer` is a JSON Pointer into the request, `range` is `{start, end}` in the predicate's text, counted in UTF-8 bytes \
    unless `positionEncodings` chose otherwise, `nearest` is the known name that was probably meant.

    `params` is an object; absent, null and `[]` stand for `{}`. An unknown member is an error that names the nearest \
    known one. `5.0` and `5e0` are integers.

    A bare `objwire` whose input is not a terminal does the same as `objwire serve`. `objwire call METHOD [PARAMS|-]` runs \
    one request, saves if it changed something, and prints the result alone.
    """

  static let framing = """
    By default each line is one message. Lines end with LF; CR LF and blank lines are accepted, never written. If the \
    stream begins with a header line (`Name: value`) instead, messages are framed as language servers frame them, and \
    everything is answered in kind: `Content-Length: N`, a blank line, N bytes of JSON. `--framing line` and \
    `--framing header` decide beforehand.

    Header names may be in any letter case, header lines may end with LF, other headers are ignored. A `Content-Type` may \
    name the charset `utf-8` or `utf8`. A `Content-Length` that is missing, repeated or no number, another charset and \
    bytes that belong to no message are `invalidRequest`; a message that ends too early, or holds the beginning of the \
    next header, is `parse`; each is one error with the id null, nothing of it runs, and the stream goes on with the next \
    `Content-Length` line. So a length that is wrong costs one message. One that is longer than `--max-message` is \
    dropped with `limit.exceeded`, in both framings; memory is taken as bytes arrive, not as they are announced.

    JSON is what RFC 8259 says. A byte order mark, other encodings, invalid UTF-8 and half of a surrogate pair \
    (`"\\ud800"`) are `parse`. Numbers of any size are read; what is too large for where it stands is refused there. A \
    member that is named twice is an error where it has a meaning: `invalidRequest` in a message, `invalidParams` with \
    the place (`pointer`) in params, values and arguments. `server.ping` gives back what it got.
    """

  static let values = """
    | attribute type | JSON out | JSON in |
    |---|---|---|
    | Integer 16, 32, 64 | integer (`initialize.int64: "string"`: Integer 64 as strings) | integer or decimal string, in range |
    | Double, Float | number | finite number |
    | Decimal | string without trailing zeros | string or number of at most 15 significant digits |
    | Boolean | true, false | true, false, 1, 0 |
    | String | string, exactly as it came in | string |
    | Date | RFC 3339 in UTC, shortest fraction that reads back | RFC 3339 with an offset (rounded to milliseconds; \
    in UTC from `0000-01-01T00:00:00Z` to `9999-12-31T23:59:59.999Z`; `:60`, a leap second, is none); \
    `2026-12-01T09:00` and `2026-12-01` are times in the connection's zone: `initialize.timeZone`, else `--time-zone`, \
    else `TZ`, else the system's, else UTC. A time that a clock change skips moves forward, one that occurs twice is \
    the first |
    | UUID | upper-case string | either case |
    | URI | string | string |
    | Binary | base64 string | base64 string |
    | Transformable | any JSON value; bytes that are none: `{"$data": base64}` | any JSON value, nested at most `valueDepth` deep |

    A date outside these years that somebody else has stored is sent with a sign and at least six digits for the year; \
    predicates take such dates, too.

    Null is no value. In predicates the attribute on the other side decides what a string means; a tagged object says it \
    where there is none: `{"$date": …}`, `{"$uuid": …}`, `{"$decimal": …}`, `{"$data": …}`, `{"$url": …}`, `{"$objectID": …}`.

    Task has `taskDescription` (String), `date` (Date), `finished` (Boolean, false), `category` (Integer 32, 0), \
    `uuid` (String, unique; made when absent) and `notificationEnabled` (Boolean, false). All but `date` are required: \
    they may be null until the object is saved, and then fail with `validation` (1570).
    """

  static let contexts = """
    An object is flat: `{"$objectID": …, "$entity": "Task", "$version": 1, …}` and its properties by their own names. What \
    begins with `$` is objwire's. An unsaved object has a temporary ID and version 0; the temporary ID keeps resolving, in \
    every context, for the life of the process. `$version` rises by one with each saved change.

    Changes are pending in a context (by default `view`, which always exists) until `context.save`; every method that \
    changes objects also takes `save: true`, and `--autosave` makes that the default. If such a save fails, the request's \
    own changes are withdrawn and earlier pending changes stay; failing objects of the request are marked `thisRequest`.

    Objects without pending changes show the newest commit, whichever context or process made it. Objects with pending \
    changes show them over the newest values of all other properties. A property that was changed here and by somebody \
    else stays as it is here and is a conflict at the save; so is an object changed here and deleted by somebody else. \
    Two that change a property to the same value conflict too. An object that both deleted is no conflict.

    Sort, offset and limit apply to stored and pending objects as one list. Without `sort`, objects come in order of \
    their primary key, new ones last in order of insertion; ties the same. Missing values come first ascending. Strings \
    compare by their UTF-8 bytes unless the key has `options`.
    """

  static let pages = """
    A fetch with `limit` gives `nextCursor` if anything follows. The same request with that text as `cursor` gives the \
    next page, and so on until a page comes without `nextCursor`; `limit`, `properties` and `context` may differ from page \
    to page, everything else must be the same, and there is no `offset`. A page costs the same however far it is from the \
    first.

    A cursor is opaque text: it says behind which sort values and which object the next page begins, and nothing is kept \
    for it. It can be used any number of times, later, by another process on the same store. There is no snapshot: each \
    page shows what is there when it is fetched. An object that exists, matches and keeps its sort values all the while is \
    on exactly one page; one that is added, deleted or moved meanwhile is on the pages where it is found. The object that \
    the cursor stands behind may be changed or deleted, with two exceptions: a sort value of more than 1 KiB is only \
    remembered by a digest, so its object must still have it; and a cursor behind an unsaved object means something in its \
    own context only, until the object is saved, and no longer than the process. A cursor that is damaged, belongs to \
    another fetch or cannot be followed any more is `invalidParams` at `/params/cursor`.
    """

  static let progress = """
    A request may carry a `workDoneToken`, a string or an integer, as in LSP. The methods that list it then say how far \
    they are by notifications `$/progress {token, value}`: a `begin` with a title when the request starts to run, `report`s \
    at least 100 ms apart with a `message` (`1024 of 5000 objects saved`) and, where the end is known, a `percentage` that \
    never falls, and an `end`, all before the reply. Other methods take the token and say nothing. A request that is \
    cancelled before it runs says nothing either.

    A fetch may carry a `partialResultToken`. What it finds then comes in notifications `$/progress {token, value}` whose \
    `value` is a piece of the result (`{"objects": […]}`, or `objectIDs` or `dictionaries` as `resultType` says), in \
    order and before the reply. The result in the reply has none of it: its array is empty, its `nextCursor` as usual. A \
    fetch that is cancelled between two pieces is answered −32800; the pieces sent by then are right.

    `$/cancelRequest {id}` overtakes what waits. A request that waits is answered −32800 and never runs; one that runs \
    stops where it is (SQLite too), until the COMMIT of its save begins: after that it is answered as if nobody had asked. \
    Either way there is one reply.
    """

  static let predicates = """
    The text is NSPredicate's: `AND`, `OR`, `NOT`, `==`, `!=`, `<`, `<=`, `>`, `>=`, `BETWEEN {a, b}`, `IN {…}`, `CONTAINS`, \
    `BEGINSWITH`, `ENDSWITH`, `LIKE` (`?` one character, `*` any), `[c]`, `[d]` and `[cd]` for case and diacritics, \
    arithmetic, `nil`, `TRUEPREDICATE`, `%@`, `%K`, `%d` and `$NAME`. `NOT` binds tighter than `AND`, `AND` tighter than `OR`.

    There are two truth values. `a == nil` and `a != nil` test for a missing value; `a != 'x'` holds where a is missing; \
    every other comparison with a missing value is false. Strings compare by their bytes unless options say otherwise; \
    `[c]` folds case as Unicode does (ß equals ss), `[d]` leaves combining marks out. The empty string is at the beginning, \
    at the end and inside of every string. Whole numbers divide without remainder; a division by zero has no value.
    """

  static let seeingInside = """
    **Trace.** `$/setTrace {"value": "messages"}`, or `initialize.trace`, makes the server tell the client of its own \
    messages with `$/logTrace`: one when a message arrives, one when it was answered, with the microseconds it waited and \
    ran. `verbose` adds the params, up to \(Trace.paramsLimit) bytes of them, and sizes. Nothing is traced after \
    `shutdown`.

    **Log.** `--log-level error|warning|info|debug` and `--log-file PATH`. At `debug` there is a line for each message: \
    `task.add id=7 context=view queued=12us ran=180us params=59B reply=527B ok`, or `error=` and the kind; what takes a \
    second or more is told at `info`. Lines on standard error begin with `objwire: level:`, those of a file with time, \
    process and level. With a file standard error has errors and warnings only. SQL and paths of files are in the log and \
    nowhere else. Before a file grows beyond \(LogFile.sizeLimit >> 20) MiB it becomes `PATH.1`, that `PATH.2`, and so on; \
    \(LogFile.keptCount) are kept. Several servers may write to one file: lines are appended whole, and who finds that \
    the file was renamed goes on in the new one. No reply waits for the log: at most \(LogOutput.waitingLimit >> 20) MiB \
    of lines wait, further ones are counted, told of in the log and in `server.status`.

    **Counts.** `server.status` has calls, errors and times of each method, the bytes of both directions and what waits.

    **Recording.** `--record FILE` writes a line of JSON for each message, mode 0600: what the client sent before anything \
    is done about it, what the server sent before the client can read it. The file must be new or empty. The first line \
    says what is needed to run it again: `{"recording": 1, "version", "protocolVersion", "started", "framing", "timeZone", \
    "autosave", "readOnly", "messageLimit", "busyTimeout", "store": {"type", "uuid", "isNew", "counts", "copy"}}`. Each \
    other line is `{"at": seconds, "from": "client" or "server", …}` and one of `"message"`, the JSON as it came (line ends \
    between tokens as blanks); `"bytes"`, base64 of what is no JSON; `"tooLong"`, the limit that a message broke; `"fault"`, what was wrong with a header; `"commit"` and `"id"`, when a request has changed the store. A store \
    that held something is copied to `FILE.store` first. A disk that is full ends the recording, not the server.

    **Replay.** `objwire replay FILE` runs the client's side again on a temporary copy of that store, or of the one that \
    `--store PATH` names, and compares each reply with the recorded one of the same id. It sends what the recorded client \
    sent in an order that is always the same: requests of one context as they came, requests of several contexts that were \
    under way together in the order of their commits and replies, a cancelled request together with its cancellation. (A read \
    at the very moment of another context's commit may have seen it, or not; nobody knows afterwards.) UUIDs and \
    object IDs that were made up may be others, if each always stands for the same; versions, times, sizes and queues in `initialize`, \
    `server.status` and `store.info` are not compared, nor what methods of the effect `inspect` find in a batch with \
    others that work in contexts; of notifications only `context.didSave` is. It exits with 0 if all \
    agree, with 1 after printing the first difference and its JSON Pointer, with 2 if FILE is no recording.
    """

  static let client = """
    Start the process in a process group of its own (a terminal's Ctrl-C would otherwise end it), read standard output and \
    standard error while writing, close standard input to end it, and read to the end. After a crash contexts and \
    temporary IDs are gone, acknowledged saves are not; where the outcome of a save is unknown, look it up by a uuid of \
    your own. Results only gain members within 1.x; ignore the ones you do not know.
    """
}
