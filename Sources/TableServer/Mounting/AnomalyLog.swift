import CascadingTable
import FoundationEssentials

/// Decides which anomalies of a table are logged: one for a place and code within a minute, of 100 places at most.
///
/// A page reports its anomalies each time it is made. Further ones are only counted.
@TableActor
final class AnomalyLog {
    static let interval: Duration = .seconds(60)
    static let capacity = 100

    private struct Place: Hashable {
        var code: Anomaly.Code
        var indexPath: IndexPath?
        /// The message of an anomaly without an index path, which only this names.
        var message: String?
    }

    /// When each place was last logged.
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
