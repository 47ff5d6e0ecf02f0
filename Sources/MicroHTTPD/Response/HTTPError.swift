public import HTTPTypes
public import LocalizedMessages

/// A refusal: the status to answer with and a sentence for the person who reads it.
///
/// Throw it from a handler; the server turns it into an answer with
/// ``HTTPServer/Configuration/errorResponder``, or into plain text when there is none.
/// The sentence is shown to the client: put nothing secret into it.
///
///     guard let row = table[index] else {
///         throw HTTPError(.notFound, "There is no row \(index).")
///     }
public struct HTTPError: Error, Sendable, Hashable {
    /// The status the client gets.
    public var status: HTTPResponse.Status
    /// One sentence that says what was wrong and, where it helps, what would be right.
    public var message: LocalizedMessage
    /// Headers the answer carries beside its own, such as `Allow` or `Retry-After`.
    public var headers: HTTPFields

    /// Makes a refusal; without a sentence it says the status's reason phrase.
    public init(_ status: HTTPResponse.Status, _ message: LocalizedMessage? = nil, headers: HTTPFields = [:]) {
        self.status = status
        self.message = message ?? LocalizedMessage(verbatim: "\(status.reasonPhrase).")
        self.headers = headers
    }

    /// The answer where nobody asked for a nicer one: the sentence as plain text.
    public var plainResponse: Response {
        var response = Response.text("\(message)\n", status: status)
        response.headers.append(contentsOf: headers)
        return response
    }
}

extension HTTPError: CustomStringConvertible {
    public var description: String { "\(status.code) \(message)" }
}
