import CascadingTable

/// The states of the world by their first letter, with an index that leads to each.
enum IndexExample {
    @TableActor
    static func make() -> TableView {
        let states = Region.allCases.flatMap(MemberState.all).sorted { $0.name < $1.name }
        let sections = Dictionary(grouping: states) { String($0.name.prefix(1)) }
            .sorted { $0.key < $1.key }
            .map { letter, states in
                let section = CascadingSectionTableDelegate(childDelegates: states.map(StateRow.init))
                section.headerTitle = letter
                section.indexTitle = letter
                return section
            }
        return TableView(title: "States from A to Z", root: CascadingRootTableDelegate(childDelegates: sections))
    }
}

private final class StateRow: CascadingBareTableDelegate {
    private let state: MemberState

    init(_ state: MemberState) {
        self.state = state
        super.init()
    }

    override var identifier: String { state.code }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(style: .value1, title: state.name, subtitle: state.capital)
    }
}
