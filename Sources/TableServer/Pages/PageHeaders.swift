import HTTPTypes
import MicroHTTPD
import Synchronization

/// The headers that pages of one kind have in common, prepared for all of them.
struct PageHeaders: Sendable {
    let page: SerializedHeaders
    /// For the response that the client has the page already.
    let notModified: SerializedHeaders

    /// - Parameter fields: What is said of a page also to a client that has it.
    init(contentType: String, _ fields: HTTPFields) {
        notModified = SerializedHeaders(fields)
        var fields = fields
        SecurityHeaders.add(to: &fields)
        fields[.contentType] = contentType
        page = SerializedHeaders(fields)
    }

    /// A kind of pages of tables.
    struct Kind: Hashable {
        var contentType: String
        var isPrivate = false
        /// Whether it is in the language that the client likes best.
        var isNegotiated = false
        /// Whether a client may get it, or a page at the same address, compressed.
        var isCompressible = false

        /// What is said of a page also to a client that has it, besides its entity tag.
        var fields: HTTPFields {
            let encoding = isCompressible ? "Accept-Encoding, " : ""
            let language = isNegotiated ? ", Accept-Language, User-Agent" : ""
            // At the address of a page, JSON is answered to clients that prefer it.
            let type = isNegotiated || contentType == PageRequest.Representation.json.contentType ? ", Accept" : ""
            return [
                .cacheControl: isPrivate ? "private, no-cache" : "no-cache",
                .vary: "\(encoding)Cookie\(type)\(language)",
            ]
        }
    }

    private static let heads = Mutex<[Kind: PageHeaders]>([:])

    /// The head of a kind of pages of tables. There are a few dozen kinds.
    static func of(_ kind: Kind) -> PageHeaders {
        heads.withLock { heads in
            if let head = heads[kind] { return head }
            let head = PageHeaders(contentType: kind.contentType, kind.fields)
            heads[kind] = head
            return head
        }
    }
}
