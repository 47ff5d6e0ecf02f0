import CascadingTable
import TableServer

/// A user with an identifier, as from a database.
struct Account: Identifiable, Sendable {
    var id: Int
    var name: String
}

/// A table of three or four notes for each user. The delegate reads the user of the visitor.
final class NoteTable: TableViewController {
    private(set) var notes = [
        "anna": ["anna-0", "anna-1", "anna-2"], "bert": ["bert-0", "bert-1", "bert-2", "bert-3"],
    ]
    /// The calls of delegate methods, with the visitor that they saw.
    private(set) var told: [String] = []
    /// The rows that were loaded, by prefetching.
    private(set) var loaded: Set<String> = []
    /// A Boolean value that indicates whether rows are loaded before they are shown.
    var isLoading = false
    /// Waits in the middle of an action.
    var pause: @Sendable () async -> Void = {}

    private var visitor: String { (tableView.visitor.user as? Account)?.name ?? "nobody" }
    private var own: [String] { notes[visitor] ?? [] }

    private func tell(_ what: String) { told.append("\(what) \(visitor)") }

    /// Creates a server that identifies users by the cookie `desk`.
    nonisolated func server(_ change: (inout TableServer.Configuration) -> Void = { _ in }) -> TableServer {
        var configuration = TableServer.Configuration()
        change(&configuration)
        var server = TableServer(configuration: configuration)
        server.mount("/", TableActor.run { tableView })
        server.identify { request in
            await Task.yield()
            let names = ["anna": 1, "bert": 2]
            return request.cookies["desk"].flatMap { name in names[name].map { Account(id: $0, name: name) } }
        }
        return server
    }

    override func viewDidLoad() {
        title = "Notes"
        tableView.allowsMultipleSelection = true
        tableView.queryOptions = .all
        tableView.refreshHandler = { [weak self] _ in self?.tell("refresh") }
        tableView.hosting.longValueHandler = { [weak self] _, _, _ in
            let bytes = Array("long value of \(self?.visitor ?? "")".utf8)
            return LongValue(byteCount: bytes.count, isText: true) { range in Array(bytes[range]) }
        }
    }

    override func tableViewDidAppear(viewers: Int) { tell("appear") }

    override func columns(in tableView: TableView) -> [TableViewColumn] { [TableViewColumn("note")] }
    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { own.count }
    override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        own[indexPath.row]
    }
    override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        let missing = indexPaths.map { own[$0.row] }.filter { !loaded.contains($0) }
        guard isLoading, !missing.isEmpty else { return nil }
        return .awaiting {
            await Task.yield()
            self.loaded.formUnion(missing)
        }
    }
    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let note = own[indexPath.row]
        guard !isLoading || loaded.contains(note) else { return TableViewCell(title: "not loaded") }
        return TableViewCell(
            style: .columns, title: note,
            fields: [
                Field("note", .text(note)),
                Field("long", .excerpt(.init(.text("long"), byteCount: 1_000_000))),
            ])
    }
    override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    { [TableViewEditableField("note", label: "Note", value: own[indexPath.row])] }
    override func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath)
        -> [TableViewDragItem]
    {
        [TableViewDragItem(own[indexPath.row])]
    }
    override func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    )
        async throws
    {
        await pause()
        tell("save")
        notes[visitor]?[indexPath.row] = values["note"] ?? ""
    }
    override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) throws {
        tell("delete")
        notes[visitor]?.remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath])
    }
    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { tell("select") }
}
