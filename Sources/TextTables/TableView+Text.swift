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
        of window: TableWindow, style: TextTableStyle, configuration: TextTableWriter.Configuration = .init()
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
    public func text(
        style: TextTableStyle, configuration: TextTableWriter.Configuration = .init()
    ) throws(TextTableError) -> [UInt8] {
        var measure = TextTableMeasure(style: style, configuration: configuration)
        write(to: &measure)
        var writer = TextTableWriter(
            style: style, layout: try measure.makeLayout(), configuration: configuration)
        write(to: &writer)
        return writer.takeOutput()
    }
}
