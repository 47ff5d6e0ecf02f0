import HTTPTypes

/// Splits a body of `multipart/form-data` into its parts (RFC 7578, RFC 2046).
struct MultipartParser {
    /// The limit of a part's headers in bytes.
    private static let maxHeaderSize = 8192
    /// The limit of a part's name in bytes.
    private static let maxNameSize = 256

    private let body: [UInt8]
    /// The line break and the delimiter before each part.
    private let delimiter: [UInt8]
    private let maxParts: Int
    private var place = 0

    init(_ body: [UInt8], boundary: String, maxParts: Int) {
        self.body = body
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.maxParts = maxParts
    }

    /// - Throws: ``HTTPError`` 400 for a malformed body or too many parts.
    mutating func parts() throws -> [MultipartForm.Part] {
        if body.starts(with: delimiter.dropFirst(2)) {
            place = delimiter.count - 2
        } else {
            place = try end(of: delimiter) + delimiter.count
        }
        var parts: [MultipartForm.Part] = []
        while !isAt("--") {
            while place < body.count, body[place] == UInt8(ascii: " ") || body[place] == UInt8(ascii: "\t") {
                place += 1
            }
            guard isAt("\r\n") else { throw malformed }
            guard parts.count < maxParts else {
                throw HTTPError(.badRequest, "The request has more than \(maxParts) parameters.")
            }
            place += 2
            parts.append(try part())
        }
        return parts
    }

    private mutating func part() throws -> MultipartForm.Part {
        var fields: [String: String] = [:]
        let limit = place + Self.maxHeaderSize
        while !isAt("\r\n") {
            let end = try end(of: [0x0D, 0x0A])
            guard end <= limit, let line = String(validating: body[place..<end], as: UTF8.self),
                let colon = line.firstIndex(of: ":")
            else { throw malformed }
            let name = line[..<colon].lowercased()
            // The first field of a name counts.
            if fields[name] == nil { fields[name] = String(line[line.index(after: colon)...].drop { $0 == " " }) }
            place = end + 2
        }
        place += 2
        guard let disposition = fields["content-disposition"].map(HeaderParameters.init),
            disposition.value == "form-data", let name = disposition["name"]
        else { throw malformed }
        guard name.utf8.count <= Self.maxNameSize else {
            throw HTTPError(.badRequest, "The name of a form field is longer than \(Self.maxNameSize) bytes.")
        }
        // An empty part ends with the line break that also ends its headers.
        place -= 2
        let end = try end(of: delimiter)
        let bytes = Array(body[min(place + 2, end)..<end])
        place = end + delimiter.count
        return MultipartForm.Part(
            name: name, fileName: disposition["filename"], contentType: fields["content-type"], bytes: bytes)
    }

    private func isAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { body[min(place, body.count)...].starts(with: $0) }
    }

    /// Returns the next index of some bytes. The first one is a carriage return.
    private func end(of bytes: [UInt8]) throws -> Int {
        var start = place
        while let index = body[start...].firstIndex(of: 0x0D) {
            if body[index...].starts(with: bytes) { return index }
            start = index + 1
        }
        throw malformed
    }

    private var malformed: HTTPError { HTTPError(.badRequest, "The multipart body of the request is malformed.") }
}

/// A header value with parameters: `form-data; name="a"`.
struct HeaderParameters {
    /// The text before the parameters, in lower case.
    let value: String
    private var parameters: [String: String] = [:]

    /// The value of a parameter without its quotes; nil if it is missing.
    subscript(name: String) -> String? { parameters[name] }

    init(_ text: String) {
        var rest = text[...].utf8
        value = Self.take(&rest, until: ";").lowercased()
        while rest.popFirst() != nil {
            let name = Self.take(&rest, until: "=", ";").lowercased()
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest.removeFirst()
            rest = rest.drop { $0 == UInt8(ascii: " ") }
            let value: String
            if rest.first == UInt8(ascii: "\"") {
                value = Self.takeQuoted(&rest)
                _ = Self.take(&rest, until: ";")
            } else {
                value = Self.take(&rest, until: ";")
            }
            if parameters[name] == nil { parameters[name] = value }
        }
    }

    /// Takes the text before an end, without blanks around it.
    private static func take(_ rest: inout Substring.UTF8View, until ends: Unicode.Scalar...) -> String {
        let end = rest.firstIndex { byte in ends.contains { UInt8(ascii: $0) == byte } } ?? rest.endIndex
        defer { rest = rest[end...] }
        return String(Substring(rest[..<end].trimmed))
    }

    /// Takes a quoted text. Browsers encode quotes and line breaks as `%22`, `%0D` and `%0A`; other clients escape them
    /// with a backslash.
    private static func takeQuoted(_ rest: inout Substring.UTF8View) -> String {
        rest.removeFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let next = rest.first,
                next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
            {
                rest.removeFirst()
                bytes.append(next)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
            .replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}
