import HTTPTypes
import Logging
import MicroHTTPD

/// A condition for answering requests, such as a file that can be read.
struct ReadinessCheck: Sendable {
    let name: String
    let run: @Sendable () async throws -> Void
}

/// Routes for a proxy or a supervisor: `/healthz` while the process answers, `/readyz` while its tables can be read.
struct HealthRoutes {
    let checks: [ReadinessCheck]
    let timeLimit: Duration
    let logger: Logger

    func route(in router: inout Router) {
        router.get("/healthz") { _, _ in .response(Self.ok) }
        router.get("/readyz") { [self] _, _ in
            .later {
                let failures = await failures()
                guard failures.isEmpty else { throw Self.problem(failures) }
                return .response(Self.ok)
            }
        }
    }

    /// The checks that fail, in their order, each with a sentence.
    ///
    /// All run at the same time. A check that does not return in time fails.
    private func failures() async -> [(name: String, reason: String)] {
        await withTaskGroup(of: (Int, String)?.self) { group in
            for (index, check) in checks.enumerated() {
                group.addTask {
                    do {
                        try await withTimeLimit(timeLimit, orThrow: { tookTooLong }, check.run)
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

    private var tookTooLong: Problem {
        Problem(
            .serviceUnavailable,
            "The check took longer than its limit of \(timeLimit.components.seconds) seconds. Try again.")
    }

    /// A sentence for everyone. Errors of other modules are only logged, because they may contain secrets.
    private func reason(of error: any Error, _ name: String) -> String {
        let problem = Problem(error)
        if problem.status == .internalServerError {
            logger.error("Readiness check failed", metadata: ["check": "\(name)", "error": "\(error)"])
        }
        return problem.detail
    }

    private static func problem(_ failures: [(name: String, reason: String)]) -> Problem {
        Problem(
            .serviceUnavailable, "Not ready: \(failures.map(\.name).joined(separator: ", ")).",
            errors: failures.map { "\($0.name): \($0.reason)" }, headers: [.retryAfter: "5"])
    }

    private static var ok: Response {
        var response = Response.text("ok\n")
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
