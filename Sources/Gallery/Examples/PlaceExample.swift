import CascadingTable

/// The page of a place: five sections of one tree, each with rows of its own kind.
enum PlaceExample {
    @TableActor
    static func make() -> TableView {
        let root = CascadingRootTableDelegate(childDelegates: [
            section(nil, [PhotoRow()]),
            section("Where it is", [MapRow()]),
            section(
                "Good to know",
                [
                    FactRow("Address", "Mole 3, Old Harbour"),
                    FactRow("Telephone", "+49 40 555 010", link: "tel:+4940555010"),
                    FactRow("Open", "Tuesday to Sunday, 9 to 18"),
                    FactRow("Website", "example.org/lantern", link: "https://example.org/lantern"),
                ]),
            section("Rating", [RatingRow(reviews: Review.all)]),
            ReviewsSection(Review.all),
        ])
        let tableView = TableView(title: "The Lantern", root: root)
        tableView.appearance.style = .insetGrouped
        return tableView
    }

    @TableActor
    private static func section(_ title: String?, _ rows: [CascadingBareTableDelegate]) -> CascadingSectionTableDelegate
    {
        let section = CascadingSectionTableDelegate(childDelegates: rows)
        section.headerTitle = title
        return section
    }
}

private struct Review {
    var author: String
    var stars: Int
    var text: String

    static let all = [
        Review(author: "Ada", stars: 5, text: "The cinnamon rolls are worth the walk along the quay."),
        Review(author: "Bela", stars: 4, text: "Loud at noon, lovely at nine."),
        Review(author: "Chidi", stars: 5, text: "I came for the view and stayed for the soup."),
        Review(author: "Dora", stars: 3, text: "Good coffee, but bring time."),
        Review(author: "Emre", stars: 5, text: "They remember how you take your tea."),
        Review(author: "Freya", stars: 4, text: "Dogs are welcome, and get water first."),
        Review(author: "Goro", stars: 4, text: "Sit outside when the ferries come in."),
        Review(author: "Hana", stars: 2, text: "It was closed for a wedding and nobody said so."),
    ]
}

private final class PhotoRow: CascadingBareTableDelegate {
    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .subtitle, title: "The Lantern",
            subtitle: "A café in a lighthouse that was moved here stone by stone.",
            image: GalleryImage.landscape.image(5, "The lighthouse above the harbour"))
    }
    override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height { 88 }
    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }
}

private final class MapRow: CascadingBareTableDelegate {
    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Mole 3, Old Harbour", image: GalleryImage.map.image(3))
    }
    override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height { 72 }
    override func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
        TableViewRowExpansion(.init(image: GalleryImage.map.image(3, "A map with a pin at the end of mole 3")))
    }
    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }
}

private final class RatingRow: CascadingBareTableDelegate {
    private let average: Double
    private let count: Int

    init(reviews: [Review]) {
        count = reviews.count
        average = Double(reviews.reduce(0) { $0 + $1.stars }) / Double(count)
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(style: .value1, title: "\(average) of 5", subtitle: "\(count) reviews")
    }
    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }
}

/// Reviews, three at first; a row below them brings more until there are none.
private final class ReviewsSection: CascadingSectionTableDelegate {
    private var rest: ArraySlice<Review>

    init(_ reviews: [Review]) {
        rest = reviews.dropFirst(3)
        super.init(childDelegates: reviews.prefix(3).map(ReviewRow.init))
        headerTitle = "Reviews"
        reloadModeOnChildDelegatesChanged = .section(animation: .fade)
        childDelegates.append(MoreRow(count: rest.count) { [weak self] in self?.showMore() })
    }

    private func showMore() {
        var rows = childDelegates.dropLast() + rest.prefix(3).map { ReviewRow($0) }
        rest = rest.dropFirst(3)
        if !rest.isEmpty { rows.append(MoreRow(count: rest.count) { [weak self] in self?.showMore() }) }
        childDelegates = Array(rows)
    }
}

private final class ReviewRow: CascadingBareTableDelegate {
    private let review: Review

    init(_ review: Review) {
        self.review = review
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .subtitle, title: review.author, subtitle: review.text,
            fields: [Field("Stars", .integer(Int64(review.stars)))])
    }
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
