import HTTPMessages
import HTTPTypes
import Logging
import Synchronization

/// The shared parts of a server for all of its connections: limits, handler and error responses.
final class ServerContext: Sendable {
    let configuration: HTTPServer.Configuration
    let logger: Logger
    let connections = ConnectionRegistry()
    /// The certificate of TLS; nil for plain HTTP.
    let certificate: TLSCertificate?
    /// The bytes that all connections hold.
    let pending: ByteBudget
    /// Wakes the deadline monitor early.
    let deadlineWakeup: EventDescriptor
    /// Tells the stopping server that the last connection is closed.
    let drained: EventDescriptor
    /// The durations of the configuration, in nanoseconds.
    let requestTimeout: UInt64
    let idleDeadline: UInt64
    private let handler: HTTPServer.Handler
    private let ended = Atomic<Bool>(false)

    init(_ configuration: HTTPServer.Configuration, logger: Logger, handler: @escaping HTTPServer.Handler) throws {
        self.configuration = configuration
        self.logger = logger
        self.handler = handler
        certificate = configuration.hasTLS ? try TLSCertificate(configuration, logger: logger) : nil
        pending = ByteBudget(limit: configuration.maxPendingBytes)
        deadlineWakeup = try EventDescriptor()
        drained = try EventDescriptor()
        requestTimeout = configuration.requestTimeout.nanoseconds
        idleDeadline = configuration.idleTimeout.nanoseconds + requestTimeout
    }

    /// A Boolean value that indicates whether the daemon has stopped, so that the deadline monitor must end.
    var isEnded: Bool { ended.load(ordering: .acquiring) }

    /// Ends the deadline monitor.
    func end() {
        ended.store(true, ordering: .releasing)
        deadlineWakeup.signal()
    }

    /// Returns the time that a client may take for a number of bytes, in nanoseconds; nil for no limit.
    @Sendable
    func allowance(for byteCount: Int) -> UInt64? {
        let rate = configuration.minSendRate
        guard rate > 0 else { return nil }
        let (time, isTooLong) = UInt64(byteCount / rate).multipliedReportingOverflow(by: 1_000_000_000)
        // A duration is at most a day, so the sum cannot overflow if the first part is below half of what fits.
        return isTooLong || time > .max / 2 ? nil : time + requestTimeout
    }

    /// Calls the handler. Errors become responses.
    func response(to request: Request) async -> Response {
        do {
            return try await handler(request)
        } catch {
            return response(for: error, request)
        }
    }

    /// Returns the response to an error. An ``HTTPError`` is shown, other errors are only logged.
    func response(for error: any Error, _ request: Request?) -> Response {
        let refusal: HTTPError
        switch error {
        case let error as HTTPError: refusal = error
        case is CancellationError:
            refusal = HTTPError(.serviceUnavailable, "The server is stopping. Try again in a moment.")
        default:
            logger.error(
                "A handler failed",
                metadata: [
                    "error": "\(error)", "method": "\(request?.method.rawValue ?? "")",
                    "path": "\(request?.path ?? "")",
                ])
            refusal = HTTPError(.internalServerError, "Something went wrong on the server. Its log has the details.")
        }
        return configuration.errorResponder?(refusal, request) ?? refusal.plainResponse
    }
}
