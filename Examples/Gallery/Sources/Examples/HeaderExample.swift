import CascadingTable

/// A header view with a picture and a title, which shrinks when the rows scroll.
enum HeaderExample {
    @TableActor
    static func make() -> TableView {
        let kilometres = (1...28).map { day in day % 7 < 2 ? 14 : day % 3 == 0 ? 0 : 6 }
        let days = kilometres.enumerated().map { day, kilometres in
            let run = kilometres == 0 ? "Rest" : "\(kilometres > 6 ? "Long" : "Short") loop, \(kilometres) km"
            return CellRow("February \(day + 1)", run)
        }
        let section = CascadingSectionTableDelegate(childDelegates: days)
        section.headerTitle = "Plan"
        let tableView = TableView(title: "Large header", root: CascadingRootTableDelegate(childDelegates: [section]))
        var picture = GalleryImage.landscape.image(2, "Hills in the morning")
        picture.size = .large
        tableView.appearance.headerView = TableViewHeaderFooterView(
            title: "Hill runs", subtitle: "A training plan for four weeks.", image: picture,
            fields: [Field("Days", 28), Field("km", .sparkline(kilometres.map(Double.init)))])
        return tableView
    }
}
