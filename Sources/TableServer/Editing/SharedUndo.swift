import Bytes
import CascadingTable
import Essentials
import LocalizedMessages
import TableRendering

/// Changes that undo or repeat an edit, as servers share them in a ``StateStore``.
struct SharedUndo: Codable {
    var title: EditTitle
    var isRedo: Bool
    private var rows: [Row]

    /// A change. Its values are a JSON object.
    private struct Row: Codable {
        var kind: String
        var table: String?
        var id: String?
        var values: String
        var old: String?
        var tags: [String]
    }

    /// The time for which an edit can be undone.
    static let lifetime = Duration.seconds(600)
    /// The limit of shared bytes. Larger edits are undone by the server that made them.
    private static let maxBytes = 1 << 20

    init(_ changes: [RowChange], _ title: EditTitle, isRedo: Bool) {
        func json(_ fields: [Field]) -> String { String(decoding: JSONTableWriter.bytes(of: fields), as: UTF8.self) }
        (self.title, self.isRedo) = (title, isRedo)
        rows = changes.map { change in
            let values = json(change.values)
            var row = Row(kind: change.kind.rawValue, table: change.table, id: change.id, values: values, tags: [])
            switch change.seen {
            case .nothing: break
            case .values(let old, let tag): (row.old, row.tags) = (json(old), tag.map { [$0] } ?? [])
            case .tags(let tags): row.tags = tags
            }
            return row
        }
    }

    init?(_ bytes: [UInt8]) {
        guard let shared = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = shared
    }

    /// The bytes in the store; nil for changes that are too large, or that JSON does not hold.
    var bytes: [UInt8]? {
        guard rows.reduce(0, { $0 + $1.values.utf8.count }) <= Self.maxBytes, (try? changes) != nil else { return nil }
        return (try? JSONEncoder().encode(self)).map { [UInt8]($0) }
    }

    var changes: [RowChange] {
        get throws {
            func fields(_ json: String) throws -> [Field] {
                var reader = JSONReader(json)
                return try reader.fields(at: "")
            }
            return try rows.map { row in
                guard let kind = RowChange.Kind(rawValue: row.kind) else { throw JSONError() }
                var change = RowChange(kind, id: row.id, values: try fields(row.values))
                (change.table, change.isRestoring) = (row.table, true)
                if let old = row.old {
                    change.seen = .values(try fields(old), tag: row.tags.first)
                } else if !row.tags.isEmpty {
                    change.seen = .tags(row.tags)
                }
                return change
            }
        }
    }
}

/// The title of an edit, for the message with the button that undoes it.
struct EditTitle: Codable {
    private var kind: String?
    /// The identifier of the only row; nil for several rows.
    private var id: String?
    private var count: Int

    init(_ rows: [EditedRow]) {
        let first = rows.first?.change.kind
        kind = rows.allSatisfy { $0.change.kind == first } ? first?.rawValue : nil
        (id, count) = (rows.count == 1 ? rows.first.flatMap { $0.after ?? $0.before }?.id : nil, rows.count)
    }

    var message: LocalizedMessage {
        switch kind.flatMap(RowChange.Kind.init) {
        case .insert: id.map { "Row \($0) added" } ?? "\(count) rows added"
        case .delete: id.map { "Row \($0) deleted" } ?? "\(count) rows deleted"
        default: id.map { "Row \($0) changed" } ?? "\(count) rows changed"
        }
    }
}
