/// What a page is written in, by which parts of it can be written again.
public enum PageFormat: Sendable {
    case html(PageLinks, Language, maxTextLength: Int, PageTemplates?)
    case json(PageLinks)
}

/// A writer that can write parts of a page again.
enum PageWriter: ~Copyable, Sendable {
    case html(HTMLTableWriter)
    case json(JSONTableWriter)

    /// One that is where it would be had it written the page to its end, with nothing in it.
    init(_ format: PageFormat, of head: TableHead) {
        switch format {
        case .html(let links, let language, let maxTextLength, let templates):
            var writer = HTMLTableWriter(
                links: links, language: language, maxTextLength: maxTextLength, templates: templates,
                into: ByteWriter(capacity: 2048))
            writer.beginTable(head)
            writer.output.removeAll()
            self = .html(writer)
        case .json(let links):
            var writer = JSONTableWriter(links: links, into: ByteWriter(capacity: 2048))
            writer.beginTable(head)
            writer.output.removeAll()
            self = .json(writer)
        }
    }
}
