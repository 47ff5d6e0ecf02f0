import CLibrary
import OrderedCollections

/// The anomalies of a table: counts them, keeps the latest, and calls an action for each.
///
/// ```swift
/// tableView.anomalies.action = { anomaly in logger.warning("\(anomaly)") }
/// tableView.anomalies.silence { $0.code == .invalidHeight }
/// ```
@TableActor
public final class AnomalyHandler {
    /// The action for anomalies that no handler has an action for.
    ///
    /// Default: in a debug build, prints the anomaly to standard error; in a release build, does nothing. Nil for no
    /// action.
    public static var defaultAction: (@TableActor @Sendable (Anomaly) -> Void)? = { anomaly in
        #if DEBUG
            StandardError.print("\(anomaly)")
        #endif
    }

    /// The action for each anomaly, in place of ``defaultAction``. Default: nil.
    public var action: (@TableActor @Sendable (Anomaly) -> Void)?

    /// The number of reports of each kind.
    public private(set) var counts: [Anomaly.Code: Int] = [:]

    private var kept: OrderedSet<Anomaly> = []
    private let capacity: Int
    private var silences: [@TableActor (Anomaly) -> Bool] = []

    /// Creates a handler without anomalies.
    ///
    /// - Parameter capacity: The number of different anomalies that ``recent`` keeps. Default: 100.
    public init(capacity: Int = 100) {
        self.capacity = max(capacity, 0)
    }

    /// The different anomalies that were reported last, in the order of their last report.
    public var recent: [Anomaly] { Array(kept) }

    /// Ignores an anomaly from now on: it is not counted, not listed, and no action is called.
    ///
    /// - Parameter anomaly: The anomaly to ignore. Only equal anomalies are ignored, with the same message and row.
    public func silence(_ anomaly: Anomaly) {
        silence { $0 == anomaly }
    }

    /// Ignores all anomalies from now on for which a closure returns true.
    ///
    /// - Parameter isSilent: The closure that decides whether an anomaly is ignored.
    public func silence(where isSilent: @escaping @TableActor (Anomaly) -> Bool) {
        silences.append(isSilent)
    }

    /// Counts and lists an anomaly, and calls the action for it.
    ///
    /// - Parameter anomaly: The anomaly to report.
    public func report(_ anomaly: Anomaly) {
        guard !silences.contains(where: { $0(anomaly) }) else { return }
        counts[anomaly.code, default: 0] += 1
        keep(anomaly)
        (action ?? Self.defaultAction)?(anomaly)
    }

    private func keep(_ anomaly: Anomaly) {
        kept.remove(anomaly)
        kept.append(anomaly)
        if kept.count > capacity { kept.removeFirst() }
    }
}

/// The standard error output of the process.
enum StandardError {
    /// Writes a line. Errors of writing are ignored.
    static func print(_ line: String) {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
