import Foundation
import TableAccess
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
        let text = try StatementsError.text(ofFile: path)
        do { saved = try SavedQuery.queries(in: text) } catch { throw StatementsError(path, error) }
    }
}

extension AccessRules {
    /// Reads the rules of a file.
    ///
    /// - Throws: ``StatementsError`` for a file that cannot be read, and for a faulty one.
    init(path: String) throws {
        let text = try StatementsError.text(ofFile: path)
        do { try self.init(text) } catch { throw StatementsError(path, error) }
    }

    /// Checks that a database has what the rules of a file name.
    func check(in database: some RelationalDatabase, path: String) async throws {
        do { try await check(in: database) } catch let error as AccessRulesError { throw StatementsError(path, error) }
    }
}

/// The error for a file of statements.
struct StatementsError: Error, CustomStringConvertible {
    /// A Boolean value that indicates whether the file cannot be read. Otherwise it is faulty.
    var isMissing: Bool
    var description: String

    private init(isMissing: Bool, _ description: String) {
        (self.isMissing, self.description) = (isMissing, description)
    }

    /// Creates the error for a faulty file.
    init(_ path: String, _ error: any Error) { self.init(isMissing: false, "\(path): \(error).") }

    /// Returns the text of a file.
    static func text(ofFile path: String) throws(StatementsError) -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw StatementsError(isMissing: true, "\(path) cannot be read.")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
