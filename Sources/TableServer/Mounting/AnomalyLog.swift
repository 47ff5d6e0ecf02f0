import CascadingTable
import FoundationEssentials

/// Decides which anomalies of a table are logged: one for each place and code in a minute, at most 100 places.
///
/// A page reports its anomalies each time it is made. Further anomalies are only counted.
@TableActor
final class AnomalyLog {
    /// The time in which an anomaly is logged only once.
    static let interval: Duration = .seconds(60)
    /// The limit of places that are remembered.
    static let capacity = 100

    private struct Place: Hashable {
        var code: Anomaly.Code
        var indexPath: IndexPath?
        /// The message of an anomaly without an index path, to distinguish it from others.
        var message: String?
    }

    /// The time at which each place was last logged.
    private var logged: [Place: ContinuousClock.Instant] = [:]

    /// Returns whether to log the anomaly now, and records it if so.
    func takes(_ anomaly: Anomaly, at now: ContinuousClock.Instant = .now) -> Bool {
        let place = Place(
            code: anomaly.code, indexPath: anomaly.indexPath,
            message: anomaly.indexPath == nil ? anomaly.message : nil)
        if let last = logged[place], now - last < Self.interval { return false }
        if logged.count >= Self.capacity { logged = logged.filter { now - $0.value < Self.interval } }
        guard logged.count < Self.capacity else { return false }
        logged[place] = now
        return true
    }
}
