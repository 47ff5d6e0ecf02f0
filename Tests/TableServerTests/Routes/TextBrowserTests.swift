import HTTPTypes
import TableTesting
import Testing

@Suite struct TextBrowserTests {
    @Test("A browser of text is given a form for each button", arguments: ["Lynx/2.9.0dev", "w3m/0.5.3+git2023"])
    func aFormForEachButton(agent: String) async throws {
        try await Workshop().server().test(.inProcess) { client in
            let page = try await client.get("/shop/?_edit=1", headers: [.userAgent: agent])
            #expect(page.text.contains(#"<form method="post" action="/shop/select/0/0">"#))
            #expect(!page.text.contains("formaction"))
            let others = try await client.get("/shop/?_edit=1", headers: [.userAgent: "Mozilla/5.0 (Lynx/2)"])
            #expect(others.text.contains("formaction"))
            #expect(page.headers[.eTag] != others.headers[.eTag])
            #expect(page.headers[.vary]?.contains("User-Agent") == true)
        }
    }
}
