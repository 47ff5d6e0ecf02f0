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
        of window: TableWindow, style: TextTableStyle, configuration: TableFormat.Options = .init()
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
        style: TextTableStyle, configuration: TableFormat.Options = .init()
    ) throws(TextTableError) -> [UInt8] {
        try measured(style, configuration) { TextTableWriter(style: style, layout: $0, configuration: configuration) }
    }

    /// Returns the page in a format whose columns are found before the first row is written.
    func measured<Writer: TableWriter & ~Copyable>(
        _ style: TextTableStyle, _ options: TableFormat.Options, _ makeWriter: (TextTableLayout) -> Writer
    ) throws(TextTableError) -> [UInt8] {
        var measure = TextTableMeasure(style: style, configuration: options)
        write(to: &measure)
        var writer = makeWriter(try measure.makeLayout())
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
    ///   - configuration: The settings of the text. Default: the defaults of `TableFormat.Options`.
    ///   - output: Receives the bytes.
    /// - Throws: ``TextTableError`` for a cell that is too wide, `TableExportError`, and the errors of the data source
    ///   and of `output`.
    @TableActor
    public func writeText(
        _ style: TextTableStyle, _ configuration: TableFormat.Options = .init(),
        to output: @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        try await write(measuredFor: style, configuration, to: output) {
            TextTableWriter(style: style, layout: $0, configuration: configuration)
        }
    }

    /// Writes the table in a format for which must be known before the first row what columns there are, and how wide
    /// they are in aligned styles.
    @TableActor
    func write<Writer: TableWriter & ~Copyable>(
        measuredFor style: TextTableStyle, _ options: TableFormat.Options, to output: Output,
        _ makeWriter: (TextTableLayout) -> Writer
    ) async throws {
        let export = try await opened()
        var measure = TextTableMeasure(style: style, configuration: options)
        let hasColumns = try await export.hasColumns
        if style.isAligned || !hasColumns {
            try await export.read(&measure)
        } else {
            try await export.readSections(&measure)
        }
        try await export.write(makeWriter(try measure.makeLayout()), to: output)
    }
}
