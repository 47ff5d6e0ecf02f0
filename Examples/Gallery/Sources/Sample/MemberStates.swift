package import CascadingTable
import FoundationEssentials

extension MemberState {
    /// Returns the member states of a region, sorted by name without accents.
    static func all(in region: Region) -> [MemberState] {
        byRegion[region] ?? []
    }

    private static let byRegion = Dictionary(
        grouping: String(decoding: PackageResources.members_txt, as: UTF8.self).split(separator: "\n").dropFirst()
            .compactMap(MemberState.init)
    ) { $0.region }

    /// Reads `region | code | joined | name | capital | area`, and the Wikipedia article if its title is not the name.
    private init?(row: Substring) {
        let fields = row.split(separator: " | ").map(String.init)
        guard fields.count == 6 || fields.count == 7, let area = Int(fields[5]),
            let region = Region(rawValue: fields[0])
        else { return nil }
        let path = String((fields.count == 7 ? fields[6] : fields[3]).map { $0 == " " ? "_" : $0 })
        self.init(
            region: region, name: fields[3], capital: fields[4], code: fields[1], area: area, joined: fields[2],
            link: "https://en.wikipedia.org/wiki/\(path)")
    }
}

/// A member state of the United Nations, a row of the bundled sample.
struct MemberState: Sendable, Hashable {
    /// The region of its capital.
    let region: Region

    /// The common English short name.
    let name: String

    /// The constitutional capital, or the seat of government if the constitution names none.
    let capital: String

    /// The ISO 3166-1 alpha-2 code.
    let code: String

    /// The total area in square kilometres, with inland water.
    ///
    /// The figures are from the CIA World Factbook, with three exceptions: the Golan Heights count only for Syria,
    /// Mayotte counts only for France, and Western Sahara for no state.
    let area: Int

    /// The day of admission to the United Nations as `YYYY-MM-DD`. A state that continues a seat has its predecessor's.
    let joined: String

    /// The URL of the English Wikipedia article.
    let link: String
}

/// A region of the United Nations geoscheme (M49), a section of the bundled sample.
enum Region: String, CaseIterable, Sendable {
    case africa = "Africa"
    case americas = "Americas"
    case asia = "Asia"
    case europe = "Europe"
    case oceania = "Oceania"
}

extension MemberState {
    /// The day in ``joined`` as a date: midnight UTC.
    var admission: Date? {
        try? Date(joined, strategy: .iso8601.year().month().day())
    }
}

/// The row of one member state.
private final class MemberStateRow: CascadingBareTableDelegate {
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

/// The bundled sample: the member states of the United Nations, with a section for each region.
package enum MembersTable {
    @TableActor
    package static func make() -> TableView {
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
