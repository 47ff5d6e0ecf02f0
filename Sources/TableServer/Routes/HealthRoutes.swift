import MicroHTTPD

/// For whoever watches over the server.
enum HealthRoutes {
    static func route(in router: inout Router) {
        router.get("/healthz") { _, _ in .response(.text("ok\n")) }
    }
}
