import CascadingTable
import MicroHTTPD
public import ServiceLifecycle
public import TableServer

/// One table for each system this project carries over, and a page that leads to them.
public enum Gallery {
    @TableActor
    static let examples: [GalleryExample] = [
        GalleryExample(
            "place", "A place", "CascadingTableDelegate", PlaceExample.make, details: PlaceExample.makeDetail),
        GalleryExample("feed", "Feed", "DTTableViewManager, DTModelStorage", FeedExample.make),
        GalleryExample("models", "Menu of the day", "RLDTableViewSuite", ModelsExample.make),
        GalleryExample("creatures", "Zombies and humans", "TableViewPattern", CreaturesExample.make),
        GalleryExample("static", "Static rows", "Static", StaticExample.make),
        GalleryExample("settings", "Settings", "QuickTableViewController", SettingsExample.make),
        GalleryExample("text", "Text in twelve styles", "TextTable", TextExample.make),
        GalleryExample("reorder", "Shopping list", "SwiftReorder, TableViewDragger", ReorderExample.make),
        GalleryExample("swipe", "Mailbox", "SwipeCellKit, BWSwipeRevealCell", SwipeExample.make),
        GalleryExample("index", "States and capitals from A to Z", "MYTableViewIndex", IndexExample.make),
        GalleryExample("emoji", "Emoji", "EmojiTableView", EmojiExample.make, details: EmojiExample.makeDetail),
        GalleryExample("flip", "Rows that arrive", "TableFlip", FlipExample.make),
        GalleryExample("photos", "Photos", "ClassicPhotos", PhotosExample.make),
        GalleryExample(
            "remote", "Moons from a service", "Marvel Universe", MoonsExample.make, details: MoonsExample.makeDetail),
        GalleryExample("grid", "A grid that is shuffled", "APDynamicGrid", GridExample.make),
        GalleryExample("endless", "Ten thousand cafés", "Yelp", EndlessExample.make),
        GalleryExample("header", "A header above", "YXTPageView", HeaderExample.make),
        GalleryExample("expand", "Stories", "ZYThumbnailTableView", ExpandExample.make),
        GalleryExample("pile", "A pile of cards", "VBPiledView", PileExample.make),
    ]

    /// Mounts the page that leads to the examples at `/`, and each example below it.
    ///
    /// - Returns: what has to run beside the server: the service that the example of a remote source reads.
    @TableActor
    public static func mount(on server: inout TableServer) -> [any Service] {
        server.mount("/", HomeTable.make(examples))
        server.addRoutes { router in
            GalleryImage.route(in: &router)
            GalleryIcon.route(in: &router)
        }
        for example in examples {
            let tableView = example.make()
            tableView.breadcrumbs = [TableLink("Gallery", url: "/")]
            server.mount(RoutePath([.literal(example.name)]), tableView)
            guard let details = example.details else { continue }
            server.mount(RoutePath([.literal(example.name), .parameter("name")])) { parameters in
                guard let detail = try await details(parameters.value("name")) else { return nil }
                await detail.lead(from: [TableLink("Gallery", url: "/"), TableLink(example.title, url: "../")])
                return detail
            }
        }
        return [MoonsService.shared]
    }
}

extension TableView {
    fileprivate func lead(from breadcrumbs: [TableLink]) {
        self.breadcrumbs = breadcrumbs
    }
}

/// An example, by the name in its path.
struct GalleryExample: Sendable {
    let name: String
    let title: String
    /// The libraries whose ideas it shows.
    let libraries: String
    let make: @TableActor @Sendable () -> TableView
    /// Makes the page of one row, where rows lead to pages.
    let details: (@TableActor @Sendable (String) async throws -> TableView?)?

    init(
        _ name: String, _ title: String, _ libraries: String, _ make: @escaping @TableActor @Sendable () -> TableView,
        details: (@TableActor @Sendable (String) async throws -> TableView?)? = nil
    ) {
        self.name = name
        self.title = title
        self.libraries = libraries
        self.make = make
        self.details = details
    }
}
