import CMicroHTTPD
public import HTTPTypes

/// Headers in the form that libmicrohttpd takes them, made once for all responses that have them.
///
///     static let head = SerializedHeaders([.contentType: "application/json", .cacheControl: "no-store"])
///     return .prebuilt(PrebuiltResponse(head, bytes))
public final class SerializedHeaders: Sendable {
    public let fields: HTTPFields
    /// A list of the fields, in which a value is found faster.
    private let list: [HTTPField]
    /// Names and values, each with a zero behind it.
    private let text: [CChar]
    private let places: [Place]

    /// The place of a header in the text.
    private struct Place {
        var name: Int
        var value: Int
        var rawName: String
    }

    /// Prepares these headers, without those of the length and the framing, which follow from the body.
    public init(_ fields: HTTPFields) {
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

    /// The value of a header; of several by that name, the first.
    func value(of name: HTTPField.Name) -> String? {
        list.first { $0.name == name }?.value
    }

    /// Adds them to a response.
    func add(to response: OpaquePointer) throws {
        try text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress else { return }
            for place in places {
                guard MHD_add_response_header(response, start + place.name, start + place.value) == cmh_yes() else {
                    throw HTTPServerError(.invalidHeader, "The header \(place.rawName) cannot be sent.")
                }
            }
        }
    }
}

extension HTTPField {
    /// Adds it to a response, unless it is one of the length or the framing.
    func add(to response: OpaquePointer) throws {
        guard isSent else { return }
        let isAdded = name.rawName.withCString { name in
            sentValue.withCString { MHD_add_response_header(response, name, $0) }
        }
        guard isAdded == cmh_yes() else {
            throw HTTPServerError(.invalidHeader, "The header \(name.rawName) cannot be sent.")
        }
    }

    /// Whether it is sent as it is: it has a value, and is not of the length or the framing.
    fileprivate var isSent: Bool { !value.isEmpty && name != .contentLength && name != .transferEncoding }

    /// The value without tabs, which libmicrohttpd refuses. HTTPField admits no CR, LF or NUL.
    fileprivate var sentValue: String {
        value.utf8.contains(0x09) ? String(value.map { $0 == "\t" ? " " : $0 }) : value
    }
}
