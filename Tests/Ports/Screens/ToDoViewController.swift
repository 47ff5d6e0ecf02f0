import TableUIKit  // UIKit: import UIKit

/// A to-do list whose items are inserted, deleted, moved and ticked, with undo.
public final class ToDoViewController: UITableViewController {
    private struct Item {
        var title: String
        var isDone = false
    }

    private var items = [Item(title: "Buy milk"), Item(title: "Call the bank"), Item(title: "Water the plants")]
    private var numberOfNewItems = 0

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "To do"
        navigationItem.rightBarButtonItem = editButtonItem
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "item")
        tableView.rowHeight = UITableView.automaticDimension
        tableView.tableFooterView = UIView()
    }

    // MARK: Data source

    public override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        items.count + 1
    }

    public override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "item", for: indexPath)
        guard indexPath.row < items.count else {
            cell.textLabel?.text = "Add item"
            cell.accessoryType = .none
            return cell
        }
        cell.textLabel?.text = items[indexPath.row].title
        cell.accessoryType = items[indexPath.row].isDone ? .checkmark : .none
        return cell
    }

    public override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
        true
    }

    public override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
        indexPath.row < items.count
    }

    public override func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        switch editingStyle {
        case .delete:
            delete(at: indexPath.row)
        case .insert:
            numberOfNewItems += 1
            insert(Item(title: "New item \(numberOfNewItems)"), at: items.count)
        default:
            break
        }
    }

    public override func tableView(
        _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        let item = items.remove(at: sourceIndexPath.row)
        items.insert(item, at: destinationIndexPath.row)
    }

    // MARK: Delegate

    public override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        indexPath.row < items.count ? UITableView.automaticDimension : 60
    }

    public override func tableView(_ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath)
        -> UITableViewCell.EditingStyle
    {
        indexPath.row < items.count ? .delete : .insert
    }

    public override func tableView(
        _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
        toProposedIndexPath proposedDestinationIndexPath: IndexPath
    ) -> IndexPath {
        IndexPath(row: min(proposedDestinationIndexPath.row, items.count - 1), section: 0)
    }

    public override func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        indexPath.row < items.count ? indexPath : nil
    }

    public override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        items[indexPath.row].isDone.toggle()
        tableView.reloadRows(at: [indexPath], with: .none)
    }

    public override func tableView(
        _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? {
        guard indexPath.row < items.count else { return nil }
        let delete = UIContextualAction(style: .destructive, title: "Delete") { [weak self] _, _, completion in
            self?.delete(at: indexPath.row)
            completion(true)
        }
        let top = UIContextualAction(style: .normal, title: "To the top") { [weak self] _, _, completion in
            self?.moveToTop(from: indexPath.row)
            completion(indexPath.row > 0)
        }
        return UISwipeActionsConfiguration(actions: [delete, top])
    }

    // MARK: Changes

    private func delete(at row: Int) {
        let item = items.remove(at: row)
        tableView.deleteRows(at: [IndexPath(row: row, section: 0)], with: .automatic)
        undoManager?.registerUndo(withTarget: self) { $0.insert(item, at: row) }
        undoManager?.setActionName("Delete \(item.title)")
    }

    private func insert(_ item: Item, at row: Int) {
        let place = min(row, items.count)
        items.insert(item, at: place)
        tableView.beginUpdates()
        tableView.insertRows(at: [IndexPath(row: place, section: 0)], with: .automatic)
        tableView.endUpdates()
        undoManager?.registerUndo(withTarget: self) { $0.delete(at: place) }
        undoManager?.setActionName("Add \(item.title)")
    }

    private func moveToTop(from row: Int) {
        guard row > 0 else { return }
        items.insert(items.remove(at: row), at: 0)
        tableView.performBatchUpdates {
            self.tableView.moveRow(at: IndexPath(row: row, section: 0), to: IndexPath(row: 0, section: 0))
        } completion: { _ in
            self.tableView.scrollToRow(at: IndexPath(row: 0, section: 0), at: .top, animated: true)
        }
    }
}
