import TableUIKit  // UIKit: import UIKit

/// A mailbox with a toolbar, menus with a state, an action sheet and an alert.
public final class MailboxViewController: UITableViewController {
    struct Mail {
        let id: Int
        var sender: String
        var subject: String
        var isRead = false
        var folder = "Inbox"
    }

    private var mails = [
        Mail(id: 1, sender: "Ada", subject: "Analytical engine"),
        Mail(id: 2, sender: "Carl", subject: "New names", isRead: true),
        Mail(id: 3, sender: "Mary", subject: "Fossils"),
    ]
    private var showsUnreadOnly = false
    private var shown: [Mail] { mails.filter { $0.folder == "Inbox" && !(showsUnreadOnly && $0.isRead) } }

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "Inbox"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "mail")
        navigationItem.rightBarButtonItem = editButtonItem
        let empty = UIAction(title: "Empty Inbox…") { [weak self] _ in self?.confirmEmptying() }
        toolbarItems = [
            UIBarButtonItem(
                title: "Mark All as Read", primaryAction: UIAction { [weak self] _ in self?.markAllAsRead() }),
            .flexibleSpace(),
            UIBarButtonItem(title: "Empty Inbox…", primaryAction: empty),
        ]
        showFilter()
    }

    private func showFilter() {
        let unread = UIAction(title: "Unread", state: showsUnreadOnly ? .on : .off) { [weak self] _ in
            self?.showsUnreadOnly.toggle()
            self?.showFilter()
            self?.tableView.reloadData()
        }
        navigationItem.leftBarButtonItem = UIBarButtonItem(title: "Show", menu: UIMenu(children: [unread]))
    }

    // MARK: Rows

    public override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { shown.count }

    public override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "mail", for: indexPath)
        let mail = shown[indexPath.row]
        var content = cell.defaultContentConfiguration()
        content.text = mail.sender
        content.textProperties.font =
            mail.isRead ? .preferredFont(forTextStyle: .body) : .preferredFont(forTextStyle: .headline)
        content.secondaryText = mail.isRead ? mail.subject : "● \(mail.subject)"
        content.secondaryTextProperties.color = .secondaryLabel
        cell.contentConfiguration = content
        return cell
    }

    // MARK: Actions

    public override func tableView(
        _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? {
        let mail = shown[indexPath.row]
        let move = UIContextualAction(style: .normal, title: "Move…") { [weak self] _, _, completion in
            self?.askForFolder(of: mail, completion)
        }
        move.backgroundColor = .systemIndigo
        return UISwipeActionsConfiguration(actions: [move])
    }

    public override func tableView(
        _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath
    ) -> UIContextMenuConfiguration? {
        let mail = shown[indexPath.row]
        return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] _ in
            let read = UIAction(title: "Read", state: mail.isRead ? .on : .off) { _ in
                self?.change(mail) { $0.isRead.toggle() }
            }
            let folders = ["Archive", "Junk"].map { folder in
                UIAction(title: folder, attributes: folder == "Junk" ? .destructive : []) { _ in
                    self?.change(mail) { $0.folder = folder }
                }
            }
            let rename = UIAction(title: "Change Subject…") { _ in self?.askForSubject(of: mail) }
            return UIMenu(title: mail.subject, children: [read, rename, UIMenu(title: "Move to", children: folders)])
        }
    }

    private func change(_ mail: Mail, _ body: (inout Mail) -> Void) {
        guard let index = mails.firstIndex(where: { $0.id == mail.id }) else { return }
        body(&mails[index])
        tableView.reloadData()
    }

    private func markAllAsRead() {
        guard mails.contains(where: { !$0.isRead }) else {
            let alert = UIAlertController(title: "All read", message: "There is nothing new.", preferredStyle: .alert)
            alert.addAction(UIAlertAction(title: "OK", style: .default))
            return present(alert, animated: true)
        }
        for index in mails.indices { mails[index].isRead = true }
        tableView.reloadData()
    }

    private func confirmEmptying() {
        let alert = UIAlertController(
            title: "Empty the inbox?", message: "\(shown.count) mails will be gone.", preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        alert.addAction(
            UIAlertAction(title: "Empty", style: .destructive) { [weak self] _ in
                self?.mails.removeAll { $0.folder == "Inbox" }
                self?.tableView.reloadData()
            })
        present(alert, animated: true)
    }

    private func askForSubject(of mail: Mail) {
        let alert = UIAlertController(title: "Change the subject", message: nil, preferredStyle: .alert)
        alert.addTextField { field in
            field.placeholder = "Subject"
            field.text = mail.subject
            field.autocapitalizationType = .sentences
        }
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        alert.addAction(
            UIAlertAction(title: "Save", style: .default) { [weak self] _ in
                self?.change(mail) { $0.subject = alert.textFields?.first?.text ?? "" }
            })
        present(alert, animated: true)
    }

    private func askForFolder(of mail: Mail, _ completion: @escaping (Bool) -> Void) {
        let sheet = UIAlertController(title: "Move “\(mail.subject)” to", message: nil, preferredStyle: .actionSheet)
        for folder in ["Archive", "Junk"] {
            sheet.addAction(
                UIAlertAction(title: folder, style: folder == "Junk" ? .destructive : .default) { [weak self] _ in
                    self?.change(mail) { $0.folder = folder }
                    completion(true)
                })
        }
        sheet.addAction(UIAlertAction(title: "Cancel", style: .cancel) { _ in completion(false) })
        present(sheet, animated: true)
    }
}
