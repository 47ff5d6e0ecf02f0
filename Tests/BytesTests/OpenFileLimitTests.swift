import Bytes
import Testing

@Suite struct OpenFileLimitTests {
    /// - Parameters:
    ///   - count: The limit.
    ///   - used: The number of open files.
    ///   - connections: The expected number of connections.
    @Test(arguments: [(24, 10, 0), (64, 14, 20), (1024, 20, 650), (4096, 20, 2954), (1_048_576, 20, 786_314)])
    func connectionsAreThreeQuartersOfTheFreeFiles(count: Int, used: Int, connections: Int) {
        #expect(OpenFileLimit(count: count, used: used).connections(threads: 2) == connections)
    }

    @Test func theLastFilesAreReserved() {
        #expect(OpenFileLimit(count: 64, used: 47).hasRoom)
        #expect(!OpenFileLimit(count: 64, used: 48).hasRoom)
        #expect(OpenFileLimit(count: 1024, used: 895).hasRoom)
        #expect(!OpenFileLimit(count: 1024, used: 896).hasRoom)
    }

    @Test func theCurrentLimitHasRoom() {
        let limit = OpenFileLimit.current
        #expect(limit.used > 2)
        #expect(limit.hasRoom)
    }
}
