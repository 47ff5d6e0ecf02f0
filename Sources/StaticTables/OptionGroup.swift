public import CascadingTable
import Essentials

/// A group of options with a limit on how many can be selected.
///
/// ```swift
/// Section("Ring tone") {
///     OptionGroup(alwaysSelectsOneOption: true) {
///         OptionRow("Chime")
///         OptionRow("Bell")
///     } action: { group in
///         phone.tone = group.selectedOption?.title
///     }
/// }
/// ```
@TableActor
public struct OptionGroup {
    /// The options of the group, in the order of their rows.
    public let options: [OptionRow]

    /// Creates a group and makes its options obey the limits, without calling any action.
    ///
    /// - Parameters:
    ///   - maximum: The largest number of selected options, at least 1. With 1, a newly selected option replaces the
    ///     previous one. With more, the other options cannot be selected while the maximum is reached.
    ///   - alwaysSelectsOneOption: Whether the last selected option cannot be deselected. If no option is selected at
    ///     the start, the first visible option is selected.
    ///   - options: A closure that builds the options.
    ///   - action: The closure that runs once after each change of the selection, or nil. It may wait. If it throws, the
    ///     change is taken back.
    public init(
        maximum: Int = 1, alwaysSelectsOneOption: Bool = false,
        @TableBuilder<OptionRow> options: () -> [OptionRow],
        action: (@TableActor (OptionGroup) async throws -> Void)? = nil
    ) {
        self.init(options: options())
        let choice = OptionChoice(
            among: self.options, maximum: maximum, alwaysSelectsOneOption: alwaysSelectsOneOption, action: action)
        for option in self.options { option.choice = choice }
    }

    init(options: [OptionRow]) {
        self.options = options
    }

    /// The selected options, in the order of their rows.
    public var selectedOptions: [OptionRow] { options.filter(\.isSelected) }
    /// The first selected option, or nil if no option is selected.
    public var selectedOption: OptionRow? { options.first(where: \.isSelected) }
}

extension TableBuilder where Element == any StaticRow {
    /// Returns the rows of a group of options, so that a group can stand among the rows of a section.
    @TableActor
    public static func buildExpression(_ group: OptionGroup) -> [any StaticRow] { group.options }
}

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
        style: TableViewCell.Style = .subtitle, image: TableViewImage? = nil, isEnabled: Bool = true,
        isHidden: Bool = false,
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

/// The selection limits of a group of options. The rows retain the choice; the choice holds the rows weakly.
@TableActor
final class OptionChoice {
    private let maximum: Int
    private let alwaysSelectsOneOption: Bool
    private let members: [Member]
    private let action: (@TableActor (OptionGroup) async throws -> Void)?
    private var isTelling = false

    private struct Member {
        weak var option: OptionRow?
    }

    /// Creates the limits and makes the options obey them, without calling any action.
    init(
        among options: [OptionRow], maximum: Int, alwaysSelectsOneOption: Bool,
        action: (@TableActor (OptionGroup) async throws -> Void)?
    ) {
        self.maximum = max(maximum, 1)
        self.alwaysSelectsOneOption = alwaysSelectsOneOption
        self.action = action
        members = options.map { Member(option: $0) }
        for option in selected.dropFirst(self.maximum) { option.assume(false) }
        if alwaysSelectsOneOption, selected.isEmpty {
            (options.first { !$0.isHidden } ?? options.first)?.assume(true)
        }
    }

    private var options: [OptionRow] { members.compactMap(\.option) }
    private var selected: [OptionRow] { options.filter(\.isSelected) }

    func allowsPress(on option: OptionRow) -> Bool {
        option.isSelected || maximum == 1 || selected.count < maximum
    }

    /// Selects or deselects an option if the limits allow it, then calls each action once.
    func set(_ chosen: Bool, for option: OptionRow) {
        guard chosen != option.isSelected, allowsPress(on: option) else { return }
        let selected = selected
        if !chosen, alwaysSelectsOneOption, selected.count == 1 { return }
        let changed = (chosen && maximum == 1 ? selected : []) + [option]
        for other in changed { other.assume(other === option && chosen) }
        let result = self.selected
        let undo: @TableActor () -> Void = { [self] in
            // A later change stays.
            guard self.selected.elementsEqual(result, by: ===) else { return }
            for other in options { other.assume(selected.contains { $0 === other }) }
        }
        // All rows change before any action runs, because an action may change the rows again.
        let tellAll = { [self] in
            for option in changed { option.tell(undo: undo) }
            tell(of: option, undo: undo)
        }
        guard let table = option.table else { return tellAll() }
        table.performUpdates(tellAll)
    }

    /// Calls the group's action. Changes that the action makes before it waits do not call it again.
    private func tell(of option: OptionRow, undo: @escaping @TableActor () -> Void) {
        guard let action, !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        let group = OptionGroup(options: options)
        option.perform({ try await action(group) }, undo: undo)
    }
}
