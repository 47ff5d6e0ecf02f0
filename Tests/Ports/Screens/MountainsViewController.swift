import TableUIKit  // UIKit: import UIKit

/// A diffable list of mountains that can be searched, sorted and shortened.
public final class MountainsViewController: UITableViewController {
    private enum Section: CaseIterable {
        case high
        case higher
    }

    private struct Mountain: Hashable {
        let name: String
        let height: Int
    }

    private final class DataSource: UITableViewDiffableDataSource<Section, Mountain> {
        override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
            switch sectionIdentifier(for: section) {
            case .high: return "Below 4,000 metres"
            case .higher: return "Above 4,000 metres"
            case nil: return nil
            }
        }
    }

    private var dataSource: DataSource?
    private let mountains = [
        Mountain(name: "Zugspitze", height: 2962), Mountain(name: "Triglav", height: 2864),
        Mountain(name: "Mont Blanc", height: 4806), Mountain(name: "Matterhorn", height: 4478),
        Mountain(name: "Dufourspitze", height: 4634), Mountain(name: "Großglockner", height: 3798),
    ]

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "Mountains"
        navigationItem.searchController = UISearchController(searchResultsController: nil)
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "mountain")
        dataSource = DataSource(tableView: tableView) { tableView, indexPath, mountain in
            let cell = tableView.dequeueReusableCell(withIdentifier: "mountain", for: indexPath)
            var content = cell.defaultContentConfiguration()
            content.text = mountain.name
            content.secondaryText = "\(mountain.height) m"
            cell.contentConfiguration = content
            return cell
        }
        dataSource?.defaultRowAnimation = .fade
        showMountains()
    }

    private func showMountains() {
        var snapshot = NSDiffableDataSourceSnapshot<Section, Mountain>()
        snapshot.appendSections(Section.allCases)
        snapshot.appendItems(mountains.filter { $0.height < 4000 }, toSection: .high)
        snapshot.appendItems(mountains.filter { $0.height >= 4000 }, toSection: .higher)
        dataSource?.apply(snapshot, animatingDifferences: false)
    }

    // MARK: Delegate

    public override func tableView(
        _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? {
        guard let mountain = dataSource?.itemIdentifier(for: indexPath) else { return nil }
        let hide = UIContextualAction(style: .normal, title: "Hide") { [weak self] _, _, completion in
            self?.hide(mountain)
            completion(true)
        }
        return UISwipeActionsConfiguration(actions: [hide])
    }

    public override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        guard let mountain = dataSource?.itemIdentifier(for: indexPath), var snapshot = dataSource?.snapshot(),
            let first = snapshot.itemIdentifiers.first, first != mountain
        else { return }
        snapshot.moveItem(mountain, beforeItem: first)
        dataSource?.apply(snapshot, animatingDifferences: true)
    }

    private func hide(_ mountain: Mountain) {
        guard var snapshot = dataSource?.snapshot() else { return }
        snapshot.deleteItems([mountain])
        dataSource?.apply(snapshot, animatingDifferences: true)
    }
}
