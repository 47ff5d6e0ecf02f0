import Bytes
public import CoreMetrics
import Synchronization

/// A backend of swift-metrics that keeps its values in memory, and writes them in the text format of Prometheus.
///
/// Set it as ``TableServer/Configuration/metrics`` to serve it at `GET /metrics`. To show the metrics of your own code
/// there, too, pass it to `MetricsSystem.bootstrap` when your program starts.
///
/// ```swift
/// let metrics = PrometheusMetrics()
/// MetricsSystem.bootstrap(metrics)
/// configuration.metrics = metrics
/// ```
///
/// | swift-metrics | Prometheus |
/// |---|---|
/// | `Counter`, `FloatingPointCounter` | a counter with the suffix `_total` |
/// | `Meter`, `Gauge` | a gauge |
/// | `Recorder` | a summary with count and sum |
/// | `Timer` | a histogram in seconds with the suffix `_seconds` |
public final class PrometheusMetrics: MetricsFactory {
    /// The name and dimensions of a series.
    private struct Key: Hashable {
        let name: String
        /// The dimensions as text: `{method="GET"}`, without the braces.
        let labels: String
    }

    private struct State {
        var series: [Key: PrometheusSeries] = [:]
        /// The kind of each name. A name has one kind.
        var kinds: [String: PrometheusSeries.Kind] = [:]
    }

    private let maxSeries: Int
    private let state = Mutex(State())

    /// Creates a backend without metrics.
    ///
    /// - Parameter maxSeries: The limit of combinations of names and dimensions. Default: 10,000. Further ones are not
    ///   shown.
    public init(maxSeries: Int = 10_000) {
        self.maxSeries = maxSeries
    }

    /// The metrics in the text format of Prometheus, version 0.0.4, in alphabetical order.
    public var text: String {
        let (series, kinds) = state.locked { ($0.series, $0.kinds) }
        var text = ""
        var last: String?
        for (key, series) in series.sorted(by: { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }) {
            if key.name != last, let kind = kinds[key.name] { text += "# TYPE \(key.name) \(kind.rawValue)\n" }
            last = key.name
            series.write(name: key.name, labels: key.labels, to: &text)
        }
        return text
    }

    private func series(
        _ label: String, _ suffix: String, _ dimensions: [(String, String)], _ kind: PrometheusSeries.Kind
    ) -> PrometheusSeries {
        let name = Self.name(label)
        let labels = dimensions.map { "\(Self.name($0))=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        let key = Key(name: name.hasSuffix(suffix) ? name : name + suffix, labels: labels)
        return state.locked { state in
            if let series = state.series[key], series.kind == kind { return series }
            let series = PrometheusSeries(kind)
            // A series that cannot be shown still takes values.
            guard state.series.count < maxSeries, state.kinds[key.name, default: kind] == kind else { return series }
            state.kinds[key.name] = kind
            state.series[key] = series
            return series
        }
    }

    /// Returns a valid name. Other characters than ASCII letters, digits, `_` and `:` become `_`.
    private static func name(_ label: String) -> String {
        let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == ":" ? $0 : "_" })
        return name.first?.isNumber != false ? "_" + name : name
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// Returns the counter with a name and dimensions.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, "_total", dimensions, .counter)
    }

    /// Returns the counter of fractions with a name and dimensions.
    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, "_total", dimensions, .counter)
    }

    /// Returns the meter with a name and dimensions.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, "", dimensions, .gauge)
    }

    /// Returns the recorder with a name and dimensions. One that does not aggregate is a gauge.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(label, "", dimensions, aggregate ? .summary : .gauge)
    }

    /// Returns the timer with a name and dimensions.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, "_seconds", dimensions, .histogram)
    }

    /// Does nothing: the counter keeps its value.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing: the counter keeps its value.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    /// Keeps the meter.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Keeps the recorder.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Keeps the timer.
    public func destroyTimer(_ handler: any TimerHandler) {}
}
