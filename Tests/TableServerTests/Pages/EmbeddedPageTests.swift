import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct EmbeddedPageTests {
    private let page: HTTPFields = [.accept: "text/html"]

    /// A table at `/a/stocks/` whose rows link to all kinds of addresses. A click leads to the address of the row.
    @TableActor
    private final class Stocks: TableViewController {
        static let links = [
            "inside", "inside?x=1#end", "./", "/a/stocks/deep/er", "#row-b", "?_size=1", "../", "/a/stock", "/",
            "https://example.org/a/stocks/", "/a/stocks/../../b", "mailto:a@example.org",
        ]
        private var destination = "/b"

        nonisolated var server: TableServer {
            var server = TableServer()
            server.mount("/a/stocks/", self)
            return server
        }

        override func viewDidLoad() {
            title = "Stocks"
            tableView.navigationItem.breadcrumbs = [TableLink("Home", to: "/"), TableLink("Again", to: "/a/stocks/")]
            tableView.queryOptions = .all
            tableView.appearance.showsEditButton = true
            tableView.toolbar = ["/b", "inside"].map { destination in
                TableViewToolbarAction(id: destination == "/b" ? "out" : "in", title: "Go") { tableView in
                    tableView.navigate(to: destination)
                }
            }
        }
        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            Self.links.count + 1
        }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            guard indexPath.row < Self.links.count else { return TableViewCell(title: "No link") }
            return TableViewCell(title: "Row", to: Self.links[indexPath.row])
        }
        override func tableView(
            _ tableView: TableView, fieldsForCreatingRowInSection section: Int
        ) -> [TableViewEditableField] { [.init("name", label: "Name", isRequired: true)] }
    }

    private static let item = "_embed=%2Fa%2Fstocks%2F"

    @Test(arguments: TestRig.allCases)
    func linksBelowThePathStayAndOthersLeaveTheFrame(rig: TestRig) async throws {
        try await Stocks().server.test(rig) { client in
            let html = try await client.get("/a/stocks/?_size=50&\(Self.item)", headers: page).text
            let links = Markup(html).links.filter { $0.attributes["class"] == "go" }.map(\.attributes)
            #expect(
                links.map { $0["href"] } == [
                    "/a/stocks/inside?\(Self.item)", "/a/stocks/inside?x=1&\(Self.item)#end",
                    "/a/stocks/./?\(Self.item)", "/a/stocks/deep/er?\(Self.item)", "#row-b",
                    "/a/stocks/?_size=1&\(Self.item)", "/a/", "/a/stock", "/", "https://example.org/a/stocks/",
                    "/a/stocks/../../b", "mailto:a@example.org",
                ])
            #expect(links.map { $0["target"] } == Array(repeating: nil, count: 6) + Array(repeating: "_top", count: 6))
            // Pages outside of frames stay the same.
            let whole = try await client.get("/a/stocks/", headers: page).text
            #expect(!whole.contains("_top") && !whole.contains("embed") && whole.contains(">Home<"))
            // The tools are behind a button.
            #expect(
                html.contains(#"<details class="all"><summary aria-label="Tools""#) && !whole.contains(#"class="all""#))
            // Links above the table are hidden.
            #expect(!html.contains(">Home<") && html.contains(#"<a href="/a/stocks/?\#(Self.item)"><bdi>Again"#))
            #expect(html.contains(#"class="embedded""#))
        }
    }

    @Test func everyWayOfThePageStaysInTheFrame() async throws {
        try await Stocks().server.test(.inProcess) { client in
            let html = try await client.get("/a/stocks/?_size=2&\(Self.item)", headers: page).text
            let markup = Markup(html)
            let encoded = "_size%3D2%26_embed%3D%252Fa%252Fstocks%252F"
            let new = try #require(markup.links.compactMap { $0.attributes["href"] }.first { $0.contains("new/0") })
            #expect(new == "/a/stocks/new/0?_query=\(encoded)")
            for link in markup.links
            where ["next", "mode"].contains(link.attributes["rel"] ?? link.attributes["class"]) {
                let address = try #require(link.attributes["href"])
                #expect(address.contains("_embed"), "\(address)")
            }
            let hidden = markup.elements("input").filter { $0.attributes["name"] == "_embed" }
            #expect(hidden.contains { $0.attributes["value"] == "/a/stocks/" })
            let form = try await client.get(new, headers: page).text
            #expect(form.contains(#"href="/a/stocks/?_size=2&amp;_embed=%2Fa%2Fstocks%2F""#))
            // Other formats are not shown in frames.
            let json = try await client.get("/a/stocks/table.json?_size=2&\(Self.item)").text
            #expect(json.contains("next_url") && !json.contains("_embed"))
        }
    }

    @Test(arguments: TestRig.allCases)
    func anActionThatLeadsElsewhereLeavesTheFrame(rig: TestRig) async throws {
        try await Stocks().server.test(rig) { client in
            let query = "_query=\(Self.item.replacing("%", with: "%25"))"
            let out = try await client.post("/a/stocks/toolbar/out", form: query, headers: page)
            #expect(out.status == 200)
            #expect(out.text.contains(#"<a href="/b" target="_top""#))
            let stays = try await client.post("/a/stocks/toolbar/in", form: query, headers: page)
            #expect(stays.status == 303 && stays.headers[.location] == "/a/stocks/inside?\(Self.item)")
            let program = try await client.post("/a/stocks/toolbar/out", form: query)
            #expect(program.text.contains(#""location":"/b""#))
            let whole = try await client.post("/a/stocks/toolbar/out", form: "", headers: page)
            #expect(whole.status == 303 && whole.headers[.location] == "/b")
        }
    }

    @Test(arguments: ["", "a/", "/a", "//evil.example/", "/a/?b=/", "/a#/", "/\\a/", "https://a/"])
    func aFrameBeginsWithAPath(path: String) async throws {
        try await Stocks().server.test(.inProcess) { client in
            let encoded = path.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            let answer = try await client.get("/a/stocks/?_embed=\(encoded)", headers: page)
            #expect(answer.status == 400)
            #expect(answer.text.contains("_embed must be the path of a table, such as /stocks/."))
        }
    }

    @Test(
        arguments: [
            ("/a/", "/a/?_embed=%2Fa%2F"), ("/a", "/a/?_embed=%2Fa%2F"),
            ("/a/?_sort=b&c=d%20e", "/a/?_sort=b&amp;c=d%20e&amp;_embed=%2Fa%2F"),
        ])
    func aTableIsAFrameOfAPage(address: String, source: String) {
        let html = HTML.table(address, title: "A <b>").markup
        #expect(html.contains(#"src="\#(source)" title="A &lt;b&gt;""#), "\(html)")
        // The heading leads to the whole page.
        let whole = source.replacing(#/[?]_embed.*|&amp;_embed.*/#, with: "")
        #expect(html.hasPrefix(#"<h2><a href="\#(whole)">A &lt;b&gt;</a></h2><iframe "#), "\(html)")
    }
}
