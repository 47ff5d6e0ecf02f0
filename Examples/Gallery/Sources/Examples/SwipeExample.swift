import CascadingTable

/// A mailbox whose rows have actions at both ends. Visitors can select several messages, which marks them as read.
enum SwipeExample {
    @TableActor
    static func make() -> TableView {
        let inbox = Inbox(childDelegates: Message.all.map(MessageRow.init))
        inbox.headerTitle = "Inbox"
        let tableView = TableView(title: "Mailbox", root: CascadingRootTableDelegate(childDelegates: [inbox]))
        tableView.allowsMultipleSelection = true
        tableView.selectionLimit = 4
        tableView.appearance.showsEditButton = true
        tableView.appearance.emptyView = TableViewHeaderFooterView(
            title: "No mail", subtitle: "The inbox is empty.")
        return tableView
    }
}

private final class Inbox: CascadingSectionTableDelegate {
    /// Returns the number of messages that the current visitor has selected.
    override func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        "\(tableView.indexPathsForSelectedRows.count) of \(childDelegates.count) selected"
    }
}

private struct Message {
    var sender: String
    var subject: String

    static let all = [
        Message(sender: "Library", subject: "Three books are due on Friday"),
        Message(sender: "Nadia", subject: "Photos from the lake"),
        Message(sender: "Cinema on the hill", subject: "What is on in May"),
        Message(sender: "Jonas", subject: "Re: the bicycle"),
        Message(sender: "Allotment society", subject: "The water is on again"),
        Message(sender: "Grandmother", subject: "How do I send a picture?"),
    ]
}

private final class MessageRow: CascadingBareTableDelegate {
    private let message: Message
    private var isRead = false
    private var isFlagged = false

    init(_ message: Message) {
        self.message = message
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .subtitle, title: message.sender, subtitle: message.subject,
            image: isRead ? GalleryIcon.envelopeOpen.image("Read") : GalleryIcon.envelope.image("Unread"),
            fields: isFlagged ? [Field("Flag", "⚑")] : [])
    }

    override func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        TableViewSwipeActionsConfiguration(actions: [
            TableViewRowAction(
                id: "read", title: isRead ? "Mark as unread" : "Mark as read",
                image: (isRead ? GalleryIcon.envelope : .envelopeOpen).image()
            ) { [weak self] in
                self?.isRead.toggle()
                $0.reloadRows(at: [$1])
                return .keep
            }
        ])
    }

    override func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        TableViewSwipeActionsConfiguration(actions: [
            TableViewRowAction(id: "delete", title: "Delete", style: .destructive, image: GalleryIcon.bin.image()) {
                _, _ in .delete
            },
            TableViewRowAction(
                id: "flag", title: isFlagged ? "Remove flag" : "Flag", image: GalleryIcon.flag.image()
            ) { [weak self] in
                self?.isFlagged.toggle()
                $0.reloadRows(at: [$1])
                return .keep
            },
        ])
    }

    override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        guard let inbox = parentDelegate else { return }
        inbox.childDelegates.remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath])
        tableView.registerUndo("Delete the message from \(message.sender)") { [self] in
            let place = IndexPath(row: min(indexPath.row, inbox.childDelegates.count), section: inbox.index)
            inbox.childDelegates.insert(self, at: place.row)
            $0.insertRows(at: [place])
        }
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        isRead = true
        tableView.reloadRows(at: [indexPath])
    }
}
