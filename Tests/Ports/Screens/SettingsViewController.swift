import TableUIKit  // UIKit: import UIKit

/// Settings with switches, one choice of several, and a value.
public final class SettingsViewController: UITableViewController {
    private enum Section: Int, CaseIterable {
        case connections
        case appearance
        case about
    }

    private var connections = [(name: "Wi-Fi", isOn: true), (name: "Bluetooth", isOn: false)]
    private let appearances = ["Light", "Dark", "Automatic"]
    private var appearance = 2
    private var lastRefresh = "never"

    public init() {
        super.init(style: .insetGrouped)
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "Settings"
        tableView.sectionHeaderHeight = 40
        refreshControl = UIRefreshControl()
        refreshControl?.addAction(
            UIAction { [weak self] _ in
                self?.lastRefresh = "just now"
                self?.tableView.reloadSections(IndexSet(integer: Section.about.rawValue), with: .fade)
                self?.refreshControl?.endRefreshing()
            }, for: .valueChanged)
    }

    // MARK: Data source

    public override func numberOfSections(in tableView: UITableView) -> Int {
        Section.allCases.count
    }

    public override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        switch Section(rawValue: section) {
        case .connections: return connections.count
        case .appearance: return appearances.count
        case .about, nil: return 1
        }
    }

    public override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        switch Section(rawValue: section) {
        case .connections: return "Connections"
        case .appearance: return "Appearance"
        case .about, nil: return nil
        }
    }

    public override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
        section == Section.connections.rawValue ? "Bluetooth is off while you fly." : nil
    }

    public override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell =
            tableView.dequeueReusableCell(withIdentifier: "setting")
            ?? UITableViewCell(style: .value1, reuseIdentifier: "setting")
        cell.selectionStyle = .none
        switch Section(rawValue: indexPath.section) {
        case .connections:
            let connection = connections[indexPath.row]
            cell.textLabel?.text = connection.name
            let toggle = UISwitch()
            toggle.isOn = connection.isOn
            toggle.addAction(
                UIAction { [weak self] action in
                    guard let toggle = action.sender as? UISwitch else { return }
                    self?.connections[indexPath.row].isOn = toggle.isOn
                }, for: .valueChanged)
            cell.accessoryView = toggle
        case .appearance:
            cell.textLabel?.text = appearances[indexPath.row]
            cell.accessoryType = indexPath.row == appearance ? .checkmark : .none
            cell.selectionStyle = .default
        case .about, nil:
            cell.textLabel?.text = "Refreshed"
            cell.detailTextLabel?.text = lastRefresh
        }
        return cell
    }

    // MARK: Delegate

    public override func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        indexPath.section == Section.appearance.rawValue
    }

    public override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        let previous = IndexPath(row: appearance, section: indexPath.section)
        appearance = indexPath.row
        tableView.reconfigureRows(at: [previous, indexPath])
    }
}
