import CascadingTable

/// A cell of a style of its own, as wide as the table, laid out by the template of that style.
enum TemplateLayout {
    /// Writes the cell, or answers false where there is no such template.
    static func write(_ writer: inout HTMLTableWriter, _ row: TableRow) -> Bool {
        guard let templates = writer.templates else { return false }
        let markup = templates.cell(row.cell.style) {
            // What the label writes comes back out again, to stand where the template has it.
            var label = ByteWriter()
            swap(&writer.output, &label)
            let labelEnd = writer.beginLabel(of: row)
            writer.title(of: row)
            writer.output.raw(labelEnd)
            swap(&writer.output, &label)
            return CellShell(row.cell, label: label.text, links: writer.links, words: writer.words)
        }
        guard let markup else { return false }
        writer.beginWideCell("cell custom", of: row)
        writer.output.raw(markup.utf8)
        writer.endWideCell(of: row)
        return true
    }
}
