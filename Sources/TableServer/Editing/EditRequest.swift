import CascadingTable
import FoundationEssentials
import HTTPTypes
import MicroHTTPD
import TableRendering

/// A request that changes rows of a database, with a body in JSON.
struct EditRequest: Sendable {
    var changes: [RowChange]
    /// A Boolean value that indicates whether the body lists rows.
    var isList: Bool
    /// A Boolean value that indicates whether everything is undone at the end.
    var isRehearsal: Bool

    /// The limit of rows that one request changes.
    static let maxRows = 10_000

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - request: `POST` inserts, `PATCH` changes, and `DELETE` deletes rows.
    ///   - row: The identifier of the row that the path names; nil for the path of a table.
    /// - Throws: ``ProblemDetails``, or an error of the body.
    init(_ request: Request, row: String?) throws {
        let kind: RowChange.Kind =
            switch request.method {
            case .patch: .change
            case .delete: .delete
            default: .insert
            }
        isRehearsal = try Self.isRehearsal(request.query)
        let tags = request.header(.ifMatch)
        let body =
            request.body.isEmpty && kind == .delete && row != nil ? EditBody() : try request.decode(EditBody.self)
        isList = body.rows != nil
        switch (row, body.rows) {
        case (nil, let rows?):
            guard rows.count <= Self.maxRows else {
                throw ProblemDetails(.contentTooLarge, "Change at most \(Self.maxRows) rows at a time.")
            }
            changes = try rows.map { try $0.change(kind) }
        case (_?, _?):
            throw ProblemDetails(.badRequest, "The path names one row. Leave out \"rows\", or send them to the table.")
        case (nil, nil):
            guard kind == .insert else {
                throw ProblemDetails(.badRequest, "\"rows\" is missing in the request body.")
            }
            changes = [try body.change(.insert)]
        case (let row?, nil):
            var one = body
            one.id = row
            changes = [try one.change(kind, ifMatch: tags)]
        }
    }

    private static func isRehearsal(_ query: Query) throws -> Bool {
        for item in query where item.name != "_rehearse" {
            throw ProblemDetails(.badRequest, .unknownParameter(item.name, among: ["_rehearse"]), errors: [item.name])
        }
        switch query["_rehearse"] {
        case nil: return false
        case "1": return true
        case let value?:
            throw ProblemDetails(.badRequest, "_rehearse must be 1.", errors: ["_rehearse=\(value)"])
        }
    }
}

/// The body of a request that changes rows.
struct EditBody: Decodable {
    var id: String?
    var values: [String: JSONValue]?
    var old: [String: JSONValue]?
    var rows: [EditBody]?

    /// Returns the change of one row.
    ///
    /// - Parameter ifMatch: The value of `If-Match`, which stands for old values.
    fileprivate func change(_ kind: RowChange.Kind, ifMatch: String? = nil) throws -> RowChange {
        let fields = try values?.fields
        switch kind {
        case .insert, .put:
            guard let fields else { throw ProblemDetails(.badRequest, "\"values\" is missing in the request body.") }
            return RowChange(.insert, values: fields)
        case .change:
            guard let fields else { throw ProblemDetails(.badRequest, "\"values\" is missing in the request body.") }
            return RowChange(.change, id: try required(id), values: fields, seen: try seen(ifMatch))
        case .delete: return RowChange(.delete, id: try required(id), seen: try seen(ifMatch))
        }
    }

    private func required(_ id: String?) throws -> String {
        guard let id else { throw ProblemDetails(.badRequest, "\"id\" is missing in a row of the request body.") }
        return id
    }

    private func seen(_ ifMatch: String?) throws -> RowChange.Seen {
        if let old = try old?.fields {
            guard ifMatch == nil || ifMatch == "*" else {
                throw ProblemDetails(.badRequest, "Send \"old\" or If-Match, not both.")
            }
            return .values(old)
        }
        guard let ifMatch else { throw ProblemDetails.unseen }
        return ifMatch == "*" ? .nothing : .tags(EntityTagList(ifMatch).rowTags)
    }
}

extension [String: JSONValue] {
    /// The values as fields, in the order of their names.
    fileprivate var fields: [Field] {
        get throws { sorted { $0.key < $1.key }.map { Field($0.key, $0.value.value) } }
    }
}

/// A value in JSON, as a column of a database takes it.
struct JSONValue: Decodable {
    var value: FieldValue

    private struct Bytes: Decodable {
        var base64: String
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let text = try? container.decode(String.self) {
            // The most frequent types come first, because each attempt that fails makes an error.
            value = .text(text)
        } else if let integer = try? container.decode(Int64.self) {
            value = .integer(integer)
        } else if let decimal = try? container.decode(Double.self) {
            value = .decimal(decimal)
        } else if let boolean = try? container.decode(Bool.self) {
            value = .boolean(boolean)
        } else {
            let text = try container.decode(Bytes.self).base64
            guard let data = Data(base64Encoded: text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not base64.")
            }
            value = .bytes([UInt8](data))
        }
    }

    /// Reads an object of values, such as the old values of a form.
    static func fields(_ json: String) -> [Field]? {
        (try? JSONDecoder().decode([String: JSONValue].self, from: Data(json.utf8)))
            .flatMap { try? $0.fields }
    }
}

extension EntityTagList {
    /// The digests of rows in the list.
    fileprivate var rowTags: [String] {
        strongTags.compactMap { $0.hasPrefix("row.") ? String($0.dropFirst(4)) : nil }
    }
}

extension StoredRow {
    /// The entity tag of the row.
    var entityTag: String { "\"row.\(tag)\"" }
}
