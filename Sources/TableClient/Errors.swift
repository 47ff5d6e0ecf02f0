public import Foundation

/// A refusal of the server: the problem document (RFC 9457) of its answer.
public struct TableProblem: LocalizedError, Sendable, Hashable {
    /// The HTTP status, such as 422.
    public var status: Int
    /// The sentence for a person.
    public var detail: String
    /// The reasons why values are not accepted.
    public var messages: [Message] = []
    /// The time after which the server can be asked again, in seconds; nil if the server does not say so.
    public var retryAfter: TimeInterval?
    /// The columns whose values are not those that were seen; nil without a conflict.
    var conflicts: [String]?

    /// The reason why a value is not accepted.
    public struct Message: Sendable, Hashable {
        /// The name of the column; nil for the whole row.
        public var column: String?
        /// The sentence for a person.
        public var detail: String
    }

    /// The sentence for a person.
    public var errorDescription: String? { detail }
}

extension TableProblem {
    /// Creates a problem from the document of an answer, which may be that of another program, such as a proxy.
    init(status: Int, _ body: Data, retryAfter: String?, location: String?) {
        let document = Fields(json: body)
        let place = location.map { " Use the address \($0)." } ?? ""
        self.init(
            status: status,
            detail: document.text("detail")
                ?? "The server answered with the status \(status), without a reason.\(place)",
            retryAfter: retryAfter.flatMap { UInt16($0) }.map { TimeInterval($0) },
            conflicts: document["conflicts"].map { Fields.list($0).compactMap { $0.text("field") } })
        messages = Fields.list(document["errors"]).compactMap { issue in
            guard let pointer = issue.text("pointer"), let detail = issue.text("detail") else { return nil }
            // /rows/0/values/NAME, with the escapes of RFC 6901.
            let column = pointer.components(separatedBy: "/").dropFirst(4).first
            return Message(column: column?.replacing("~1", with: "/").replacing("~0", with: "~"), detail: detail)
        }
    }
}

/// The error of a change to a row that somebody else changed or deleted since it was read. Nothing was changed.
///
/// ```swift
/// do {
///     try await orders.save(draft, old: order)
/// } catch let conflict as EditConflict<Order> {
///     // Writes yours over theirs, and keeps what others changed in other columns.
///     if let merged = conflict.merged, let theirs = conflict.theirs {
///         try await orders.save(merged, old: theirs)
///     }
/// }
/// ```
public struct EditConflict<Value: Sendable>: LocalizedError, Sendable {
    /// The columns that somebody else changed since; empty for a row that is gone.
    public var columns: [String]
    /// The values to save; nil for a row to delete.
    public var yours: Value?
    /// The row as it is now; nil for a row that is gone.
    public var theirs: TableClient.Row<Value>?
    /// The row as you saw it.
    public var saw: TableClient.Row<Value>
    /// The row as it is now with the values that you changed; nil for a row that is gone, or to delete.
    public var merged: Value?

    /// The sentence for a person.
    public var errorDescription: String? {
        let others = theirs == nil ? "deleted the row" : "changed the same values"
        return "Nothing was changed, because somebody \(others) since."
    }
}

/// The error of an answer that is not the one of a table, or whose values have other types than the row.
public struct UnreadableAnswer: LocalizedError, CustomStringConvertible, Sendable {
    /// The sentence for a person. It names the row and the column.
    public var description: String

    /// The sentence for a person.
    public var errorDescription: String? { description }

    init(_ description: String) { self.description = description }

    static let noTable = UnreadableAnswer("The answer is not the JSON of a table.")
    static let tooLong = UnreadableAnswer("The answer is longer than maxAnswerBytes of the client's configuration.")

    /// Decodes a value. The error tells what is not as it should be, where and why.
    static func decode<Value: Decodable>(_ json: some Sequence<UInt8>, _ sentence: String) throws -> Value {
        do { return try JSONDecoder.ofRows.decode(Value.self, from: Data(json)) } catch {
            throw UnreadableAnswer("\(sentence) \(error)")
        }
    }
}
