import Bytes
import CascadingTable
package import Essentials

/// The history of edited rows that a database keeps in a table of its own, with its limits.
public struct EditHistory: Sendable {
    /// The name of the table.
    package static let tableName = "cascade_history"
    /// The limit of the changes of a row that its page shows.
    package static let shownChanges = 20

    /// The age of the oldest changes, in days. Default: 365.
    public var days = 365
    /// The size of all values, in bytes. Default: 100 MB.
    public var bytes: Int64 = 100_000_000
    /// The clock. Only limits and readers depend on it; the order of changes does not.
    package var now: @Sendable () -> Date = { Date() }

    /// Creates a history with the default limits.
    public init() {}

    /// The time of a change that is made now.
    package var time: String { Self.text(of: now()) }
    /// The time before which changes are removed.
    package var oldestTime: String { Self.text(of: now().addingTimeInterval(-86_400 * Double(days))) }

    /// Returns a time in UTC as ISO 8601 with milliseconds, so that the order of texts is that of the times.
    private static func text(of date: Date) -> String {
        // The formatter cuts off what a date lacks to its millisecond.
        date.addingTimeInterval(0.0005).formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }

    /// Returns the moment of a day, which is its end in UTC, or of a time in ISO 8601; nil for another text.
    package static func moment(_ text: String) -> String? {
        if TableViewEditableField.isDay(text) { return "\(text)T23:59:59.999Z" }
        // A plus sign in a query is a space.
        let text = text.replacing(" ", with: "+")
        let time = /.{10}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)/
        guard text.wholeMatch(of: time) != nil, TableViewEditableField.isDay(String(text.prefix(10))) else {
            return nil
        }
        let styles = [true, false].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        return styles.lazy.compactMap { try? Date(text, strategy: $0) }.first.map(Self.text)
    }

    /// Returns the millisecond before a time of the history. All values that it tells of are known since then.
    static func moment(before time: String) -> String {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? Date(time, strategy: style)).map { text(of: $0.addingTimeInterval(-0.001)) } ?? time
    }

    /// Returns the moment of the value of `_at`.
    ///
    /// - Throws: `TableViewError` with `notQueryable` for a text that is neither a day nor a time.
    package static func requireMoment(_ text: String) throws -> String {
        guard let time = moment(text) else {
            throw TableViewError(
                .notQueryable, "_at must be a day, such as 2026-05-31, or a time, such as 2026-05-31T12:00:00Z.")
        }
        return time
    }
}

// MARK: - JSON

extension [Field] {
    /// The values as a JSON object, from which the same values can be read again. A real number has a point or an exponent.
    package var historyJSON: String {
        let members = map { field in "\(ByteWriter.text { $0.jsonString(field.name) }):\(field.value.historyJSON)" }
        return "{\(members.joined(separator: ","))}"
    }

    /// Reads what ``historyJSON`` wrote.
    package init(historyJSON json: String) {
        var (fields, reader): ([Field], JSONReader) = ([], JSONReader(json))
        try? reader.object { name, reader in fields.append(Field(name, try FieldValue(history: &reader))) }
        self = fields
    }
}

extension FieldValue {
    fileprivate var historyJSON: String {
        switch self {
        case .null: "null"
        case .boolean(let boolean): "\(boolean)"
        case .integer(let number): "\(number)"
        case .decimal(let number) where number.isFinite: "\(number)"
        case .decimal(let number) where number.isInfinite: number < 0 ? "-1e999" : "1e999"
        case .bytes(let bytes): #"{"base64":"\#(ByteWriter.text { $0.base64(bytes) })"}"#
        case .excerpt(let excerpt):
            #"{"replaced":\#(ByteWriter.text { $0.jsonString(excerpt.text ?? "") }),"#
                + FieldValue.bytes(excerpt.wholeText ?? []).historyJSON.dropFirst()
        default: ByteWriter.text { $0.jsonString(formText) }
        }
    }

    fileprivate init(history reader: inout JSONReader) throws {
        guard reader.kind() == .scalar else {
            var (replaced, bytes): (String?, [UInt8]?)
            try reader.object { name, reader in
                guard case .text(let text) = try reader.scalar() else { return }
                if name == "base64" { bytes = Data(base64Encoded: text).map { [UInt8]($0) } } else { replaced = text }
            }
            self = replaced.map { .notUTF8($0, bytes) } ?? .bytes(bytes ?? [])
            return
        }
        self =
            switch try reader.scalar() {
            case .null: .null
            case .boolean(let boolean): .boolean(boolean)
            case .text(let text): .text(text)
            case .number(let text): Int64(text).map(FieldValue.integer) ?? Double(text).map(FieldValue.decimal) ?? .null
            }
    }
}
