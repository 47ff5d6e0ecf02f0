import Foundation
import GRDB
import TableDatabase

extension StatementArguments {
    /// Creates arguments from the values of a statement.
    init(_ values: [SQLValue]) {
        self.init(
            values.map { value -> DatabaseValue in
                switch value {
                case .null: .null
                case .integer(let number): number.databaseValue
                case .real(let number): number.databaseValue
                case .text(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
                case .blob(let bytes): Data(bytes).databaseValue
                }
            })
    }
}

extension Database {
    /// Returns the values of the first row of a statement; nil if there is none.
    func values(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLValue]? {
        try GRDB.Row.fetchOne(self, sql: sql, arguments: StatementArguments(arguments)).map { row in
            row.databaseValues.map { value in
                switch value.storage {
                case .null: .null
                case .int64(let number): .integer(number)
                case .double(let number): .real(number)
                case .string(let text): SQLValue(text)
                case .blob(let data): .blob(Array(data))
                }
            }
        }
    }
}
