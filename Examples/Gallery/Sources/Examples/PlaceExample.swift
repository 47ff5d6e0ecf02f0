import CascadingTable

/// The page of a place, with a map above the sections. Each section of the tree has only its own rows.
enum PlaceExample {
    @TableActor
    static func make() -> TableView {
        makeTable(of: .lantern, nearby: [CellRow(Place.netLoft.name, "200 m along the quay", to: "net-loft/")])
    }

    @TableActor
    static func makeDetail(_ name: String) -> TableView? {
        guard name == "net-loft" else { return nil }
        return makeTable(of: .netLoft, nearby: [CellRow(Place.lantern.name, "200 m along the quay", to: "../")])
    }

    @TableActor
    private static func makeTable(of place: Place, nearby: [CellRow]) -> TableView {
        let reviews = ReviewsSection(place.reviews)
        var picture = GalleryImage.landscape.image(place.pictures.landscape, "The view from \(place.name)")
        picture.size = .medium
        let summary = makeSection(
            nil,
            [
                CellRow(
                    nil, TableViewCell(style: .subtitle, title: place.name, subtitle: place.summary, image: picture),
                    isSelectable: false)
            ])
        summary.rowHeight = 72
        let root = CascadingRootTableDelegate(childDelegates: [
            summary,
            makeSection(
                "Good to know",
                [
                    CellRow("Address", place.address),
                    CellRow("Telephone", place.telephone, to: "tel:" + place.telephone.filter { $0 != " " }),
                    CellRow("Open", place.hours),
                ]),
            RatingSection(place),
            reviews,
            makeSection("Nearby", nearby),
        ])
        let tableView = TableView(title: place.name, root: root)
        tableView.appearance.style = .insetGrouped
        var map = GalleryImage.map.image(place.pictures.map, "A map with a pin at \(place.address)")
        map.size = .large
        tableView.appearance.headerView = TableViewHeaderFooterView(
            title: "Location", subtitle: place.address, image: map)
        tableView.refreshHandler = { _ in reviews.show(place.reviews) }
        return tableView
    }

    @TableActor
    private static func makeSection(_ title: String?, _ rows: [CascadingBareTableDelegate])
        -> CascadingSectionTableDelegate
    {
        let section = CascadingSectionTableDelegate(childDelegates: rows)
        section.headerTitle = title
        return section
    }
}

/// The section with the mean of all stars. It is empty without reviews.
private final class RatingSection: CascadingSectionTableDelegate {
    init(_ place: Place) {
        super.init()
        guard let rating = place.rating else { return }
        headerTitle = "Rating"
        childDelegates = [CellRow("\(rating) of 5", "\(place.reviews.count) reviews")]
    }
}

/// The section with the reviews, three at first. A last row shows more. Without reviews, there is no header.
private final class ReviewsSection: CascadingSectionTableDelegate {
    private var rest: ArraySlice<Place.Review> = []

    init(_ reviews: [Place.Review]) {
        super.init()
        reloadModeOnChildDelegatesChanged = .section(animation: .fade)
        show(reviews)
    }

    /// Shows the first three reviews.
    func show(_ reviews: [Place.Review]) {
        headerTitle = reviews.isEmpty ? nil : "Reviews"
        rest = reviews[...]
        showMore(after: [])
    }

    private func showMore(after shown: [any CascadingTableDelegate]) {
        let rows =
            shown
            + rest.prefix(3).map { review in
                CellRow(
                    nil,
                    TableViewCell(
                        style: .subtitle, title: review.author, subtitle: review.text,
                        fields: [Field("Stars", .integer(Int64(review.stars)))]), isSelectable: false)
            }
        rest = rest.dropFirst(3)
        let title = "\(rest.count) more"
        let more = CellRow(cell: { _ in TableViewCell(title: title) }) { [weak self] tableView, indexPath in
            tableView.deselectRow(at: indexPath)
            self?.showMore(after: rows)
        }
        childDelegates = rest.isEmpty ? rows : rows + [more]
    }
}

/// A place with the reviews of its guests.
struct Place: Sendable {
    var name: String
    var summary: String
    var address: String
    var telephone: String
    var hours: String
    /// The numbers of the place's pictures.
    var pictures: (landscape: Int, map: Int)
    var reviews: [Review]

    struct Review: Sendable {
        var author: String
        var stars: Int
        var text: String
    }

    /// The mean of all stars; nil without reviews.
    var rating: Double? {
        reviews.isEmpty ? nil : Double(reviews.reduce(0) { $0 + $1.stars }) / Double(reviews.count)
    }

    static let lantern = Place(
        name: "The Lantern", summary: "A café in a lighthouse that was moved here stone by stone.",
        address: "Mole 3, Old Harbour", telephone: "+49 40 555 010", hours: "Tuesday to Sunday, 9 to 18",
        pictures: (5, 3),
        reviews: [
            Review(author: "Ada", stars: 5, text: "The cinnamon rolls are worth the walk along the quay."),
            Review(author: "Bela", stars: 4, text: "Loud at noon, lovely at nine."),
            Review(author: "Chidi", stars: 5, text: "I came for the view. I stayed for the soup."),
            Review(author: "Dora", stars: 3, text: "Good coffee, but bring time."),
            Review(author: "Emre", stars: 5, text: "They remember how you take your tea."),
            Review(author: "Freya", stars: 4, text: "Dogs are welcome, and get water first."),
            Review(author: "Goro", stars: 4, text: "Sit outside when the ferries come in."),
            Review(author: "Hana", stars: 2, text: "It was closed for a wedding, without a notice."),
        ])

    /// A new place without reviews.
    static let netLoft = Place(
        name: "The Net Loft", summary: "A bakery above the boats. It opened this week.",
        address: "Mole 1, Old Harbour", telephone: "+49 40 555 011", hours: "Every day, 7 to 12",
        pictures: (17, 12), reviews: [])
}
