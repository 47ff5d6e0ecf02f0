import CascadingTable
import TableManagers
import FoundationEssentials

/// A protocol for models of several types. The cells that show them follow below.
protocol FeedItem {}

struct Post: FeedItem, Identifiable, Hashable {
    var id = 0
    var title = "post"
}

struct Photo: FeedItem, Hashable {
    var name = "photo"
}

class Animal: FeedItem {
    var name: String { "animal" }
}

final class Dog: Animal {
    override var name: String { "dog" }
}

struct Unknown: FeedItem {}

struct PostCell: ModelTransfer {
    var cell = TableViewCell(style: .subtitle)
    mutating func update(with post: Post) { cell.title = post.title }
}

struct PhotoCell: CellContent {
    var cell = TableViewCell()
}

struct AnimalCell: ModelTransfer {
    var cell = TableViewCell()
    mutating func update(with animal: Animal) { cell.title = animal.name }
}

struct ItemCell: ModelTransfer {
    var cell = TableViewCell()
    mutating func update(with item: any FeedItem) { cell.title = "item" }
}
