public import CascadingTable
public import FoundationEssentials

/// A recorded call of a delegate's method, with the arguments after the table view.
///
/// ```swift
/// #expect(row.calls == [.init(.didSelectRow, .indexPath([0, 3]))])
/// ```
public struct TableDelegateCall: Sendable, Hashable, CustomStringConvertible {
    /// The method that was called.
    public var method: Method
    /// The arguments in the order of the method's parameters, without the table view.
    public var arguments: [Argument]

    /// Creates a call to compare with recorded ones.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - arguments: The arguments in the order of the method's parameters, without the table view.
    public init(_ method: Method, _ arguments: Argument...) {
        self.method = method
        self.arguments = arguments
    }

    /// The first index path among the arguments, or nil if there is none.
    public var indexPath: IndexPath? {
        for case .indexPath(let indexPath) in arguments { return indexPath }
        return nil
    }

    /// The first section among the arguments, or nil if the method has no section parameter.
    public var section: Int? {
        for case .section(let section) in arguments { return section }
        return nil
    }

    /// The name of the method and its arguments, as a test library prints them.
    public var description: String {
        "\(method.rawValue) \(arguments.map { "\($0)" }.joined(separator: ", "))"
    }

    /// An argument of a call.
    public enum Argument: Sendable, Hashable {
        /// An index path, or nil if the method may receive nil.
        case indexPath(IndexPath?)
        /// Several index paths.
        case indexPaths([IndexPath])
        /// A section.
        case section(Int)
        /// A cell that is displayed.
        case cell(TableViewCell)
        /// A header or footer that is displayed.
        case view(TableViewHeaderFooterView)
        /// The editing style to commit.
        case editingStyle(TableViewCell.EditingStyle)
        /// An action of a row's menu.
        case action(MenuAction)
        /// The `id` of the session that asked, or nil without a session.
        case sender(String?)
        /// An identifier, the title of an index entry, or the beginning of a text.
        case text(String)
        /// The position of an entry in the index.
        case place(Int)
        /// The previous and the next row of a focus change.
        case focus(TableViewFocusUpdateContext)
        /// Dropped items and their destination.
        case drop(TableViewDrop)
        /// Edited values, by the names of their fields.
        case values([String: String])
        /// A query with sorting, filters and a search.
        case query(TableQuery)
    }
}
