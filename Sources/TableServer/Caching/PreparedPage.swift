import HTTPTypes
import MicroHTTPD
import Synchronization

/// A page and the answer that there is nothing newer, each made once, however often it is asked for.
final class PreparedPage: Sendable {
    let entityTag: String
    let response: PreparedResponse
    /// That there is nothing newer; nil until somebody is told, for of many pages nobody asks for it.
    private let notModified = Mutex<PreparedResponse?>(nil)
    private let compressed = CompressedPages()

    /// What the headers of a page say besides its entity tag.
    struct Traits: Equatable {
        var contentType: String
        var isPrivate = false
        /// Whether it is in the language that the client likes best.
        var isNegotiated = false
        /// Whether who takes it may get it, or a page at the same address, compressed.
        var isCompressible = false
        var links: String?
        /// How it is to be saved, where it is.
        var disposition: String?
    }

    /// How a page is compressed for whoever takes that, as far as ``CompressionGuard`` allows.
    struct Compression: Sendable {
        var effort: ContentCoding.Effort
        /// Called when more bytes are kept for it.
        var onGrowth: @Sendable () -> Void

        init(_ effort: ContentCoding.Effort, onGrowth: @escaping @Sendable () -> Void = {}) {
            self.effort = effort
            self.onGrowth = onGrowth
        }
    }

    /// The headers of an answer without a body.
    private let fields: HTTPFields
    /// Nil for what is sent as it is.
    private let compression: Compression?

    convenience init(
        _ bytes: [UInt8], _ traits: Traits, entityTag: String, compression: Compression? = nil
    ) throws {
        var fields = HTTPFields.page(
            entityTag: entityTag, isPrivate: traits.isPrivate, isNegotiated: traits.isNegotiated,
            isCompressible: traits.isCompressible)
        let notModified = fields
        if let links = traits.links, let link = HTTPField.Name("Link") { fields[link] = links }
        fields[.contentDisposition] = traits.disposition
        try self.init(bytes, contentType: traits.contentType, fields, notModified: notModified, compression)
    }

    /// - Parameter headers: those of an answer without a body too, the entity tag among them.
    convenience init(
        _ bytes: [UInt8], contentType: String, headers: HTTPFields, compression: Compression? = nil
    ) throws {
        try self.init(bytes, contentType: contentType, headers, notModified: headers, compression)
    }

    private init(
        _ bytes: [UInt8], contentType: String, _ fields: HTTPFields, notModified: HTTPFields,
        _ compression: Compression?
    ) throws {
        self.fields = notModified
        self.compression = compression
        entityTag = fields[.eTag] ?? ""
        var headers = fields
        SecurityHeaders.add(to: &headers)
        headers[.contentType] = contentType
        response = try PreparedResponse(Response(headers: headers, body: .bytes(bytes)))
    }

    /// The page in a content coding, which has an entity tag of its own; nil where that is no shorter.
    init?(_ page: PreparedPage, in coding: ContentCoding, effort: ContentCoding.Effort) throws {
        guard let bytes = coding.encode(page.response.bytes, effort: effort), bytes.count < page.response.byteCount
        else { return nil }
        entityTag = coding.entityTag(of: page.entityTag)
        (fields, compression) = (page.fields, nil)
        var headers = page.response.headers
        headers[.eTag] = entityTag
        headers[.contentEncoding] = coding.rawValue
        response = try PreparedResponse(Response(headers: headers, body: .bytes(bytes)))
    }

    /// The bytes that are kept for it.
    var byteCount: Int { response.byteCount + compressed.byteCount }

    /// The page in that coding; nil where it is sent as it is, or would be no shorter.
    private func compressed(in coding: ContentCoding) -> PreparedPage? {
        guard let compression, response.byteCount >= CompressedPages.minimum else { return nil }
        return compressed.page(self, in: coding, compression)
    }

    /// Compresses it in every way now, so that nobody has to wait for that.
    func compress() {
        for coding in ContentCoding.allCases { _ = compressed(in: coding) }
    }

    /// What a client takes and has, read once however often he is answered.
    struct Client: Sendable {
        fileprivate let coding: ContentCoding?
        /// The entity tags of what he has.
        fileprivate let entityTags: String?

        init(of request: Request) {
            coding = CompressionGuard.coding(for: request)
            entityTags = request.header(.ifNoneMatch)
        }
    }

    /// The page, or that the client has it already.
    func response(to client: Client) -> PreparedResponse {
        if compression != nil, let coding = client.coding, let page = compressed(in: coding) {
            return page.unlessKnown(to: client)
        }
        return unlessKnown(to: client)
    }

    private func unlessKnown(to client: Client) -> PreparedResponse {
        guard let tags = client.entityTags, Self.matches(tags, entityTag), let notModified = try? nothingNewer() else {
            return response
        }
        return notModified
    }

    private func nothingNewer() throws -> PreparedResponse {
        try notModified.withLock { notModified in
            if let notModified { return notModified }
            var headers = fields
            headers[.eTag] = entityTag
            let made = try PreparedResponse(Response(status: .notModified, headers: headers))
            notModified = made
            return made
        }
    }

    /// Whether a list of entity tags names this one, compared weakly, or says `*` (RFC 9110, 13.1.2).
    static func matches(_ list: String, _ entityTag: String) -> Bool {
        list == entityTag || list == "*" || EntityTagList(list).containsWeakly(entityTag)
    }
}

extension HTTPFields {
    /// What is said of every page, also of one that the client has already.
    ///
    /// - Parameters:
    ///   - isNegotiated: whether it is in the language that the client likes best.
    ///   - isCompressible: whether who takes it may get it, or a page at the same address, compressed.
    static func page(
        entityTag: String, isPrivate: Bool, isNegotiated: Bool = false, isCompressible: Bool
    ) -> HTTPFields {
        [
            .eTag: entityTag, .cacheControl: isPrivate ? "private, no-cache" : "no-cache",
            .vary: (isCompressible ? "Accept-Encoding, " : "")
                + (isNegotiated ? "Cookie, Accept-Language, User-Agent" : "Cookie"),
        ]
    }
}

extension ContentCoding {
    /// The tag of what has that tag as it is. It begins the same, by which it names the same revision.
    func entityTag(of entityTag: String) -> String { "\(entityTag.dropLast()).\(rawValue)\"" }
}
