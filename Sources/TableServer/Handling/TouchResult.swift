import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

/// What came of a gesture, to be told to the visitor.
struct TouchResult: Sendable {
    let touch: Touch
    let outcome: TouchOutcome
    let revision: UInt64
    let changes: [TableViewChange]
    let location: String?
    let undo: TableView.Undo?
    /// The field that tells a visitor his name when he is new.
    let cookie: HTTPFields

    /// What is answered, for a browser's form or a program.
    var reply: Reply { touch.wantsPage ? .response(redirection) : json }

    /// Back to the page, at the row where there is one, or where the delegate sent the visitor.
    private var redirection: Response {
        var response = Response.redirect(to: location ?? touch.address(of: outcome.row))
        response.headers[.cacheControl] = "no-store"
        response.headers.append(contentsOf: cookie)
        return response
    }

    /// Made once, those that every answer carries included.
    private static let headOfJSON: PreparedHead = {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        SecurityHeaders.add(to: &headers)
        return PreparedHead(headers)
    }()

    private var json: Reply {
        var writer = ByteWriter(capacity: 256)
        writer.byte(0x7B)
        writer.key(touch.gesture.name, first: true)
        writer.outcome(outcome)
        writer.end(revision: revision, changes: changes, location: location, undo: undo, base: touch.base)
        guard !cookie.isEmpty else { return .prepared(PreparedResponse(Self.headOfJSON, writer.bytes)) }
        var headers = Self.headOfJSON.fields
        headers.append(contentsOf: cookie)
        return .response(Response(headers: headers, body: .bytes(writer.bytes)))
    }
}

extension ByteWriter {
    /// What the answer to gestures ends with.
    ///
    /// - Parameter base: the path of the table, ending in a slash.
    mutating func end(
        revision: UInt64, changes: [TableViewChange], location: String?, undo: TableView.Undo?, base: String
    ) {
        key("revision")
        integer(revision)
        key("changes")
        if changes.isEmpty { raw("[]") } else { array(changes) { $0.change($1) } }
        key("location")
        jsonString(orNull: location)
        if let undo {
            raw(",\"undo\":{\"title\":")
            jsonString(undo.title)
            key("url")
            jsonString(undo.address(base: base))
            if undo.isRedo { raw(",\"redo\":true") }
            byte(0x7D)
        }
        raw("}\n")
    }
}

extension TableView.Undo {
    /// Where it is posted.
    func address(base: String) -> String { "\(base)undo/\(token)" }
}
