public import CascadingTable
public import Foundation

/// A delegate with UIKit's heights, which are `CGFloat`.
///
/// Each method takes the place of the one of `TableViewDelegate` with the same name.
@TableActor
public protocol UITableViewDelegate: TableViewDelegate {
    /// Asks the delegate for the height of a row. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> CGFloat
    /// Asks the delegate for the height of a section's header. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> CGFloat
    /// Asks the delegate for the height of a section's footer. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> CGFloat
    /// Asks the delegate for the estimated height of a row. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat
}

extension UITableViewDelegate {
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        tableView.isNotSpelled(.rowHeight, -1)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> CGFloat {
        tableView.isNotSpelled(.headerHeight, -1)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> CGFloat {
        tableView.isNotSpelled(.footerHeight, -1)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
        tableView.isNotSpelled(.estimatedRowHeight, -1)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
        Double(self.tableView(tableView, heightForRowAt: indexPath) as CGFloat)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double {
        Double(self.tableView(tableView, heightForHeaderInSection: section) as CGFloat)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Double {
        Double(self.tableView(tableView, heightForFooterInSection: section) as CGFloat)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> Double {
        Double(self.tableView(tableView, estimatedHeightForRowAt: indexPath) as CGFloat)
    }
}
