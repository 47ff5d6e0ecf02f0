import CMicroHTTPD
import HTTPTypes

/// The headers of an answer in the form that libmicrohttpd takes them, made once for all answers that have them, which
/// differ in their entity tags at most.
final class PreparedHead: Sendable {
    /// The headers, with the entity tag that the first of the answers has.
    let fields: HTTPFields
    /// Names and values, each with a zero behind it.
    private let text: [CChar]
    private let places: [Place]

    private struct Place {
        var name: Int
        /// Nil for the entity tag's.
        var value: Int?
        var rawName: String
    }

    init(_ fields: HTTPFields) {
        self.fields = fields
        var text: [CChar] = []
        text.reserveCapacity(1024)
        var places: [Place] = []
        for field in fields where !field.value.isEmpty && !NativeResponse.isFraming(field.name) {
            var place = Place(name: text.count, rawName: field.name.rawName)
            for byte in field.name.rawName.utf8 { text.append(CChar(bitPattern: byte)) }
            text.append(0)
            if field.name != .eTag {
                place.value = text.count
                field.withUnsafeBytesOfValue { value in
                    // HTTPField admits no CR, LF or NUL; libmicrohttpd refuses a tab as well.
                    for byte in value { text.append(byte == 0x09 ? 0x20 : CChar(bitPattern: byte)) }
                }
                text.append(0)
            }
            places.append(place)
        }
        self.text = text
        self.places = places
    }

    /// The headers of an answer with that entity tag.
    func fields(entityTag: String?) -> HTTPFields {
        var fields = fields
        if let entityTag { fields[.eTag] = entityTag }
        return fields
    }

    /// Adds them to a response.
    func add(to response: OpaquePointer, entityTag: String?) throws {
        try text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress else { return }
            for place in places {
                let isAdded =
                    if let value = place.value {
                        MHD_add_response_header(response, start + place.name, start + value)
                    } else if let entityTag {
                        entityTag.withCString { MHD_add_response_header(response, start + place.name, $0) }
                    } else {
                        cmh_yes()
                    }
                guard isAdded == cmh_yes() else {
                    throw HTTPServerError(.invalidHeader, "The header \(place.rawName) cannot be sent.")
                }
            }
        }
    }
}
