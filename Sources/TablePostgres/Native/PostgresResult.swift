import CPostgreSQL

/// The rows that a statement returned, as texts.
///
/// The unsafe pointer is safe to share, because libpq never changes a finished result.
final class PostgresResult: @unchecked Sendable {
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

    /// The type's parameter in a column, such as the digits of a number; -1 if there is none.
    func columnTypeModifier(_ column: Int) -> Int32 { PQfmod(result, CInt(column)) }

    /// The rows one by one.
    var rows: [(result: PostgresResult, row: Int)] { (0..<rowCount).map { (self, $0) } }

    /// Returns the bytes of a value, which are valid as long as the result exists; nil for NULL.
    func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
        let (row, column) = (CInt(row), CInt(column))
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else { return nil }
        let count = Int(PQgetlength(result, row, column))
        return value.withMemoryRebound(to: UInt8.self, capacity: count) { UnsafeBufferPointer(start: $0, count: count) }
    }

    /// The size in memory.
    var byteCount: Int { PQresultMemorySize(result) }

    /// Returns a value; nil for NULL.
    func string(_ row: Int, _ column: Int) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }
}
