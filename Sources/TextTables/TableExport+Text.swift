import CascadingTable
public import TableRendering

extension TableExport {
    /// Writes the table as text in UTF-8.
    ///
    /// Aligned styles read all rows twice: first to measure the columns, then to write. Tables without columns are read
    /// twice in every style, to find their columns. If a cell grows meanwhile, its line becomes longer.
    ///
    /// - Parameters:
    ///   - style: The style of the text.
    ///   - configuration: The settings of the text. Default: the defaults of ``TextTableWriter/Configuration``.
    ///   - output: Receives the bytes.
    /// - Throws: ``TextTableError`` for a cell that is too wide, `TableExportError`, and the errors of the data source
    ///   and of `output`.
    @TableActor
    public func writeText(
        _ style: TextTableStyle, _ configuration: TextTableWriter.Configuration = .init(), to output: Output
    ) async throws {
        let export = try await opened()
        let layout = try await export.measured(style, configuration).makeLayout()
        try await export.write(
            TextTableWriter(style: style, layout: layout, configuration: configuration), to: output)
    }

    /// Reads what must be known before the first row is written: the columns, and their widths in aligned styles.
    @TableActor
    func measured(
        _ style: TextTableStyle, _ configuration: TextTableWriter.Configuration
    ) async throws -> TextTableMeasure {
        var measure = TextTableMeasure(style: style, configuration: configuration)
        let hasColumns = try await self.hasColumns
        if style.isAligned || !hasColumns { try await read(&measure) } else { try await readSections(&measure) }
        return measure
    }
}
