import Bytes
public import HTTPTypes
package import Synchronization

/// A response with a body in memory, prepared once and sent any number of times.
///
/// Any thread may send it, on many connections at once, for `GET` and `HEAD`. Its memory is freed after the last
/// reference and the last connection that sends it are gone.
///
///     let page = try PrebuiltResponse(.html("<!doctype html>…"))
///     router.get("/") { _, _ in .prebuilt(page) }
public final class PrebuiltResponse: Sendable {
    /// The status of the response.
    public let status: HTTPResponse.Status
    /// The headers, in the order they are sent.
    public let headers: HTTPFields
    /// The body of the response.
    public let bytes: [UInt8]
    package let head: SerializedHeaders?
    /// The headers that are not in the head.
    package let fields: HTTPFields
    /// The response in the form of a server, which the server keeps here; nil until it is first sent.
    package let native = Mutex<(any AnyObject & Sendable)?>(nil)

    /// Prepares a response.
    ///
    /// - Parameter response: A response with a body in memory. It is not a page that a server completes.
    /// - Throws: ``HTTPServerError`` with code `bodyNotInMemory` for a file or stream.
    public init(_ response: Response) throws {
        guard let bytes = response.bytes, response.surroundings == nil else {
            throw HTTPServerError(
                .bodyNotInMemory, "A prebuilt response must have a body in memory, not a file or a stream.")
        }
        status = response.status
        head = nil
        headers = response.headers
        fields = response.headers
        self.bytes = bytes
    }

    /// Prepares a response that has headers in common with others.
    ///
    /// - Parameters:
    ///   - head: The common headers, serialized once.
    ///   - status: The status of the response. Default: 200.
    ///   - fields: The headers of this response alone.
    ///   - bytes: The body of the response.
    package init(
        _ head: SerializedHeaders, status: HTTPResponse.Status = .ok, adding fields: HTTPFields = [:], _ bytes: [UInt8]
    ) {
        self.status = status
        self.head = head
        self.fields = fields
        self.bytes = bytes
        var headers = head.fields
        headers.append(contentsOf: fields)
        self.headers = headers
    }

    /// Returns the value of the first header with a name; nil if there is none.
    public func header(_ name: HTTPField.Name) -> String? {
        head?.value(of: name) ?? fields.first { $0.name == name }?.value
    }
}

extension Response {
    /// Returns a response that was made once and is sent many times. A change makes it a response like others.
    public static func prebuilt(_ prebuilt: PrebuiltResponse) -> Response {
        var response = Response(status: prebuilt.status, headers: prebuilt.headers, body: .bytes(prebuilt.bytes))
        response.prebuilt = prebuilt
        return response
    }
}
