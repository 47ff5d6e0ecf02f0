import CMicroHTTPD
import HTTPTypes

/// The one owner of an `MHD_Response`; connections that send it hold references of their own.
// @unchecked: libmicrohttpd counts its references under a lock, and nothing here changes it once it is made.
struct NativeResponse: ~Copyable, @unchecked Sendable {
    /// The length of the body; nil for a stream.
    let byteCount: Int?
    private let pointer: OpaquePointer
    private let status: UInt32

    /// Hands an answer to libmicrohttpd.
    ///
    /// - Parameter pipe: makes the pipe of a streamed body; without it there can be none.
    /// - Throws: ``HTTPError`` for a file that cannot be sent, ``HTTPServerError`` for a header that cannot.
    static func make(_ response: Response, isHead: Bool = false, pipe: PipeMaker? = nil) throws -> NativeResponse {
        let code = response.status.code
        // libmicrohttpd would send the last chunk of a stream with either, and with a 304 the length of the body: RFC
        // 9110 §8.6 allows that, but clients built on http_parser then wait for as many bytes. An empty one has them
        // told 0, which cannot be left out.
        let (pointer, byteCount) = try makeBody(code == 204 || code == 304 ? .empty : response.body, pipe)
        let made = NativeResponse(
            pointer: pointer, status: (200...999).contains(code) ? UInt32(code) : 500, byteCount: byteCount)
        // To HEAD, libmicrohttpd sends the last chunk of a stream, which would pass for the start of the next answer.
        if isHead, byteCount == nil { cmh_end_with_connection(pointer) }
        try made.add(response.headers)
        return made
    }

    /// Hands bytes with prepared headers to libmicrohttpd.
    static func make(
        _ status: HTTPResponse.Status, _ head: PreparedHead, entityTag: String?, _ bytes: [UInt8]
    ) throws -> NativeResponse {
        let code = status.code
        let (pointer, byteCount) = try makeBody(code == 204 || code == 304 ? .empty : .bytes(bytes), nil)
        let made = NativeResponse(
            pointer: pointer, status: (200...999).contains(code) ? UInt32(code) : 500, byteCount: byteCount)
        try head.add(to: pointer, entityTag: entityTag)
        return made
    }

    private init(pointer: OpaquePointer, status: UInt32, byteCount: Int?) {
        self.pointer = pointer
        self.status = status
        self.byteCount = byteCount
    }

    private borrowing func add(_ fields: HTTPFields) throws {
        for field in fields {
            let isAdded = field.name.rawName.withCString { name in
                // HTTPField admits no CR, LF or NUL; libmicrohttpd refuses a tab as well.
                field.withUnsafeBytesOfValue { value in
                    guard !value.isEmpty, !Self.isFraming(field.name) else { return cmh_yes() }
                    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: value.count + 1) { text in
                        for index in value.indices { text[index] = value[index] == 0x09 ? 0x20 : value[index] }
                        text[value.count] = 0
                        return MHD_add_response_header(pointer, name, text.baseAddress)
                    }
                }
            }
            guard isAdded == cmh_yes() else {
                throw HTTPServerError(.invalidHeader, "The header \(field.name.rawName) cannot be sent.")
            }
        }
    }

    /// Whether it is of the length or the framing, which follow from the body.
    static func isFraming(_ name: HTTPField.Name) -> Bool {
        let name = name.canonicalName
        return switch name.utf8.count {
        case 14: name == "content-length"
        case 17: name == "transfer-encoding"
        default: false
        }
    }

    deinit { MHD_destroy_response(pointer) }

    /// Has it sent on a connection; for its access callback, or while it is suspended.
    borrowing func queue(on connection: OpaquePointer) -> MHD_Result {
        MHD_queue_response(connection, status, pointer)
    }

    typealias PipeMaker = (BodyPipe.Source) throws -> BodyPipe

    private static func makeBody(_ body: Response.Body, _ pipe: PipeMaker?) throws -> (OpaquePointer, byteCount: Int?) {
        var byteCount: Int?
        let made: OpaquePointer?
        switch body {
        case .empty: (made, byteCount) = (BodyBytes.makeResponse([]), 0)
        case .bytes(let bytes): (made, byteCount) = (BodyBytes.makeResponse(bytes), bytes.count)
        case .file(let path, let offset, let count):
            let file = try BodyFile.makeResponse(path, offset: offset, count: count)
            (made, byteCount) = (file.response, file.byteCount)
        case .stream(let produce): made = try pipe?(.task(produce)).makeResponse()
        case .live(let start): made = try pipe?(.feed(start)).makeResponse()
        }
        guard let made else { throw HTTPError(.serviceUnavailable, "The server is out of memory.") }
        return (made, byteCount)
    }
}
