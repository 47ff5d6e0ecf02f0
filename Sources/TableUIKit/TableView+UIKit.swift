public import CascadingTable
public import Foundation

// Calls of UIKit that differ in their parameters.

extension TableView {
    /// The height of a row, header or footer that is as high as its content.
    public nonisolated static var automaticDimension: CGFloat { -1 }

    // MARK: Properties in UIKit's types

    /// The height of rows whose height is automatic according to the delegate.
    public var rowHeight: CGFloat {
        get { CGFloat(self[keyPath: Own.rowHeight]) }
        set { self[keyPath: Own.rowHeight] = Height(newValue) }
    }

    /// The height of headers whose height is 0 according to the delegate.
    public var sectionHeaderHeight: CGFloat {
        get { CGFloat(self[keyPath: Own.sectionHeaderHeight]) }
        set { self[keyPath: Own.sectionHeaderHeight] = Height(newValue) }
    }

    /// The height of footers whose height is 0 according to the delegate.
    public var sectionFooterHeight: CGFloat {
        get { CGFloat(self[keyPath: Own.sectionFooterHeight]) }
        set { self[keyPath: Own.sectionFooterHeight] = Height(newValue) }
    }

    /// A Boolean value that indicates whether the page is in edit mode. Setting it changes the visitor's session.
    public var isEditing: Bool {
        get { self[keyPath: Own.isEditing] }
        set { setEditing(newValue) }
    }

    /// The rows that the visitor has selected. Nil for none.
    public var indexPathsForSelectedRows: [IndexPath]? {
        let rows = self[keyPath: Own.selectedRows]
        return rows.isEmpty ? nil : rows
    }

    // MARK: Changes

    /// Announces that the rows, headers and footers of sections have changed.
    public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        reloadSections(Array(sections), with: animation)
    }

    /// Announces sections that the data source has inserted.
    public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
        insertSections(Array(sections), with: animation)
    }

    /// Announces sections that the data source has deleted.
    public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
        deleteSections(Array(sections), with: animation)
    }

    /// Announces several changes as one revision, then calls the completion with true, at once.
    public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?) {
        performBatchUpdates { updates?() }
        completion?(true)
    }

    // MARK: Selecting and editing. Animation and scroll position have no effect.

    /// Selects a row in the visitor's session; nil deselects all rows.
    public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        guard let indexPath else { return self[keyPath: Own.selectedRows].forEach { deselectRow(at: $0) } }
        selectRow(at: indexPath)
    }

    /// Deselects a row in the visitor's session.
    public func deselectRow(at indexPath: IndexPath, animated: Bool) { deselectRow(at: indexPath) }

    /// Turns edit mode on or off in the visitor's session.
    public func setEditing(_ editing: Bool, animated: Bool) { setEditing(editing) }

    // MARK: Cells

    /// Does nothing: cells are values.
    public func register(_ cellClass: Any.Type?, forCellReuseIdentifier identifier: String) {}

    /// Returns an empty cell.
    public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
    }

    /// Does nothing: headers and footers are values.
    public func register(_ viewClass: Any.Type?, forHeaderFooterViewReuseIdentifier identifier: String) {}

    /// Returns an empty header or footer.
    public func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
        UITableViewHeaderFooterView()
    }

    /// Returns nil, so that the caller creates a cell.
    public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? { nil }

    // MARK: Views around the rows

    /// The view above the first section. Nil for none.
    public var tableHeaderView: UIView? {
        get { appearance.headerView }
        set { appearance.headerView = newValue == UIView() ? nil : newValue }
    }

    /// The view below the last section. Nil for none. An empty view, which hides lines in UIKit, counts as none.
    public var tableFooterView: UIView? {
        get { appearance.footerView }
        set { appearance.footerView = newValue == UIView() ? nil : newValue }
    }

    /// The view that a table without rows shows. Nil for a short sentence.
    public var backgroundView: UIView? {
        get { appearance.emptyView }
        set { appearance.emptyView = newValue }
    }

    /// The button that refreshes the table. Nil for none.
    public var refreshControl: UIRefreshControl? {
        get { refreshControlObject as? UIRefreshControl }
        set {
            refreshControlObject = newValue
            guard let newValue else { return refreshHandler = nil }
            refreshHandler = { _ in newValue.performActions() }
        }
    }

    // MARK: Accepted without an effect

    /// The height of rows that are not laid out. It has no effect: the browser lays out all rows of a page.
    public var estimatedRowHeight: CGFloat {
        get { -1 }
        set {}
    }

    /// The way in which scrolling hides a keyboard. It has no effect.
    public var keyboardDismissMode: KeyboardDismissMode {
        get { .none }
        set {}
    }

    /// The lines between rows. It has no effect: the theme decides.
    public var separatorStyle: SeparatorStyle {
        get { .singleLine }
        set {}
    }

    /// A Boolean value that indicates whether rows can be selected in edit mode. It has no effect: they cannot.
    public var allowsSelectionDuringEditing: Bool {
        get { false }
        set {}
    }

    /// Does nothing: each visitor scrolls a page of their own.
    public func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {}

    // MARK: Not available

    /// The rows that are on the screen. It is not available.
    @available(*, unavailable, message: "Each visitor sees other rows. Call reloadRows for all rows that changed.")
    public var indexPathsForVisibleRows: [IndexPath]? { nil }

    /// The cells that are on the screen. It is not available.
    @available(*, unavailable, message: "Cells are values. Change your data, and call reloadRows.")
    public var visibleCells: [UITableViewCell] { [] }

    /// The object that handles dragging. It is not available.
    @available(*, unavailable, message: "Implement itemsForBeginningDragAt and performDropWith in the delegate.")
    public var dragDelegate: AnyObject? { nil }

    /// The object that loads rows before they are needed. It is not available.
    @available(*, unavailable, message: "Implement prefetchRowsAt in the data source.")
    public var prefetchDataSource: AnyObject? { nil }
}

extension Height {
    /// Creates a height from UIKit's; -1 is automatic.
    init(_ points: CGFloat) { self = points == -1 ? .automatic : .pixels(Double(points)) }
}

extension CGFloat {
    fileprivate init(_ height: Height) {
        if case .pixels(let pixels) = height { self.init(pixels) } else { self = -1 }
    }
}
