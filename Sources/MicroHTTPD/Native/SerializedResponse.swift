import HTTPTypes

/// A response that is written directly to a socket, if libmicrohttpd would not send one.
struct SerializedResponse {
    /// The bytes of the whole response, with `Connection: close`.
    let bytes: [UInt8]

    init(_ response: Response) {
        let body = response.bytes ?? []
        var head = "HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n"
        for field in response.headers where field.name != .contentLength && field.name != .transferEncoding {
            head += "\(field.name.rawName): \(field.value)\r\n"
        }
        head += "Connection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        bytes = Array(head.utf8) + body
    }
}
