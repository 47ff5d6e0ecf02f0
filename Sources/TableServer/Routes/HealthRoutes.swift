import HTTPTypes
import Logging
import MicroHTTPD
import Synchronization

/// A condition for answering requests, such as a file that can be read.
///
/// Requests at the same time share one run of it.
final class ReadinessCheck: Sendable {
    let name: String
    private let body: @Sendable () async throws -> Void
    /// The outcome of the run that has not returned yet. A run that took too long has one already.
    private let outcome = Mutex<Task<Void, any Error>?>(nil)

    init(name: String, run: @escaping @Sendable () async throws -> Void) {
        self.name = name
        body = run
    }

    /// Waits for the run that has not returned yet, or else for a new one.
    ///
    /// - Parameter timeLimit: The time limit of a new run, after which it fails and is cancelled.
    func run(within timeLimit: Duration, orThrow error: @escaping @Sendable () -> any Error) async throws {
        let task = outcome.withLock { outcome in
            if let outcome { return outcome }
            let task = Task {
                try await withTimeLimit(timeLimit, orThrow: error) { [self] in
                    defer { self.outcome.withLock { $0 = nil } }
                    try await body()
                }
            }
            outcome = task
            return task
        }
        try await task.value
    }
}

/// Routes for a proxy or a supervisor: `/healthz` while the process answers, `/readyz` while its tables can be read.
struct HealthRoutes {
    let checks: [ReadinessCheck]
    let timeLimit: Duration
    let logger: Logger

    func route(in router: inout Router) {
        router.get("/healthz") { _, _ in .response(Self.ok) }
        router.get("/readyz") { [self] _, _ in
            .deferred {
                let failures = await failures()
                guard failures.isEmpty else { throw Self.problem(failures) }
                return .response(Self.ok)
            }
        }
    }

    /// The checks that fail, in their order, each with a sentence.
    ///
    /// All run at the same time, each once for all requests that wait for it. A check that does not return in time fails.
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

    /// A sentence for everyone. Errors of other modules are only logged, because they may contain secrets.
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
