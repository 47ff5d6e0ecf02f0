import CascadingTable
import Foundation
import GRDB
import TableSQLite

/// A database file in a directory of its own, made from SQL and removed when the tests end.
struct Fixture: Sendable {
    let directory: String
    let path: String

    init(_ sql: String = "", name: String = "fixture.db") throws {
        directory = allFixtures + "/" + UUID().uuidString
        path = directory + "/" + name
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try write(sql)
    }

    /// Changes the file through a connection of its own, and closes the connection.
    func write(_ sql: String) throws {
        try write { try $0.execute(sql: sql) }
    }

    func write(_ change: (Database) throws -> Void) throws {
        // The rows may still be counted.
        try writer(.timeout(60)).inDatabase(change)
    }

    /// Returns a connection that may write. It stays open as long as it is referenced.
    func writer(_ busyMode: Database.BusyMode = .immediateError) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = busyMode
        // A busy disk takes seconds to store a file for good, and some tests make their file while they hold a table.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    func open(_ change: (inout SQLiteDatabase.Configuration) -> Void = { _ in }) throws -> SQLiteDatabase {
        var configuration = SQLiteDatabase.Configuration()
        // Counting five rows can take longer than the default timeout if many tests share two cores.
        configuration.listTimeout = .seconds(60)
        configuration.countTimeout = .seconds(60)
        change(&configuration)
        return try SQLiteDatabase(path: path, configuration: configuration)
    }

    var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() }
    }
}

/// The directory of the fixtures of this run, which is removed at exit.
private let allFixtures: String = {
    atexit { try? FileManager.default.removeItem(atPath: allFixturesOfThisProcess) }
    return allFixturesOfThisProcess
}()

private let allFixturesOfThisProcess =
    NSTemporaryDirectory() + "TableSQLiteTests-\(ProcessInfo.processInfo.processIdentifier)"
