import CascadingTable
import GRDB
import LocalizedMessages

/// A read transaction of a file.
typealias Transaction = Database

extension SQLiteTableError {
    /// Returns what SQLite says about a definition that it refuses to read; nil for other errors.
    static func problem(ofDefinition error: any Error) -> String? {
        guard let error = error as? DatabaseError, [.SQLITE_ERROR, .SQLITE_AUTH].contains(error.resultCode) else {
            return nil
        }
        return error.message ?? "SQLite refuses it"
    }

    /// Returns the error with the name of the file in place of its path. Visitors must not see the folders of this machine.
    func replacing(_ path: String, with name: String) -> SQLiteTableError {
        SQLiteTableError(code, message.mapValues { $0.replacing(path, with: name) })
    }

    /// Creates an error with a message for visitors from an error of SQLite.
    init(_ error: any Error, path: String) {
        if let error = error as? SQLiteTableError {
            self = error
            return
        }
        if let error = error as? TableViewError {
            self = SQLiteTableError(.failed, error.message)
            return
        }
        guard let error = error as? DatabaseError else {
            self = SQLiteTableError(.failed, "\(path) could not be read: \(error).")
            return
        }
        let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_NOTADB where [".xlsx", ".xlsm", ".xls"].contains(where: path.lowercased().hasSuffix):
            self = SQLiteTableError(
                .notADatabase, "\(path) cannot be read. This is an Excel workbook: save it as CSV.")
        case .SQLITE_NOTADB:
            self = SQLiteTableError(.notADatabase, "\(path) is not an SQLite database, or it is encrypted.")
        case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK:
            self = SQLiteTableError(
                .cannotOpen,
                "\(path) has an unfinished transaction, because a program crashed while writing. The command sqlite3 \(path) .tables undoes it."
            )
        case .SQLITE_AUTH:
            self = SQLiteTableError(
                .failed, "\(path) has a view or table that reads what a file must not read: \(reason).")
        case .SQLITE_CANTOPEN, .SQLITE_PERM:
            self = SQLiteTableError(.cannotOpen, "\(path) cannot be opened: \(reason).")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self = SQLiteTableError(.busy, "\(path) is locked by another program. Try again in a few seconds.")
        case .SQLITE_INTERRUPT:
            self = SQLiteTableError(.timedOut, "Reading \(path) took too long. Try again, or ask for fewer rows.")
        default: self = SQLiteTableError(.failed, "\(path) could not be read: \(reason).")
        }
    }
}
