import TableUIKit  // UIKit: import UIKit

struct Song: Identifiable, Hashable {
    let id = UUID()
    var title: String
    var artist: String
    var duration: Duration
    var isFavorite = false
}

/// The songs of a playlist in their order, with a page for each song.
public final class PlaylistViewController: UITableViewController {

    private var songs: [Song]
    private let reuseIdentifier = "SongCell"

    private lazy var shuffleButton = UIBarButtonItem(
        title: "Shuffle",
        image: UIImage(systemName: "shuffle"),
        primaryAction: UIAction(title: "Shuffle", image: UIImage(systemName: "shuffle")) { [weak self] _ in
            self?.shuffle()
        }
    )

    init(name: String, songs: [Song]) {
        self.songs = songs
        super.init(style: .insetGrouped)
        title = name
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        navigationController?.navigationBar.prefersLargeTitles = true
        navigationItem.rightBarButtonItems = [editButtonItem, shuffleButton]
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: reuseIdentifier)
        updateBarButtons()
    }

    public override func setEditing(_ editing: Bool, animated: Bool) {
        super.setEditing(editing, animated: animated)
        updateBarButtons()
    }

    // MARK: - Table view data source

    public override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        songs.count
    }

    public override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: reuseIdentifier, for: indexPath)
        let song = songs[indexPath.row]

        var content = cell.defaultContentConfiguration()
        content.text = song.title
        content.secondaryText = "\(song.artist) · \(song.duration.formatted(.time(pattern: .minuteSecond)))"
        content.secondaryTextProperties.color = .secondaryLabel
        content.image = UIImage(systemName: song.isFavorite ? "star.fill" : "music.note")
        content.imageProperties.tintColor = song.isFavorite ? .systemYellow : .secondaryLabel
        cell.contentConfiguration = content
        cell.accessoryType = .disclosureIndicator
        cell.showsReorderControl = true
        return cell
    }

    public override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
        guard !songs.isEmpty else { return "This playlist is empty." }
        let total = songs.reduce(Duration.zero) { $0 + $1.duration }
        let count = songs.count == 1 ? "1 song" : "\(songs.count) songs"
        return "\(count), \(total.formatted(.units(allowed: [.hours, .minutes], width: .wide)))"
    }

    public override func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
        guard editingStyle == .delete else { return }
        deleteSong(at: indexPath)
    }

    public override func tableView(
        _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        let song = songs.remove(at: sourceIndexPath.row)
        songs.insert(song, at: destinationIndexPath.row)
    }

    // MARK: - Table view delegate

    public override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.navigate(to: "\(songs[indexPath.row].id)/")  // UIKit: push …
    }

    public override func tableView(
        _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? {
        let isFavorite = songs[indexPath.row].isFavorite
        let favorite = UIContextualAction(style: .normal, title: isFavorite ? "Unfavorite" : "Favorite") {
            [weak self] _, _, completion in
            self?.toggleFavorite(at: indexPath)
            completion(true)
        }
        favorite.image = UIImage(systemName: isFavorite ? "star.slash" : "star")
        favorite.backgroundColor = .systemYellow
        return UISwipeActionsConfiguration(actions: [favorite])
    }

    // MARK: - Actions

    private func toggleFavorite(at indexPath: IndexPath) {
        songs[indexPath.row].isFavorite.toggle()
        tableView.reconfigureRows(at: [indexPath])
    }

    private func deleteSong(at indexPath: IndexPath) {
        songs.remove(at: indexPath.row)
        tableView.performBatchUpdates {
            self.tableView.deleteRows(at: [indexPath], with: .automatic)
        } completion: { [weak self] _ in
            self?.tableView.reloadSections(IndexSet(integer: 0), with: .none)
        }
        updateBarButtons()
    }

    private func shuffle() {
        let oldOrder = songs
        songs.shuffle()
        tableView.performBatchUpdates {
            for (oldRow, song) in oldOrder.enumerated() {
                guard let newRow = self.songs.firstIndex(where: { $0.id == song.id }), newRow != oldRow else {
                    continue
                }
                self.tableView.moveRow(at: IndexPath(row: oldRow, section: 0), to: IndexPath(row: newRow, section: 0))
            }
        }
    }

    private func updateBarButtons() {
        shuffleButton.isEnabled = !isEditing && songs.count > 1
        editButtonItem.isEnabled = isEditing || !songs.isEmpty
    }
}

final class SongDetailViewController: UITableViewController {  // UIKit: UIViewController
    init(song: Song) {
        super.init()  // UIKit: super.init(nibName: nil, bundle: nil)
        title = song.title
        var configuration = UIContentUnavailableConfiguration.empty()
        configuration.image = UIImage(systemName: "music.quarternote.3")
        configuration.text = song.title
        configuration.secondaryText = "\(song.artist)\n\(song.duration.formatted(.time(pattern: .minuteSecond)))"
        contentUnavailableConfiguration = configuration
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        // UIKit: view.backgroundColor = .systemBackground
        navigationItem.largeTitleDisplayMode = .never
    }
}

extension PlaylistViewController {
    /// A playlist of six songs.
    public static func sample() -> PlaylistViewController {
        let songs = (1...6).map { number in
            Song(title: "Song \(number)", artist: "Artist \(number % 3)", duration: .seconds(150 + number * 11))
        }
        return PlaylistViewController(name: "Road trip", songs: songs)
    }
}
