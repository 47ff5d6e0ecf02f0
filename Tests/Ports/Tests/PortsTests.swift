import Foundation
import HTTPTypes
import PortedScreens
import TableServer
import TableTesting
import TableUIKit
import Testing

/// Tests UIKit screens that are compiled with `import TableUIKit`.
@Suite struct PortsTests {
    /// Each line that differs from UIKit has a comment `// UIKit:` with the original.
    @Test(arguments: [
        "ToDoViewController", "SettingsViewController", "MountainsViewController", "MailboxViewController",
        "TimeZonesViewController", "PlaylistViewController",
    ])
    func `At most one line in ten differs from UIKit`(screen: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let source = try String(contentsOf: root.appending(path: "Screens/\(screen).swift"), encoding: .utf8)
        let lines = source.split(separator: "\n").filter { !$0.contains(/^ *\/\//) }
        let differing = lines.count { $0.contains("// UIKit:") }
        #expect(lines.count >= 60)
        #expect(differing > 0 && differing * 10 <= lines.count, "\(differing) of \(lines.count)")
    }

    @Test func `The to-do list inserts, deletes, moves and undoes`() async throws {
        var server = TableServer()
        server.mount("/", ToDoViewController())
        try await server.test(.socket) { client in
            var cookie = HTTPFields()
            func titles() async throws -> [String] {
                try await client.get("/table.csv").text.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
            }
            func post(_ path: String, form: String = "") async throws -> TestResponse {
                let answer = try await client.post(path, form: form, headers: cookie)
                if let set = answer.headers[.setCookie] {
                    cookie[.cookie] = String(set.prefix { $0 != ";" })
                }
                return answer
            }
            let start = try await titles()
            #expect(start.count == 4)
            // insert
            #expect(try await post("/commit/0/3/insert").status == 200)
            #expect(try await titles().contains { $0.contains("New item 1") })
            // delete, and undo it
            let deleted = try await post("/commit/0/0/delete")
            #expect(deleted.status == 200)
            #expect(try await !titles().contains { $0.contains("Buy milk") })
            let undo = try #require(deleted.text.firstMatch(of: /"undo":\{.*"url":"([^"]+)"/)).output.1
            #expect(deleted.text.contains("Delete Buy milk"))
            #expect(try await post(String(undo)).status == 200)
            #expect(try await titles().first?.contains("Buy milk") == true)
            // move, below the last item at most
            #expect(try await post("/move", form: "from=0.0&to=0.4").status == 200)
            #expect(try await titles()[3].contains("Buy milk"))
            // an action that is not possible is refused
            #expect(try await post("/action/0/0/tothetop").status == 409)
            #expect(try await post("/action/0/2/tothetop").status == 200)
        }
    }

    @Test func `Settings switch, choose and refresh`() async throws {
        var server = TableServer()
        server.mount("/", SettingsViewController())
        try await server.test(.inProcess) { client in
            let tapped = try await client.post("/accessory/0/1")
            #expect(tapped.status == 200)
            #expect(try await client.post("/select/0/0").status == 403)
            #expect(try await client.post("/select/1/0").status == 200)
            #expect(try await client.post("/refresh").status == 200)
            let table = try await client.get("/table.json").text
            #expect(table.contains("just now"))
        }
    }

    @Test func `The mailbox has buttons, menus with a state, sheets and alerts`() async throws {
        var server = TableServer()
        server.mount("/", MailboxViewController())
        try await server.test(.inProcess) { client in
            func senders() async throws -> [String] {
                try await client.get("/table.ndjson").text.matches(of: #/"title":"(\w+)"/#).map { String($0.output.1) }
            }
            #expect(try await senders() == ["Ada", "Carl", "Mary"])
            let page = try await client.get("/", headers: [.accept: "text/html"]).text
            for title in ["Show: Unread", "Mark All as Read", "Empty Inbox…", "✓ Read", "Move to: Archive"] {
                #expect(page.contains(">\(title)<"), "\(title)")
            }
            // a button of a menu, whose state changes
            #expect(try await client.post("/toolbar/showunread").status == 200)
            #expect(try await senders() == ["Ada", "Mary"])
            let filtered = try await client.get("/", headers: [.accept: "text/html"]).text
            #expect(filtered.contains(">✓ Show: Unread<"))
            #expect(try await client.post("/action/0/0/movetoarchive").status == 200)
            #expect(try await senders() == ["Mary"])
            // a sheet: the first request gets the choices, the second one makes one
            let sheet = try await client.post("/action/0/0/move")
            #expect(sheet.status == 409)
            func answers(_ response: TestResponse) -> [(title: Substring, style: Substring, answer: Substring)] {
                response.text.matches(of: #/"title":"([^"]+)","style":"([a-z]+)","answer":"([^"]+)"/#)
                    .map { ($0.output.1, $0.output.2, $0.output.3) }
            }
            #expect(answers(sheet).map(\.title) == ["Archive", "Junk"])
            #expect(answers(sheet).map(\.style) == ["default", "destructive"])
            #expect(try await senders() == ["Mary"])
            #expect(try await client.post("/action/0/0/move?_answer=\(answers(sheet)[1].answer)").status == 200)
            #expect(try await senders() == [])
            // an alert with a field
            #expect(try await client.post("/toolbar/showunread").status == 200)
            let asked = try await client.post("/action/0/0/changesubject")
            #expect(asked.text.contains(#""label":"Subject","kind":"text","value":"New names""#), "\(asked.text)")
            let name = try #require(asked.text.firstMatch(of: #/"name":"(_value[^"]+)"/#)).output.1
            let save = try #require(answers(asked).first).answer
            let saved = try await client.post("/action/0/0/changesubject?_answer=\(save)", form: "\(name)=Other+names")
            #expect(saved.status == 200)
            #expect(try await client.get("/table.json").text.contains("Other names"))
            // a browser without JavaScript names the row once
            let form = try await client.post(
                "/action/0/0/changesubject", form: "id=0&_query=", headers: [.accept: "text/html"])
            #expect(form.text.matches(of: /name="id"/).count <= 1, "\(form.text)")
            #expect(try await client.post("/toolbar/showunread").status == 200)
            // an alert that only tells
            #expect(try await client.post("/toolbar/markallasread").status == 200)
            let told = try await client.post("/toolbar/markallasread")
            #expect(told.text.contains(#""message":"All read. There is nothing new.""#))
            // an alert that asks
            #expect(try await client.post("/toolbar/showunread").status == 200)
            #expect(try await senders() == ["Carl"])
            let alert = try await client.post("/toolbar/emptyinbox")
            #expect(alert.text.contains("Empty the inbox? 1 mails will be gone."))
            let empty = try #require(answers(alert).first).answer
            #expect(try await client.post("/toolbar/emptyinbox?_answer=\(empty)").status == 200)
            #expect(try await senders() == [])
        }
    }

    @Test func `The diffable list searches, moves and hides`() async throws {
        var server = TableServer()
        server.mount("/", MountainsViewController())
        try await server.test(.inProcess) { client in
            let found = try await client.get("/table.csv?_search=matter").text
            #expect(found.contains("Matterhorn") && !found.contains("Triglav"))
            #expect(try await client.post("/action/1/0/hide").status == 200)
            #expect(try await !client.get("/table.csv").text.contains("Mont Blanc"))
            #expect(try await client.post("/select/1/1").status == 200)
            let first = try await client.get("/table.csv").text.split(whereSeparator: \.isNewline)[1]
            #expect(first.contains("Dufourspitze"))
        }
    }

    @Test func `The time zones keep five, and tell the limit`() async throws {
        let zones = await TimeZonesViewController()
        var server = TableServer()
        server.mount("/", zones)
        try await server.test(.inProcess) { client in
            for row in 0..<5 { #expect(try await client.post("/select/0/\(row)").status == 200) }
            #expect(try await client.get("/table.json").text.contains(#""title":"5 of 5""#))
            let sixth = try await client.post("/select/0/5").text
            #expect(sixth.contains("Limit Reached. You can choose up to 5 time zones."), "\(sixth)")
            let found = try await client.get("/table.csv?_search=helsinki").text
            #expect(found.contains("Helsinki") && !found.contains("Abidjan"))
            #expect(try await client.get("/", headers: [.accept: "text/html"]).text.contains(">Done<"))
        }
    }

    @Test func `The playlist is moved, favoured and deleted`() async throws {
        var server = TableServer()
        server.mount("/", PlaylistViewController.sample())
        try await server.test(.inProcess) { client in
            #expect(try await client.post("/move", form: "from=0.0&to=0.2").status == 200)
            #expect(try await client.post("/commit/0/0/delete").status == 200)
            let titles = try await client.get("/table.csv").text.split(whereSeparator: \.isNewline).dropFirst()
            #expect(titles.count == 5 && titles.first?.contains("Song 3") == true, "\(titles)")
            let page = try await client.get("/", headers: [.accept: "text/html"]).text
            #expect(page.contains(">Shuffle<") && page.contains(">Edit<"))
        }
    }
}

/// Tests names of UIKit that the screens do not use.
@Suite struct UIKitNameTests {
    /// A screen with scopes, whose buttons are set before its table is there.
    private final class TasksViewController: UITableViewController, UISearchResultsUpdating {
        let search = UISearchController(searchResultsController: nil)
        private(set) var updates = 0

        override func viewDidLoad() {
            super.viewDidLoad()
            navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .add, primaryAction: UIAction { _ in })
            search.searchResultsUpdater = self
            search.searchBar.scopeButtonTitles = ["All", "Open"]
            navigationItem.searchController = search
            contentUnavailableConfiguration = .search()
        }

        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            search.isActive ? 1 : 0
        }

        override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            UITableViewCell(TableViewCell(title: "Task"))
        }

        override func tableView(
            _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
        ) -> UIContextMenuConfiguration? {
            UIContextMenuConfiguration { _ in UIMenu(children: [UIAction(title: "Open") { _ in }]) }
        }

        func updateSearchResults(for searchController: UISearchController) {
            updates += 1
            tableView.reloadData()
        }
    }

    @Test func `Scopes of a search are buttons`() async throws {
        let tasks = await TasksViewController()
        TableActor.run {
            tasks.navigationItem.leftBarButtonItem = UIBarButtonItem(
                title: "Back", primaryAction: UIAction { _ in })
            #expect(tasks.isViewLoaded)
        }
        var server = TableServer()
        server.mount("/", tasks)
        try await server.test(.inProcess) { client in
            let empty = try await client.get("/", headers: [.accept: "text/html"]).text
            #expect(empty.contains("No Results") && empty.contains("✓ All"), "\(empty)")
            #expect(empty.contains(">Back<") && empty.contains(">Add<"), "Both buttons are there: \(empty)")
            #expect(try await client.post("/toolbar/open").status == 200)
            let found = try await client.get("/table.json").text
            #expect(
                found.contains("✓ Open") && found.contains("Task") && found.contains("/action/0/0/open"), "\(found)")
        }
        #expect(await tasks.updates == 1)
    }
}
