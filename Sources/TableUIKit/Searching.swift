public import CascadingTable

/// The search field of a page, with the scopes of its ``searchBar``.
///
/// The table searches its cells by itself, for each visitor, and the address of the page has the words. So the text of the
/// search bar is always empty.
@TableActor
public final class UISearchController {
    /// The object that is told about another scope. It is not told about words.
    public weak var searchResultsUpdater: (any UISearchResultsUpdating)? {
        get { searchBar.updater }
        set { searchBar.updater = newValue }
    }

    /// The search field.
    public let searchBar = UISearchBar()
    /// A Boolean value that indicates whether another scope than the first one is chosen.
    public var isActive: Bool { searchBar.selectedScopeButtonIndex > 0 }
    /// A Boolean value that indicates whether the rows are dimmed during a search. It has no effect.
    public var obscuresBackgroundDuringPresentation = false
    /// A Boolean value that indicates whether the top of the page is hidden during a search. It has no effect.
    public var hidesNavigationBarDuringPresentation = false

    /// Creates a search field.
    ///
    /// - Parameter searchResultsController: Nil.
    public init(searchResultsController: Never? = nil) { searchBar.search = self }
}

/// A search field with scopes, which are buttons at the top of the page.
@TableActor
public final class UISearchBar {
    /// The words of a search. They are always empty: the table searches its cells by itself.
    public let text: String? = ""
    /// The text in the empty field. It has no effect.
    public var placeholder: String?
    /// The names of the scopes. Nil for none.
    public var scopeButtonTitles: [String]? { didSet { controller?.showBarButtons() } }
    /// The index of the scope that is chosen. It is the same for all visitors of a controller.
    public var selectedScopeButtonIndex = 0 { didSet { controller?.showBarButtons() } }
    /// The object that is told about another scope.
    public weak var delegate: (any UISearchBarDelegate)?

    weak var updater: (any UISearchResultsUpdating)?
    weak var search: UISearchController?
    weak var controller: UITableViewController?

    /// The scopes as a button with a menu.
    var scopes: UIBarButtonItem {
        let actions = (scopeButtonTitles ?? []).enumerated().map { index, title in
            UIAction(title: title, state: index == selectedScopeButtonIndex ? .on : .off) { [weak self] _ in
                self?.choose(index)
            }
        }
        return UIBarButtonItem(menu: UIMenu(children: actions))
    }

    private func choose(_ index: Int) {
        selectedScopeButtonIndex = index
        delegate?.searchBar(self, selectedScopeButtonIndexDidChange: index)
        if let search { updater?.updateSearchResults(for: search) }
    }
}

/// An object that is told about another scope of a search.
@TableActor
public protocol UISearchResultsUpdating: AnyObject {
    /// Responds to another scope.
    func updateSearchResults(for searchController: UISearchController)
}

/// An object that is told about another scope of a search.
@TableActor
public protocol UISearchBarDelegate: AnyObject {
    /// Responds to another scope. Default: does nothing.
    func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
}

extension UISearchBarDelegate {
    /// Does nothing.
    public func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {}
}
