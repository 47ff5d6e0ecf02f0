import Bytes
import HTTPMessages
import HTTPTypes
import Synchronization

/// A page with its ready responses: plain, compressed and 304. Each is made once, when a client first needs it.
final class CachedPage: Sendable {
    /// The entity tag of the plain page.
    let entityTag: String
    /// The response with the uncompressed page.
    let response: PrebuiltResponse
    private let head: SharedHeaders
    /// The headers that are not shared with other pages.
    private let fields: HTTPFields
    private let notModified = Mutex<PrebuiltResponse?>(nil)
    private let compressed = EncodedVariants()

    /// The compression of a page, for clients that ``CompressionPolicy`` allows.
    struct Compression: Sendable {
        var effort: ContentCoding.Effort
        /// A closure to call when a compressed form was added, because the page then takes more memory.
        var onGrowth: @Sendable () -> Void

        init(_ effort: ContentCoding.Effort, onGrowth: @escaping @Sendable () -> Void = {}) {
            self.effort = effort
            self.onGrowth = onGrowth
        }
    }

    /// The compression of the page; nil if it is always sent uncompressed.
    private let compression: Compression?

    /// Creates a page from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: The body of the response.
    ///   - head: The headers that pages of this kind have in common.
    ///   - entityTag: The entity tag of the page.
    ///   - fields: The headers of this page alone, without its entity tag.
    ///   - compression: How the page is compressed; nil for never.
    init(
        _ bytes: [UInt8], _ head: SharedHeaders, entityTag: String, adding fields: HTTPFields = [:],
        compression: Compression? = nil
    ) {
        (self.head, self.fields, self.entityTag, self.compression) = (head, fields, entityTag, compression)
        response = PrebuiltResponse(head.page, adding: fields.with(entityTag: entityTag), bytes)
    }

    /// Creates a page in a content coding, with an entity tag of its own; nil if the coding does not make it shorter.
    convenience init?(_ page: CachedPage, in coding: ContentCoding, effort: ContentCoding.Effort) {
        guard let bytes = coding.encode(page.response.bytes, effort: effort), bytes.count < page.response.bytes.count
        else { return nil }
        var fields = page.fields
        fields[.contentEncoding] = coding.rawValue
        self.init(bytes, page.head, entityTag: coding.entityTag(of: page.entityTag), adding: fields)
    }

    /// The size in bytes of all codings made so far.
    var byteCount: Int { response.bytes.count + compressed.byteCount }

    /// Returns the page in a coding; nil if the page is sent uncompressed.
    private func compressed(in coding: ContentCoding) -> CachedPage? {
        guard let compression, response.bytes.count >= EncodedVariants.minimum else { return nil }
        return compressed.page(self, in: coding, compression)
    }

    /// Compresses the page in every coding now, so that no request waits for it later.
    func compress() {
        for coding in ContentCoding.allCases { _ = compressed(in: coding) }
    }

    /// The content coding and entity tags of a request. They are read once, even if a response is made several times.
    struct Client: Sendable {
        fileprivate let coding: ContentCoding?
        /// The value of `If-None-Match`.
        fileprivate let entityTags: String?

        init(of request: Request) {
            coding = CompressionPolicy.coding(for: request)
            entityTags = request.header(.ifNoneMatch)
        }
    }

    /// Returns the page, or a 304 response if the client has this version.
    func response(to client: Client) -> PrebuiltResponse {
        if compression != nil, let coding = client.coding, let page = compressed(in: coding) {
            return page.unlessKnown(to: client)
        }
        return unlessKnown(to: client)
    }

    private func unlessKnown(to client: Client) -> PrebuiltResponse {
        guard let tags = client.entityTags, Self.matches(tags, entityTag) else { return response }
        return notModified.locked { notModified in
            if let notModified { return notModified }
            let fields = HTTPFields().with(entityTag: entityTag)
            let made = PrebuiltResponse(head.notModified, status: .notModified, adding: fields, [])
            notModified = made
            return made
        }
    }

    /// Returns whether a list of entity tags contains this tag by weak comparison, or is `*` (RFC 9110, 13.1.2).
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
    /// Returns the entity tag of the encoded form of a page.
    ///
    /// The tag keeps its beginning, so that it still identifies the revision.
    func entityTag(of entityTag: String) -> String { "\(entityTag.dropLast()).\(rawValue)\"" }
}
