/// Rows of which some may be chosen: one, several, or always one.
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
    public let options: [OptionRow]

    /// - Parameters:
    ///   - maximum: how many may be chosen at most. With one, choosing takes the place of what was chosen before; with
    ///     more, what is not chosen cannot be pressed while as many are.
    ///   - alwaysSelectsOneOption: whether the last one cannot be taken back; the first is chosen where none is to begin
    ///     with.
    ///   - options: The rows of the group.
    ///   - action: told once of each press or change that makes the choice another.
    public init(
        maximum: Int = 1, alwaysSelectsOneOption: Bool = false,
        @TableBuilder<OptionRow> options: () -> [OptionRow], action: ((OptionGroup) -> Void)? = nil
    ) {
        self.init(options: options())
        let choice = OptionChoice(
            among: self.options, maximum: maximum, alwaysSelectsOneOption: alwaysSelectsOneOption, action: action)
        for option in self.options { option.choice = choice }
    }

    init(options: [OptionRow]) {
        self.options = options
    }

    /// Those chosen, in the order of the rows.
    public var selectedOptions: [OptionRow] { options.filter(\.isSelected) }
    public var selectedOption: OptionRow? { options.first(where: \.isSelected) }
}

extension TableBuilder where Element == any StaticRow {
    /// The rows of a group of options.
    @TableActor
    public static func buildExpression(_ group: OptionGroup) -> [any StaticRow] { group.options }
}
