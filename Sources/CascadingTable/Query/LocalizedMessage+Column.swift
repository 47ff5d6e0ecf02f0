package import LocalizedMessages

extension LocalizedMessage {
    /// The message about a column that a table does not have.
    package static func unknownColumn(_ name: String, among columns: [String]) -> LocalizedMessage {
        let list = columns.joined(separator: ", ")
        guard let nearest = columns.nearest(to: name) else { return "Unknown column \"\(name)\". Columns: \(list)." }
        return "Unknown column \"\(name)\". Did you mean \"\(nearest)\"? Columns: \(list)."
    }
}
