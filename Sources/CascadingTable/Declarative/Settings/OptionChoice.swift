/// The limits of a group of options; its rows hold it, and it holds them weakly.
@TableActor
final class OptionChoice {
    private let maximum: Int
    private let alwaysSelectsOneOption: Bool
    private let members: [Member]
    private let action: ((OptionGroup) -> Void)?
    private var isTelling = false

    private struct Member {
        weak var option: OptionRow?
    }

    /// Brings the options within the limits without telling anybody.
    init(
        among options: [OptionRow], maximum: Int, alwaysSelectsOneOption: Bool, action: ((OptionGroup) -> Void)?
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

    /// Chooses an option or takes it back as far as the limits go, and tells of it once.
    func set(_ chosen: Bool, for option: OptionRow) {
        guard chosen != option.isSelected, allowsPress(on: option) else { return }
        let selected = selected
        if !chosen, alwaysSelectsOneOption, selected.count == 1 { return }
        let changed = (chosen && maximum == 1 ? selected : []) + [option]
        for other in changed { other.assume(other === option && chosen) }
        // All is as it will be before anybody is told, who may change it again.
        let tellAll = { [self] in
            for option in changed { option.tell() }
            tell()
        }
        guard let table = option.table else { return tellAll() }
        table.performUpdates(tellAll)
    }

    /// What the action changes back is not told again.
    private func tell() {
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        action?(OptionGroup(options: options))
    }
}
