import CMicroHTTPD
public import HTTPTypes

/// The headers of an answer in the form that libmicrohttpd takes them, made once for all answers that have them, which
/// differ in their entity tags at most.
///
///     static let head = PreparedHead([.contentType: "application/json", .cacheControl: "no-store"])
///     return .prepared(PreparedResponse(head, bytes))
public final class PreparedHead: Sendable {
    /// The headers, with the entity tag that the first of the answers has.
    public let fields: HTTPFields
    /// The same one by one, which are looked through faster.
    private let list: [HTTPField]
    /// Names and values, each with a zero behind it.
    private let text: [CChar]
    private let places: [Place]
    /// Where the name of the entity tag stands, where there is one.
    private let entityTagName: Int?

    private struct Place {
        var name: Int
        var value: Int
        var isEntityTag: Bool
        var rawName: String
    }

    /// Prepares these headers. Those of the length and the framing are left out, for they follow from the body.
    public init(_ fields: HTTPFields) {
        self.fields = fields
        list = Array(fields)
        var text: [CChar] = []
        text.reserveCapacity(1024)
        var places: [Place] = []
        places.reserveCapacity(fields.count)
        for field in list where !field.value.isEmpty && !Self.isFraming(field.name) {
            let name = text.count
            for byte in field.name.rawName.utf8 { text.append(CChar(bitPattern: byte)) }
            text.append(0)
            places.append(
                Place(
                    name: name, value: text.count, isEntityTag: field.name == .eTag, rawName: field.name.rawName))
            field.withUnsafeBytesOfValue { value in
                // HTTPField admits no CR, LF or NUL; libmicrohttpd refuses a tab as well.
                for byte in value { text.append(byte == 0x09 ? 0x20 : CChar(bitPattern: byte)) }
            }
            text.append(0)
        }
        self.text = text
        self.places = places
        entityTagName = places.first(where: \.isEntityTag)?.name
    }

    /// The headers of an answer with that entity tag.
    func fields(entityTag: String?) -> HTTPFields {
        var fields = fields
        if let entityTag { fields[.eTag] = entityTag }
        return fields
    }

    /// The value of a header; of several by that name, the first.
    func value(of name: HTTPField.Name) -> String? {
        list.first { $0.name == name }?.value
    }

    /// Adds them to a response.
    ///
    /// - Parameter entityTag: sent in place of the one among them.
    func add(to response: OpaquePointer, entityTag: String? = nil) throws {
        try text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress else { return }
            for place in places {
                let isAdded =
                    if let entityTag, place.isEntityTag {
                        entityTag.withCString { MHD_add_response_header(response, start + place.name, $0) }
                    } else {
                        MHD_add_response_header(response, start + place.name, start + place.value)
                    }
                guard isAdded == cmh_yes() else {
                    throw HTTPServerError(.invalidHeader, "The header \(place.rawName) cannot be sent.")
                }
            }
        }
    }

    /// Exchanges the entity tag that a response has.
    ///
    /// - Returns: whether it has the other.
    func exchange(_ entityTag: String, for other: String, in response: OpaquePointer) -> Bool {
        text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress, let entityTagName else { return false }
            let name = start + entityTagName
            return entityTag.withCString { MHD_del_response_header(response, name, $0) } == cmh_yes()
                && other.withCString { MHD_add_response_header(response, name, $0) } == cmh_yes()
        }
    }

    /// Whether it is of the length or the framing.
    private static func isFraming(_ name: HTTPField.Name) -> Bool {
        let name = name.canonicalName
        return switch name.utf8.count {
        case 14: name == "content-length"
        case 17: name == "transfer-encoding"
        default: false
        }
    }
}
