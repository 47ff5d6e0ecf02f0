import CascadingTable
import GRDB
import GRDBSQLite
import TableDatabase

/// The SQL function `cascade_aggregate(FUNCTION, VALUE)` for aggregates that SQLite does not have.
enum AggregateFunctions {
    /// Adds the function to a connection.
    static func register(in database: Database) throws {
        let code = sqlite3_create_function_v2(
            database.sqliteConnection, SQLiteRules.aggregateName, 2,
            SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil, nil, addValue, finish, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}

/// The aggregate of a group while a statement runs, on one thread at a time.
private final class Total {
    var total: any AggregateTotal
    var error: TableViewError?

    init(_ total: any AggregateTotal) { self.total = total }
}

/// Returns the place where SQLite keeps the aggregate of a group; nil if there is none, or no memory.
private func place(_ context: OpaquePointer, isNew: Bool) -> UnsafeMutablePointer<UnsafeRawPointer?>? {
    let size = isNew ? CInt(MemoryLayout<UnsafeRawPointer?>.size) : 0
    return sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: UnsafeRawPointer?.self)
}

private func addValue(
    _ context: OpaquePointer?, _ count: CInt, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let context, let values, count == 2, let value = FieldValue(number: values[1]) else { return }
    guard let place = place(context, isNew: true) else { return sqlite3_result_error_nomem(context) }
    let total: Total
    if let known = place.pointee {
        total = Unmanaged<Total>.fromOpaque(known).takeUnretainedValue()
    } else {
        let name = sqlite3_value_text(values[0]).map { String(cString: $0) } ?? ""
        guard let function = TableQuery.Grouping.Aggregate.Function(rawValue: name) else {
            return sqlite3_result_error(context, "no aggregate \(name)", -1)
        }
        total = Total(function.makeTotal())
        place.pointee = UnsafeRawPointer(Unmanaged.passRetained(total).toOpaque())
    }
    guard total.error == nil else { return }
    do throws(TableViewError) { try total.total.add(value) } catch {
        total.error = error
        sqlite3_result_error(context, error.message.description, -1)
    }
}

private func finish(_ context: OpaquePointer?) {
    guard let context, let known = place(context, isNew: false)?.pointee else { return }
    let total = Unmanaged<Total>.fromOpaque(known).takeRetainedValue()
    if let error = total.error { return sqlite3_result_error(context, error.message.description, -1) }
    switch total.total.value {
    case .integer(let number): sqlite3_result_int64(context, number)
    case .decimal(let number): sqlite3_result_double(context, number)
    default: sqlite3_result_null(context)
    }
}

extension FieldValue {
    /// Creates a number; nil for other values.
    fileprivate init?(number value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .decimal(sqlite3_value_double(value))
        default: return nil
        }
    }
}
