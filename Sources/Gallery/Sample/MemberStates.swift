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
