import CascadingTable

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
