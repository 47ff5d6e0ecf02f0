import CascadingTable
import HTTPTypes
import MicroHTTPD
import Synchronization
import TableTesting
import Testing

@testable import TableServer

@Suite struct HealthRoutesTests {
    @Test(arguments: TestRig.allCases)
    func aServerThatRunsSaysSo(rig: TestRig) async throws {
        var server = TableServer()
        server.mount("/:name/", forEach: .path) { _ in nil }
        try await server.test(rig) { client in
            let answer = try await client.get("/healthz")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(answer.text == "ok\n")
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    private struct Unavailable: VisitorFacingError {
        let kind = TableViewError.Kind.unavailable
        var message: LocalizedMessage = "The database is locked."
    }

    private struct Secret: Error {
        var password = "open sesame"
    }

    @Test(arguments: TestRig.allCases)
    func aServerIsReadyIfAllChecksSucceed(rig: TestRig) async throws {
        var server = TableServer()
        try await server.test(rig) { client in
            let answer = try await client.get("/readyz")
            #expect(answer.status == 200)
        }
        server.addReadinessCheck("one") {}
        server.addReadinessCheck("two") { try await Task.sleep(for: .milliseconds(1)) }
        try await server.test(rig) { client in
            let answer = try await client.get("/readyz")
            #expect(answer.status == 200)
            #expect(answer.text == "ok\n")
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test(arguments: TestRig.allCases)
    func eachCheckThatFailsIsNamedWithItsReason(rig: TestRig) async throws {
        var server = TableServer()
        server.addReadinessCheck("slow.db") {
            try await Task.sleep(for: .milliseconds(1))
            throw Unavailable()
        }
        server.addReadinessCheck("good.db") {}
        server.addReadinessCheck("store") { throw Secret() }
        try await server.test(rig) { client in
            let answer = try await client.get("/readyz")
            #expect(answer.status == 503)
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.headers[.retryAfter] == "5")
            let problem = try answer.decode(NotReady.self)
            #expect(problem.detail == "Not ready: slow.db, store.")
            #expect(problem.errors.first == "slow.db: The database is locked.")
            #expect(problem.errors.count == 2)
            #expect(!answer.text.contains("sesame"))
            #expect(try await client.get("/healthz").status == 200)
        }
    }

    private struct NotReady: Decodable {
        var detail: String
        var errors: [String]
    }

    /// The check ignores its cancellation.
    @Test func aCheckThatDoesNotReturnFails() async throws {
        var router = Router()
        let check = ReadinessCheck(name: "stuck") {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        HealthRoutes(checks: [check], timeLimit: .milliseconds(1), logger: TableServer().logger).route(in: &router)
        let request = try Request.make(.get, "/readyz")
        await #expect { try await router.respond(to: request) } throws: {
            ($0 as? ProblemDetails)?.errors.first?.hasPrefix("stuck: ") == true
        }
    }

    @Test func aCheckRunsOnceAtATime() async throws {
        // given a check that ignores its cancellation
        let runs = Mutex(0)
        let stuck = Mutex<[UnsafeContinuation<Void, Never>]>([])
        var router = Router()
        let check = ReadinessCheck(name: "stuck") {
            await withUnsafeContinuation { continuation in
                runs.withLock { $0 += 1 }
                stuck.withLock { $0.append(continuation) }
            }
        }
        HealthRoutes(checks: [check], timeLimit: .milliseconds(1), logger: TableServer().logger).route(in: &router)
        let probe = { [router] in _ = try await router.respond(to: .make(.get, "/readyz")) }
        // when
        for _ in 0..<5 { await #expect(throws: ProblemDetails.self) { try await probe() } }
        while runs.withLock({ $0 }) == 0 { await Task.yield() }
        // then
        #expect(runs.withLock { $0 } == 1)
        // The check runs again after it has returned.
        for continuation in stuck.withLock({ $0 }) { continuation.resume() }
        while runs.withLock({ $0 }) == 1 {
            do { try await probe() } catch is ProblemDetails {}
        }
    }
}
