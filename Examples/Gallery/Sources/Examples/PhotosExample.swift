import CascadingTable

/// Photos that are loaded and filtered while the page is open, three at a time. Each row shows its progress. Visitors
/// can cancel a photo, and try again if it fails.
enum PhotosExample {
    @TableActor
    static func make() -> TableView {
        let photos = PhotoList(count: 12)
        let tableView = TableView(title: "Photos", dataSource: photos, delegate: photos)
        tableView.refreshHandler = { _ in await photos.waitUntilIdle() }
        return tableView
    }
}

private final class PhotoList: TableViewDataSource, TableViewDelegate {
    private var states: [PhotoState]
    private var failures: Set<Int> = []
    /// The waiting rows, and the tasks of the rows in progress.
    private var queue: [Int] = []
    private var tasks: [Int: Task<Void, Never>] = [:]
    private let maximum = 3

    init(count: Int) {
        states = Array(repeating: .waiting, count: count)
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { states.count }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        "photo-\(indexPath.row)"
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let state = states[indexPath.row]
        return TableViewCell(
            style: .value1, title: "Photo \(indexPath.row + 1)", subtitle: state.rawValue,
            image: state.image(indexPath.row + 50), fields: state.progress)
    }

    func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }

    // MARK: The queue

    /// Queues the waiting photos. It returns nil, so the page does not wait for them.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        for row in indexPaths.map(\.row) where states[row] == .waiting { enqueue(row, in: tableView) }
        return nil
    }

    /// Stops the work on photos that no visitor needs. They wait until the next request.
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        let rows = indexPaths.map(\.row)
        queue.removeAll(where: rows.contains)
        for row in rows where tasks[row] != nil { stop(row, as: .waiting, in: tableView) }
    }

    func waitUntilIdle() async {
        while let task = tasks.values.first { await task.value }
    }

    private func enqueue(_ row: Int, in tableView: TableView) {
        guard tasks[row] == nil, !queue.contains(row) else { return }
        set(.waiting, of: row, in: tableView)
        queue.append(row)
        work(in: tableView)
    }

    /// Starts tasks up to the maximum number.
    private func work(in tableView: TableView) {
        while tasks.count < maximum, !queue.isEmpty {
            let row = queue.removeFirst()
            tasks[row] = Task {
                await load(row, in: tableView)
                guard !Task.isCancelled else { return }
                tasks[row] = nil
                work(in: tableView)
            }
        }
    }

    private func load(_ row: Int, in tableView: TableView) async {
        // Every fifth photo fails at first.
        let end = row % 5 == 4 && !failures.contains(row) ? PhotoState.failed : .done
        for state in [PhotoState.loading, .filtering, end] {
            if Task.isCancelled { return }
            set(state, of: row, in: tableView)
            if state != end { try? await Task.sleep(for: .milliseconds(200 + row * 50)) }
        }
        if end == .failed { failures.insert(row) }
    }

    private func stop(_ row: Int, as state: PhotoState, in tableView: TableView) {
        queue.removeAll { $0 == row }
        tasks.removeValue(forKey: row)?.cancel()
        set(state, of: row, in: tableView)
        work(in: tableView)
    }

    private func set(_ state: PhotoState, of row: Int, in tableView: TableView) {
        guard states[row] != state else { return }
        states[row] = state
        tableView.reloadRows(at: [IndexPath(row: row, section: 0)])
    }

    // MARK: Actions

    func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        let row = indexPath.row
        let action: TableViewRowAction
        switch states[row] {
        case .done: return nil
        case .failed, .cancelled:
            action = TableViewRowAction(id: "retry", title: "Try again", image: GalleryIcon.retry.image()) {
                [weak self] tableView, _ in
                self?.enqueue(row, in: tableView)
                return .keep
            }
        case .waiting, .loading, .filtering:
            action = TableViewRowAction(id: "cancel", title: "Cancel", image: GalleryIcon.cross.image()) {
                [weak self] tableView, _ in
                self?.stop(row, as: .cancelled, in: tableView)
                return .keep
            }
        }
        return TableViewSwipeActionsConfiguration(actions: [action])
    }
}

/// The progress of a photo.
enum PhotoState: String {
    case waiting = "Waiting"
    case loading = "Loading"
    case filtering = "Filtering"
    case done = "Done"
    case failed = "Failed"
    case cancelled = "Cancelled"

    /// A progress bar while the photo is loaded or filtered, otherwise no field.
    var progress: [Field] {
        switch self {
        case .loading: [Field("Progress", .progress(0.3))]
        case .filtering: [Field("Progress", .progress(0.7))]
        case .waiting, .done, .failed, .cancelled: []
        }
    }

    /// Returns the photo with a number, or an icon for its state.
    func image(_ number: Int) -> TableViewImage {
        var image =
            switch self {
            case .waiting, .loading: GalleryIcon.hourglass.image()
            case .filtering: GalleryImage.landscape.image(number)
            case .done: GalleryImage.sepia.image(number)
            case .failed: GalleryIcon.warning.image()
            case .cancelled: GalleryIcon.cross.image()
            }
        image.size = .medium
        return image
    }
}
