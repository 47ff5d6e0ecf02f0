import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import Logging
import Synchronization
import TableRendering

/// A condition for serving requests, such as a readable file.
///
/// Simultaneous requests share one run of it.
final class ReadinessCheck: Sendable {
    let name: String
    private let body: @Sendable () async throws -> Void
    /// The task of the run that has not returned yet. It may have a result already, if the run exceeded its time limit.
    private let outcome = Mutex<Task<Void, any Error>?>(nil)

    init(name: String, run: @escaping @Sendable () async throws -> Void) {
        self.name = name
        body = run
    }

    /// Waits for the current run, or for a new one.
    ///
    /// - Parameters:
    ///   - timeLimit: The time limit of a new run. Beyond it, the run fails and is cancelled.
    ///   - error: Makes the error for the time limit.
    func run(within timeLimit: Duration, orThrow error: @escaping @Sendable () -> any Error) async throws {
        let task = outcome.locked { outcome in
            if let outcome { return outcome }
            let task = Task {
                try await withTimeLimit(timeLimit, orThrow: error) { [self] in
                    defer { didEnd() }
                    try await body()
                }
            }
            outcome = task
            return task
        }
        try await task.value
    }

    private func didEnd() { outcome.locked { $0 = nil } }
}

/// The readiness check that tells a balancer of the end of a server, while it still accepts connections.
///
/// A connection that the system has accepted, and the server has not, is lost when the server stops listening.
final class StopNotice: Sendable {
    private let wasAsked = Atomic(false)
    private let isStopping = Atomic(false)

    func check() throws {
        wasAsked.store(true, ordering: .relaxed)
        if isStopping.load(ordering: .relaxed) { throw CancellationError() }
    }

    /// Lets the check fail from now on, and waits if anyone has ever asked for it.
    func stop(after delay: Duration) async {
        isStopping.store(true, ordering: .relaxed)
        if wasAsked.load(ordering: .relaxed) { try? await Task.sleep(for: delay) }
    }
}

/// The health routes for proxies and supervisors: `/healthz` (the process responds) and `/readyz` (all checks succeed).
struct HealthRoutes {
    let checks: [ReadinessCheck]
    let timeLimit: Duration
    let logger: Logger

    func route(in router: inout Router) {
        router.get("/healthz") { _, _ in Self.ok }
        router.get("/readyz") { [self] _, _ in
            let failures = await failures()
            guard failures.isEmpty else { throw Self.problem(failures) }
            return Self.ok
        }
    }

    /// Runs all checks in parallel, and returns the failed checks in their order, each with a sentence.
    ///
    /// Requests that wait for a check share one run. A check that exceeds the time limit fails.
    private func failures() async -> [(name: String, reason: String)] {
        await withTaskGroup(of: (Int, String)?.self) { group in
            for (index, check) in checks.enumerated() {
                group.addTask {
                    do {
                        try await check.run(within: timeLimit) { tookTooLong }
                        return nil
                    } catch {
                        return (index, reason(of: error, check.name))
                    }
                }
            }
            var failures: [(Int, String)] = []
            for await case let failure? in group { failures.append(failure) }
            return failures.sorted { $0.0 < $1.0 }.map { (checks[$0.0].name, $0.1) }
        }
    }

    private var tookTooLong: ProblemDetails {
        ProblemDetails(
            .serviceUnavailable,
            "The check took longer than its limit of \(timeLimit.components.seconds) seconds. Try again.")
    }

    /// Returns a public sentence for an error. Errors of other modules are only logged, because they may contain
    /// secrets.
    private func reason(of error: any Error, _ name: String) -> String {
        let problem = ProblemDetails(error)
        if problem.status == .internalServerError {
            logger.error("Readiness check failed", metadata: ["check": "\(name)", "error": "\(error)"])
        }
        return problem.detail.description
    }

    private static func problem(_ failures: [(name: String, reason: String)]) -> ProblemDetails {
        ProblemDetails(
            .serviceUnavailable, "Not ready: \(failures.map(\.name).joined(separator: ", ")).",
            errors: failures.map { "\($0.name): \($0.reason)" }, headers: [.retryAfter: "5"])
    }

    private static var ok: Response {
        var response = Response.text("ok\n")
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// The route `GET /anomalies`, which lists the anomalies of all tables. It exists only with `showsAnomalies`.
struct AnomaliesRoute {
    let mounts: [Mount]

    func route(in router: inout Router) {
        router.get("/anomalies") { _, _ in .json(TableActor.run(document)) }
    }

    /// `[{"table":"/facts/","counts":{"negativeCount":2},"recent":[{"code":…,"message":…,"section":…,"row":…}]}]`
    ///
    /// Only open tables with anomalies are listed.
    @TableActor
    private func document() -> [UInt8] {
        let tables = mounts.flatMap(\.openTables).filter { !$0.table.tableView.anomalies.counts.isEmpty }
        let json: [JSON] = tables.map { open in
            let anomalies = open.table.tableView.anomalies
            let counts = anomalies.counts.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { (name: $0.key.rawValue, value: "\($0.value)" as JSON) }
            let recent = anomalies.recent.map(Self.json)
            return #"{"table":\#(open.path),"counts":\#(counts),"recent":\#(recent)}"#
        }
        return ("\(json)\n" as JSON).bytes
    }

    private static func json(_ anomaly: Anomaly) -> JSON {
        let place: JSON? = anomaly.indexPath.map { #","section":\#($0.section),"row":\#($0.row)"# }
        return #"{"code":\#(anomaly.code.rawValue),"message":\#(anomaly.message)\#(place)}"#
    }
}

/// The route `GET /-/tables.json`, which lists the tables of paths without parameters, for the menu of pages.
///
/// It exists only if every visitor may see every table: without `identify`, and without middleware of your own.
struct TablesRoute {
    let mounts: [Mount]

    func route(in router: inout Router) {
        router.get("/-/tables.json") { _, _ in
            var response = Response.json(TableActor.run(document))
            // RFC 8631
            let link = "<\(OpenAPIRoute.path)>; rel=\"service-desc\"; type=\"\(OpenAPIRoute.mediaType)\""
            if let name = HTTPField.Name("Link") { response.headers[name] = link }
            return response
        }
    }

    /// `[{"title":"Orders","url":"/orders/"}]`
    @TableActor
    private func document() -> [UInt8] {
        // Tables below `/-/` are for administrators.
        let tables = mounts.filter(\.hasOneTable).flatMap(\.openTables).filter { !$0.path.hasPrefix("/-/") }.map {
            path, table in
            #"{"title":\#(table.tableView.title),"url":\#(path)}"# as JSON
        }
        return ("\(tables)\n" as JSON).bytes
    }
}

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

/// The route of the style sheet with row heights and the widths of columns, so that rows need no `style` attribute
/// (`GET ./heights.css?px=44,2:120`).
enum HeightsRoute {
    static func respond(to request: Request) throws -> Response {
        guard let list = request.query["px"], let sheet = HeightStylesheet(list) else {
            throw ProblemDetails(.badRequest, "px must be a list of heights in CSS pixels, such as 44,72.5.")
        }
        let headers: HTTPFields = [
            .contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=31536000, immutable",
        ]
        return Response(headers: headers, body: .bytes(sheet.bytes))
    }
}
