public import CascadingTable
public import Foundation

/// A data source with UIKit's types: titles that are not optional, and a method that only tells which rows come next.
///
/// Each method takes the place of the one of `TableViewDataSource` with the same name. A class that has both is asked
/// that one.
@TableActor
public protocol UITableViewDataSource: TableViewDataSource {
    /// Asks the data source for the title above a section. Default: an empty string, for no title.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String
    /// Asks the data source for the title below a section. Default: an empty string, for no title.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String
    /// Asks the data source for the cell of a row.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
    /// Asks the data source for the titles of the index beside the table. Default: none.
    @_disfavoredOverload
    func sectionIndexTitles(for tableView: TableView) -> [String]
    /// Tells the data source which rows a page is about to ask for. The page does not wait. Default: does nothing.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSource {
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String { "" }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String { "" }
    /// Returns no titles.
    @_disfavoredOverload
    public func sectionIndexTitles(for tableView: TableView) -> [String] { [] }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {}

    public func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let cell: UITableViewCell = self.tableView(tableView, cellForRowAt: indexPath)
        return cell.shown(in: tableView)
    }
    public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        let title: String = self.tableView(tableView, titleForHeaderInSection: section)
        return title.isEmpty ? nil : title
    }
    public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        let title: String = self.tableView(tableView, titleForFooterInSection: section)
        return title.isEmpty ? nil : title
    }
    /// Returns the titles, or nil if there are none.
    public func sectionIndexTitles(for tableView: TableView) -> [String]? {
        let titles: [String] = sectionIndexTitles(for: tableView)
        return titles.isEmpty ? nil : titles
    }
    public func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        self.tableView(tableView, prefetchRowsAt: indexPaths) as Void
        return nil
    }
}

/// A delegate with UIKit's heights, which are `CGFloat`.
///
/// Each method takes the place of the one of `TableViewDelegate` with the same name. A class that has both is asked
/// that one.
@TableActor
public protocol UITableViewDelegate: TableViewDelegate {
    /// Asks the delegate for the height of a row. Default: `automaticDimension`.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> CGFloat
    /// Asks the delegate for the height of a section's header. Default: 0, for the table's `sectionHeaderHeight`.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> CGFloat
    /// Asks the delegate for the height of a section's footer. Default: 0, for the table's `sectionFooterHeight`.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> CGFloat
}

extension UITableViewDelegate {
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> CGFloat { -1 }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> CGFloat { 0 }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> CGFloat { 0 }

    public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        Height(self.tableView(tableView, heightForRowAt: indexPath) as CGFloat)
    }
    public func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height {
        Height(self.tableView(tableView, heightForHeaderInSection: section) as CGFloat)
    }
    public func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height {
        Height(self.tableView(tableView, heightForFooterInSection: section) as CGFloat)
    }
}
