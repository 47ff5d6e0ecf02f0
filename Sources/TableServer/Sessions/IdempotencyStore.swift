import Bytes
import CascadingTable
import Essentials
import HTTPMessages
import HTTPTypes

/// The responses to requests with an `Idempotency-Key`, for clients that send a request again after an error.
///
/// Each response is kept for ten minutes. A request in progress is never evicted, because it would be carried out twice.
struct IdempotencyStore: Sendable {
    /// The time that a response is kept, and the time after which a request in progress no longer counts.
    static let lifetime: Duration = .seconds(600)
    let store: any StateStore

    /// The identity of a request: its sender, its table and the key that the client chose.
    struct Key: Hashable {
        /// The identifier of the visitor, or the client's address without a cookie; then the user.
        var sender: String
        /// The path of the table.
        var table: String
        /// The value of `Idempotency-Key`.
        var name: String
        /// The sender of the request before it had a cookie; nil for one without a cookie.
        var earlierSender: String?

        /// The identity of the same request without a cookie; nil for one without a cookie.
        var earlier: Key? { earlierSender.map { Key(sender: $0, table: table, name: name) } }

        // Only the sender can have line breaks.
        var text: String { "idempotency\n\(table)\n\(name)\n\(sender)" }
    }

    /// The state of a request in the store.
    enum Found {
        /// The request is new. The store now counts it as in progress.
        case new
        case answered(Response)
        case working
        /// A different request used this key.
        case other
        /// Too many requests are in progress.
        case full
    }

    /// Returns the state of a request, and adds new requests.
    ///
    /// - Parameters:
    ///   - key: The identity of the request.
    ///   - fingerprint: The hash of target and body.
    func find(_ key: Key, fingerprint: String) async throws -> Found {
        // The first answer to a visitor sets its cookie, and may be lost.
        if let earlier = key.earlier, let bytes = try await store.value(for: earlier.text) {
            let found = Self.found(bytes, fingerprint)
            if case .other = found {} else { return found }
        }
        let working = StateValue(Array(fingerprint.utf8), lifetime: Self.lifetime, isEvictable: false)
        while true {
            switch try await store.set(working, for: key.text, ifEqual: nil) {
            case .done: return .new
            case .full: return .full
            case .conflict: break
            }
            if let bytes = try await store.value(for: key.text) { return Self.found(bytes, fingerprint) }
        }
    }

    /// Stores the response, or forgets the request if the response is nil.
    func end(_ key: Key, fingerprint: String, with answer: Response?) async throws {
        let value = try answer.map {
            StateValue(try Self.bytes(of: $0, fingerprint), lifetime: Self.lifetime)
        }
        _ = try await store.set(value, for: key.text, ifEqual: Array(fingerprint.utf8))
    }

    // A value is the fingerprint; a response follows it as lines with status and headers, then its body.

    private static func bytes(of response: Response, _ fingerprint: String) throws -> [UInt8] {
        let headers = try JSONEncoder().encode(response.headers)
        return Array("\(fingerprint)\n\(response.status.code)\n".utf8) + headers + [UInt8(ascii: "\n")]
            + (response.bytes ?? [])
    }

    private static func found(_ bytes: [UInt8], _ fingerprint: String) -> Found {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts[0].elementsEqual(fingerprint.utf8) else { return .other }
        guard parts.count == 4, let status = Int(String(decoding: parts[1], as: UTF8.self)),
            let headers = try? JSONDecoder().decode(HTTPFields.self, from: Data(parts[2]))
        else { return .working }
        return .answered(Response(status: .init(code: status), headers: headers, body: .bytes(Array(parts[3]))))
    }
}

extension TableHandler {
    /// Runs the body once for each `Idempotency-Key`. A repeated request gets the stored response
    /// (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// - Parameters:
    ///   - request: The request of the client.
    ///   - base: The path of the table.
    ///   - isRepeatable: Whether the body itself tells what was done when it runs again. The server of a request in progress
    ///     may have ended.
    ///   - body: Responds to the request.
    func once(
        _ request: Request, base: String, isRepeatable: Bool = false,
        _ body: @Sendable () async throws -> Response
    ) async throws -> Response {
        guard let (key, fingerprint) = try request.idempotency(below: base) else { return try await body() }
        switch try await answers.find(key, fingerprint: fingerprint) {
        case .answered(let answer): return answer
        case .working where isRepeatable: break
        case .working:
            throw ProblemDetails(
                .conflict, "A request with this Idempotency-Key is still running. Wait, then send it again.",
                headers: [.retryAfter: "1"])
        case .other:
            throw ProblemDetails.otherRequest
        case .full: throw ProblemDetails.tooManyActions
        case .new: break
        }
        // A client that leaves cancels this task, but what was done must be stored.
        let end = { @Sendable [answers] (answer: Response?) in
            await Task { try? await answers.end(key, fingerprint: fingerprint, with: answer) }.value
        }
        do {
            let response = renderer.framed(try await body(), for: request)
            await end(response.isRepeatable ? response.withoutCookies : nil)
            return response
        } catch {
            let problem = ProblemDetails(error)
            // The client may send the request again with a token.
            let isFinal = problem.status.code < 500 && problem.status != .unauthorized
            let response = isFinal ? renderer.response(to: problem, request: request) : nil
            await end(response?.withoutCookies)
            guard let response else { throw error }
            return response
        }
    }
}

extension Response {
    /// A Boolean value that indicates whether a repeated request gets this response.
    fileprivate var isRepeatable: Bool { status.code < 500 && bytes != nil }

    /// The response without its cookie, so that an identifier is sent only once.
    fileprivate var withoutCookies: Response {
        var copy = self
        copy.headers[.setCookie] = nil
        return copy
    }
}

extension Request {
    /// Returns the identity of a request with `Idempotency-Key`, and the hash of what it asks for; nil without the header.
    ///
    /// - Parameter base: The path of the table.
    func idempotency(below base: String) throws -> (key: IdempotencyStore.Key, fingerprint: String)? {
        guard let name = try idempotencyKey else { return nil }
        func sender(_ name: String) -> String { visitor.userID.map { "\(name)\n\($0)" } ?? name }
        let key = IdempotencyStore.Key(
            sender: sender(visitor.cookie ?? remoteAddress), table: base, name: name,
            earlierSender: visitor.cookie.map { _ in sender(remoteAddress) })
        let head = [method.rawValue, header(.ifMatch) ?? "", target].joined(separator: "\n")
        var hash = ContentHash(of: Array(head.utf8) + [0])
        hash.add(body)
        return (key, hash.text)
    }

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
