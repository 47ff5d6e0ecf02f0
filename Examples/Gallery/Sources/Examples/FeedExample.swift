import CascadingTable
import TableStorage
import TableManagers

/// A feed of posts, pictures and polls. Each type of model has its own cell and event handlers.
enum FeedExample {
    @TableActor
    static func make() -> TableView {
        let today: [any FeedItem] = [
            Post(id: "post-1", author: "Mira", text: "The first strawberries are ripe."),
            Picture(id: "picture-1", title: "Above the fog", number: 7),
            Poll(id: "poll-1", question: "Picnic on Saturday?"),
            Post(id: "post-2", author: "Tom", text: "Has anyone seen a green bicycle?"),
        ]
        let storage = MemoryStorage<any FeedItem>([
            StorageSection(today, headerModel: "Today"),
            StorageSection([Picture(id: "picture-2", title: "The old quarry", number: 23)], headerModel: "Yesterday"),
        ])
        let manager = TableManager(storage: storage)
        var replyCount = 0
        manager.register(PostCell.self) { mapping in
            mapping.didSelect { [weak storage, weak manager] _, post, indexPath in
                manager?.tableView?.deselectRow(at: indexPath)
                replyCount += 1
                try? storage?.addItem(
                    Post(id: "reply-\(replyCount)", author: "You", text: "↳ \(post.author): I read this."))
            }
            mapping.shouldHighlight { _, post, _ in !post.id.hasPrefix("reply") }
        }
        manager.register(PictureCell.self) { mapping in
            mapping.heightForCell { _, _ in 72 }
            mapping.shouldHighlight { _, _, _ in false }
        }
        manager.register(PollCell.self) { mapping in
            mapping.didSelect { [weak storage, weak manager] _, poll, indexPath in
                manager?.tableView?.deselectRow(at: indexPath)
                var answered = poll
                answered.votes += 1
                try? storage?.replaceItem(at: indexPath, with: answered)
            }
        }
        return TableView(title: "Feed", root: manager)
    }
}

private protocol FeedItem: Sendable {
    var id: String { get }
}

private struct Post: FeedItem, Identifiable {
    let id: String
    let author: String
    let text: String
}

private struct Picture: FeedItem, Identifiable {
    let id: String
    let title: String
    let number: Int
}

private struct Poll: FeedItem, Identifiable {
    let id: String
    let question: String
    var votes = 0
}

private struct PostCell: ModelTransfer {
    var cell = TableViewCell(style: .subtitle)

    mutating func update(with post: Post) {
        cell.title = post.author
        cell.subtitle = post.text
    }
}

private struct PictureCell: ModelTransfer {
    var cell = TableViewCell()

    mutating func update(with picture: Picture) {
        cell.title = picture.title
        cell.image = GalleryImage.landscape.image(picture.number)
        cell.image?.size = .large
    }
}

private struct PollCell: ModelTransfer {
    var cell = TableViewCell(style: .value1)

    mutating func update(with poll: Poll) {
        cell.title = poll.question
        cell.subtitle = poll.votes == 1 ? "1 vote" : "\(poll.votes) votes"
    }
}
