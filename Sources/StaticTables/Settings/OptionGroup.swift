public import CascadingTable

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
