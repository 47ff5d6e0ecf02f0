package import Bytes
import CascadingTable

/// A writer for JSON: one object with its keys in a fixed order, or an array (``JSONShape``).
package struct JSONTableWriter: TableWriter, ~Copyable, Sendable {
    package internal(set) var output: ByteWriter
    private var rows: JSONRowWriter
    private var links: PageLinks { rows.links }
    private var shape: JSONShape { rows.shape }
    private var isFirstSection = true
    private var isFirstRow = true
    /// The number of rows, written after the rows.
    private var rowCount = 0
    private var countAccuracy = RowCountAccuracy.exact
    /// The number of rows in the table, if not all of them match the query.
    private var total: Int?
    /// The number of rows that were grouped, if they are not all.
    private var groupedCount: Int?

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - links: The links of the page.
    ///   - shape: The shape of the rows. Default: cells.
    package init(links: PageLinks, shape: JSONShape = .cells) {
        rows = JSONRowWriter(links: links, shape: shape)
        output = ByteWriter(capacity: 32 * 1024)
    }

    /// Returns the bytes that were written since the last call.
    package mutating func takeOutput() -> [UInt8] { output.take() }

    /// Writes the metadata of the table, and begins its rows.
    package mutating func beginTable(_ head: TableMetadata) {
        rows.begin(head)
        guard shape != .array else { return output.byte(0x5B) }
        rowCount = head.count
        countAccuracy = head.countAccuracy
        groupedCount = head.groupedCount
        total = head.query?.leavesOutRows == true && head.totalsAllRows ? head.total : nil
        let columns = head.columns.map { column in
            let type: JSON? = column.type.map { #","type":\#($0)"# }
            let text: JSON? = column.headerToolTip.map { #","description":\#($0)"# }
            let key: JSON? = column.primaryKeyIndex.map { #","primary_key":\#($0)"# }
            return #"""
                {"name":\#(column.name),"title":\#(column.title),"alignment":\#(column.alignment.rawValue)\#
                \#(type)\#(key)\#(text)}
                """# as JSON
        }
        let prompt: JSON? = head.prompt.map { #","description":\#($0)"# }
        output.json(#"{"revision":\#(head.revision),"title":\#(head.title)\#(prompt),"columns":\#(columns)"#)
        guard shape == .cells else { return output.raw(",\"rows\":[") }
        if head.language != "en" { output.json(#","language":\#(head.language)"#) }
        if head.isEditing { output.raw(",\"editing\":true") }
        if head.appearance != TableViewAppearance() { output.json(#","appearance":\#(head.appearance.json)"#) }
        if !head.sectionIndex.isEmpty {
            let index = head.sectionIndex.map { #"{"title":\#($0.title),"section":\#($0.section)}"# as JSON }
            output.json(#","index":\#(index)"#)
        }
        if head.canRefresh { output.json(#","refresh":"\#(raw: links.jsonBase)refresh""#) }
        output.actions(head.toolbar, key: "toolbar", links: links, path: "toolbar/")
        output.actions(head.selectionActions, key: "selectionActions", links: links, path: "selected/")
        if !head.newRowSections.isEmpty {
            let sections = head.newRowSections.map { [links] in
                #"{"section":\#($0.index),"url":\#(links.json("new/\($0.index)"))}"# as JSON
            }
            output.json(#","new":\#(sections)"#)
        }
        if let selection = head.multipleSelection {
            output.json(#","multipleSelection":\#(selection.json(links))"#)
        }
        output.raw(",\"sections\":[")
    }

    /// Begins a section with its header. Only the shape `cells` has sections.
    package mutating func beginSection(_ head: SectionHeader) {
        guard shape == .cells else { return rows.begin(head) }
        if !isFirstSection { output.byte(0x2C) }
        isFirstSection = false
        isFirstRow = true
        output.json(
            #"{"index":\#(head.index),"id":\#(head.identifier),"count":\#(head.count),"header":"#)
        output.headerFooter(head.header, height: head.height, head.actions, links: links)
        if head.moves != nil { output.raw(",\"movable\":true") }
        output.raw(",\"rows\":[")
    }

    /// Writes a row in the shape of the writer.
    package mutating func row(_ row: TableRow) {
        if !isFirstRow { output.byte(0x2C) }
        isFirstRow = false
        rows.write(row, to: &output)
    }

    /// Ends a section with its footer. Only the shape `cells` has sections.
    package mutating func endSection(_ foot: SectionFooter) {
        guard shape == .cells else { return }
        output.byte(0x5D)
        output.key("footer")
        output.headerFooter(foot.footer, height: foot.height, foot.actions, links: links)
        output.byte(0x7D)
    }

    /// Ends the rows, and writes their number and the links to the neighbouring pages.
    package mutating func endTable() {
        output.byte(0x5D)
        guard shape != .array else { return output.byte(0x0A) }
        let accuracy: JSON? = countAccuracy == .exact ? nil : #","count_is":\#(countAccuracy.rawValue)"#
        let total: JSON? = total.map { #","total":\#($0)"# }
        let grouped: JSON? = groupedCount.map { [links] in
            #","complete":false,"grouped_rows":\#($0),"complete_url":\#(links.complete)"#
        }
        let figures: JSON? = links.figures.isEmpty ? nil : #","figures":\#(links.figures.map(\.json))"#
        let facets: JSON? = links.facets.isEmpty ? nil : #","facets":\#(links.facets.map(\.json))"#
        output.json(
            #"""
            ,"count":\#(rowCount)\#(accuracy)\#(total)\#(grouped)\#(figures)\#(facets),"next":\#(orNull: links.next?.token),"next_url":\#(orNull: links.next?.url),\#
            "previous":\#(orNull: links.previous?.token),"previous_url":\#(orNull: links.previous?.url)}

            """#)
    }
}
