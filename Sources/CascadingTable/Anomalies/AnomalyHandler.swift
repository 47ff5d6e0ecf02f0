import OrderedCollections

/// Takes in what is wrong with a table or a manager: counts it, keeps the latest of it, and does something about it.
///
/// ```swift
/// tableView.anomalies.action = { anomaly in logger.warning("\(anomaly)") }
/// tableView.anomalies.silence { $0.code == .invalidHeight }
/// ```
@TableActor
public final class AnomalyHandler {
    public typealias Action = @TableActor @Sendable (Anomaly) -> Void

    /// What is done where no handler that an anomaly came to has an action: in a debug build it is written to
    /// standard error, otherwise nothing.
    public static var defaultAction: Action? = { anomaly in
        #if DEBUG
            StandardError.print("\(anomaly)")
        #endif
    }

    /// Done with each anomaly in place of the default.
    public var action: Action?

    /// How often each kind was reported.
    public private(set) var counts: [Anomaly.Code: Int] = [:]

    private var kept: OrderedSet<Anomaly> = []
    private let capacity: Int
    private var silences: [@TableActor (Anomaly) -> Bool] = []

    /// - Parameter capacity: how many anomalies are kept.
    public init(capacity: Int = 100) {
        self.capacity = max(capacity, 0)
    }

    /// The latest anomalies, the latest last; one that comes again is not listed twice.
    public var recent: [Anomaly] { Array(kept) }

    /// Ignores this one from now on: it is neither counted nor kept nor passed on.
    public func silence(_ anomaly: Anomaly) {
        silence { $0 == anomaly }
    }

    public func silence(where isSilent: @escaping @TableActor (Anomaly) -> Bool) {
        silences.append(isSilent)
    }

    public func report(_ anomaly: Anomaly) {
        take(anomaly, isHandled: false, passingOnTo: nil)
    }

    /// Takes the anomaly in and passes it on, to be acted on by the first of the two that has an action.
    func report(_ anomaly: Anomaly, passingOnTo upper: AnomalyHandler?) {
        take(anomaly, isHandled: false, passingOnTo: upper)
    }

    /// Makes known what another has acted on already.
    func note(_ anomalies: [Anomaly]) {
        for anomaly in anomalies { take(anomaly, isHandled: true, passingOnTo: nil) }
    }

    private func take(_ anomaly: Anomaly, isHandled: Bool, passingOnTo upper: AnomalyHandler?) {
        guard !silences.contains(where: { $0(anomaly) }) else { return }
        counts[anomaly.code, default: 0] += 1
        keep(anomaly)
        if !isHandled { action?(anomaly) }
        let isHandled = isHandled || action != nil
        if let upper {
            upper.take(anomaly, isHandled: isHandled, passingOnTo: nil)
        } else if !isHandled {
            Self.defaultAction?(anomaly)
        }
    }

    private func keep(_ anomaly: Anomaly) {
        kept.remove(anomaly)
        kept.append(anomaly)
        if kept.count > capacity { kept.removeFirst() }
    }
}
