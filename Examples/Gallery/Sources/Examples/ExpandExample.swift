import CascadingTable

/// Stories that expand into two panels. Visitors mark them as favourites; an expanded story counts as read.
enum ExpandExample {
    @TableActor
    static func make() -> TableView {
        let section = CascadingSectionTableDelegate(
            childDelegates: Story.all.enumerated().map { StoryRow($1, number: $0) })
        return TableView(title: "Stories", root: CascadingRootTableDelegate(childDelegates: [section]))
    }
}

private struct Story {
    var title: String
    var text: String

    static let all = [
        Story(
            title: "The bridge that was painted for forty years",
            text:
                "When the painters reached the far end, the near end had rusted. They walked back and began again."
        ),
        Story(
            title: "A map of all the benches",
            text: "She sat on each bench once, in alphabetical order, and wrote down the view."),
        Story(
            title: "The baker who could not smell",
            text: "He listens to the crust. When the bread sings, it is ready to leave the oven."),
        Story(
            title: "Two clocks in one square",
            text:
                "The clocks differ by four minutes. Half of the town is always early, and the other half is always late."
        ),
    ]
}

private final class StoryRow: CascadingBareTableDelegate {
    private let story: Story
    private let number: Int
    private var isRead = false
    private var isFavourite = false

    init(_ story: Story, number: Int) {
        self.story = story
        self.number = number
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        var picture = GalleryImage.landscape.image(number + 30)
        picture.size = .medium
        return TableViewCell(
            style: .subtitle, title: story.title, subtitle: isRead ? "Read" : "New",
            image: picture, fields: isFavourite ? [Field("Favourite", "★")] : [])
    }

    override func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
        TableViewRowExpansion(
            .init(title: "Story \(number + 1)", image: GalleryImage.landscape.image(number + 30)),
            .init(text: story.text, fields: [Field("Words", .integer(Int64(story.text.split(separator: " ").count)))]))
    }

    override func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) {
        isRead = true
        tableView.reloadRows(at: [indexPath])
    }

    override func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?
    {
        TableViewContextMenuConfiguration(actions: [
            TableViewRowAction(id: "favourite", title: isFavourite ? "Remove from favourites" : "Add to favourites") {
                [weak self] in
                self?.isFavourite.toggle()
                $0.reloadRows(at: [$1])
                return .keep
            }
        ])
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }
}
