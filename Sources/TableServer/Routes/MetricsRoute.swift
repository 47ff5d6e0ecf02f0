import HTTPTypes
import MicroHTTPD

/// The route `GET /metrics`, which shows metrics in the text format of Prometheus. It exists only with `metrics`.
struct MetricsRoute {
    let metrics: PrometheusMetrics

    func route(in router: inout Router) {
        router.get("/metrics") { [metrics] _, _ in
            var response = Response.text(metrics.text, contentType: "text/plain; version=0.0.4; charset=utf-8")
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }
}
