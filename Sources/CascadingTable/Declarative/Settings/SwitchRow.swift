public import FoundationEssentials

/// A setting that is on or off, with a switch at its end; only the switch changes it, as on a phone.
///
/// ```swift
/// SwitchRow("Wi-Fi", isOn: true, image: Image(source: "wifi.svg")) { row in radio.isOn = row.isOn }
/// ```
public final class SwitchRow: SettingsRow {
    /// Whether it is on. The action is told of each change, whoever makes it, once.
    public var isOn: Bool {
        didSet { if isOn != oldValue { didChange { action?(self) } } }
    }

    private let action: ((SwitchRow) -> Void)?

    public init(
        _ title: String, isOn: Bool, detail: String? = nil, id: String? = nil,
        style: TableViewCell.Style = .subtitle, image: Image? = nil, isEnabled: Bool = true, isHidden: Bool = false,
        action: ((SwitchRow) -> Void)? = nil
    ) {
        self.isOn = isOn
        self.action = action
        super.init(
            title, detail: detail, id: id, style: style, image: image, isEnabled: isEnabled, isHidden: isHidden)
    }

    public override var accessory: TableViewCell.Accessory { .toggle(isOn: isOn) }

    public override func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) {
        isOn.toggle()
    }
}
