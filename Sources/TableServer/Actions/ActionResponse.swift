import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

/// The response to an action: JSON for programs, or a redirection to the page for browsers.
struct ActionResponse: Sendable {
    let request: ActionRequest
    let outcome: Outcome
    let revision: UInt64
    let changes: [TableViewChange]
    let location: String?
    let undo: TableView.Undo?
    /// The sentence that tells what the action did; nil for none.
    let message: LocalizedMessage?
    /// The header that gives a new visitor an identifier; empty for known visitors.
    var cookie: HTTPFields = [:]

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
    var reply: Response { request.prefersHTML ? redirection : json }

    /// The redirection to the page: to the delegate's address, or else to the row of the action.
    ///
    /// Only a link can leave the frame of a page without scripts, so the visitor gets one.
    private var redirection: Response {
        var response =
            if let location, let frame = request.frame, frame.staying(location) == nil {
                Response.page(title: request.language.words[.open]) {
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

    private var json: Response {
        let end = JSON(
            endingActionAt: revision, changes: changes, location: location, undo: undo,
            message: message.map(request.language.words.text), base: request.base)
        let json: JSON = #"{\#(request.action.key):\#(outcome.json)\#(end)\#n"#
        guard !cookie.isEmpty else { return .prebuilt(PrebuiltResponse(Self.headOfJSON, json.bytes)) }
        var headers = Self.headOfJSON.fields
        headers.append(contentsOf: cookie)
        return Response(headers: headers, body: .bytes(json.bytes))
    }
}

extension ActionResponse.Outcome {
    /// The row of an action, or null. For several rows, also the refused rows under a key of their own.
    var json: JSON {
        switch self {
        case .row(nil): "null"
        case .row(let row?): row.json()
        case .rows(let rows, let refused):
            #"\#(rows.map { $0.json() }),"refused":\#(refused.map(Self.json))"#
        }
    }

    private static func json(_ refusal: SelectionResult.Refusal) -> JSON {
        let problem = ProblemDetails(refusal.error)
        return RowReference(indexPath: refusal.indexPath, identifier: refusal.identifier)
            .json(with: #","status":\#(problem.status.code),"detail":\#(problem.detail.description)"#)
    }
}

extension RowReference {
    /// Returns the row as JSON: `{"section":0,"row":3,"id":"…"}`.
    ///
    /// - Parameter more: Additional keys.
    func json(with more: JSON? = nil) -> JSON {
        #"{"section":\#(indexPath.section),"row":\#(indexPath.row),"id":\#(identifier)\#(more)}"#
    }
}

extension JSON {
    /// Creates the keys that end every response to actions: revision, changes, location and undo.
    ///
    /// - Parameters:
    ///   - revision: The revision after the action.
    ///   - changes: The changes that the action made.
    ///   - location: The address that the delegate chose.
    ///   - undo: The button that undoes the action.
    ///   - message: The sentence that tells what the action did. Default: nil, none.
    ///   - base: The path of the table, ending in a slash.
    init(
        endingActionAt revision: UInt64, changes: [TableViewChange], location: String?, undo: TableView.Undo?,
        message: String? = nil, base: String
    ) {
        let undo: JSON? = undo.map { undo in
            let redo: JSON? = undo.isRedo ? #","redo":true"# : nil
            return #","undo":{"title":\#(undo.title.description),"url":\#(undo.address(base: base))\#(redo)}"#
        }
        let told: JSON? = message.map { #","message":\#($0)"# }
        self = #"""
            ,"revision":\#(revision),"changes":\#(changes.map(\.json)),"location":\#(orNull: location)\#(told)\#(undo)}
            """#
    }
}

extension TableView.Undo {
    /// Returns the address to post to.
    func address(base: String) -> String { "\(base)undo/\(token)" }
}

extension Response {
    /// Returns a response with JSON, followed by a line feed, that is not cached.
    static func uncached(_ json: JSON) -> Response {
        var response = Response.json(("\(json)\n" as JSON).bytes)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Returns a response with a page that is not cached.
    static func uncached(page: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.bytes(page, status: status, contentType: "text/html; charset=utf-8")
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
