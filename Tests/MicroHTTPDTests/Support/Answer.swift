/// An HTTP response as read from a socket.
struct Answer: Sendable, Equatable {
    let status: Int
    /// The headers in the order they were sent, with names in lower case.
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    static func == (left: Answer, right: Answer) -> Bool {
        left.status == right.status && left.body == right.body
            && left.headers.elementsEqual(right.headers) { $0 == $1 }
    }

    /// Removes one complete response from the front of the bytes, or returns nil if the response is incomplete.
    static func take(from bytes: inout [UInt8], isHead: Bool = false, atEnd: Bool = false) -> Answer? {
        guard let end = endOfHead(bytes) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: parts[0].lowercased(), value: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
        func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }
        var rest = Array(bytes[(end + 4)...])
        var body: [UInt8] = []
        if isHead || status == 204 || status == 304 || status / 100 == 1 {
        } else if value("transfer-encoding") == "chunked" {
            guard let whole = takeChunks(from: &rest) else { return nil }
            body = whole
        } else if let length = value("content-length").flatMap({ Int($0) }) {
            guard rest.count >= length else { return nil }
            body = Array(rest[..<length])
            rest.removeFirst(length)
        } else {
            guard atEnd else { return nil }
            (body, rest) = (rest, [])
        }
        bytes = rest
        return Answer(status: status, headers: headers, body: body)
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        var place = 0
        while let next = bytes[place...].firstIndex(of: 0x0D), next + 3 < bytes.count {
            if bytes[next + 1] == 0x0A, bytes[next + 2] == 0x0D, bytes[next + 3] == 0x0A { return next }
            place = next + 1
        }
        return nil
    }

    private static func takeChunks(from bytes: inout [UInt8]) -> [UInt8]? {
        var body: [UInt8] = []
        var place = 0
        while true {
            guard let end = bytes[place...].firstIndex(of: 0x0D), end + 1 < bytes.count else { return nil }
            guard let size = Int(String(decoding: bytes[place..<end], as: UTF8.self), radix: 16) else { return nil }
            guard bytes.count >= end + 2 + size + 2 else { return nil }
            body += bytes[(end + 2)..<(end + 2 + size)]
            place = end + 2 + size + 2
            if size == 0 { break }
        }
        bytes.removeFirst(place)
        return body
    }
}
