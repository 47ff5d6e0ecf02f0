public import CascadingTable

/// What the template of a page may show around the table; its properties are the names in the template.
public struct PageShell: Sendable {
    public var title: String
    /// The path of the table, ending in a slash.
    public var base: String
    /// Titles and addresses of the pages above.
    public var breadcrumbs: [Link]
    /// The heights of the sheet to link, as its `px`; nil when no row has one.
    public var heights: String?
    /// The query of this page, which a form sends back to return here.
    public var query: String
    /// The same rows as JSON.
    public var json: String
    /// The addresses of the pages beside this one.
    public var previous: String?
    public var next: String?
    /// Which rows are shown, such as `1–100 of 193`.
    public var range: String

    public struct Link: Sendable {
        public var title: String
        public var url: String
    }

    /// The shell of a table that has been written.
    public init(_ writer: HTMLTableWriter, title: String, breadcrumbs: [TableLink]) {
        self.title = title
        self.breadcrumbs =
            breadcrumbs
            .filter { SafeURL.isAllowed($0.url) }
            .map { Link(title: $0.title, url: writer.links.resolve($0.url)) }
        let links = writer.links
        base = links.base
        query = links.query
        json = links.json
        previous = links.previous?.url
        next = links.next?.url
        heights = writer.heights.isEmpty ? nil : Self.list(writer.heights)
        let rows = writer.rows
        range =
            switch (rows.count, rows.last - rows.first) {
            case (0, _): "No rows"
            case (1, _): "1 row"
            case (let count, _) where rows.first == 1 && rows.last == count: "\(count) rows"
            case (let count, 0): "\(rows.first) of \(count)"
            case (let count, _): "\(rows.first)–\(rows.last) of \(count)"
            }
    }

    private static func list(_ heights: [Double]) -> String {
        var writer = ByteWriter()
        for (index, height) in heights.sorted().enumerated() {
            if index > 0 { writer.byte(0x2C) }
            _ = writer.decimal(height)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// What the template of an error may show.
public struct ErrorShell: Sendable {
    public var status: Int
    public var title: String
    public var detail: String
    public var errors: [String]
    /// Where to go from here, and what that is called.
    public var way: String
    public var wayTitle: String

    public init(status: Int, title: String, detail: String, errors: [String], way: String, wayTitle: String) {
        self.status = status
        self.title = title
        self.detail = detail
        self.errors = errors
        self.way = way
        self.wayTitle = wayTitle
    }
}
