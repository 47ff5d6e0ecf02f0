package import Bytes
import CascadingTable

/// A writer for JSON: one object with its keys in a fixed order, or an array (``JSONShape``).
public struct JSONTableWriter: TableWriter, ~Copyable, Sendable {
    package internal(set) var output: ByteWriter
    let links: PageLinks
    private let shape: JSONShape
    private var pieces: JSONRowMarkup
    private var record = JSONRecord()
    private var isFirstSection = true
    private var isFirstRow = true
    /// The number of rows, written after the rows.
    private var rowCount = 0
    private var countsAllRows = true
    /// The number of rows in the table, if not all of them match the query.
    private var total: Int?

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - links: The links of the page.
    ///   - shape: The shape of the rows. Default: cells.
    public init(links: PageLinks, shape: JSONShape = .cells) {
        self.links = links
        self.shape = shape
        pieces = JSONRowMarkup()
        output = ByteWriter(capacity: 32 * 1024)
    }

    /// Writes the metadata of the table, and begins its rows.
    public mutating func beginTable(_ head: TableMetadata) {
        pieces = JSONRowMarkup(columns: head.columns, links: links)
        record = JSONRecord(columns: head.columns, shape)
        guard shape != .array else { return output.byte(0x5B) }
        rowCount = head.count
        countsAllRows = head.countsAllRows
        total = head.query?.leavesOutRows == true && head.totalsAllRows ? head.total : nil
        output.raw("{\"revision\":")
        output.integer(head.revision)
        output.key("title")
        output.jsonString(head.title)
        output.key("columns")
        output.array(head.columns) { output, column in
            output.raw("{\"name\":")
            output.jsonString(column.name)
            output.key("title")
            output.jsonString(column.title)
            output.key("alignment")
            output.jsonString(column.alignment.rawValue)
            if let type = column.type {
                output.key("type")
                output.jsonString(type)
            }
            if let index = column.primaryKeyIndex {
                output.key("primary_key")
                output.integer(index)
            }
            output.byte(0x7D)
        }
        guard shape == .cells else { return output.raw(",\"rows\":[") }
        if head.language != "en" {
            output.key("language")
            output.jsonString(head.language)
        }
        if head.isEditing { output.raw(",\"editing\":true") }
        if head.appearance != TableViewAppearance() { output.appearance(head.appearance) }
        if !head.sectionIndex.isEmpty {
            output.key("index")
            output.array(head.sectionIndex) { output, entry in
                output.raw("{\"title\":")
                output.jsonString(entry.title)
                output.key("section")
                output.integer(entry.section)
                output.byte(0x7D)
            }
        }
        if head.canRefresh {
            output.key("refresh")
            output.byte(0x22)
            output.raw(links.jsonBase)
            output.raw("refresh\"")
        }
        output.actions(head.toolbar, key: "toolbar", links: links, path: "toolbar/")
        output.actions(
            head.selectionActions, key: "selectionActions", links: links, path: "selected/")
        if !head.newRowSections.isEmpty {
            output.key("new")
            output.array(head.newRowSections) { [links] output, section in
                output.raw("{\"section\":")
                output.integer(section.index)
                output.raw(",\"url\":\"")
                output.raw(links.jsonBase)
                output.raw("new/")
                output.integer(section.index)
                output.raw(links.jsonEnd)
                output.byte(0x7D)
            }
        }
        if let selection = head.multipleSelection { output.multipleSelection(selection, links: links) }
        output.key("sections")
        output.byte(0x5B)
    }

    /// Begins a section with its header. Only the shape `cells` has sections.
    public mutating func beginSection(_ head: SectionHeader) {
        guard shape == .cells else { return record.begin(head) }
        if !isFirstSection { output.byte(0x2C) }
        isFirstSection = false
        isFirstRow = true
        output.raw("{\"index\":")
        output.integer(head.index)
        output.key("id")
        output.jsonString(head.identifier)
        output.key("count")
        output.integer(head.count)
        output.key("header")
        output.headerFooter(head.header, height: head.height, head.actions, links: links)
        if head.moves != nil { output.raw(",\"movable\":true") }
        output.key("rows")
        output.byte(0x5B)
    }

    /// Writes a row in the shape of the writer.
    public mutating func row(_ row: TableRow) {
        if !isFirstRow { output.byte(0x2C) }
        isFirstRow = false
        if shape == .cells {
            output.row(row, links: links, pieces)
        } else {
            record.write(row, pieces, to: &output)
        }
    }

    /// Ends a section with its footer. Only the shape `cells` has sections.
    public mutating func endSection(_ foot: SectionFooter) {
        guard shape == .cells else { return }
        output.byte(0x5D)
        output.key("footer")
        output.headerFooter(foot.footer, height: foot.height, foot.actions, links: links)
        output.byte(0x7D)
    }

    /// Ends the rows, and writes their number and the links to the neighbouring pages.
    public mutating func endTable() {
        output.byte(0x5D)
        guard shape != .array else { return output.byte(0x0A) }
        output.key("count")
        output.integer(rowCount)
        if !countsAllRows { output.raw(",\"count_is\":\"more than\"") }
        if let total {
            output.key("total")
            output.integer(total)
        }
        output.key("next")
        output.jsonString(orNull: links.next?.token)
        output.key("next_url")
        output.jsonString(orNull: links.next?.url)
        output.key("previous")
        output.jsonString(orNull: links.previous?.token)
        output.key("previous_url")
        output.jsonString(orNull: links.previous?.url)
        output.raw("}\n")
    }
}
