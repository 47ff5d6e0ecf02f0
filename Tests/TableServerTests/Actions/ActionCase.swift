import Testing

/// A gesture that is posted to a new workshop, and its expected results.
struct ActionCase: Sendable, CustomTestStringConvertible {
    /// The path below the table's path.
    var path: String
    var form = ""
    /// The key of the row in the response.
    var key: String
    /// The row after the gesture, or nil if the row is deleted or the gesture has no row.
    var row: ActionJSON.Row?
    var told: [String]
    /// The rows that are expanded afterwards, as a query, if the gesture expands or collapses.
    var expanded: String?
    /// The types of the announced changes.
    var changes: [String] = []

    var testDescription: String { form.isEmpty ? path : "\(path) \(form)" }

    /// Returns a body with these fields besides the gesture's own fields.
    func form(and fields: String) -> String { form.isEmpty ? fields : "\(form)&\(fields)" }

    static let all: [ActionCase] = [
        .init(path: "select/0/1", key: "selected", row: .saw, told: ["select 0.1"]),
        .init(path: "deselect/0/1", key: "deselected", row: .saw, told: []),
        .init(path: "highlight/0/1", key: "highlighted", row: .saw, told: []),
        .init(path: "unhighlight/0/1", key: "unhighlighted", row: .saw, told: []),
        .init(path: "accessory/0/1", key: "tapped", row: .saw, told: ["tap 0.1"], changes: ["reloadRows"]),
        .init(path: "primary/0/1", key: "performed", row: .saw, told: ["primary 0.1"], changes: ["reloadRows"]),
        .init(path: "expand/0/1", key: "expanded", row: .saw, told: [], expanded: "_expanded=saw"),
        .init(path: "collapse/0/1", key: "collapsed", row: .saw, told: [], expanded: ""),
        .init(path: "action/0/1/sharpen", key: "performed", row: .saw, told: ["sharpen 0.1"], changes: ["reloadRows"]),
        .init(path: "action/0/1/lend", key: "performed", row: .saw, told: ["lend 0.1"], changes: ["reloadRows"]),
        .init(
            path: "action/0/1/scrap", key: "performed", row: nil, told: ["scrap 0.1", "delete 0.1"],
            changes: ["deleteRows"]),
        .init(path: "menu/0/1/copy", key: "performed", row: .saw, told: ["copy 0.1"], changes: ["reloadRows"]),
        .init(path: "commit/0/1/delete", key: "committed", row: nil, told: ["delete 0.1"], changes: ["deleteRows"]),
        .init(
            path: "commit/1/0/insert", key: "committed", row: .init(section: 1, row: 1, id: "rake"),
            told: ["insert 1.0"], changes: ["insertRows"]),
        .init(path: "begin-editing/0/1", key: "editing", row: .saw, told: ["begin 0.1"]),
        .init(path: "end-editing/0/1", key: "edited", row: .saw, told: ["end 0.1"]),
        .init(path: "end-editing", key: "edited", row: nil, told: ["end"]),
        .init(path: "focus/0/1", key: "focused", row: .saw, told: ["focus 0.1"]),
        .init(path: "blur", key: "blurred", row: nil, told: []),
        .init(
            path: "move", form: "from=0.1&to=2.0", key: "moved", row: .init(section: 2, row: 0, id: "saw"),
            told: ["move 0.1"], changes: ["moveRow"]),
        .init(path: "move", form: "from=0.1&to=0.1", key: "moved", row: .saw, told: []),
        .init(
            path: "move-section", form: "from=2&to=0", key: "moved", row: nil, told: ["move shelf 2"],
            changes: ["moveSection"]),
        .init(
            path: "drop", form: "to=0.3&text=a+%26+b", key: "dropped", row: .init(section: 0, row: 3, id: "a & b"),
            told: ["drop a & b (text/plain) at 0.3"], changes: ["insertRows"]),
        .init(path: "refresh", key: "refreshed", row: nil, told: ["refresh"], changes: ["reloadData"]),
    ]

    /// The gestures on the row `saw`, which is row 1 of section 0.
    static let ofRows = all.filter { $0.path.contains("0/1") || $0.form.hasPrefix("from=0.1&to=2") }
}

/// The response to a gesture.
struct ActionJSON: Decodable {
    var revision: Int
    var changes: [Change]
    var location: String?
    /// The key of the row, and the row.
    var outcome: [String: Row?]

    struct Row: Decodable, Sendable, Equatable {
        var section: Int
        var row: Int
        var id: String

        static let saw = Row(section: 0, row: 1, id: "saw")
    }

    struct Change: Decodable, Equatable {
        var type: String
        var rows: [[Int]]?
        var sections: [Int]?
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        revision = try values.decode(Int.self, forKey: Key(stringValue: "revision"))
        changes = try values.decode([Change].self, forKey: Key(stringValue: "changes"))
        location = try values.decode(String?.self, forKey: Key(stringValue: "location"))
        outcome = [:]
        for key in values.allKeys where !["revision", "changes", "location", "undo"].contains(key.stringValue) {
            outcome[key.stringValue] = .some(try values.decode(Row?.self, forKey: key))
        }
    }
}
