import CMicroHTTPD
package import HTTPTypes

/// Headers in libmicrohttpd's format, serialized once for all responses that have them in common.
///
///     static let head = SerializedHeaders([.contentType: "application/json", .cacheControl: "no-store"])
///     return .prebuilt(PrebuiltResponse(head, bytes))
package final class SerializedHeaders: Sendable {
    /// The headers, in their order. `Content-Length` and `Transfer-Encoding` are not sent.
    package let fields: HTTPFields
    /// The headers as an array, which is searched faster.
    private let list: [HTTPField]
    /// The names and values, each followed by a zero.
    private let text: [CChar]
    private let places: [Place]

    /// The offset of a header in the text.
    private struct Place {
        var name: Int
        var value: Int
        var rawName: String
    }

    /// Serializes headers. `Content-Length` and `Transfer-Encoding` are left out, because they follow from the body.
    ///
    /// - Parameter fields: The headers, in the order to send them.
    package init(_ fields: HTTPFields) {
        self.fields = fields
        list = Array(fields)
        var text: [CChar] = []
        var places: [Place] = []
        for field in list where field.isSent {
            let name = text.count
            text.append(contentsOf: field.name.rawName.utf8CString)
            places.append(Place(name: name, value: text.count, rawName: field.name.rawName))
            text.append(contentsOf: field.sentValue.utf8CString)
        }
        self.text = text
        self.places = places
    }

    /// Returns the value of the first header with a name; nil if there is none.
    func value(of name: HTTPField.Name) -> String? {
        list.first { $0.name == name }?.value
    }

    /// Adds the headers to a response of libmicrohttpd.
    ///
    /// - Throws: ``HTTPServerError`` with code `invalidHeader`.
    func add(to response: OpaquePointer) throws {
        try text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress else { return }
            for place in places {
                guard MHD_add_response_header(response, start + place.name, start + place.value) == cmh_yes() else {
                    throw HTTPServerError(
                        .invalidHeader,
                        "The header \(place.rawName) cannot be sent: its value has an invalid character.")
                }
            }
        }
    }
}

extension HTTPField {
    /// A Boolean value that indicates whether the header is sent: it has a value, and is not `Content-Length` or
    /// `Transfer-Encoding`.
    fileprivate var isSent: Bool { !value.isEmpty && name != .contentLength && name != .transferEncoding }

    /// The value without tabs, which libmicrohttpd refuses. `HTTPField` allows no CR, LF or NUL.
    fileprivate var sentValue: String {
        value.utf8.contains(0x09) ? String(value.map { $0 == "\t" ? " " : $0 }) : value
    }
}
