import CascadingTable
import Foundation
import GRDB
import Testing

@testable import TableSQLite

@Suite struct JournalModeTests {
    private let sql = "PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (1), (2);"

    @Test func nothingIsLeftBesideAClosedDatabaseInLogMode() async throws {
        let fixture = try Fixture(sql)
        #expect(try fixture.files == ["fixture.db"])
        let database = try fixture.open()
        #expect(try await database.makeTable(named: "t").allRows().count == 2)
        #expect(try fixture.files == ["fixture.db"])
    }

    @Test func databaseInLogModeIsReadWhileOthersWrite() async throws {
        let fixture = try Fixture(sql)
        let writer = try fixture.writer()
        try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (3)") }
        #expect(try fixture.files.contains("fixture.db-wal"))
        let database = try fixture.open()
        #expect(try await database.makeTable(named: "t").allRows().count == 3)
    }

    @Test func writerThatComesLaterIsSeen() async throws {
        let fixture = try Fixture(sql)
        let database = try fixture.open()
        let token = try database.changeToken()
        #expect(try await database.makeTable(named: "t").numberOfRows == 2)
        try fixture.write("INSERT INTO t VALUES (3)")
        #expect(try database.changeToken() != token)
        #expect(try await database.makeTable(named: "t").numberOfRows == 3)
        let writer = try fixture.writer()
        try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (4)") }
        #expect(try await database.makeTable(named: "t").numberOfRows == 4)
        try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (5)") }
        #expect(try await database.makeTable(named: "t").numberOfRows == 5)
    }

    @Test func fileThatReplacesTheDatabaseIsRead() async throws {
        let fixture = try Fixture("CREATE TABLE t(a); INSERT INTO t VALUES (1);")
        let other = try Fixture("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3);")
        let database = try fixture.open()
        let token = try database.changeToken()
        #expect(try await database.makeTable(named: "t").numberOfRows == 1)
        #expect(rename(other.path, fixture.path) == 0)
        #expect(try await database.makeTable(named: "t").numberOfRows == 3)
        #expect(try database.changeToken() != token)
    }

    @Test func nameThatLooksLikeAnAddressIsAName() async throws {
        for name in ["a b?mode=rw#%41.db", "file:x.db", "é'.db"] {
            let fixture = try Fixture(sql, name: name)
            #expect(try await fixture.open().makeTable(named: "t").numberOfRows == 2, "\(name)")
        }
    }
}
