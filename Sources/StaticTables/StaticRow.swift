public import CascadingTable
import Essentials

/// A type that describes one row of a ``StaticTable``. Conform your own type to it for a custom kind of row.
///
/// ```swift
/// struct GaugeRow: StaticRow {
///     let title: String
///     let percent: Int
///     func makeCell() -> TableViewCell {
///         TableViewCell(title: title, fields: [Field("percent", .integer(Int64(percent)))])
///     }
/// }
/// ```
///
/// Use a class for a row that has state of its own. Call the table's ``StaticTable/update()`` after the state changes
/// outside of the table's own events.
@TableActor
public protocol StaticRow {
    /// The identifier of the row, unique in its table, or nil to derive one.
    ///
    /// The derived identifier consists of the section's identifier and the cell's title. A number is appended if
    /// several rows would have equal identifiers. The default is nil.
    var id: String? { get }
    /// A Boolean value that indicates whether the row is left out of the table. The default is false.
    var isHidden: Bool { get }
    /// A Boolean value that indicates whether the row can be selected. The default is false.
    ///
    /// A row whose cell has a link can always be selected. A row whose cell is disabled can never be selected.
    var isSelectable: Bool { get }
    /// The actions offered at the end of the row, while its cell is enabled. The default is no actions.
    var actions: [TableViewRowAction] { get }

    /// Returns the cell that shows the row. The table calls it again at each update.
    func makeCell() -> TableViewCell
    /// Tells the row that it was selected. It may wait. The default does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table view that shows the row.
    ///   - indexPath: The index path of the row in the table.
    /// - Throws: Any error, which refuses the selection.
    func didSelect(in tableView: TableView, at indexPath: IndexPath) async throws
    /// Tells the row that its detail button or its switch was tapped. It may wait. The default does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table view that shows the row.
    ///   - indexPath: The index path of the row in the table.
    /// - Throws: Any error, which refuses the tap.
    func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) async throws
    /// Tells the row which table it is in. The table calls it before each update. The default does nothing.
    ///
    /// - Parameter table: The table that contains the row.
    func prepare(table: StaticTable)
}

extension StaticRow {
    /// The default identifier, nil, which lets the table derive one from the section and the title.
    public var id: String? { nil }
    /// The default value, false: the row is part of the table.
    public var isHidden: Bool { false }
    /// The default value, false: only a link makes the row selectable.
    public var isSelectable: Bool { false }
    /// The default value, no actions.
    public var actions: [TableViewRowAction] { [] }
    /// Does nothing. This is the default implementation.
    public func didSelect(in tableView: TableView, at indexPath: IndexPath) {}
    /// Does nothing. This is the default implementation.
    public func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) {}
    /// Does nothing. This is the default implementation.
    public func prepare(table: StaticTable) {}
}

/// A row of a ``StaticTable``, described by its contents and by a closure that runs when the row is selected.
///
/// ```swift
/// Row("Apple", detail: "red", accessory: .disclosure) { tableView, indexPath in tableView.navigate(to: "apple/") }
/// Row("Manual", image: TableViewImage(source: "book.svg"), to: "https://example.org/manual")
/// ```
public struct Row: StaticRow {
    /// A closure that runs when the row is selected or its detail button is tapped. It may wait. Throw an error to
    /// refuse the action.
    public typealias Handler = @TableActor (_ tableView: TableView, _ indexPath: IndexPath) async throws -> Void

    /// The identifier of the row, unique in its table, or nil to derive one from the section and the title.
    public var id: String?
    /// The title, shown first in the row and used to derive an identifier if ``id`` is nil.
    public var title: String
    /// The secondary text, shown beside or below the title depending on ``style``, or nil for none.
    public var detail: String?
    /// The layout of title and detail. The default is `.value1`.
    public var style: TableViewCell.Style
    /// The icon of the row, or nil for none.
    public var image: TableViewImage?
    /// The mark or button at the end of the row. The default is `.none`.
    public var accessory: Accessory
    /// The address that selecting the row opens: a relative, `http` or `https` URL, or nil.
    public var link: String?
    /// A Boolean value that indicates whether the row can be used. A disabled row is dimmed and cannot be selected.
    public var isEnabled: Bool
    /// A Boolean value that indicates whether the row is left out of the table.
    public var isHidden: Bool
    /// The actions offered at the end of the row. They are offered only while the row is enabled.
    public var actions: [TableViewRowAction]
    /// The closure that runs when the row is selected. A row without a closure and without a link cannot be selected.
    public var selection: Handler?

    /// Creates a row from its contents.
    ///
    /// - Parameters:
    ///   - title: The title, shown first in the row.
    ///   - detail: The secondary text, or nil for none.
    ///   - id: The identifier, unique in the table, or nil to derive one from the section and the title.
    ///   - style: The layout of title and detail.
    ///   - image: The icon, or nil for none.
    ///   - accessory: The mark or button at the end of the row.
    ///   - destination: The relative, `http` or `https` URL that selecting the row opens, or nil.
    ///   - isEnabled: Whether the row can be selected and its actions used.
    ///   - isHidden: Whether the row is left out of the table.
    ///   - actions: The actions offered at the end of the row.
    ///   - selection: The closure that runs when the row is selected, or nil.
    public init(
        _ title: String, detail: String? = nil, id: String? = nil, style: TableViewCell.Style = .value1,
        image: TableViewImage? = nil, accessory: Accessory = .none, to destination: String? = nil,
        isEnabled: Bool = true,
        isHidden: Bool = false, actions: [TableViewRowAction] = [], selection: Handler? = nil
    ) {
        self.id = id
        self.title = title
        self.detail = detail
        self.style = style
        self.image = image
        self.accessory = accessory
        link = destination
        self.isEnabled = isEnabled
        self.isHidden = isHidden
        self.actions = actions
        self.selection = selection
    }

    /// A mark or button at the end of the row.
    public enum Accessory {
        /// No mark or button; the default.
        case none
        /// A mark showing that the row leads to another page.
        case disclosure
        /// A checkmark, for example on a selected option.
        case checkmark
        /// A detail button, with the closure that runs when the button is tapped.
        case detail(Handler)
    }

    /// A Boolean value that indicates whether the row has a ``selection`` closure.
    public var isSelectable: Bool { selection != nil }

    /// Returns a cell with the contents of the row. A disabled row's cell has no link.
    public func makeCell() -> TableViewCell {
        TableViewCell(
            style: style, title: title, subtitle: detail, image: image, accessory: accessory.mark, isEnabled: isEnabled,
            to: isEnabled ? link : nil)
    }

    /// Runs the ``selection`` closure.
    ///
    /// - Throws: The error of the closure, which refuses the selection.
    public func didSelect(in tableView: TableView, at indexPath: IndexPath) async throws {
        try await selection?(tableView, indexPath)
    }

    /// Runs the closure of a detail button. Does nothing for other accessories.
    ///
    /// - Throws: The error of the closure, which refuses the tap.
    public func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) async throws {
        if case .detail(let handler) = accessory { try await handler(tableView, indexPath) }
    }
}

extension Row.Accessory {
    var mark: TableViewCell.Accessory {
        switch self {
        case .none: .none
        case .disclosure: .disclosure
        case .checkmark: .checkmark
        case .detail: .detail
        }
    }
}
