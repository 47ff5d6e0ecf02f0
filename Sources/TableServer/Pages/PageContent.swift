import Bytes
import CascadingTable
import HTTPTypes
import TableRendering

/// Everything that a page is rendered from, without further access to the table.
struct PageContent: Sendable {
    let snapshot: PageSnapshot
    let builder: PageBuilder
    let links: PageLinks
    let title: String
    let breadcrumbs: [TableLink]
    /// The message about the visitor's last change; nil for none.
    let notice: TableView.Notice?
    /// The reasons why reading the rows took long; nil if it did not.
    let advice: QueryAdvice?
    /// The form above the table; nil for none.
    let parameters: TableParameters?
    /// The lists below the table.
    let frames: [TableLink]
    /// The groups that the page draws; nil for none.
    let drawn: (rows: RowBatch, columns: [TableViewColumn], grouping: TableQuery.Grouping, kind: Chart.Kind)?
    /// A Boolean value that indicates whether the page is personal to one visitor.
    let isPrivate: Bool
    /// A Boolean value that indicates whether the page is made for each request: a delegate read the visitor, or the
    /// rows change without a revision.
    let isTaggedByContent: Bool
    /// A Boolean value that indicates whether the table shows the values of one record.
    let isRecord: Bool
    /// The entity tag, without the hash value of the contents.
    let entityTag: String
    /// The cache key; nil for a page that is not cached.
    let key: PageCache.Key?

    var page: PageRequest { builder.page }

    /// Returns the page with its headers, ready to be sent.
    ///
    /// - Parameters:
    ///   - bytes: The rendered page.
    ///   - renderingTime: The time that rendering it has taken.
    ///   - isCompressible: Whether the server compresses pages.
    ///   - isOverTLS: Whether the server has a certificate.
    ///   - compression: Makes the compression of a shared page.
    func prepared(
        _ bytes: [UInt8], renderingTime: Duration, isCompressible: Bool, isOverTLS: Bool,
        _ compression: () -> CachedPage.Compression
    ) -> CachedPage {
        let head = SharedHeaders.of(
            .init(
                contentType: page.representation.contentType, isPrivate: isPrivate,
                isNegotiated: page.representation == .html, isCompressible: isCompressible, isOverTLS: isOverTLS))
        var fields = HTTPFields()
        if let neighbours = links.header, let name = HTTPField.Name("Link") { fields[name] = neighbours }
        fields.addTime(of: "rows", builder.loadingTime)
        fields.addTime(of: "page", renderingTime)
        fields[.contentDisposition] = page.representation.disposition(title: title)
        return CachedPage(
            bytes, head, entityTag: entityTag(of: bytes), adding: fields,
            compression: isCompressible && !isPrivate ? compression() : nil)
    }

    /// Returns the entity tag of the rendered page. Tags of two pages that are made for each request differ if the pages
    /// do, and are equal on all servers if the pages are.
    private func entityTag(of bytes: [UInt8]) -> String {
        guard isTaggedByContent else { return entityTag }
        return "\(entityTag.dropLast()).\(ContentHash(of: bytes).text)\""
    }
}

extension PageLinks {
    /// The value of the `Link` header (RFC 8288); nil for a single page, or if the addresses are too long for a header.
    ///
    /// The body contains the links in every case.
    fileprivate var header: String? {
        guard previous != nil || next != nil else { return nil }
        let header = ByteWriter.text { text in
            if let previous { text.link(previous, "prev") }
            if let next { text.link(next, "next") }
        }
        return header.utf8.count <= Self.maxHeaderLength ? header : nil
    }

    /// The limit in bytes. Proxies and clients allow 4 to 8 KiB for all headers of a response.
    private static var maxHeaderLength: Int { 2_048 }
}

extension ByteWriter {
    fileprivate mutating func link(_ neighbour: PageLinks.Neighbour, _ relation: StaticString) {
        if count > 0 { raw(", ") }
        byte(UInt8(ascii: "<"))
        raw(neighbour.url.utf8)
        raw(">; rel=\"")
        raw(relation)
        byte(UInt8(ascii: "\""))
    }
}
