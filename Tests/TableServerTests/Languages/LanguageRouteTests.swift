import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests that a page has the language that its reader prefers, or that its address names.
@Suite struct LanguageRouteTests {
    private static func headers(_ language: String) -> HTTPFields {
        [.acceptLanguage: language, .accept: "text/html"]
    }

    private static let beginnings = [
        ("en", "<html lang=\"en\" dir=\"ltr\">"), ("de-AT", "<html lang=\"de\" dir=\"ltr\">"),
        ("he", "<html lang=\"he\" dir=\"rtl\">"),
    ]

    @Test(arguments: TestRig.allCases)
    func pagesAreKeptForEachLanguage(rig: TestRig) async throws {
        try await Market().server().test(rig) { client in
            var tags: Set<String> = []
            for _ in 0..<2 {
                for (language, beginning) in Self.beginnings {
                    let page = try await client.get("/", headers: Self.headers(language))
                    #expect(page.text.contains(beginning))
                    #expect(page.headers[.vary] == "Accept-Encoding, Cookie, Accept, Accept-Language, User-Agent")
                    tags.insert(try #require(page.headers[.eTag]))
                }
            }
            #expect(tags.count == 3)
            // The entity tag of one language does not match a page in another language.
            let german = try await client.get("/", headers: Self.headers("de"))
            var headers = Self.headers("de")
            headers[.ifNoneMatch] = german.headers[.eTag]
            #expect(try await client.get("/", headers: headers).status == 304)
            headers[.acceptLanguage] = "he"
            #expect(try await client.get("/", headers: headers).status == 200)
        }
    }

    @Test func anAddressThatSaysALanguageKeepsIt() async throws {
        try await Market().server().test(.inProcess) { client in
            let page = try await client.get("/?_lang=he&_size=2", headers: Self.headers("de"))
            #expect(page.text.contains("<html lang=\"he\" dir=\"rtl\">"))
            #expect(page.text.contains("href=\"/?_size=2&amp;_lang=he&amp;_next="))
            #expect(page.text.contains("name=\"_query\" value=\"_size=2&amp;_lang=he\""))
            #expect(page.text.contains("href=\"/table.json?_size=2&amp;_lang=he\""))
            let without = try await client.get("/?_size=2", headers: Self.headers("he"))
            #expect(!without.text.contains("_lang"))
        }
    }

    @Test(arguments: ["", "la", "DE", "de-AT", "en,de"])
    func languagesThatAreNone(language: String) async throws {
        try await Market().server().test(.inProcess) { client in
            let answer = try await client.get("/table.json?_lang=\(language)")
            #expect(answer.status == 400)
            #expect(answer.text.contains("Use one of: en, de, fr, he"))
        }
    }

    @Test(arguments: ["/table.json", "/table.csv", "/table.ndjson", "/table.md", "/table.txt", "/rows/0/1.json"])
    func dataIsTheSameForEveryReader(path: String) async throws {
        try await Market().server().test(.inProcess) { client in
            let english = try await client.get(path)
            for language in ["de", "he-IL", "la"] {
                let answer = try await client.get(path, headers: [.acceptLanguage: language])
                #expect(answer.text == english.text)
                #expect(answer.headers[.eTag] == english.headers[.eTag])
                let isJSON = path.hasSuffix("table.json") || path.hasSuffix("1.json")
                #expect(answer.headers[.vary] == "Accept-Encoding, Cookie" + (isJSON ? ", Accept" : ""))
            }
        }
    }

    @Test func errorsAreInTheReadersLanguage() async throws {
        try await Market().server().test(.inProcess) { client in
            let german = try await client.get("/rows/0/99", headers: Self.headers("de"))
            #expect(german.text.contains("<h1>Nicht gefunden</h1>"))
            #expect(german.text.contains("<p>Es gibt keine Zeile 99 in Abschnitt 0.</p>"))
            #expect(german.text.contains(">Zurück zur Tabelle</a>"))
            let hebrew = try await client.get("/nowhere?_lang=he", headers: Self.headers("de"))
            #expect(hebrew.text.contains("<html lang=\"he\" dir=\"rtl\">"))
            let document = try await client.get("/rows/0/99", headers: [.acceptLanguage: "de"])
            #expect(document.text.contains("\"title\":\"Not Found\""))
            #expect(document.text.contains("There is no row 99 in section 0."))
        }
    }

    @Test func refusalsAreInTheReadersLanguage() async throws {
        let market = await Market()
        TableActor.run { market.stall(0, 1)?.vetoes = true }
        try await market.server().test(.inProcess) { client in
            let refused = try await client.post("/select/0/1", headers: Self.headers("de"))
            #expect(refused.text.contains("<p>Die Tabelle hat die Auswahl der Zeile abgelehnt.</p>"))
            // The language of the previous page comes first.
            let hebrew = try await client.post("/select/0/1", form: "_query=_lang%3Dhe", headers: Self.headers("de"))
            #expect(hebrew.text.contains("<html lang=\"he\" dir=\"rtl\">"))
            #expect(hebrew.text.contains("href=\"/?_lang=he\""))
        }
    }

    /// A row that greets each reader in the reader's language.
    private final class Greeting: CascadingBareTableDelegate {
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            let greetings = ["en": "Hello", "de": "Guten Tag", "he": "שלום"]
            return TableViewCell(title: greetings[tableView.traits.language])
        }
    }

    @Test(arguments: TestRig.allCases)
    func delegatesAreToldTheLanguage(rig: TestRig) async throws {
        let tableView = TableActor.run {
            let tableView = TableView(
                root: CascadingRootTableDelegate(childDelegates: [
                    CascadingSectionTableDelegate(childDelegates: [Greeting()])
                ]))
            tableView.language = nil
            return tableView
        }
        var server = TableServer()
        server.mount("/", tableView)
        try await server.test(rig) { client in
            for _ in 0..<2 {
                for (language, greeting) in [("de", ">Guten Tag<"), ("he", ">שלום<"), ("en", ">Hello<")] {
                    let page = try await client.get("/", headers: Self.headers(language))
                    #expect(page.text.contains(greeting))
                    #expect(page.headers[.cacheControl] == "no-cache")
                    #expect(!page.text.contains("<table id=\"table\" class=\"plain\" lang"))
                }
            }
            // The language of data depends only on the address.
            let data = try await client.get("/table.json", headers: [.acceptLanguage: "de"])
            #expect(data.text.contains("\"Hello\""))
            let german = try await client.get("/table.json?_lang=de")
            #expect(german.text.contains("\"Guten Tag\"") && german.text.contains("\"language\":\"de\""))
        }
    }
}
