/// The result of a handler: a response, a prebuilt response or deferred work.
public enum HandlerResponse: Sendable {
    /// A response for this request.
    case response(Response)
    /// A response that was made once and is sent many times.
    case prebuilt(PrebuiltResponse)
    /// Asynchronous work that returns the response. The connection is suspended meanwhile, and occupies no thread.
    ///
    /// Errors that the work throws are handled like errors of the handler. When the server stops and its
    /// ``HTTPServer/Configuration/shutdownGrace`` is over, the task is cancelled, and the client gets status 503.
    case deferred(@Sendable () async throws -> HandlerResponse)
}

extension HandlerResponse {
    /// Returns the response, after deferred work.
    ///
    /// - Throws: The error of the work.
    package func response() async throws -> Response {
        switch self {
        case .response(let response): response
        case .prebuilt(let prepared): prepared.response
        case .deferred(let work): try await work().response()
        }
    }
}
