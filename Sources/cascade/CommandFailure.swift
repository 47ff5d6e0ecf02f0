import ArgumentParser
import CLibrary
import Foundation
import HTTPMessages
import TableFiles
import TablePostgres
import TableRendering
import TableSQLite
import TableServer
import UnixSignals

#if MariaDB
    import TableMariaDB
#endif

/// The end of a command that failed: a sentence on standard error, and an exit status of `sysexits.h`.
enum CommandFailure {
    /// Prints the message of an error and returns the exit status to throw.
    static func report(_ error: any Error) -> any Error {
        if error is ExitCode || error is ValidationError { return error }
        let (status, message) = statusAndMessage(of: error)
        FileHandle.standardError.write(Data("cascade: \(message)\n".utf8))
        return ExitCode(status)
    }

    private static func statusAndMessage(of error: any Error) -> (Int32, String) {
        switch error {
        case let error as SQLiteTableError: (status(of: error.code), error.message.description)
        case let error as PostgresError: (status(of: error), "\(error.message) The database says: \(error.reason).")
        #if MariaDB
            case let error as MariaDBError:
                (MariaDBSource.status(of: error), "\(error.message) The database says: \(error.reason).")
        #endif
        case let error as StatementsError: (error.isMissing ? EX_NOINPUT : EX_DATAERR, "\(error)")
        case let error as TextFileError: (status(of: error.code), error.message)
        case let error as TableImportError: (EX_DATAERR, "\(error)")
        case let error as PostgresSourceError: (EX_USAGE, "\(error)")
        case let error as TableServerError:
            (error.code == .unusableAssets ? EX_NOINPUT : EX_USAGE, namingFlags(in: error.message))
        case let error as ConfigurationError: (EX_USAGE, "\(error.namingItsFlag)")
        case let error as HTTPServerError:
            (status(of: error), namingFlags(in: error.message))
        case let error as HTTPError: (EX_USAGE, error.message.description)
        case let error as ExportError: (status(of: error.code), error.message)
        case let error as TableExportError: (EX_TEMPFAIL, error.message)
        default: (EX_SOFTWARE, "\(error)")
        }
    }

    /// Returns a message of a library with flags instead of the names of properties.
    private static func namingFlags(in message: String) -> String {
        message.replacing("set allowsAnyone", with: "add --allow-anyone")
            .replacing("choose another port", with: "choose another port with --port")
    }

    private static func status(of code: SQLiteTableError.Code) -> Int32 {
        switch code {
        case .cannotOpen: EX_NOINPUT
        case .notADatabase: EX_DATAERR
        case .unknownTable, .unknownColumn, .notEditable: EX_USAGE
        case .cannotWrite: EX_CANTCREAT
        case .busy, .timedOut, .changed: EX_TEMPFAIL
        default: EX_DATAERR
        }
    }

    private static func status(of code: TextFileError.Code) -> Int32 {
        switch code {
        case .cannotOpen: EX_NOINPUT
        case .invalid: EX_DATAERR
        case .cannotCopy: EX_TEMPFAIL
        }
    }

    private static func status(of error: PostgresError) -> Int32 {
        switch (error.code.prefix(2), error.code) {
        case ("28", _), (_, "42501"): EX_NOPERM
        case ("3D", _): EX_NOINPUT
        case ("08", _): EX_UNAVAILABLE
        case (_, "42P01"), (_, "42703"): EX_USAGE
        default: EX_TEMPFAIL
        }
    }

    private static func status(of error: HTTPServerError) -> Int32 {
        guard error.code == .unusableCertificate else { return EX_UNAVAILABLE }
        return error.errno == 0 ? EX_DATAERR : EX_NOINPUT
    }

    private static func status(of code: ExportError.Code) -> Int32 {
        switch code {
        case .cannotCreate: EX_CANTCREAT
        default: EX_IOERR
        }
    }
}

extension ConfigurationError {
    /// The error with a flag instead of the property: `--max-concurrent-exports` for `maxConcurrentExports`.
    fileprivate var namingItsFlag: ConfigurationError {
        let name =
            ["pageSize": "size", "allowedHosts": "allowedHost", "trustedProxies": "trustedProxy"][property] ?? property
        let flag = name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
        return ConfigurationError(property: "--\(flag)", requirement: requirement, value: value)
    }
}

extension UnixSignal {
    /// Runs the work. Ctrl-C, SIGTERM and SIGHUP cancel it; after the cleanup, the exit status is 128 plus the signal's number.
    static func untilEnding(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                for await signal in await UnixSignalsSequence(trapping: ending) {
                    throw ExitCode(128 + signal.rawValue)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

/// Writes buffered output now, even if standard output is not a terminal.
func flushOutput() {
    fflush(nil)
}
