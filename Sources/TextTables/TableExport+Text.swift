import CascadingTable
public import TableRendering

extension TableExport {
    /// Writes the table as text.
    ///
    /// Aligned styles read all rows twice, first to know how wide the columns are; so do tables that do not name their
    /// columns, to know which there are. A cell that grows in between makes its line longer.
    @TableActor
    public func writeText(
        _ style: TextTableStyle, _ configuration: TextTableWriter.Configuration = .init(), to output: Output
    ) async throws {
        let export = try await opened()
        var measure = TextTableMeasure(style: style, configuration: configuration)
        if style.isAligned || !export.hasColumns {
            try await export.read(&measure)
        } else {
            export.readSections(&measure)
        }
        try await export.write(
            TextTableWriter(style: style, layout: measure.makeLayout(), configuration: configuration), to: output)
    }
}
