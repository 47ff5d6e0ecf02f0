import CPostgreSQL
import TableDatabase

/// The rows that a statement returned, as texts.
///
/// The unsafe pointer is safe to share, because libpq never changes a finished result.
final class PostgresResult: SQLResult, @unchecked Sendable {
    private let result: OpaquePointer
    let rowCount: Int
    let columnCount: Int

    /// Creates a result that owns a result of libpq.
    init(owning result: OpaquePointer) {
        self.result = result
        (rowCount, columnCount) = (Int(PQntuples(result)), Int(PQnfields(result)))
    }

    deinit { PQclear(result) }

    /// The number of rows that the statement inserted, changed or deleted.
    var affectedRowCount: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    func columnName(_ column: Int) -> String { PQfname(result, CInt(column)).map { String(cString: $0) } ?? "" }

    /// The number of the column's type in `pg_type`.
    func columnType(_ column: Int) -> UInt32 { PQftype(result, CInt(column)) }

    func encoding(ofColumn column: Int) -> ValueEncoding { ValueEncoding(ofPostgresType: columnType(column)) }

    /// Returns the bytes of a value, which are valid as long as the result exists; nil for NULL.
    func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
        let (row, column) = (CInt(row), CInt(column))
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else { return nil }
        let count = Int(PQgetlength(result, row, column))
        return value.withMemoryRebound(to: UInt8.self, capacity: count) { UnsafeBufferPointer(start: $0, count: count) }
    }

    /// The size in memory.
    var byteCount: Int { PQresultMemorySize(result) }

    /// Returns the bytes that a `bytea` stands for, such as `\x00ff`; nil for NULL.
    func blob(_ row: Int, _ column: Int) -> [UInt8]? {
        guard let text = bytes(row, column) else { return nil }
        let digits = text.dropFirst(2).compactMap { PathSegment.value($0 >= 0x61 ? $0 & 0xDF : $0) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Returns the names of a list; empty for NULL.
    func list(_ row: Int, _ column: Int) -> [String] {
        string(row, column)?.unicodeScalars.split(separator: "\u{1F}").map { String($0) } ?? []
    }
}
