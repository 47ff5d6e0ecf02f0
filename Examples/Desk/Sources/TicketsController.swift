import CascadingTable
import Foundation
import TableServer

/// The table of open tickets: all of them, or only those of the visitor.
final class TicketsController: TableViewController {
    private let store: TicketStore
    private var tickets: [Ticket] = []
    private var timer: Task<Void, Never>?
    private let files: String
    private let showsOwn: Bool
    /// The other table that shows the same tickets.
    weak var other: TicketsController?

    /// - Parameters:
    ///   - store: The tickets.
    ///   - files: The folder of the attached files.
    ///   - showsOwn: True if visitors see only their own tickets.
    init(_ store: TicketStore, files: String, showsOwn: Bool = false) {
        self.store = store
        self.files = files
        self.showsOwn = showsOwn
        super.init(style: .insetGrouped)
    }

    override func viewDidLoad() {
        title = showsOwn ? "My tickets" : "Tickets"
        let other = showsOwn ? TableLink("All tickets", to: "/") : TableLink("My tickets", to: "/my/")
        tableView.navigationItem.breadcrumbs = [other, TableLink("Log out", to: "/logout")]
        tableView.appearance.showsEditButton = true
        tableView.allowsMultipleSelection = true
        tableView.queryOptions = [.sorting, .searching]
        tableView.refreshHandler = { [weak self] _ in try await self?.reload() }
        tableView.selectionActions = [
            TableViewSelectionAction(id: "close", title: "Close", style: .destructive) { [weak self] _, rows in
                try await self?.close(rows.map(\.identifier))
            }
        ]
    }

    func share(with other: TicketsController) {
        (self.other, other.other) = (other, self)
        other.tickets = tickets
    }

    func reload() async throws {
        tickets = try await store.openTickets()
        tableView.reloadData()
        other?.tickets = tickets
        other?.tableView.reloadData()
    }

    /// The tickets for the visitor of the current request.
    private var shown: [Ticket] {
        showsOwn ? tickets.filter { $0.owner == tableView.visitor.user as? String } : tickets
    }

    func add(_ ticket: Ticket) async throws {
        try await store.save(ticket)
        try await reload()
    }

    private func close(_ ids: [String]) async throws {
        try await store.close(ids)
        try await reload()
    }

    // Visible tables are reloaded every minute, because they show the ages of the tickets.
    override func tableViewDidAppear(viewers: Int) {
        guard timer == nil else { return }
        timer = Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(60))) != nil { self?.tableView.reloadData() }
        }
    }

    override func tableViewDidDisappear(viewers: Int) {
        guard viewers == 0 else { return }
        timer?.cancel()
        timer = nil
    }

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { shown.count }

    override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        shown[indexPath.row].id
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let ticket = shown[indexPath.row]
        let path = ticket.file.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        let minutes = Int(Date.now.timeIntervalSince(ticket.created) / 60)
        return TableViewCell(
            style: .subtitle, title: ticket.title,
            subtitle: "\(ticket.priority), \(ticket.owner), \(minutes) minutes old. \(ticket.text)",
            fields: ticket.file.isEmpty ? [] : [Field("file", .url("/files/\(path ?? "")", title: ticket.file))])
    }

    private func fields(of ticket: Ticket) -> [TableViewEditableField] {
        [
            .init("title", label: "Title", value: ticket.title, isRequired: true, maxLength: 80),
            .init("priority", label: "Priority", value: ticket.priority, kind: .choice(["low", "normal", "urgent"])),
            .init("text", label: "What was done", value: ticket.text, kind: .multilineText, maxLength: 2000),
            .init("file", label: "Attachment", value: ticket.file, kind: .file(maxBytes: 500_000)),
        ]
    }

    private func save(_ ticket: Ticket, with values: [String: String]) async throws {
        var ticket = ticket
        ticket.title = values["title"] ?? ""
        ticket.priority = values["priority"] ?? "normal"
        ticket.text = values["text"] ?? ""
        if let file = tableView.files["file"] { ticket.file = try await file.write(to: files) }
        try await add(ticket)
    }

    override func tableView(
        _ tableView: TableView, fieldsForCreatingRowInSection section: Int
    ) -> [TableViewEditableField] { fields(of: Ticket(title: "", owner: "")) }

    override func tableView(
        _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
    ) async throws {
        try await save(Ticket(title: "", owner: tableView.visitor.user as? String ?? ""), with: values)
    }

    override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    { fields(of: shown[indexPath.row]) }

    override func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) async throws { try await save(shown[indexPath.row], with: values) }

    override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) async throws { try await close([shown[indexPath.row].id]) }
}
