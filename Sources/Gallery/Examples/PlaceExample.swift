import CascadingTable

/// The page of a place, with a map above the sections. Each section of the tree has only its own rows.
enum PlaceExample {
    @TableActor
    static func make() -> TableView {
        makeTable(of: .lantern, nearby: [FactRow(Place.netLoft.name, "200 m along the quay", to: "net-loft/")])
    }

    @TableActor
    static func makeDetail(_ name: String) -> TableView? {
        guard name == "net-loft" else { return nil }
        return makeTable(of: .netLoft, nearby: [FactRow(Place.lantern.name, "200 m along the quay", to: "../")])
    }

    @TableActor
    private static func makeTable(of place: Place, nearby: [FactRow]) -> TableView {
        let reviews = ReviewsSection(place.reviews)
        let root = CascadingRootTableDelegate(childDelegates: [
            makeSection(nil, [SummaryRow(place)]),
            makeSection(
                "Good to know",
                [
                    FactRow("Address", place.address),
                    FactRow("Telephone", place.telephone, to: "tel:" + place.telephone.filter { $0 != " " }),
                    FactRow("Open", place.hours),
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

/// The row with the picture, the name and the summary of a place.
private final class SummaryRow: CascadingBareTableDelegate {
    private let place: Place

    init(_ place: Place) {
        self.place = place
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        var picture = GalleryImage.landscape.image(place.pictures.landscape, "The view from \(place.name)")
        picture.size = .medium
        return TableViewCell(
            style: .subtitle, title: place.name, subtitle: place.summary,
            image: picture)
    }

    override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height { 72 }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }
}

/// The section with the mean of all stars. It is empty without reviews.
private final class RatingSection: CascadingSectionTableDelegate {
    init(_ place: Place) {
        super.init()
        guard let rating = place.rating else { return }
        headerTitle = "Rating"
        childDelegates = [FactRow("\(rating) of 5", "\(place.reviews.count) reviews")]
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
        let rows = shown + rest.prefix(3).map(ReviewRow.init)
        rest = rest.dropFirst(3)
        let more = MoreRow(count: rest.count) { [weak self] in self?.showMore(after: rows) }
        childDelegates = rest.isEmpty ? rows : rows + [more]
    }
}

private final class ReviewRow: CascadingBareTableDelegate {
    private let review: Place.Review

    init(_ review: Place.Review) {
        self.review = review
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .subtitle, title: review.author, subtitle: review.text,
            fields: [Field("Stars", .integer(Int64(review.stars)))])
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }
}

private final class MoreRow: CascadingBareTableDelegate {
    private let count: Int
    private let action: @TableActor () -> Void

    init(count: Int, action: @escaping @TableActor () -> Void) {
        self.count = count
        self.action = action
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "\(count) more")
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath)
        action()
    }
}
