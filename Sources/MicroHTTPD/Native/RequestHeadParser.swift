import CMicroHTTPD
import Glibc
import HTTPMessages
import HTTPTypes

/// Copies a request's head from libmicrohttpd, and refuses malformed heads that libmicrohttpd accepts.
struct RequestHeadParser {
    /// The header fields of a request and their meaning for the body.
    struct Fields {
        var headers = HeaderFields()
        var framing = Framing.none
        var expectsContinue = false
    }

    /// The framing of the body.
    enum Framing: Equatable { case none, length(UInt64), chunked }

    private(set) var fields = Fields()
    private var hosts = 0
    private var lengths = 0
    private var encodings = 0
    private var failure: HTTPError?
    private var layout: RequestHeadValidator

    /// Reads the headers of a request.
    ///
    /// - Throws: ``HTTPError`` 400, 431, 501 or 505 for a request that handlers must not see.
    init(
        _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
        targetEnd: UnsafeRawPointer, maxHeaderCount: Int
    ) throws {
        layout = RequestHeadValidator(targetEnd: targetEnd, version: version)
        withUnsafeMutablePointer(to: &self) { reader in
            cmh_each_header(
                connection,
                { context, _, name, nameSize, value, valueSize in
                    guard let context else { return cmh_no() }
                    context.assumingMemoryBound(to: RequestHeadParser.self).pointee.take(
                        UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameSize),
                        UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize))
                    return cmh_yes()
                }, reader)
        }
        if let failure { throw failure }
        guard fields.headers.count <= maxHeaderCount else { throw HTTPError.tooManyHeaders(limit: maxHeaderCount) }
        layout.finish(UnsafeRawPointer(method) + cmh_head_size(connection))
        guard layout.isSound else { throw HTTPError(.badRequest, "The request headers are malformed.") }
        let isCurrent = strcmp(version, "HTTP/1.1") == 0
        guard isCurrent || strcmp(version, "HTTP/1.0") == 0 else {
            throw HTTPError(.httpVersionNotSupported, "The HTTP version is not supported. Use HTTP/1.1.")
        }
        guard hosts == 1 || (hosts == 0 && !isCurrent) else {
            throw HTTPError.hostMissing
        }
        guard encodings == 0 || (lengths == 0 && isCurrent) else {
            throw HTTPError(.badRequest, "The request has both Content-Length and Transfer-Encoding. Send one of them.")
        }
    }

    private mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        layout.take(name, value)
        // Most names differ in length. libmicrohttpd ignores framing fields with blanks after their value, so these are
        // refused.
        switch name.count {
        case 14 where HeaderFields.equal(name, "content-length"): takeLength(value)
        case 17 where HeaderFields.equal(name, "transfer-encoding"): takeEncoding(value)
        default: break
        }
        // libmicrohttpd removes the blanks before a value, but not those after it (RFC 9110, 5.5).
        let value = UnsafeRawBufferPointer(
            rebasing: value[..<(value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0)])
        switch name.count {
        case 4 where HeaderFields.equal(name, "host"): takeHost(value)
        case 6 where HeaderFields.equal(name, "expect"): fields.expectsContinue = true
        default: break
        }
        guard HTTPToken.isValid(name), !value.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
            refuse(.badRequest, "A header has a character that is not allowed.")
            return
        }
        fields.headers.append(name: name, value: value)
    }

    private mutating func refuse(_ status: HTTPResponse.Status, _ message: LocalizedMessage) {
        failure = failure ?? HTTPError(status, message)
    }

    private mutating func takeHost(_ value: UnsafeRawBufferPointer) {
        hosts += 1
        if !HTTPToken.isHost(value) { failure = failure ?? .hostMalformed }
    }

    private mutating func takeLength(_ value: UnsafeRawBufferPointer) {
        lengths += 1
        guard lengths == 1, case .number(let length) = Self.length(value) else {
            refuse(.badRequest, "The header Content-Length is malformed.")
            return
        }
        fields.framing = .length(length)
    }

    /// The value of a `Content-Length` field.
    enum Length: Equatable { case number(UInt64), tooLarge, malformed }

    /// Reads a `Content-Length` as strictly as libmicrohttpd, which accepts no blanks after the number.
    static func length(_ value: UnsafeRawBufferPointer) -> Length {
        guard !value.isEmpty, value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return .malformed
        }
        return UInt64(String(decoding: value, as: UTF8.self)).map(Length.number) ?? .tooLarge
    }

    private mutating func takeEncoding(_ value: UnsafeRawBufferPointer) {
        encodings += 1
        guard encodings == 1, HeaderFields.equal(value, "chunked") else {
            refuse(.notImplemented, "Unknown transfer coding. Use chunked.")
            return
        }
        fields.framing = .chunked
    }
}

/// Checks that the parts of a head, as libmicrohttpd reports them, account for every byte.
///
/// libmicrohttpd splits the head in place into C strings. A NUL hides the rest of its line. A header without a name
/// looks like the end of the head, so that the rest becomes another request. A bare LF ends a line. The strings do not
/// show these cases, but their distances do: CRLF between two lines, a colon and blanks between a name and its value.
///
/// Exception: NUL and LF pass as CRLF, because libmicrohttpd overwrites CR and LF with NULs.
struct RequestHeadValidator {
    private var cursor: UnsafeRawPointer
    private(set) var isSound = true

    /// Begins after the target. The version must follow.
    init(targetEnd: UnsafeRawPointer, version: UnsafePointer<CChar>) {
        cursor = targetEnd
        advance(to: UnsafeRawBufferPointer(start: version, count: strlen(version)), over: 1)
    }

    /// Advances over a header. Its value may be empty.
    mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        advance(to: name, over: 2)
        if value.baseAddress != nil { advance(to: value, over: 1, isIndented: true) }
    }

    /// Advances to the end of the head, after an empty line.
    mutating func finish(_ end: UnsafeRawPointer) {
        advance(to: UnsafeRawBufferPointer(start: end, count: 0), over: 4)
    }

    /// Advances over a part at a distance, which blanks may precede.
    private mutating func advance(to part: UnsafeRawBufferPointer, over distance: Int, isIndented: Bool = false) {
        guard isSound, let start = part.baseAddress else { return isSound = false }
        let blanks = start - cursor - distance
        guard blanks == 0 || isIndented && (0...1 << 16).contains(blanks) else { return isSound = false }
        isSound = UnsafeRawBufferPointer(start: cursor + distance, count: blanks).allSatisfy {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
        }
        cursor = start + part.count
    }
}
