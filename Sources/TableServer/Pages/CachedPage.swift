import HTTPTypes
import MicroHTTPD
import Synchronization

/// A page as it is sent: whole, compressed, or as 304. Each is made once, when somebody first asks for it.
final class CachedPage: Sendable {
    let entityTag: String
    let response: PrebuiltResponse
    private let head: PageHeaders
    /// The headers that are this page's alone.
    private let fields: HTTPFields
    private let notModified = Mutex<PrebuiltResponse?>(nil)
    private let compressed = EncodedVariants()

    /// How a page is compressed for whoever takes that, as far as ``CompressionPolicy`` allows.
    struct Compression: Sendable {
        var effort: ContentCoding.Effort
        /// Called when more bytes are kept for it.
        var onGrowth: @Sendable () -> Void

        init(_ effort: ContentCoding.Effort, onGrowth: @escaping @Sendable () -> Void = {}) {
            self.effort = effort
            self.onGrowth = onGrowth
        }
    }

    /// Nil if it is sent as it is.
    private let compression: Compression?

    /// - Parameters:
    ///   - head: The headers that it has in common with others.
    ///   - fields: The headers that are its alone, besides its entity tag.
    init(
        _ bytes: [UInt8], _ head: PageHeaders, entityTag: String, adding fields: HTTPFields = [:],
        compression: Compression? = nil
    ) {
        (self.head, self.fields, self.entityTag, self.compression) = (head, fields, entityTag, compression)
        response = PrebuiltResponse(head.page, adding: fields.with(entityTag: entityTag), bytes)
    }

    /// The page in a content coding, which has an entity tag of its own; nil where that is no shorter.
    convenience init?(_ page: CachedPage, in coding: ContentCoding, effort: ContentCoding.Effort) {
        guard let bytes = coding.encode(page.response.bytes, effort: effort), bytes.count < page.response.bytes.count
        else { return nil }
        var fields = page.fields
        fields[.contentEncoding] = coding.rawValue
        self.init(bytes, page.head, entityTag: coding.entityTag(of: page.entityTag), adding: fields)
    }

    /// Bytes of it in all codings.
    var byteCount: Int { response.bytes.count + compressed.byteCount }

    /// The page in that coding; nil where it is sent as it is, or would be no shorter.
    private func compressed(in coding: ContentCoding) -> CachedPage? {
        guard let compression, response.bytes.count >= EncodedVariants.minimum else { return nil }
        return compressed.page(self, in: coding, compression)
    }

    /// Compresses the page in every coding now, so that no request waits for it.
    func compress() {
        for coding in ContentCoding.allCases { _ = compressed(in: coding) }
    }

    /// What a client takes and has, read once however often he is answered.
    struct Client: Sendable {
        fileprivate let coding: ContentCoding?
        /// The entity tags of what he has.
        fileprivate let entityTags: String?

        init(of request: Request) {
            coding = CompressionPolicy.coding(for: request)
            entityTags = request.header(.ifNoneMatch)
        }
    }

    /// The page, or that the client has it already.
    func response(to client: Client) -> PrebuiltResponse {
        if compression != nil, let coding = client.coding, let page = compressed(in: coding) {
            return page.unlessKnown(to: client)
        }
        return unlessKnown(to: client)
    }

    private func unlessKnown(to client: Client) -> PrebuiltResponse {
        guard let tags = client.entityTags, Self.matches(tags, entityTag) else { return response }
        return notModified.withLock { notModified in
            if let notModified { return notModified }
            let fields = HTTPFields().with(entityTag: entityTag)
            let made = PrebuiltResponse(head.notModified, status: .notModified, adding: fields, [])
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
    fileprivate func with(entityTag: String) -> HTTPFields {
        var fields = self
        fields.append(HTTPField(name: .eTag, value: entityTag))
        return fields
    }
}

extension ContentCoding {
    /// The tag of what has that tag as it is. It begins the same, by which it names the same revision.
    func entityTag(of entityTag: String) -> String { "\(entityTag.dropLast()).\(rawValue)\"" }
}
