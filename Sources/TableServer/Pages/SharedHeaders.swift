import Bytes
import HTTPMessages
import HTTPTypes
import Synchronization
import TableFormats
import TableRendering

/// The headers that pages of one kind have in common, serialized once.
struct SharedHeaders: Sendable {
    let page: SerializedHeaders
    /// The headers of a 304 response.
    let notModified: SerializedHeaders

    /// - Parameters:
    ///   - contentType: The media type of the page.
    ///   - fields: The headers that a 304 response has, too.
    init(contentType: String, _ fields: HTTPFields) {
        notModified = SerializedHeaders(fields)
        var fields = fields
        SecurityHeaders.add(to: &fields)
        fields[.contentType] = contentType
        page = SerializedHeaders(fields)
    }

    /// A kind of pages, distinguished by headers.
    struct Kind: Hashable {
        var contentType: String
        var isPrivate = false
        /// A Boolean value that indicates whether the client's preferred language decides the language of the page.
        var isNegotiated = false
        /// A Boolean value that indicates whether a response at this address may be compressed.
        var isCompressible = false
        /// A Boolean value that indicates whether the server has a certificate.
        var isOverTLS = false

        /// The headers that a 304 response has too, without the entity tag.
        var fields: HTTPFields {
            let encoding = isCompressible ? "Accept-Encoding, " : ""
            let language = isNegotiated ? ", Accept-Language, User-Agent" : ""
            // Clients that prefer JSON get it at the address of a page.
            let type = isNegotiated || contentType == TableFormat.json.mediaType ? ", Accept" : ""
            var fields: HTTPFields = [
                .cacheControl: isPrivate ? "private, no-cache" : "no-cache",
                .vary: "\(encoding)Cookie\(type)\(language)",
            ]
            if isOverTLS { fields.append(SecurityHeaders.transportSecurity) }
            return fields
        }
    }

    private static let heads = Mutex<[Kind: SharedHeaders]>([:])

    /// Returns the headers of a kind of pages. They are kept for good, because there are only a few dozen kinds.
    static func of(_ kind: Kind) -> SharedHeaders {
        heads.locked { heads in
            if let head = heads[kind] { return head }
            let head = SharedHeaders(contentType: kind.contentType, kind.fields)
            heads[kind] = head
            return head
        }
    }
}
