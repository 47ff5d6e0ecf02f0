public import CascadingTable
public import TableRendering

extension TableView {
    /// Returns a page of the table as text in UTF-8.
    ///
    /// The data source and the delegate are asked once. Rows must be loaded before the call. The cells of the page stay
    /// in memory until they are written. In aligned styles, each line is as long as the widest cells together, unless
    /// `maximumColumnWidth` limits it.
    ///
    /// ```swift
    /// let bytes = try tableView.text(of: tableView.window(size: 100), style: .psql)
    /// ```
    public func text(
        of window: TableWindow, style: TextTableStyle, configuration: TextTableConfiguration = .init()
    ) throws(TextTableError) -> [UInt8] {
        let snapshot = PageSnapshot(of: window, in: self, numberingLines: false)
        snapshot.duplicates.forEach(anomalies.report)
        return try snapshot.text(style: style, configuration: configuration)
    }
}

extension PageSnapshot {
    /// Returns the page as text in UTF-8; see ``TableView/text(of:style:configuration:)``.
    ///
    /// - Parameters:
    ///   - style: The style of the text.
    ///   - configuration: The settings of the text.
    /// - Throws: ``TextTableError`` if a cell is too wide and the truncation is `error`.
    package func text(
        style: TextTableStyle, configuration: TextTableConfiguration = .init()
    ) throws(TextTableError) -> [UInt8] {
        var measure = TextTableMeasure(style: style, configuration: configuration)
        write(to: &measure)
        var writer = TextTableWriter(
            style: style, layout: try measure.makeLayout(), configuration: configuration)
        write(to: &writer)
        return writer.takeOutput()
    }
}

extension TableExport {
    /// Writes the table as text in UTF-8.
    ///
    /// Aligned styles read all rows twice: first to measure the columns, then to write. Tables without columns are read
    /// twice in every style, to find their columns. If a cell grows meanwhile, its line becomes longer.
    ///
    /// - Parameters:
    ///   - style: The style of the text.
    ///   - configuration: The settings of the text. Default: the defaults of ``TextTableConfiguration``.
    ///   - output: Receives the bytes.
    /// - Throws: ``TextTableError`` for a cell that is too wide, `TableExportError`, and the errors of the data source
    ///   and of `output`.
    @TableActor
    public func writeText(
        _ style: TextTableStyle, _ configuration: TextTableConfiguration = .init(),
        to output: @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        let export = try await opened()
        let layout = try await export.measured(style, configuration).makeLayout()
        try await export.write(
            TextTableWriter(style: style, layout: layout, configuration: configuration), to: output)
    }

    /// Reads what must be known before the first row is written: the columns, and their widths in aligned styles.
    @TableActor
    func measured(
        _ style: TextTableStyle, _ configuration: TextTableConfiguration
    ) async throws -> TextTableMeasure {
        var measure = TextTableMeasure(style: style, configuration: configuration)
        let hasColumns = try await self.hasColumns
        if style.isAligned || !hasColumns { try await read(&measure) } else { try await readSections(&measure) }
        return measure
    }
}
