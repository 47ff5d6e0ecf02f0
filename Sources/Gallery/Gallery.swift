public import TableServer
import CascadingTable

/// One table for each system this project carries over, and a page that leads to them.
public enum Gallery {
    @TableActor
    static let examples: [GalleryExample] = [
        GalleryExample("reorder", "Shopping list", "SwiftReorder, TableViewDragger", ReorderExample.make)
    ]

    /// Mounts the page that leads to the examples at `/`, and each example below it.
    @TableActor
    public static func mount(on server: inout TableServer) {
        server.mount("/", HomeTable.make(examples))
        for example in examples {
            let tableView = example.make()
            tableView.breadcrumbs = [TableLink("Gallery", url: "/")]
            server.mount(RoutePath([.literal(example.name)]), tableView)
        }
    }
}

/// An example, by the name in its path.
struct GalleryExample {
    let name: String
    let title: String
    /// The libraries whose ideas it shows.
    let libraries: String
    let make: @TableActor () -> TableView

    init(_ name: String, _ title: String, _ libraries: String, _ make: @escaping @TableActor () -> TableView) {
        self.name = name
        self.title = title
        self.libraries = libraries
        self.make = make
    }
}
