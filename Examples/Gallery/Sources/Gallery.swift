import CascadingTable
import HTTPMessages
package import TableServer

/// Example tables, and a page with links to them.
package enum Gallery {
    @TableActor
    static let examples: [GalleryExample] = [
        GalleryExample(
            "place", "A place",
            "A detail page: contact details, a rating, reviews and links. Press \"5 more\" for more reviews.",
            PlaceExample.make, details: PlaceExample.makeDetail),
        GalleryExample(
            "feed", "Feed", "Posts, pictures and polls in one list. Press a poll to vote, or a post to reply.",
            FeedExample.make),
        GalleryExample(
            "models", "Menu of the day",
            "Rows that are edited, inserted and deleted. Copy a dish and paste it over another.",
            ModelsExample.make),
        GalleryExample(
            "creatures", "Zombies and humans", "Two kinds of rows in one list. Press a row to read its cry.",
            CreaturesExample.make),
        GalleryExample(
            "static", "Static rows", "Rows declared in code: a link, an info button and a counter.",
            StaticExample.make),
        GalleryExample(
            "settings", "Settings", "Switches, actions, and groups with one or two choices.", SettingsExample.make),
        GalleryExample(
            "text", "Text formats", "One table in twelve text formats, from plain to CSV.", TextExample.make),
        GalleryExample(
            "reorder", "Shopping list", "Drag rows and sections. A full shelf accepts no more items.",
            ReorderExample.make),
        GalleryExample(
            "swipe", "Mailbox", "Row actions and multiple selection. Deleted messages can be restored.",
            SwipeExample.make),
        GalleryExample(
            "index", "States and capitals from A to Z", "An index of letters beside the rows, and search.",
            IndexExample.make),
        GalleryExample(
            "emoji", "Emoji", "Each row opens a page of its own.", EmojiExample.make, details: EmojiExample.makeDetail),
        GalleryExample("flip", "Entry animation", "Seven animations for rows that appear.", FlipExample.make),
        GalleryExample(
            "photos", "Photos", "Rows that load while the page is open. Cancel a photo, or try again.",
            PhotosExample.make),
        GalleryExample(
            "remote", "Rows from a slow service", "A row shows that the service is loading or has failed.",
            MoonsExample.make, details: MoonsExample.makeDetail),
        GalleryExample(
            "grid", "Grid of tiles", "Press a tile to move it to the front. Refresh shuffles the tiles.",
            GridExample.make),
        GalleryExample(
            "endless", "Ten thousand cafés", "Rows that load from a service when you reach them.", EndlessExample.make),
        GalleryExample(
            "header", "Large header", "A picture and a chart above the rows, which shrink when you scroll.",
            HeaderExample.make),
        GalleryExample("expand", "Stories", "Rows that expand in place. Mark one as a favourite.", ExpandExample.make),
        GalleryExample("pile", "Pile of cards", "Cards that overlap. One card at a time is open.", PileExample.make),
    ]

    /// Mounts the page with links to the examples at `/`, and each example below it.
    @TableActor
    package static func mount(on server: inout TableServer) {
        server.mount("/", HomeTable.make(examples))
        server.addRoutes { router in
            GalleryImage.route(in: &router)
            GalleryIcon.route(in: &router)
        }
        for example in examples {
            let tableView = example.make()
            tableView.navigationItem.breadcrumbs = [TableLink("Gallery", to: "/")]
            server.mount(RoutePath([.literal(example.name)]), tableView)
            guard let details = example.details else { continue }
            server.mount(RoutePath([.literal(example.name), .parameter("name")]), forEach: .path) { parameters in
                guard let detail = try await details(parameters.value("name")) else { return nil }
                detail.lead(from: [TableLink("Gallery", to: "/"), TableLink(example.title, to: "../")])
                return detail
            }
        }
    }
}

extension TableView {
    fileprivate func lead(from breadcrumbs: [TableLink]) {
        navigationItem.breadcrumbs = breadcrumbs
    }
}

/// An example, with the name in its path.
struct GalleryExample: Sendable {
    let name: String
    let title: String
    /// The description for visitors.
    let shows: String
    let make: @TableActor @Sendable () -> TableView
    /// Makes the page of a row, given its name. Nil if rows have no pages.
    let details: (@TableActor @Sendable (String) async throws -> TableView?)?

    init(
        _ name: String, _ title: String, _ shows: String, _ make: @escaping @TableActor @Sendable () -> TableView,
        details: (@TableActor @Sendable (String) async throws -> TableView?)? = nil
    ) {
        self.name = name
        self.title = title
        self.shows = shows
        self.make = make
        self.details = details
    }
}

/// The first page: a table with links to the examples.
enum HomeTable {
    @TableActor
    static func make(_ examples: [GalleryExample]) -> TableView {
        let section = CascadingSectionTableDelegate(
            childDelegates: examples.map { example in
                CellRow(
                    example.name,
                    TableViewCell(
                        style: .columns, title: example.title,
                        fields: [Field("example", .text(example.title)), Field("shows", .text(example.shows))],
                        accessory: .disclosure, to: "\(example.name)/"))
            })
        section.columns = [
            TableViewColumn("example", title: "Example"), TableViewColumn("shows", title: "Shows"),
        ]
        let tableView = TableView(title: "Gallery", root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.queryOptions = [.sorting, .searching]
        return tableView
    }
}
