import CascadingTable
import FoundationEssentials
import Logging
import Synchronization
import TableTesting
import Testing

@testable import TableServer

@Suite struct AnomalyLogTests {
    private func anomaly(_ row: Int, _ code: Anomaly.Code = .duplicateIdentifier) -> Anomaly {
        Anomaly(code, "Message.", indexPath: IndexPath(row: row, section: 0))
    }

    @TableActor @Test func anAnomalyIsLoggedOnceForAPlaceAndMinute() {
        let log = AnomalyLog()
        let now = ContinuousClock.Instant.now
        let cases: [(anomaly: Anomaly, seconds: Int, isLogged: Bool)] = [
            (anomaly(1), 0, true), (anomaly(1), 59, false), (anomaly(2), 59, true),
            (anomaly(1, .invalidHeight), 59, true), (Anomaly(.invalidHeight, "Message."), 59, true),
            (anomaly(1), 60, true), (anomaly(1), 119, false), (anomaly(2), 119, true),
        ]
        for (anomaly, seconds, isLogged) in cases {
            #expect(log.takes(anomaly, at: now + .seconds(seconds)) == isLogged, "\(anomaly) after \(seconds) s")
        }
    }

    /// Such an anomaly concerns a node, which only the message names.
    @TableActor @Test func anAnomalyWithoutAPlaceIsKnownByItsMessage() {
        let log = AnomalyLog()
        let now = ContinuousClock.Instant.now
        let cases: [(message: String, seconds: Int, isLogged: Bool)] = [
            ("A", 0, true), ("B", 0, true), ("A", 59, false), ("B", 59, false), ("A", 60, true),
        ]
        for (message, seconds, isLogged) in cases {
            let anomaly = Anomaly(.nodeInSeveralTables, message)
            #expect(log.takes(anomaly, at: now + .seconds(seconds)) == isLogged, "\(message) after \(seconds) s")
        }
    }

    @TableActor @Test func withinAMinuteNoMoreThan100PlacesAreLogged() {
        let log = AnomalyLog()
        let now = ContinuousClock.Instant.now
        #expect((0..<150).count { log.takes(anomaly($0), at: now) } == 100)
        #expect((0..<150).count { log.takes(anomaly($0), at: now + .seconds(60)) } == 100)
    }

    @Test func pagesThatReportTheSameAnomalyAreLoggedOnceAndCountedEachTime() async throws {
        // given two rows with the same identifier
        let lines = Mutex<[String]>([])
        let market = await Market()
        TableActor.run { market.fruit.childDelegates.append(market.makeStall("fruit0")) }
        var server = TableServer(
            configuration: TableServer.Configuration(),
            logger: Logger(label: "test") { _ in LineHandler { line in lines.withLock { $0.append(line) } } })
        server.mount("/", market.tableView)
        // when
        try await server.test(.inProcess) { client in
            for size in 10..<15 {
                TableActor.run { market.tableView.reloadData() }
                _ = try await client.get("/table.txt?_size=\(size)")
            }
        }
        // then
        #expect(await market.tableView.anomalies.counts[.duplicateIdentifier] == 5)
        #expect(lines.withLock { $0.filter { $0.contains("fruit0") } }.count == 1)
    }
}

/// A log handler that passes on each message.
private struct LineHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    let action: @Sendable (String) -> Void

    init(_ action: @escaping @Sendable (String) -> Void) { self.action = action }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { action("\(event.message)") }
}
