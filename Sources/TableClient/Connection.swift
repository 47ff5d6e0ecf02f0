import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests of a client, which are sent again after temporary failures.
final class Connection: Sendable {
    let configuration: TableClient.Configuration
    private let (url, headers): (URL, [String: String])
    private let exchanges = Exchanges()
    private let session: URLSession

    init(to url: URL, token: String?, _ configuration: TableClient.Configuration) {
        let token = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
        (self.configuration, headers) = (configuration, configuration.headers.merging(token) { $1 })
        self.url = url.path().hasSuffix("/") ? url : url.appending(path: "/")
        let settings = URLSessionConfiguration.ephemeral
        settings.urlCache = nil
        settings.timeoutIntervalForRequest = configuration.timeout
        session = URLSession(configuration: settings, delegate: exchanges, delegateQueue: exchanges.queue)
    }

    deinit { session.invalidateAndCancel() }

    /// Returns a request for a path below that of the table.
    private func request(_ path: String = "", _ query: [URLQueryItem] = []) -> URLRequest {
        let url = url.appending(path: path)
        // Servers read a plus as a blank.
        let text = query.isEmpty ? nil : url.appending(queryItems: query).absoluteString.replacing("+", with: "%2B")
        var request = URLRequest(url: text.flatMap { URL(string: $0) } ?? url)
        request.allHTTPHeaderFields = headers
        return request
    }

    /// Returns a page of the table.
    func page(_ query: [URLQueryItem], size: Int) async throws -> Page {
        let own = [URLQueryItem(name: "_shape", value: "cells"), URLQueryItem(name: "_size", value: "\(size)")]
        return try Page(try await send(request("table.json", query + own)))
    }

    /// Decodes a row of a page. A row with a value that is too long for a page is read alone.
    func whole<Value: Decodable>(_ row: (id: String, fields: Fields)) async throws -> TableClient.Row<Value> {
        let end = Array(#""truncated":true}"#.utf8)
        let isCut = row.fields.items.contains { $0.json.suffix(end.count).elementsEqual(end) }
        let fields = isCut ? Fields(json: try await send(request("row/\(row.id).json"))) : row.fields
        return try TableClient.Row(id: row.id, fields: fields)
    }

    /// Adds, changes or deletes a row, once.
    ///
    /// - Parameters:
    ///   - method: `POST`, `PATCH` or `DELETE`.
    ///   - row: The `id` of the row, the `values` to store and the `old` ones that were seen, as JSON. The identifier is not in
    ///     the path, because no path can name every row.
    /// - Returns: The identifier, and the values as they were stored; nil for a row that is gone.
    func change(_ method: String, _ row: [String: [UInt8]]) async throws -> (id: String, fields: Fields?) {
        var request = request()
        let row = Fields(items: row.map { .init(name: $0.key, json: $0.value) })
        request.httpMethod = method
        request.httpBody = Data(#"{"rows":["#.utf8 + row.json + "]}".utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
        let answer = Fields(json: try await send(request))
        // The first member is created, saved or deleted.
        guard let id = Fields.list(answer.items.first?.json).first?.text("id"),
            let stored = Fields.parts(of: answer["rows"] ?? []).first
        else { throw UnreadableAnswer("The answer does not name the row that was changed.") }
        return (id, stored == Fields.null ? nil : Fields(json: stored))
    }

    /// Sends a request until there is an answer that is final, and returns its body.
    private func send(_ request: URLRequest) async throws -> Data {
        var failures = 0
        while true {
            do { return try await answer(to: request) } catch {
                // The stream of an answer can tell first that its task was cancelled.
                try Task.checkCancellation()
                failures += 1
                let pause = Self.pause(after: error, failures, isReading: request.httpMethod == "GET")
                guard let pause, failures <= configuration.maxRetries else { throw error }
                try await Task.sleep(for: pause)
            }
        }
    }

    /// Returns the time after which a request can be sent again; nil for a final failure.
    static func pause(after error: any Error, _ failures: Int, isReading: Bool) -> Duration? {
        let (problem, code) = (error as? TableProblem, (error as? URLError)?.code)
        let wait = problem?.retryAfter
        let isTemporary: Bool =
            switch problem?.status {
            case 502, 504: true
            // A server that names no time may have changed something, and have forgotten the request.
            case 429, 503: isReading || wait != nil
            case 409: wait != nil
            case nil: code.map(lost.contains) ?? false
            default: false
            }
        guard isTemporary, wait ?? 0 <= 60 else { return nil }
        return max(.seconds(wait ?? 0), .seconds(0.1 * Double(1 << min(failures, 7)) * .random(in: 0.5...1)))
    }

    /// The errors of a connection that was lost.
    private static let lost: [URLError.Code] = [
        .badServerResponse, .cannotConnectToHost, .cannotParseResponse, .networkConnectionLost, .timedOut, .unknown,
    ]

    private func answer(to request: URLRequest) async throws -> Data {
        var (head, body) = (HTTPURLResponse?.none, Data())
        for try await part in exchanges.parts(of: request, in: session, buffering: .unbounded) {
            (head, body) = (part.head ?? head, body + part.bytes)
            guard body.count <= configuration.maxAnswerBytes else { throw UnreadableAnswer.tooLong }
        }
        // A cancelled task ends the loop.
        try Task.checkCancellation()
        guard let head, (200..<300).contains(head.statusCode) else { throw head.problem(body) }
        return body
    }

    /// Opens the stream of changes after an event; those from now on for nil.
    func events(after id: String?) -> Exchanges.Parts {
        var request = request("events")
        request.setValue(id, forHTTPHeaderField: "Last-Event-ID")
        // A slow reader is disconnected. It connects again, and continues after its last event.
        return exchanges.parts(of: request, in: session, buffering: .bufferingOldest(1_000))
    }
}

extension HTTPURLResponse? {
    /// Returns the refusal that the response is, or the error of no response.
    func problem(_ body: Data) -> any Error {
        guard let self else { return URLError(.networkConnectionLost) }
        let (wait, place) = (self.value(forHTTPHeaderField: "Retry-After"), self.value(forHTTPHeaderField: "Location"))
        return TableProblem(status: self.statusCode, body, retryAfter: wait, location: place)
    }
}

/// The tasks of a session, whose answers arrive in parts.
final class Exchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    typealias Parts = AsyncThrowingStream<(head: HTTPURLResponse?, bytes: Data), any Error>

    /// The queue of the session's callbacks, which runs one at a time.
    let queue = OperationQueue()
    // Only the queue reads and writes it.
    private var answers: [Int: Parts.Continuation] = [:]

    override init() { queue.maxConcurrentOperationCount = 1 }

    /// Sends a request, and returns the answer. Releasing the answer cancels the request.
    func parts(
        of request: URLRequest, in session: URLSession, buffering policy: Parts.Continuation.BufferingPolicy
    ) -> Parts {
        let task = session.dataTask(with: request)
        return Parts(bufferingPolicy: policy) { continuation in
            continuation.onTermination = { _ in task.cancel() }
            queue.addOperation { [self] in
                answers[task.taskIdentifier] = continuation
                task.resume()
            }
        }
    }

    private func yield(_ head: HTTPURLResponse? = nil, _ bytes: Data = Data(), of task: URLSessionTask) {
        guard let answer = answers[task.taskIdentifier], case .dropped = answer.yield((head, bytes)) else { return }
        answer.finish(throwing: URLError(.networkConnectionLost))
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        yield(response as? HTTPURLResponse, of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        yield(nil, data, of: dataTask)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        answers.removeValue(forKey: task.taskIdentifier)?.finish(throwing: error)
    }

    // The token is for this address only.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}
