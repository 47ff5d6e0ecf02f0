import Bytes
import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

/// The response to an action: JSON for programs, or a redirection to the page for browsers.
struct ActionResponse: Sendable {
    let request: ActionRequest
    let outcome: Outcome
    let revision: UInt64
    let changes: [TableViewChange]
    let location: String?
    let undo: TableView.Undo?
    /// The header that gives a new visitor an identifier; empty for known visitors.
    let cookie: HTTPFields

    /// The rows of the action, at their places after it.
    enum Outcome: Sendable {
        /// The row; nil if it is gone, or if the action was not for a row.
        case row(RowReference?)
        case rows([RowReference], refused: [SelectionResult.Refusal])

        var row: RowReference? {
            if case .row(let row) = self { row } else { nil }
        }
    }

    /// The reply for the client that sent the action: a form of a browser or a program.
    var reply: HandlerResponse { request.prefersHTML ? .response(redirection) : json }

    /// The redirection to the page: to the delegate's address, or else to the row of the action.
    ///
    /// Only a link can leave the frame of a page without scripts, so the visitor gets one.
    private var redirection: Response {
        var response =
            if let location, let frame = request.frame, frame.staying(location) == nil {
                Response.page(title: Words(request.language).open.description) {
                    "<p><a href=\"\(location)\" target=\"_top\" autofocus>\(location)</a></p>"
                }
            } else {
                Response.redirect(to: location ?? request.address(of: outcome.row))
            }
        response.headers[.cacheControl] = "no-store"
        response.headers.append(contentsOf: cookie)
        return response
    }

    /// The headers of JSON responses, serialized once.
    private static let headOfJSON: SerializedHeaders = {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        SecurityHeaders.add(to: &headers)
        return SerializedHeaders(headers)
    }()

    private var json: HandlerResponse {
        var writer = ByteWriter(capacity: 256)
        writer.byte(0x7B)
        writer.key(request.action.key, first: true)
        writer.outcome(outcome)
        writer.end(revision: revision, changes: changes, location: location, undo: undo, base: request.base)
        guard !cookie.isEmpty else { return .prebuilt(PrebuiltResponse(Self.headOfJSON, writer.bytes)) }
        var headers = Self.headOfJSON.fields
        headers.append(contentsOf: cookie)
        return .response(Response(headers: headers, body: .bytes(writer.bytes)))
    }
}

extension ByteWriter {
    /// Writes the row of an action, or null. For several rows, it also writes the refused rows under a key of their
    /// own.
    mutating func outcome(_ outcome: ActionResponse.Outcome) {
        switch outcome {
        case .row(nil): raw("null")
        case .row(let row?): self.row(row) { _ in }
        case .rows(let rows, let refused):
            array(rows) { writer, row in writer.row(row) { _ in } }
            key("refused")
            array(refused) { $0.refusal($1) }
        }
    }

    private mutating func refusal(_ refusal: SelectionResult.Refusal) {
        let problem = ProblemDetails(refusal.error)
        row(RowReference(indexPath: refusal.indexPath, identifier: refusal.identifier)) { writer in
            writer.key("status")
            writer.integer(problem.status.code)
            writer.key("detail")
            writer.jsonString(problem.detail.description)
        }
    }

    /// - Parameters:
    ///   - row: The row.
    ///   - more: A closure that writes additional keys.
    private mutating func row(_ row: RowReference, more: (inout ByteWriter) -> Void) {
        raw("{\"section\":")
        integer(row.indexPath.section)
        key("row")
        integer(row.indexPath.row)
        key("id")
        jsonString(row.identifier)
        more(&self)
        byte(0x7D)
    }

    /// Writes the keys that end every response to actions: revision, changes, location and undo.
    ///
    /// - Parameters:
    ///   - revision: The revision after the action.
    ///   - changes: The changes that the action made.
    ///   - location: The address that the delegate chose.
    ///   - undo: The button that undoes the action.
    ///   - base: The path of the table, ending in a slash.
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
            jsonString(undo.title.description)
            key("url")
            jsonString(undo.address(base: base))
            if undo.isRedo { raw(",\"redo\":true") }
            byte(0x7D)
        }
        raw("}\n")
    }
}

extension TableView.Undo {
    /// Returns the address to post to.
    func address(base: String) -> String { "\(base)undo/\(token)" }
}
