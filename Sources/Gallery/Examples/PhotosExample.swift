import CascadingTable

/// Photos that are loaded and then filtered by a queue while the page is already there; each tells how far it is, can
/// be cancelled, and tried again when it fails.
enum PhotosExample {
    @TableActor
    static func make() -> TableView {
        let photos = PhotoList(count: 12)
        let tableView = TableView(title: "Photos", dataSource: photos, delegate: photos)
        tableView.refreshHandler = { _ in await photos.waitUntilIdle() }
        return tableView
    }
}

private enum PhotoState: String {
    case new = "Waiting"
    case loading = "Loading"
    case filtering = "Filtering"
    case done = "Done"
    case failed = "Failed"
    case cancelled = "Cancelled"
}

private final class PhotoList: TableViewDataSource, TableViewDelegate {
    private var states: [PhotoState]
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var attempts: [Int: Int] = [:]

    init(count: Int) {
        states = Array(repeating: .new, count: count)
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { states.count }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        "photo-\(indexPath.row)"
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let number = indexPath.row + 50
        let state = states[indexPath.row]
        var cell = TableViewCell(style: .value1, title: "Photo \(indexPath.row + 1)", subtitle: state.rawValue)
        switch state {
        case .filtering: cell.image = GalleryImage.landscape.image(number)
        case .done: cell.image = GalleryImage.sepia.image(number)
        default: break
        }
        return cell
    }

    func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }

    // MARK: The queue

    /// Begins to load, and lets the page be made at once.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        for indexPath in indexPaths where states[indexPath.row] == .new && tasks[indexPath.row] == nil {
            load(indexPath.row, in: tableView)
        }
        return nil
    }

    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        for indexPath in indexPaths { tasks[indexPath.row]?.cancel() }
    }

    func waitUntilIdle() async {
        for task in Array(tasks.values) { await task.value }
    }

    private func load(_ row: Int, in tableView: TableView) {
        attempts[row, default: 0] += 1
        // Every fifth photo fails at first.
        let fails = row % 5 == 4 && attempts[row] == 1
        tasks[row] = Task { [weak self, weak tableView] in
            for state in [PhotoState.loading, .filtering, fails ? .failed : .done] {
                self?.set(state, of: row, in: tableView)
                if state == .failed || state == .done { break }
                do {
                    try await Task.sleep(for: .milliseconds(150 + row * 40))
                } catch {
                    self?.set(.cancelled, of: row, in: tableView)
                    break
                }
            }
            self?.tasks[row] = nil
        }
    }

    private func set(_ state: PhotoState, of row: Int, in tableView: TableView?) {
        states[row] = state
        tableView?.reloadRows(at: [IndexPath(row: row, section: 0)])
    }

    // MARK: Actions

    func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        let row = indexPath.row
        switch states[row] {
        case .done: return nil
        case .failed, .cancelled:
            return TableViewSwipeActionsConfiguration(actions: [
                TableViewRowAction(id: "retry", title: "Try again") { [weak self] tableView, _ in
                    self?.load(row, in: tableView)
                    return .keep
                }
            ])
        case .new, .loading, .filtering:
            return TableViewSwipeActionsConfiguration(actions: [
                TableViewRowAction(id: "cancel", title: "Cancel") { [weak self] _, _ in
                    self?.tasks[row]?.cancel()
                    return .keep
                }
            ])
        }
    }
}
