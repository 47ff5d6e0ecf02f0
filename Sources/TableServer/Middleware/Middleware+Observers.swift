public import CoreMetrics
import HTTPMessages
import HTTPTypes
public import Logging
import Metrics

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

extension Middleware {
    /// Logs every request with its status and duration.
    ///
    /// ```swift
    /// server.addMiddleware(.requestLog(logger))
    /// ```
    ///
    /// The entry has the metadata `method`, `target`, `status`, `milliseconds`, `bytes` and `address`. The duration ends
    /// before the response is sent. `bytes` is missing for files and streams. The target includes the query.
    ///
    /// The log comes before the login and all other middleware, wherever you add it. Requests that are no valid HTTP are
    /// not logged.
    ///
    /// - Parameters:
    ///   - logger: The logger.
    ///   - level: The level of the entries. Default: `info`.
    public static func requestLog(_ logger: Logger, level: Logger.Level = .info) -> Middleware {
        Middleware(isObserver: true) { request, next in
            let start = ContinuousClock.now
            let response = try await next(request)
            guard logger.logLevel <= level else { return response }
            var metadata: Logger.Metadata = [
                "method": "\(request.method)", "target": "\(request.target)", "status": "\(response.status.code)",
                "milliseconds": "\(start.duration(to: .now).milliseconds)", "address": "\(request.remoteAddress)",
            ]
            if let bytes = response.bytes { metadata["bytes"] = "\(bytes.count)" }
            logger.log(level: level, "Request", metadata: metadata)
            return response
        }
    }
}

extension Duration {
    /// The duration in milliseconds, with three decimals.
    fileprivate var milliseconds: Double {
        Double(components.seconds) * 1000 + (Double(components.attoseconds) / 1e12).rounded() / 1000
    }
}
