import HTTPTypes
import MicroHTTPD

extension TableHandler {
    /// Runs the body once for each `Idempotency-Key`. A repeated request gets the stored response
    /// (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// - Parameters:
    ///   - request: The request of the client.
    ///   - base: The path of the table.
    ///   - body: Responds to the request.
    func once(_ request: Request, base: String, _ body: () throws -> HandlerResponse) throws -> HandlerResponse {
        guard let name = try request.idempotencyKey else { return try body() }
        let visitor = request.visitor
        let sender = visitor.cookie ?? request.remoteAddress
        let key = IdempotencyStore.Key(
            sender: visitor.userID.map { "\(sender)\n\($0)" } ?? sender, table: base, name: name)
        var hasher = Hasher()
        hasher.combine(request.target)
        hasher.combine(request.body)
        switch answers.find(key, fingerprint: hasher.finalize()) {
        case .answered(let answer): return .response(answer)
        case .working:
            throw ProblemDetails(
                .conflict, "A request with this Idempotency-Key is still running. Wait, then send it again.")
        case .other:
            throw ProblemDetails(
                .unprocessableContent, "This Idempotency-Key was used for a different request. Use a new key.")
        case .full: throw ProblemDetails.tooManyActions
        case .new: return try finish(Result(catching: body), of: key, request)
        }
    }

    /// Stores the response when it is complete.
    private func finish(_ result: Result<HandlerResponse, any Error>, of key: IdempotencyStore.Key, _ request: Request)
        throws -> HandlerResponse
    {
        switch result {
        case .success(.deferred(let work)):
            return .deferred { [self] in
                let result: Result<HandlerResponse, any Error>
                do { result = .success(try await work()) } catch { result = .failure(error) }
                return try finish(result, of: key, request)
            }
        case .success(.prebuilt(let prepared)): return .response(keep(prepared.response, of: key))
        case .success(.response(let response)): return .response(keep(response, of: key))
        case .failure(let error):
            let problem = ProblemDetails(error)
            guard problem.status.code < 500 else {
                answers.end(key, with: nil)
                throw error
            }
            return .response(keep(renderer.response(to: problem, request: request), of: key))
        }
    }

    /// Stores a response without its cookie, so that an identifier is sent only once. Responses from 500 are not
    /// stored.
    private func keep(_ response: Response, of key: IdempotencyStore.Key) -> Response {
        var kept = response
        kept.headers[.setCookie] = nil
        answers.end(key, with: response.status.code < 500 && response.bytes != nil ? kept : nil)
        return response
    }
}

extension Request {
    /// The value of `Idempotency-Key`, with or without quotes; nil without the header.
    fileprivate var idempotencyKey: String? {
        get throws {
            guard let value = HTTPField.Name.idempotencyKey.flatMap(header) else { return nil }
            let isQuoted = value.utf8.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
            let key = isQuoted ? String(value.dropFirst().dropLast()) : value
            guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw ProblemDetails(
                    .badRequest, "Idempotency-Key must have 1 to 255 ASCII characters, such as a UUID.")
            }
            return key
        }
    }
}

extension HTTPField.Name {
    fileprivate static let idempotencyKey = Self("Idempotency-Key")
}
