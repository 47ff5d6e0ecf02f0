import HTTPTypes
import MicroHTTPD

/// A page and the answer that there is nothing newer, each made once, however often it is asked for.
struct PreparedPage: Sendable {
    let response: PreparedResponse
    private let notModified: NotModified
    /// The same, compressed; nil where it is sent as it is.
    private var compressed: CompressedPages?

    /// What its headers were made from, where that is known.
    private(set) var head: Head?

    /// What the headers of a page say besides its entity tag.
    ///
    /// An object, for it goes from page to page.
    final class Head: Sendable {
        let contentType: String
        let isPrivate: Bool
        /// Whether it is in the language that the client likes best.
        let isNegotiated: Bool
        /// Whether who takes it may get it, or a page at the same address, compressed.
        let isCompressible: Bool
        let links: String?
        /// How it is to be saved, where it is.
        let disposition: String?

        init(
            contentType: String, isPrivate: Bool, isNegotiated: Bool, isCompressible: Bool, links: String?,
            disposition: String?
        ) {
            self.contentType = contentType
            self.isPrivate = isPrivate
            self.isNegotiated = isNegotiated
            self.isCompressible = isCompressible
            self.links = links
            self.disposition = disposition
        }
    }

    var entityTag: String { notModified.entityTag }

    init(_ bytes: [UInt8], _ head: Head, entityTag: String) throws {
        try self.init(
            bytes, contentType: head.contentType,
            headers: .page(
                entityTag: entityTag, isPrivate: head.isPrivate, isNegotiated: head.isNegotiated,
                isCompressible: head.isCompressible),
            links: head.links, disposition: head.disposition)
        self.head = head
    }

    /// - Parameters:
    ///   - headers: those of an answer without a body too, the entity tag among them.
    ///   - disposition: how it is to be saved, where it is.
    init(
        _ bytes: [UInt8], contentType: String, headers: HTTPFields, links: String? = nil, disposition: String? = nil
    ) throws {
        var headers = headers
        notModified = NotModified(headers, entityTag: headers[.eTag] ?? "")
        SecurityHeaders.add(to: &headers)
        headers[.contentType] = contentType
        headers[.contentDisposition] = disposition
        if let links, let link = HTTPField.Name("Link") { headers[link] = links }
        response = try PreparedResponse(Response(headers: headers, body: .bytes(bytes)))
    }

    /// The next page of the same view.
    init(after before: PreparedPage, entityTag: String, body: LazyBytes) {
        head = before.head
        notModified = before.notModified.with(entityTag: entityTag)
        response = PreparedResponse(after: before.response, entityTag: entityTag, body: body)
        compressed = before.compressed.map { CompressedPages(of: self, effort: $0.effort, onGrowth: $0.onGrowth) }
    }

    /// The page in a content coding, which has an entity tag of its own; nil where that is no shorter.
    init?(_ page: PreparedPage, in coding: ContentCoding, effort: ContentCoding.Effort) throws {
        guard let bytes = coding.encode(page.response.bytes, effort: effort), bytes.count < page.response.byteCount
        else { return nil }
        notModified = page.notModified.with(entityTag: coding.entityTag(of: page.entityTag))
        var headers = page.response.headers
        headers[.eTag] = notModified.entityTag
        headers[.contentEncoding] = coding.rawValue
        response = try PreparedResponse(Response(headers: headers, body: .bytes(bytes)))
    }

    /// The same page, compressed for whoever takes that, as far as ``CompressionGuard`` allows.
    ///
    /// - Parameter onGrowth: called when more bytes are kept for it.
    func compressible(
        _ effort: ContentCoding.Effort, onGrowth: @escaping @Sendable () -> Void = {}
    ) -> PreparedPage {
        guard compressed == nil, response.byteCount >= CompressedPages.minimum else { return self }
        var page = self
        page.compressed = CompressedPages(of: self, effort: effort, onGrowth: onGrowth)
        return page
    }

    /// The bytes that are kept for it.
    var byteCount: Int { response.byteCount + (compressed?.byteCount ?? 0) }

    /// Compresses it in every way now, so that nobody has to wait for that.
    func compress() {
        for coding in ContentCoding.allCases { _ = compressed?.page(in: coding) }
    }

    /// The page, or that the client has it already.
    func response(to request: Request) -> PreparedResponse {
        if let compressed, let coding = CompressionGuard.coding(for: request), let page = compressed.page(in: coding) {
            return page.response(to: request)
        }
        if let tags = request.header(.ifNoneMatch), Self.matches(tags, entityTag),
            let notModified = try? notModified.response()
        {
            return notModified
        }
        return response
    }

    /// Whether a list of entity tags names this one, compared weakly, or says `*` (RFC 9110, 13.1.2).
    static func matches(_ list: String, _ entityTag: String) -> Bool {
        list == entityTag || list == "*" || EntityTagList(list).containsWeakly(entityTag)
    }
}

extension PreparedPage.Head: Equatable {
    static func == (one: PreparedPage.Head, other: PreparedPage.Head) -> Bool {
        one.contentType == other.contentType && one.isPrivate == other.isPrivate
            && one.isNegotiated == other.isNegotiated && one.isCompressible == other.isCompressible
            && one.links == other.links && one.disposition == other.disposition
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
