public import CascadingTable
public import FoundationEssentials

/// One call a delegate received: which method, with which arguments after the table.
///
/// ```swift
/// #expect(row.calls == [.init(.didSelectRow, .indexPath([0, 3]))])
/// ```
public struct TableDelegateCall: Sendable, Hashable, CustomStringConvertible {
    public var method: Method
    /// The arguments in the order of the method's parameters, without the table.
    public var arguments: [Argument]

    public init(_ method: Method, _ arguments: Argument...) {
        self.method = method
        self.arguments = arguments
    }

    /// The first index path among the arguments.
    public var indexPath: IndexPath? {
        for case .indexPath(let indexPath) in arguments { return indexPath }
        return nil
    }

    /// The section the call is about, where the method names a section and not a row.
    public var section: Int? {
        for case .section(let section) in arguments { return section }
        return nil
    }

    public var description: String {
        "\(method.rawValue) \(arguments.map { "\($0)" }.joined(separator: ", "))"
    }

    /// One argument of a call.
    public enum Argument: Sendable, Hashable {
        case indexPath(IndexPath?)
        case indexPaths([IndexPath])
        case section(Int)
        case cell(TableViewCell)
        case view(TableViewHeaderFooterView)
        case editingStyle(TableViewCell.EditingStyle)
        case action(MenuAction)
        /// The `id` of the session that asked, or nil for nobody.
        case sender(String?)
        /// An identifier, the title of an index entry, or the beginning of a text.
        case text(String)
        /// The place of an entry in the index.
        case place(Int)
        case focus(TableViewFocusUpdateContext)
        case drop(TableViewDrop)
        case values([String: String])
        case query(TableQuery)
    }
}
