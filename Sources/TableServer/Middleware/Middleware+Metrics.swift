import Metrics
public import CoreMetrics
import HTTPTypes
import MicroHTTPD

extension Middleware {
    /// Counts every request, and measures its duration, with swift-metrics.
    ///
    /// | Metric | Kind | Dimensions |
    /// |---|---|---|
    /// | `http_requests` | counter | `method`, `route`, `status` |
    /// | `http_request_duration` | timer | `method`, `route` |
    ///
    /// `route` is a pattern such as `/rows/#section/#row`, or `none` for an unknown path. The duration ends before the
    /// response is sent. ``TableServer/Configuration/metrics`` adds this middleware by itself. It comes before the login
    /// and all other middleware, wherever you add it. Requests that are no valid HTTP are not counted.
    ///
    /// - Parameter factory: The backend of the metrics. Default: the one that was passed to `MetricsSystem.bootstrap`.
    public static func metrics(factory: any MetricsFactory = MetricsSystem.factory) -> Middleware {
        Middleware(isObserver: true) { request, next in
            let start = ContinuousClock.now
            let response = try await next(request)
            let dimensions = [("method", "\(request.method)"), ("route", next.route(of: request) ?? "none")]
            let status = ("status", "\(response.status.code)")
            Counter(label: "http_requests", dimensions: dimensions + [status], factory: factory).increment()
            Timer(label: "http_request_duration", dimensions: dimensions, factory: factory)
                .record(duration: start.duration(to: .now))
            return response
        }
    }
}
