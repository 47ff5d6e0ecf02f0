import CascadingTable
import Foundation

/// The states of the world and their capitals by first letter, with an index of the letters.
enum IndexExample {
    @TableActor
    static func make() -> TableView {
        let names = Region.allCases.flatMap(MemberState.all).flatMap(IndexedName.both)
            .sorted { ($0.key, $0.id) < ($1.key, $1.id) }
        let sections = Dictionary(grouping: names) { $0.key.prefix(1) }
            .sorted { $0.key < $1.key }
            .map { letter, names in
                let section = CascadingSectionTableDelegate(
                    childDelegates: names.map { name in
                        // Made when it is asked for, because there are hundreds of them.
                        CellRow(
                            name.id,
                            cell: { _ in TableViewCell(style: .value1, title: name.name, subtitle: name.note) },
                            isSelectable: false)
                    })
                section.headerTitle = String(letter)
                section.indexTitle = String(letter)
                return section
            }
        let tableView = TableView(
            title: "States and capitals from A to Z", root: CascadingRootTableDelegate(childDelegates: sections))
        tableView.appearance.density = .compact
        tableView.queryOptions = [.searching, .filtering]
        return tableView
    }
}

/// A name with its sort key.
private struct IndexedName {
    let id: String
    let name: String
    let note: String
    /// The name in capitals and without accents, so that Türkiye follows Tunisia.
    let key: String

    private init(_ id: String, _ name: String, _ note: String) {
        self.id = id
        self.name = name
        self.note = note
        key = name.folding(options: .diacriticInsensitive, locale: nil).uppercased()
    }

    static func both(of state: MemberState) -> [IndexedName] {
        [
            IndexedName(state.code, state.name, state.capital),
            IndexedName("\(state.code)-capital", state.capital, "capital of \(state.name)"),
        ]
    }
}
