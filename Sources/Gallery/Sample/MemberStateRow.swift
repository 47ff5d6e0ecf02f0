import CascadingTable

/// The row of one member state.
final class MemberStateRow: CascadingBareTableDelegate {
    private let state: MemberState
    private lazy var admission = state.admission

    init(_ state: MemberState) {
        self.state = state
        super.init()
    }

    override var identifier: String { state.code.lowercased() }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .columns, title: state.name,
            fields: [
                Field("name", .text(state.name)),
                Field("capital", .text(state.capital)),
                Field("area", .integer(Int64(state.area))),
                Field("joined", admission.map { .date($0, precision: .day) } ?? .null),
                Field("code", .text(state.code)),
                Field("article", .url(state.link, title: "Wikipedia")),
            ])
    }
}
