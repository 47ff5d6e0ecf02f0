package import FoundationEssentials

extension TableView {
    /// The properties that the module TableUIKit declares again in UIKit's types, by other names.
    @TableActor
    package struct Underlying {
        let tableView: TableView

        /// The height of rows.
        package var rowHeight: Height {
            get { tableView.rowHeight }
            nonmutating set { tableView.rowHeight = newValue }
        }

        /// The height of headers.
        package var sectionHeaderHeight: Height {
            get { tableView.sectionHeaderHeight }
            nonmutating set { tableView.sectionHeaderHeight = newValue }
        }

        /// The height of footers.
        package var sectionFooterHeight: Height {
            get { tableView.sectionFooterHeight }
            nonmutating set { tableView.sectionFooterHeight = newValue }
        }

        /// The object that stands for ``TableView/refreshHandler``.
        package var refreshControl: (any AnyObject & Sendable)? {
            get { tableView.refreshControl }
            nonmutating set { tableView.refreshControl = newValue }
        }

        /// Whether the page is in edit mode.
        package var isEditing: Bool { tableView.isEditing }

        /// The rows that the visitor has selected.
        package var indexPathsForSelectedRows: [IndexPath] { tableView.indexPathsForSelectedRows }
    }

    /// The properties that TableUIKit declares again.
    package var underlying: Underlying { Underlying(tableView: self) }
}
