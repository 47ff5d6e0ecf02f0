import ArgumentParser
import Foundation
import MicroHTTPD
import TableRendering
import TableSQLite
import TableServer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How the command ends when it cannot do its work: one sentence on standard error and a status of `sysexits.h`.
enum CommandFailure {
    /// Says what was wrong and answers with the status to end with.
    static func report(_ error: any Error) -> any Error {
        if error is ExitCode || error is ValidationError { return error }
        let (status, message) = statusAndMessage(of: error)
        FileHandle.standardError.write(Data("cascade: \(message)\n".utf8))
        return ExitCode(status)
    }

    private static func statusAndMessage(of error: any Error) -> (Int32, String) {
        switch error {
        case let error as SQLiteTableError: (status(of: error.code), error.message.description)
        case let error as TableServerError:
            (error.code == .unusableAssets ? EX_NOINPUT : EX_USAGE, namingFlags(in: error.message))
        case let error as ConfigurationError: (EX_USAGE, "\(error.namingItsFlag)")
        case let error as HTTPServerError: (EX_UNAVAILABLE, namingFlags(in: error.message))
        case let error as ExportError: (status(of: error.code), error.message)
        case let error as TableExportError: (EX_TEMPFAIL, error.message)
        default: (EX_SOFTWARE, "\(error)")
        }
    }

    /// The advice of a library in the words of the command line: flags for properties.
    private static func namingFlags(in message: String) -> String {
        message.replacing("set allowsAnyone", with: "add --allow-anyone")
            .replacing("choose another port", with: "choose another port with --port")
    }

    private static func status(of code: SQLiteTableError.Code) -> Int32 {
        switch code {
        case .cannotOpen: EX_NOINPUT
        case .notADatabase: EX_DATAERR
        case .unknownTable, .unknownColumn: EX_USAGE
        case .busy, .timedOut, .changed: EX_TEMPFAIL
        default: EX_DATAERR
        }
    }

    private static func status(of code: ExportError.Code) -> Int32 {
        switch code {
        case .cannotCreate: EX_CANTCREAT
        default: EX_IOERR
        }
    }
}

extension ConfigurationError {
    /// The error in the words of the command line: `--max-concurrent-exports` for `maxConcurrentExports`.
    fileprivate var namingItsFlag: ConfigurationError {
        let name =
            ["pageSize": "size", "allowedHosts": "allowedHost", "trustedProxies": "trustedProxy"][property] ?? property
        let flag = name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
        return ConfigurationError(property: "--\(flag)", requirement: requirement, value: value)
    }
}

/// Sends on what was printed, also where standard output is no terminal.
func flushOutput() {
    fflush(nil)
}
