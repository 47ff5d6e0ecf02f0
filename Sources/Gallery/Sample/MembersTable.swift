public import CascadingTable

/// The bundled sample: the member states of the United Nations, with a section for each region.
public enum MembersTable {
    @TableActor
    public static func make() -> TableView {
        let sections = Region.allCases.map { region in
            let section = RegionSection(region, rows: MemberState.all(in: region).map(MemberStateRow.init))
            section.columns = [
                TableViewColumn("name", title: "Member state"),
                TableViewColumn("capital", title: "Capital"),
                TableViewColumn("area", title: "Area in km²", alignment: .trailing, numberFormat: .grouped),
                TableViewColumn("joined", title: "Member since"),
                TableViewColumn("code", title: "Code"),
                TableViewColumn("article", title: "Article"),
            ]
            return section
        }
        let tableView = TableView(
            title: "Members of the United Nations", root: CascadingRootTableDelegate(childDelegates: sections))
        tableView.queryOptions = .all
        return tableView
    }
}

/// The section of one region.
private final class RegionSection: CascadingSectionTableDelegate {
    private let region: Region

    init(_ region: Region, rows: [MemberStateRow]) {
        self.region = region
        super.init(childDelegates: rows)
        headerTitle = region.rawValue
        indexTitle = region.rawValue
    }

    override var identifier: String { region.rawValue.lowercased() }
}
