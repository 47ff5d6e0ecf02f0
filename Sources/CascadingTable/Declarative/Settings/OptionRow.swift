public import FoundationEssentials

/// One of several values, with a checkmark where it is chosen; pressing it chooses it, or takes it back.
///
/// In an ``OptionGroup`` it keeps the group's limits; alone it is on or off.
public final class OptionRow: SettingsRow {
    /// Whether it is chosen. The action is told of each change, whoever makes it, once.
    public var isSelected: Bool {
        get { isChosen }
        set {
            if let choice { return choice.set(newValue, for: self) }
            guard newValue != isChosen else { return }
            isChosen = newValue
            tell()
        }
    }

    /// The limits of the group it is in.
    var choice: OptionChoice?

    private var isChosen: Bool
    private let action: ((OptionRow) -> Void)?

    public init(
        _ title: String, isSelected: Bool = false, detail: String? = nil, id: String? = nil,
        style: TableViewCell.Style = .subtitle, image: Image? = nil, isEnabled: Bool = true, isHidden: Bool = false,
        action: ((OptionRow) -> Void)? = nil
    ) {
        isChosen = isSelected
        self.action = action
        super.init(
            title, detail: detail, id: id, style: style, image: image, isEnabled: isEnabled, isHidden: isHidden)
    }

    public override var accessory: TableViewCell.Accessory { isChosen ? .checkmark : .none }
    /// False while its group has as many chosen as may be.
    public override var isSelectable: Bool { choice?.allowsPress(on: self) ?? true }

    public override func didSelect(in tableView: TableView, at indexPath: IndexPath) {
        isSelected.toggle()
    }

    /// Is chosen or not without telling anybody.
    func assume(_ chosen: Bool) {
        isChosen = chosen
    }

    func tell() {
        didChange { action?(self) }
    }
}
