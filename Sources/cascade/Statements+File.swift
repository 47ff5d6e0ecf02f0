import Foundation
import TableDatabase
import TableServer

extension Statements {
    /// Creates statements with those of a file.
    ///
    /// - Parameters:
    ///   - allowsOwn: Whether visitors run statements of their own.
    ///   - path: The path of the file of saved statements; nil for none.
    /// - Throws: ``StatementsError`` for a file that cannot be read, and for a faulty one.
    init(allowsOwn: Bool, path: String?) throws {
        self.init(allowsOwn: allowsOwn)
        guard let path else { return }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw StatementsError(isMissing: true, description: "\(path) cannot be read.")
        }
        do { saved = try SavedQuery.queries(in: String(decoding: bytes, as: UTF8.self)) } catch {
            throw StatementsError(isMissing: false, description: "\(path): \(error).")
        }
    }
}

/// The error for a file of statements.
struct StatementsError: Error, CustomStringConvertible {
    /// A Boolean value that indicates whether the file cannot be read. Otherwise it is faulty.
    var isMissing: Bool
    var description: String
}
