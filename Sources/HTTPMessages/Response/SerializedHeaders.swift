package import HTTPTypes

/// Headers as C strings, serialized once for all responses that have them in common.
///
///     static let head = SerializedHeaders([.contentType: "application/json", .cacheControl: "no-store"])
///     return .prebuilt(PrebuiltResponse(head, bytes))
package final class SerializedHeaders: Sendable {
    /// The headers, in their order. `Content-Length` and `Transfer-Encoding` are not sent.
    package let fields: HTTPFields
    /// The headers as an array, which is searched faster.
    private let list: [HTTPField]
    /// The names and values, each followed by a zero.
    package let text: [CChar]
    /// The places of the headers in the text.
    package let places: [Place]

    /// The offsets of a header in the text.
    package struct Place: Sendable {
        package var name: Int
        package var value: Int
        package var rawName: String
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
