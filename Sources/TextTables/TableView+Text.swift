public import CascadingTable
public import TableRendering

extension TableView {
    /// A page of the table as text, in UTF-8.
    ///
    /// Delegates are asked once, as for a page; rows that have to be loaded are loaded before. Cost: the cells of the
    /// page are kept until it is written, and in the styles that are aligned a line is as long as the widest cells
    /// together, so a `maximumColumnWidth` bounds it.
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
    /// The page as text, in UTF-8; see ``TableView/text(of:style:configuration:)``.
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
