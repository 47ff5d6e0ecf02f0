import HTTPTypes
import MicroHTTPD

/// Says that the server answers, for a proxy or a supervisor.
enum HealthRoutes {
    static func route(in router: inout Router) {
        router.get("/healthz") { _, _ in
            var response = Response.text("ok\n")
            response.headers[.cacheControl] = "no-store"
            return .response(response)
        }
    }
}
