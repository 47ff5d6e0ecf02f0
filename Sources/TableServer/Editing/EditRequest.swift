import Bytes
import CascadingTable
import Essentials
import HTTPMessages
import HTTPTypes
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
    /// The limit of rows of a list that one request changes.
    static let maxRowsOfList = 100_000
    /// The parameters of the address.
    static let parameters = [
        QueryParameter("_rehearse", .choice(["1"]), "Tells what would happen, and undoes everything."),
        QueryParameter("_any", .choice(["1"]), "Stores texts in columns of numbers, too."),
    ]

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
        let names = Self.parameters.map(\.name)
        for item in request.query {
            guard names.contains(item.name) else {
                throw ProblemDetails(.badRequest, .unknownParameter(item.name, among: names), errors: [item.name])
            }
            guard item.value == "1" else {
                throw ProblemDetails(.badRequest, "\(item.name) must be 1.", errors: ["\(item.name)=\(item.value)"])
            }
        }
        isRehearsal = request.query["_rehearse"] != nil
        let tags = request.header(.ifMatch)
        let body =
            request.body.isEmpty && kind == .delete && row != nil ? EditBody() : try EditBody(request.jsonBody())
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
        guard request.query["_any"] != nil else { return }
        for index in changes.indices { changes[index].types = .any }
    }

    /// Reads the changes of a range of cells, in the JSON that a `PATCH` of several rows has. Their values are typed ones.
    ///
    /// - Throws: ``ProblemDetails``, or an error of the JSON.
    static func changes(ofCells json: String) throws -> [RowChange] {
        let rows = try EditBody(Array(json.utf8)).rows ?? []
        guard rows.count <= maxRows else {
            throw ProblemDetails(.contentTooLarge, "Change at most \(maxRows) rows at a time.")
        }
        return try rows.map { row in
            var change = try row.change(.change)
            change.types = .typed
            return change
        }
    }
}

/// The body of a request that changes rows.
private struct EditBody {
    var id: String?
    var values: [Field]?
    var old: [Field]?
    var rows: [EditBody]?

    init() {}

    init(_ json: [UInt8]) throws {
        var reader = JSONReader(json)
        do {
            try self.init(&reader, row: nil)
            try reader.end()
        } catch is JSONError {
            throw HTTPError(.badRequest, "The request body is not valid JSON.")
        }
    }

    /// - Parameter row: The index of the row in the list that is read; nil for the whole body.
    private init(_ reader: inout JSONReader, row: Int?) throws {
        let place = row.map { "rows.\($0)" }
        guard reader.kind() == .object else { throw HTTPError.wrongType(of: place ?? "") }
        var body = EditBody()
        try reader.object { name, reader in
            let place = [place, name].compactMap(\.self).joined(separator: ".")
            switch (name, reader.kind()) {
            case ("values", .object): body.values = try reader.fields(at: place)
            case ("old", .object): body.old = try reader.fields(at: place)
            case ("rows", .array) where row == nil:
                var rows: [EditBody] = []
                try reader.array { index, reader in rows.append(try EditBody(&reader, row: index)) }
                body.rows = rows
            case ("id", .scalar), ("values", .scalar), ("old", .scalar), ("rows", .scalar):
                switch try reader.scalar() {
                case .null: break
                case .text(let text) where name == "id": body.id = text
                default: throw HTTPError.wrongType(of: place)
                }
            case ("id", _), ("values", _), ("old", _), ("rows", _): throw HTTPError.wrongType(of: place)
            default: try reader.skip()
            }
        }
        self = body
    }

    /// Returns the change of one row.
    ///
    /// - Parameter ifMatch: The value of `If-Match`, which stands for old values.
    func change(_ kind: RowChange.Kind, ifMatch: String? = nil) throws -> RowChange {
        switch kind {
        case .insert, .put:
            guard let values else { throw ProblemDetails(.badRequest, "\"values\" is missing in the request body.") }
            return RowChange(.insert, values: values)
        case .change:
            guard let values else { throw ProblemDetails(.badRequest, "\"values\" is missing in the request body.") }
            return RowChange(.change, id: try required(id), values: values, seen: try seen(ifMatch))
        case .delete: return RowChange(.delete, id: try required(id), seen: try seen(ifMatch))
        }
    }

    private func required(_ id: String?) throws -> String {
        guard let id else { throw ProblemDetails(.badRequest, "\"id\" is missing in a row of the request body.") }
        return id
    }

    private func seen(_ ifMatch: String?) throws -> RowChange.Seen {
        if let old {
            guard ifMatch == nil || ifMatch == "*" else {
                throw ProblemDetails(.badRequest, "Send \"old\" or If-Match, not both.")
            }
            return .values(old)
        }
        guard let ifMatch else { throw ProblemDetails.unseen }
        return ifMatch == "*" ? .nothing : .tags(EntityTagList(ifMatch).rowTags)
    }
}

extension JSONReader {
    /// Reads an object of values, such as the old values of a form.
    mutating func fields(at place: String) throws -> [Field] {
        var (fields, names): ([Field], Set<ExactString>) = ([], [])
        try object { name, reader in
            let place = "\(place).\(name)"
            guard names.insert(ExactString(name)).inserted else {
                throw HTTPError(.badRequest, "\"\(place)\" is in the request body twice.")
            }
            let limit = RowFormRequest.maxItems
            guard names.count <= limit else {
                throw HTTPError(.badRequest, "The request has more than \(limit) parameters.")
            }
            fields.append(Field(name, try reader.columnValue(at: place)))
        }
        return fields
    }

    /// Reads a value, as a column of a database takes it.
    private mutating func columnValue(at place: String) throws -> FieldValue {
        switch kind() {
        case .array: return .json(try json())
        case .object:
            var (copy, base64, isFile) = (self, nil as String?, true)
            try object { name, reader in
                isFile = isFile && ["base64", "length"].contains(name)
                guard name == "base64", reader.kind() == .scalar, case .text(let text) = try reader.scalar() else {
                    return try reader.skip()
                }
                base64 = text
            }
            guard isFile, let base64 else { return .json(try copy.json()) }
            guard let data = Data(base64Encoded: base64) else {
                throw HTTPError(.badRequest, "\"\(place)\" in the request body has a value that cannot be read.")
            }
            return .bytes([UInt8](data))
        case .scalar: break
        }
        return switch try scalar() {
        case .null: .null
        case .boolean(let boolean): .boolean(boolean)
        case .text(let text): .text(text)
        // The column decides how many digits it keeps.
        case .number(let text): Int64(text).map(FieldValue.integer) ?? .number(text)
        }
    }
}

extension HTTPError {
    fileprivate static func wrongType(of place: String) -> HTTPError {
        HTTPError(.badRequest, "\"\(place)\" in the request body has the wrong type.")
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
    var entityTag: String { "\"row.\(visibleTag)\"" }
}
