public import CascadingTable
import Essentials

/// A row that holds its own state and updates its table at each change. It is the base class of all settings rows.
///
/// All visitors share the state: create one row for each setting, not one for each visitor. Subclass it for another
/// kind of setting, and call ``didChange()`` after your own state changes.
@TableActor
open class SettingsRow: StaticRow {
    /// The identifier of the row, unique in its table, or nil to derive one from the section and the title.
    public final let id: String?
    /// The title of the row. A change updates the table.
    public final var title: String { didSet { if title != oldValue { didChange() } } }
    /// The secondary text, shown beside or below the title depending on ``style``, or nil for none.
    public final var detail: String? { didSet { if detail != oldValue { didChange() } } }
    /// The layout of title and detail.
    public final var style: TableViewCell.Style { didSet { if style != oldValue { didChange() } } }
    /// The icon of the row, or nil for none.
    public final var image: TableViewImage? { didSet { if image != oldValue { didChange() } } }
    /// A Boolean value that indicates whether the row can be used. A disabled row is dimmed and cannot be selected.
    public final var isEnabled: Bool { didSet { if isEnabled != oldValue { didChange() } } }
    /// A Boolean value that indicates whether the row is left out of the table. A hidden row keeps its state.
    public final var isHidden: Bool { didSet { if isHidden != oldValue { didChange() } } }
    /// The actions offered at the end of the row, while it is enabled. The default is no actions.
    public final var actions: [TableViewRowAction] = [] { didSet { didChange() } }

    /// The table that contains the row, or nil before the row is added to one.
    public final private(set) weak var table: StaticTable?

    private final var isTelling = false

    /// Creates a row from its contents.
    ///
    /// - Parameters:
    ///   - title: The title, shown first in the row.
    ///   - detail: The secondary text, or nil for none.
    ///   - id: The identifier, unique in the table, or nil to derive one from the section and the title.
    ///   - style: The layout of title and detail.
    ///   - image: The icon, or nil for none.
    ///   - isEnabled: Whether the row can be used.
    ///   - isHidden: Whether the row is left out of the table.
    public init(
        _ title: String, detail: String? = nil, id: String? = nil, style: TableViewCell.Style = .value1,
        image: TableViewImage? = nil, isEnabled: Bool = true, isHidden: Bool = false
    ) {
        self.id = id
        self.title = title
        self.detail = detail
        self.style = style
        self.image = image
        self.isEnabled = isEnabled
        self.isHidden = isHidden
    }

    /// The mark or button at the end of the row. The default is none; override it in a subclass.
    open var accessory: TableViewCell.Accessory { .none }
    /// The address that selecting the row opens: a relative, `http` or `https` URL. The default is nil.
    open var link: String? { nil }
    /// A Boolean value that indicates whether the row can be selected. The default is false.
    open var isSelectable: Bool { false }
    /// Tells the row that it was selected. It may wait. The default does nothing.
    ///
    /// - Throws: Any error that an override throws, which refuses the selection.
    open func didSelect(in tableView: TableView, at indexPath: IndexPath) async throws {}
    /// Tells the row that its detail button or its switch was tapped. It may wait. The default does nothing.
    ///
    /// - Throws: Any error that an override throws, which refuses the tap.
    open func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) async throws {}

    /// Returns a cell with the contents of the row. A disabled row's cell has no link.
    open func makeCell() -> TableViewCell {
        TableViewCell(
            style: style, title: title, subtitle: detail, image: image, accessory: accessory, isEnabled: isEnabled,
            to: isEnabled ? link : nil)
    }

    /// Stores the table that contains the row, so that changes of the row update that table.
    public final func prepare(table: StaticTable) {
        self.table = table
    }

    /// Updates the table after a change of the row's state.
    public final func didChange() {
        table?.update()
    }

    /// Runs an action that reports a change, and updates the table once. The visitor's action ends after it.
    ///
    /// Changes that the action itself makes update the table, but do not run the action again.
    ///
    /// - Parameters:
    ///   - action: The action. It may wait, and throws to refuse the change.
    ///   - undo: Takes the change back, without running the action again.
    final func didChange(performing action: @escaping ActionWork, undo: @escaping @TableActor () -> Void) {
        guard !isTelling else { return didChange() }
        isTelling = true
        defer { isTelling = false }
        guard let table else { return perform(action, undo: undo) }
        table.performUpdates { perform(action, undo: undo) }
    }

    /// Starts an action that reports a change. The visitor's action ends after it.
    ///
    /// - Parameters:
    ///   - action: The action. It may wait, and throws to refuse the change.
    ///   - undo: Takes the change back, without running the action again.
    final func perform(_ action: @escaping ActionWork, undo: @escaping @TableActor () -> Void) {
        guard let tableView = table?.tableView else {
            if #available(macOS 26, iOS 26, *) {
                _ = Task.immediate { try await action() }
            } else {
                Task { try await action() }
            }
            return
        }
        do {
            try tableView.start { [self] in
                do {
                    try await action()
                } catch {
                    undo()
                    didChange()
                    throw error
                }
            }
        } catch {
            tableView.refuse(error)
        }
    }
}

/// A row for a setting that is on or off, with a switch at its end. Only the switch changes the setting.
///
/// ```swift
/// SwitchRow("Wi-Fi", isOn: true, image: TableViewImage(source: "wifi.svg")) { row in radio.isOn = row.isOn }
/// ```
public final class SwitchRow: SettingsRow {
    /// A Boolean value that indicates whether the switch is on.
    ///
    /// Each change calls the action once, whether a visitor or your code makes the change.
    public var isOn: Bool {
        didSet {
            guard isOn != oldValue, !isUndoing else { return }
            guard let action else { return didChange() }
            didChange { [self] in
                try await action(self)
            } undo: { [self] in
                isUndoing = true
                isOn = oldValue
                isUndoing = false
            }
        }
    }

    private let action: (@TableActor (SwitchRow) async throws -> Void)?
    private var isUndoing = false

    /// Creates a row with a switch.
    ///
    /// - Parameters:
    ///   - title: The title, shown first in the row.
    ///   - isOn: The initial state of the switch.
    ///   - detail: The secondary text, or nil for none.
    ///   - id: The identifier, unique in the table, or nil to derive one from the section and the title.
    ///   - style: The layout of title and detail.
    ///   - image: The icon, or nil for none.
    ///   - isEnabled: Whether the switch can be used.
    ///   - isHidden: Whether the row is left out of the table.
    ///   - action: The closure that runs after each change of ``isOn``, or nil. It may wait. If it throws, the switch
    ///     goes back.
    public init(
        _ title: String, isOn: Bool, detail: String? = nil, id: String? = nil,
        style: TableViewCell.Style = .subtitle, image: TableViewImage? = nil, isEnabled: Bool = true,
        isHidden: Bool = false,
        action: (@TableActor (SwitchRow) async throws -> Void)? = nil
    ) {
        self.isOn = isOn
        self.action = action
        super.init(
            title, detail: detail, id: id, style: style, image: image, isEnabled: isEnabled, isHidden: isHidden)
    }

    public override var accessory: TableViewCell.Accessory { .toggle(isOn: isOn) }

    public override func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) async {
        isOn.toggle()
    }
}

/// A row that opens another page, and can show that page's current value as its detail.
///
/// ```swift
/// NavigationRow("Ring tone", detail: "Chime", to: "tones/")
/// ```
public final class NavigationRow: SettingsRow {
    /// The address that selecting the row opens: a relative, `http` or `https` URL.
    public var destination: String { didSet { if destination != oldValue { didChange() } } }

    private let accessoryAction: Row.Handler?

    /// Creates a row that opens another page.
    ///
    /// - Parameters:
    ///   - title: The title, shown first in the row.
    ///   - detail: The secondary text, or nil for none.
    ///   - destination: The relative, `http` or `https` URL that selecting the row opens.
    ///   - id: The identifier, unique in the table, or nil to derive one from the section and the title.
    ///   - style: The layout of title and detail.
    ///   - image: The icon, or nil for none.
    ///   - isEnabled: Whether the row can be used.
    ///   - isHidden: Whether the row is left out of the table.
    ///   - accessoryAction: The closure that a detail button at the end of the row runs. If it is nil, there is no
    ///     button.
    public init(
        _ title: String, detail: String? = nil, to destination: String, id: String? = nil,
        style: TableViewCell.Style = .value1, image: TableViewImage? = nil, isEnabled: Bool = true,
        isHidden: Bool = false,
        accessoryAction: Row.Handler? = nil
    ) {
        self.destination = destination
        self.accessoryAction = accessoryAction
        super.init(
            title, detail: detail, id: id, style: style, image: image, isEnabled: isEnabled, isHidden: isHidden)
    }

    public override var link: String? { destination }
    public override var accessory: TableViewCell.Accessory { accessoryAction == nil ? .disclosure : .detail }

    public override func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) async throws {
        try await accessoryAction?(tableView, indexPath)
    }
}

/// A row that runs a closure when it is selected.
///
/// ```swift
/// TapActionRow("Forget this network") { tableView, indexPath in network.forget() }
/// ```
public final class TapActionRow: SettingsRow {
    private let action: Row.Handler

    /// Creates a row that runs a closure.
    ///
    /// - Parameters:
    ///   - title: The title, shown first in the row.
    ///   - detail: The secondary text, or nil for none.
    ///   - id: The identifier, unique in the table, or nil to derive one from the section and the title.
    ///   - style: The layout of title and detail.
    ///   - image: The icon, or nil for none.
    ///   - isEnabled: Whether the row can be selected.
    ///   - isHidden: Whether the row is left out of the table.
    ///   - action: The closure that runs when the row is selected. Throw an error to refuse the selection.
    public init(
        _ title: String, detail: String? = nil, id: String? = nil, style: TableViewCell.Style = .value1,
        image: TableViewImage? = nil, isEnabled: Bool = true, isHidden: Bool = false, action: @escaping Row.Handler
    ) {
        self.action = action
        super.init(
            title, detail: detail, id: id, style: style, image: image, isEnabled: isEnabled, isHidden: isHidden)
    }

    public override var isSelectable: Bool { true }

    public override func didSelect(in tableView: TableView, at indexPath: IndexPath) async throws {
        try await action(tableView, indexPath)
    }
}
