import Foundation
import GRDB
import TableSQLite
import Testing

@Suite struct CheckTests {
    @Test func aFileThatCanBeReadPasses() async throws {
        let database = try Fixture("CREATE TABLE t (a)").open()
        try await database.check()
        try await database.check()
    }

    @Test func aFileThatIsGoneFails() async throws {
        let fixture = try Fixture("CREATE TABLE t (a)")
        let database = try fixture.open()
        try await database.check()
        try FileManager.default.removeItem(atPath: fixture.path)
        await #expect { try await database.check() } throws: { ($0 as? SQLiteTableError)?.code == .cannotOpen }
    }

    /// The test overwrites the file in place, so that an open connection keeps using it.
    @Test func aFileThatIsNoDatabaseAnyMoreFails() async throws {
        let fixture = try Fixture("CREATE TABLE t (a)")
        let database = try fixture.open()
        try await database.check()
        let file = try #require(FileHandle(forWritingAtPath: fixture.path))
        try file.write(contentsOf: Data(repeating: UInt8(ascii: "x"), count: 8192))
        try file.close()
        await #expect { try await database.check() } throws: { ($0 as? SQLiteTableError)?.code == .notADatabase }
    }

    @Test func aLockedFileFails() async throws {
        let fixture = try Fixture("CREATE TABLE t (a)")
        let database = try fixture.open { $0.queryTimeout = .milliseconds(10) }
        let writer = try fixture.writer()
        try await writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        await #expect { try await database.check() } throws: { ($0 as? SQLiteTableError)?.code == .busy }
        try await writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
}
