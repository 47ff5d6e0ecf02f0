public import CascadingTable
public import FoundationEssentials

/// A row for a setting that is on or off, with a switch at its end. Only the switch changes the setting.
///
/// ```swift
/// SwitchRow("Wi-Fi", isOn: true, image: Image(source: "wifi.svg")) { row in radio.isOn = row.isOn }
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
        style: TableViewCell.Style = .subtitle, image: Image? = nil, isEnabled: Bool = true, isHidden: Bool = false,
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
