public import CascadingTable
public import FoundationEssentials

/// A row for an option that has a checkmark while it is selected. Selecting the row turns the option on or off.
///
/// In an ``OptionGroup``, the row obeys the limits of the group.
public final class OptionRow: SettingsRow {
    /// A Boolean value that indicates whether the option is selected.
    ///
    /// Each change calls the action once, whether a visitor or your code makes the change. A change that the limits of
    /// the ``OptionGroup`` forbid has no effect.
    public var isSelected: Bool {
        get { isChosen }
        set {
            if let choice { return choice.set(newValue, for: self) }
            guard newValue != isChosen else { return }
            isChosen = newValue
            tell { [self] in isChosen = !newValue }
        }
    }

    /// The limits of the group that contains the row, or nil outside of a group.
    var choice: OptionChoice?

    private var isChosen: Bool
    private let action: (@TableActor (OptionRow) async throws -> Void)?

    /// Creates a row with an option.
    ///
    /// - Parameters:
    ///   - title: The title, shown first in the row.
    ///   - isSelected: The initial state of the option.
    ///   - detail: The secondary text, or nil for none.
    ///   - id: The identifier, unique in the table, or nil to derive one from the section and the title.
    ///   - style: The layout of title and detail.
    ///   - image: The icon, or nil for none.
    ///   - isEnabled: Whether the option can be changed by selecting the row.
    ///   - isHidden: Whether the row is left out of the table.
    ///   - action: The closure that runs after each change of ``isSelected``, or nil. It may wait. If it throws, the change
    ///     is taken back.
    public init(
        _ title: String, isSelected: Bool = false, detail: String? = nil, id: String? = nil,
        style: TableViewCell.Style = .subtitle, image: Image? = nil, isEnabled: Bool = true, isHidden: Bool = false,
        action: (@TableActor (OptionRow) async throws -> Void)? = nil
    ) {
        isChosen = isSelected
        self.action = action
        super.init(
            title, detail: detail, id: id, style: style, image: image, isEnabled: isEnabled, isHidden: isHidden)
    }

    public override var accessory: TableViewCell.Accessory { isChosen ? .checkmark : .none }
    /// A Boolean value that is false if the group already has the maximum number of selected options.
    public override var isSelectable: Bool { choice?.allowsPress(on: self) ?? true }

    public override func didSelect(in tableView: TableView, at indexPath: IndexPath) async {
        isSelected.toggle()
    }

    /// Changes the state without calling the action.
    func assume(_ chosen: Bool) {
        isChosen = chosen
    }

    /// Calls the action, and takes the change back if it throws.
    func tell(undo: @escaping @TableActor () -> Void) {
        guard let action else { return didChange() }
        didChange(performing: { [self] in try await action(self) }, undo: undo)
    }
}
