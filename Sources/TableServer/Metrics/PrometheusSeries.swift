import Bytes
import CoreMetrics
import Synchronization

/// The values of one metric with its dimensions.
final class PrometheusSeries: Sendable {
    enum Kind: String {
        case counter, gauge, summary, histogram
    }

    private struct Values {
        /// The value of a counter or gauge; the sum of a summary or histogram.
        var value = 0.0
        var count = 0
        /// The number of values in each bucket of a histogram, without those of the smaller buckets.
        var buckets = [Int](repeating: 0, count: PrometheusSeries.bounds.count)
    }

    /// The upper bounds of the buckets of a histogram, in seconds.
    static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    let kind: Kind
    private let values = Mutex(Values())

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// Appends the lines of the series.
    func write(name: String, labels: String, to text: inout String) {
        let values = values.locked { $0 }
        func line(_ suffix: String, _ more: String = "", _ value: String) {
            let all = [labels, more].filter { !$0.isEmpty }.joined(separator: ",")
            text += name + suffix + (all.isEmpty ? "" : "{\(all)}") + " \(value)\n"
        }
        switch kind {
        case .counter, .gauge: line("", "", Self.text(values.value))
        case .summary, .histogram:
            if kind == .histogram {
                var count = 0
                for (bound, inBucket) in zip(Self.bounds, values.buckets) {
                    count += inBucket
                    line("_bucket", "le=\"\(Self.text(bound))\"", "\(count)")
                }
                line("_bucket", "le=\"+Inf\"", "\(values.count)")
            }
            line("_sum", "", Self.text(values.value))
            line("_count", "", "\(values.count)")
        }
    }

    private static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    private func add(_ value: Double) {
        values.locked { $0.value += value }
    }
}

extension PrometheusSeries: CounterHandler, FloatingPointCounterHandler {
    func increment(by amount: Int64) { add(Double(amount)) }

    /// Adds to a counter, or to a meter.
    func increment(by amount: Double) { add(amount) }

    func reset() { values.locked { $0 = Values() } }
}

extension PrometheusSeries: MeterHandler {
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { values.locked { $0.value = value } }
    func decrement(by amount: Double) { add(-amount) }
}

extension PrometheusSeries: RecorderHandler {
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard kind == .summary else { return set(value) }
        values.locked { values in
            values.value += value
            values.count += 1
        }
    }
}

extension PrometheusSeries: TimerHandler {
    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1e9
        values.locked { values in
            values.value += seconds
            values.count += 1
            if let bucket = Self.bounds.firstIndex(where: { seconds <= $0 }) { values.buckets[bucket] += 1 }
        }
    }
}
