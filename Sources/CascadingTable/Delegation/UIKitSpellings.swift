public import FoundationEssentials

/// Methods of a data source in the types that UIKit code uses.
///
/// Each takes the place of the method of ``TableViewDataSource`` with the same name. If you implement both, that method
/// is asked first. Nodes of a tree are not asked in these types.
@TableActor
public protocol TableViewDataSourceSpellings: AnyObject {
    /// Asks the data source for the title above a section. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String

    /// Asks the data source for the title below a section. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String

    /// Asks the data source for the titles of the index beside the table. Default: not implemented.
    @_disfavoredOverload
    func sectionIndexTitles(for tableView: TableView) -> [String]

    /// Tells the data source which rows a page is about to ask for.
    ///
    /// As in UIKit, the page does not wait. Return a ``TablePrefetch`` if it should. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
}

/// Methods of a delegate in the types that UIKit code uses: heights as numbers of CSS pixels.
///
/// Each takes the place of the method of ``TableViewDelegate`` with the same name. If you implement both, that method
/// is asked first. The height -1, UIKit's `automaticDimension`, means ``Height/automatic``. Nodes of a tree are not
/// asked in these types.
@TableActor
public protocol TableViewDelegateSpellings: AnyObject {
    /// Asks the delegate for the height of a row. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double

    /// Asks the delegate for the height of a section's header. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double

    /// Asks the delegate for the height of a section's footer. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Double

    /// Asks the delegate for the estimated height of a row whose height is automatic. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> Double

    /// Asks the delegate for the estimated height of a section's header. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, estimatedHeightForHeaderInSection section: Int) -> Double

    /// Asks the delegate for the estimated height of a section's footer. Default: not implemented.
    @_disfavoredOverload
    func tableView(_ tableView: TableView, estimatedHeightForFooterInSection section: Int) -> Double
}

/// Spellings that the data source or delegate of a table may implement.
///
/// A spelling is in the set until its default is called, which happens once for a table. Then it is asked no more.
package struct UIKitSpellings: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let headerTitle = Self(rawValue: 1 << 0)
    package static let footerTitle = Self(rawValue: 1 << 1)
    package static let indexTitles = Self(rawValue: 1 << 2)
    package static let prefetch = Self(rawValue: 1 << 3)
    package static let rowHeight = Self(rawValue: 1 << 4)
    package static let headerHeight = Self(rawValue: 1 << 5)
    package static let footerHeight = Self(rawValue: 1 << 6)
    package static let estimatedRowHeight = Self(rawValue: 1 << 7)
    package static let estimatedHeaderHeight = Self(rawValue: 1 << 8)
    package static let estimatedFooterHeight = Self(rawValue: 1 << 9)

    static let all = Self(rawValue: .max)
}

extension TableView {
    /// Asks for an answer in another spelling; nil if it is not implemented.
    @discardableResult
    func spelled<Answer>(_ spelling: UIKitSpellings, _ ask: () -> Answer) -> Answer? {
        guard spellings.contains(spelling) else { return nil }
        let answer = ask()
        return spellings.contains(spelling) ? answer : nil
    }

    /// Asks for a height in pixels, if the height in the table's own type is the default.
    func spelled(_ height: Height, unless isDefault: Height, _ spelling: UIKitSpellings, _ ask: () -> Double) -> Height
    {
        guard height == isDefault, let pixels = spelled(spelling, ask) else { return height }
        return pixels == -1 ? .automatic : .pixels(pixels)
    }

    /// Answers a spelling that is not implemented.
    package func isNotSpelled<Answer>(_ spelling: UIKitSpellings, _ answer: Answer) -> Answer {
        spellings.remove(spelling)
        return answer
    }
}

extension TableViewDataSourceSpellings {
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String {
        tableView.isNotSpelled(.headerTitle, "")
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String {
        tableView.isNotSpelled(.footerTitle, "")
    }
    /// Returns no titles.
    @_disfavoredOverload
    public func sectionIndexTitles(for tableView: TableView) -> [String] { tableView.isNotSpelled(.indexTitles, []) }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
        tableView.isNotSpelled(.prefetch, ())
    }
}

extension TableViewDelegateSpellings {
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double {
        tableView.isNotSpelled(.rowHeight, -1)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Double {
        tableView.isNotSpelled(.headerHeight, -1)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Double {
        tableView.isNotSpelled(.footerHeight, -1)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> Double {
        tableView.isNotSpelled(.estimatedRowHeight, -1)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, estimatedHeightForHeaderInSection section: Int) -> Double {
        tableView.isNotSpelled(.estimatedHeaderHeight, -1)
    }
    @_disfavoredOverload
    public func tableView(_ tableView: TableView, estimatedHeightForFooterInSection section: Int) -> Double {
        tableView.isNotSpelled(.estimatedFooterHeight, -1)
    }
}
