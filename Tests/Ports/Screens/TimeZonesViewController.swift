import TableUIKit  // UIKit: import UIKit

struct ZoneItem: Hashable {
    let identifier: String
    let city: String
    let region: String

    init?(identifier: String) {
        let parts = identifier.split(separator: "/")
        guard parts.count > 1, let last = parts.last else { return nil }
        self.identifier = identifier
        self.city = last.replacingOccurrences(of: "_", with: " ")
        self.region = parts.dropLast().joined(separator: ", ").replacingOccurrences(of: "_", with: " ")
    }

    var offsetDescription: String {
        TimeZone(identifier: identifier)?.localizedName(for: .shortStandard, locale: .current) ?? ""
    }
}

/// A choice of up to five time zones, with a search, an index and an alert.
public final class TimeZonesViewController: UITableViewController {

    private struct Section {
        let title: String
        let items: [ZoneItem]
    }

    var onDone: (([String]) -> Void)?

    private let maximumSelection = 5
    private let allItems: [ZoneItem]
    private var sections: [Section] = []
    private var selectedIdentifiers: Set<String>
    private let searchController = UISearchController(searchResultsController: nil)

    private lazy var doneButton = UIBarButtonItem(
        systemItem: .done,
        primaryAction: UIAction { [weak self] _ in
            guard let self else { return }
            onDone?(selectedIdentifiers.sorted())
            tableView.navigate(to: "/")  // UIKit: dismiss(animated: true)
        })

    public init(selectedIdentifiers: Set<String> = []) {
        self.selectedIdentifiers = selectedIdentifiers
        self.allItems = TimeZone.knownTimeZoneIdentifiers
            .compactMap(ZoneItem.init(identifier:))
            .sorted { $0.city.localizedStandardCompare($1.city) == .orderedAscending }
        super.init(style: .plain)
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Zone")
        tableView.keyboardDismissMode = .onDrag

        navigationItem.rightBarButtonItem = doneButton
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            systemItem: .cancel,
            primaryAction: UIAction { [weak self] _ in
                self?.tableView.navigate(to: "/")  // UIKit: self?.dismiss(animated: true)
            })

        searchController.searchResultsUpdater = self
        searchController.obscuresBackgroundDuringPresentation = false
        searchController.hidesNavigationBarDuringPresentation = false
        searchController.searchBar.placeholder = "City or region"
        navigationItem.searchController = searchController
        navigationItem.hidesSearchBarWhenScrolling = false

        applyFilter("")
        updateTitle()
    }

    private func applyFilter(_ query: String) {
        let items =
            query.isEmpty
            ? allItems
            : allItems.filter {
                $0.city.localizedStandardContains(query) || $0.region.localizedStandardContains(query)
            }
        sections = Dictionary(grouping: items) { item in
            String(item.city.prefix(1)).folding(options: .diacriticInsensitive, locale: .current).uppercased()
        }
        .map { Section(title: $0.key, items: $0.value) }
        .sorted { $0.title < $1.title }

        tableView.reloadData()
        contentUnavailableConfiguration = sections.isEmpty ? UIContentUnavailableConfiguration.search() : nil
    }

    private func updateTitle() {
        title = selectedIdentifiers.isEmpty ? "Time Zones" : "\(selectedIdentifiers.count) of \(maximumSelection)"
        doneButton.isEnabled = !selectedIdentifiers.isEmpty
    }

    private func presentLimitAlert() {
        let alert = UIAlertController(
            title: "Limit Reached",
            message: "You can choose up to \(maximumSelection) time zones. Deselect one to add another.",
            preferredStyle: .alert
        )
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        present(alert, animated: true)
    }

    // MARK: - Table view data source

    public override func numberOfSections(in tableView: UITableView) -> Int {
        sections.count
    }

    public override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        sections[section].items.count
    }

    public override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        sections[section].title
    }

    public override func sectionIndexTitles(for tableView: UITableView) -> [String]? {
        searchController.isActive ? nil : sections.map(\.title)
    }

    public override func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int)
        -> Int
    {
        sections.firstIndex { $0.title == title } ?? index
    }

    public override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Zone", for: indexPath)
        let item = sections[indexPath.section].items[indexPath.row]
        var content = UIListContentConfiguration.subtitleCell()
        content.text = item.city
        content.secondaryText = "\(item.region) · \(item.offsetDescription)"
        content.secondaryTextProperties.color = .secondaryLabel
        cell.contentConfiguration = content
        cell.accessoryType = selectedIdentifiers.contains(item.identifier) ? .checkmark : .none
        return cell
    }

    // MARK: - Table view delegate

    public override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        let item = sections[indexPath.section].items[indexPath.row]
        if selectedIdentifiers.remove(item.identifier) == nil {
            guard selectedIdentifiers.count < maximumSelection else {
                presentLimitAlert()
                return
            }
            selectedIdentifiers.insert(item.identifier)
        }
        tableView.reconfigureRows(at: [indexPath])
        updateTitle()
    }
}

extension TimeZonesViewController: UISearchResultsUpdating {
    public func updateSearchResults(for searchController: UISearchController) {
        applyFilter(searchController.searchBar.text ?? "")
    }
}
