import CCodecs
import Essentials
public import HTTPTypes

/// A response of a server under test.
public struct TestResponse: Sendable {
    /// The HTTP status code, such as 200.
    public var status: Int
    /// The header fields of the response.
    public var headers: HTTPFields
    /// The bytes of the body as received. They may be compressed; see ``content``.
    public var body: [UInt8]

    /// Creates a response from its parts.
    ///
    /// - Parameters:
    ///   - status: The HTTP status code.
    ///   - headers: The header fields.
    ///   - body: The bytes of the body.
    public init(status: Int, headers: HTTPFields, body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The body as UTF-8 text. Invalid bytes are replaced with U+FFFD.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Returns a value decoded from the body as JSON.
    ///
    /// - Parameter type: The type to decode. By default it is inferred.
    /// - Throws: The error of `JSONDecoder`.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
    }
}

extension TestResponse {
    /// The body after decompression of `gzip` or `zstd`.
    ///
    /// - Throws: An error for an unknown `Content-Encoding`, and for damaged or incomplete data.
    public var content: [UInt8] {
        get throws {
            switch headers[.contentEncoding] {
            case nil: body
            case "gzip": try Self.gunzip(body)
            case "zstd": try Self.unzstd(body)
            case let other?: throw ContentError(description: "no known coding: \(other)")
            }
        }
    }

    private static func unzstd(_ bytes: [UInt8]) throws -> [UInt8] {
        let size = ZSTD_getFrameContentSize(bytes, bytes.count)
        guard size < UInt64(UInt32.max), ZSTD_findFrameCompressedSize(bytes, bytes.count) == bytes.count else {
            throw ContentError(description: "no frame of zstd alone")
        }
        return try [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
            guard ZSTD_decompress(buffer.baseAddress, buffer.count, bytes, bytes.count) == Int(size) else {
                throw ContentError(description: "a damaged frame of zstd")
            }
            count = Int(size)
        }
    }

    private static func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let stream = cc_gunzip_make() else { throw ContentError(description: "out of memory") }
        defer { cc_gunzip_free(stream) }
        var (content, result) = ([UInt8](), Z_OK)
        bytes.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            while result == Z_OK {
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 * 1024) { output in
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(output.count)
                    result = inflate(stream, Z_NO_FLUSH)
                    content += output.dropLast(Int(stream.pointee.avail_out))
                }
            }
        }
        guard result == Z_STREAM_END, stream.pointee.avail_in == 0 else {
            throw ContentError(description: "gzip that is damaged, not whole or followed by more")
        }
        return content
    }
}

private struct ContentError: Error, CustomStringConvertible {
    let description: String
}
