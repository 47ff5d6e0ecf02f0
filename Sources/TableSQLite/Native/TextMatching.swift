import CascadingTable
import GRDB
import GRDBSQLite
import TableDatabase

/// The SQL function that searches values for a text and ignores case and accents.
///
/// `cascade_has(HOW, TEXT, VALUE, …)` returns 1 if one of the values matches. HOW is `contains`, `startswith` or
/// `endswith`.
enum TextMatching {
    static let name = "cascade_has"
    /// The dialect of SQLite that searches with the function.
    static let dialect = SQLDialect(SQLiteRules(searchingWith: name))

    /// Adds the function to a connection, which does not retain the deadline.
    static func register(in database: Database, _ deadline: QueryDeadline) throws {
        let code = sqlite3_create_function_v2(
            database.sqliteConnection, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
            Unmanaged.passUnretained(deadline).toOpaque(), hasText, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}

/// A text to search for. SQLite keeps it while a statement runs, on one thread at a time.
private final class Needle {
    private let part: TableQuery.Operator.TextPart
    private var folder = TextNormalizer()
    private let folded: [UInt32]
    /// The folded text as bytes if it is all ASCII, otherwise nil.
    private let plain: [UInt8]?

    init(_ text: String, _ part: TableQuery.Operator.TextPart) {
        self.part = part
        folded = folder.fold(text)
        plain = folded.allSatisfy { $0 < 0x80 } ? folded.map { UInt8($0) } : nil
    }

    func isIn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if let plain, let found = find(plain, in: bytes) { return found }
        let text = folder.fold(bytes)
        return switch part {
        case .startswith: text.starts(with: folded)
        case .endswith: text.ends(with: folded)
        case .contains: text.contains(run: folded)
        }
    }

    /// Returns nil if the searched text is not all ASCII, because it may contain letters with accents.
    private func find(_ plain: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        var all: UInt8 = 0
        for byte in bytes { all |= byte }
        guard all < 0x80 else { return nil }
        guard let first = plain.first else { return true }
        guard bytes.count >= plain.count else { return false }
        func matches(at start: Int) -> Bool {
            for index in plain.indices where small(bytes[start + index]) != plain[index] { return false }
            return true
        }
        switch part {
        case .startswith: return matches(at: 0)
        case .endswith: return matches(at: bytes.count - plain.count)
        case .contains:
            for start in 0...bytes.count - plain.count where small(bytes[start]) == first {
                if matches(at: start) { return true }
            }
            return false
        }
    }

    private func small(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}

private func hasText(
    _ context: OpaquePointer?, _ count: CInt, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let context, let values, count >= 2 else { return sqlite3_result_int(context, 0) }
    let needle: Needle
    if let kept = sqlite3_get_auxdata(context, 1) {
        needle = Unmanaged<Needle>.fromOpaque(kept).takeUnretainedValue()
    } else {
        let part = TableQuery.Operator.TextPart(rawValue: text(of: values[0])) ?? .contains
        needle = Needle(text(of: values[1]), part)
        // SQLite may release it at once. It is then created again.
        sqlite3_set_auxdata(context, 1, Unmanaged.passRetained(needle).toOpaque()) { kept in
            if let kept { Unmanaged<Needle>.fromOpaque(kept).release() }
        }
    }
    for index in 2..<max(Int(count), 2) {
        guard let value = values[index] else { continue }
        let type = sqlite3_value_type(value)
        guard type != SQLITE_NULL, type != SQLITE_BLOB, let start = sqlite3_value_text(value) else { continue }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        // Long texts need few steps of SQLite, but much time.
        if bytes.count > longText, deadlineHasPassed(sqlite3_user_data(context)) != 0 {
            return sqlite3_result_error_code(context, SQLITE_INTERRUPT)
        }
        if needle.isIn(bytes) { return sqlite3_result_int(context, 1) }
    }
    sqlite3_result_int(context, 0)
}

/// The number of bytes beyond which the deadline is checked before a text is searched.
private let longText = 4_096

private func text(of value: OpaquePointer?) -> String {
    guard let value, let start = sqlite3_value_text(value) else { return "" }
    return String(
        decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))), as: UTF8.self)
}
