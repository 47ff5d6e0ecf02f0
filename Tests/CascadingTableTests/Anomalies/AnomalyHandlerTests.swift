import CascadingTable
import FoundationEssentials
import Testing

@TableActor
@Suite struct AnomalyHandlerTests {
    private let odd = Anomaly(.invalidHeight, "A height is -1.")

    @TableActor private final class Log {
        var anomalies: [Anomaly] = []
    }

    @Test func `Each report is counted by its kind`() {
        let handler = AnomalyHandler.quiet()

        for _ in 0..<3 { handler.report(odd) }
        handler.report(Anomaly(.negativeCount, "A count is -1."))

        #expect(handler.counts == [.invalidHeight: 3, .negativeCount: 1])
    }

    @Test func `The latest are kept in order, one that comes again once and last`() {
        let handler = AnomalyHandler.quiet(capacity: 2)
        let anomalies = (0..<3).map { Anomaly(.negativeCount, "number \($0)") }

        for anomaly in anomalies { handler.report(anomaly) }
        #expect(handler.recent == [anomalies[1], anomalies[2]])

        handler.report(anomalies[1])
        #expect(handler.recent == [anomalies[2], anomalies[1]])
    }

    @Test(arguments: [0, -1]) func `With no room none is kept, and all are counted`(capacity: Int) {
        let handler = AnomalyHandler.quiet(capacity: capacity)
        handler.report(odd)
        #expect(handler.recent == [])
        #expect(handler.counts == [.invalidHeight: 1])
    }

    @Test func `What is silenced by value is neither counted nor kept nor acted on`() {
        let log = Log()
        let handler = AnomalyHandler()
        handler.action = { log.anomalies.append($0) }
        handler.silence(odd)
        let other = Anomaly(.invalidHeight, "A height is -2.")

        handler.report(odd)
        handler.report(other)

        #expect(log.anomalies == [other])
        #expect(handler.recent == [other])
        #expect(handler.counts == [.invalidHeight: 1])
    }

    @Test func `What a predicate holds for is silent`() {
        let handler = AnomalyHandler.quiet()
        handler.silence { $0.code == .invalidHeight }
        handler.silence { $0.message.isEmpty }

        handler.report(odd)
        handler.report(Anomaly(.negativeCount, ""))
        handler.report(Anomaly(.negativeCount, "A count is -1."))

        #expect(handler.counts == [.negativeCount: 1])
    }

    @Test func `The default acts where no handler has an action of its own`() {
        let log = Log()
        let before = AnomalyHandler.defaultAction
        defer { AnomalyHandler.defaultAction = before }
        AnomalyHandler.defaultAction = { log.anomalies.append($0) }
        let handler = AnomalyHandler()

        handler.report(odd)
        #expect(log.anomalies == [odd])

        handler.action = { _ in }
        handler.report(odd)
        #expect(log.anomalies == [odd])
    }

    @Test func `A table hands its anomalies to its handler`() {
        let tableView = TableView()
        tableView.anomalies.action = { _ in }

        tableView.rowHeight = -1
        _ = tableView.responder(forRowAt: [0, 0]).height
        tableView.selectRow(at: [0, 7])

        #expect(tableView.anomalies.counts == [.invalidHeight: 1, .indexOutOfRange: 1])
        #expect(tableView.anomalies.recent.last?.indexPath == [0, 7])
    }
}

extension AnomalyHandler {
    /// Returns a handler that writes nothing.
    static func quiet(capacity: Int = 100) -> AnomalyHandler {
        let handler = AnomalyHandler(capacity: capacity)
        handler.action = { _ in }
        return handler
    }
}
