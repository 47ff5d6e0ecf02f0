import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests where a browser is sent after a gesture.
@Suite struct ReturnTests {
    private let json: HTTPFields = [.accept: "application/json"]

    /// The browser returns only to a page that this server can have shown, otherwise to the first page.
    @Test(
        arguments: TestRig.allCases,
        [
            ("_size%3D2&id=fruit2", "/?_size=2#row-fruit2"), ("_edit%3D1%26_size%3D2", "/?_edit=1&_size=2#row-fruit2"),
            ("_next%3D0.0~fruit0", "/?_next=0.0~fruit0#row-fruit2"),
            ("_next%3D0.0~%2526%253D", "/?_next=0.0~%26%3D#row-fruit2"), ("", "/#row-fruit2"),
            ("x%0d%0aSet-Cookie:a", "/#row-fruit2"), ("_next%3D0.0~a%0d%0aSet-Cookie:b", "/#row-fruit2"),
            ("_next%3D0.0~a%23b", "/#row-fruit2"), ("_next%3D0.0~%C3%A9", "/#row-fruit2"),
            ("_next%3D0.0~a+b", "/#row-fruit2"), ("_next%3D0.0~%22%3C%3E", "/#row-fruit2"),
            ("_size%3D0", "/#row-fruit2"),
            ("//evil.example", "/#row-fruit2"), ("%25", "/#row-fruit2"),
        ])
    func aBrowserReturnsToWhereItWas(rig: TestRig, view: (query: String, location: String)) async throws {
        try await Market().server().test(rig) { client in
            let answer = try await client.post(
                "/select/0/2", form: "_query=\(view.query)", headers: [.accept: "text/html"])
            #expect(answer.status == 303)
            #expect(answer.headers.values("Location") == [view.location])
            #expect(answer.headers.values("Set-Cookie").count == 1)
        }
    }

    @Test(arguments: TestRig.allCases)
    func aRowOfAnyNameIsReturnedTo(rig: TestRig) async throws {
        let names = ["é", "a b", "\"<>", "a#b", "a\r\nX: b", "%", "\u{301}", ""]
        let market = await Market(fruit: 0, vegetables: 0)
        TableActor.run { market.fruit.childDelegates = names.map(market.makeStall) }
        try await market.server().test(rig) { client in
            for row in names.indices {
                let answer = try await client.post("/select/0/\(row)", headers: [.accept: "text/html"])
                #expect(answer.status == 303)
                let location = try #require(answer.headers[.location])
                #expect(location.hasPrefix("/#row-"))
                #expect(
                    location.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>\\".utf8.contains($0) },
                    "\(location)")
            }
        }
    }

    @Test func aHandlerMayLeadElsewhere() async throws {
        let market = await Market()
        TableActor.run {
            market.stall(0, 0)?.leadsTo = "apples/"
            market.stall(0, 1)?.leadsTo = "javascript:alert(1)"
        }
        try await market.server().test(.inProcess) { client in
            #expect(
                try await client.post("/select/0/0", headers: json).decode(SelectionJSON.self).location == "/apples/")
            let page = try await client.post("/select/0/0", headers: [.accept: "text/html"])
            #expect(page.headers[.location] == "/apples/")
            #expect(try await client.post("/select/0/1", headers: json).decode(SelectionJSON.self).location == nil)
        }
    }

    /// Delegates may write addresses as readable text. In a header they must be encoded.
    @Test(arguments: TestRig.allCases)
    func whereAHandlerLeadsMayBeWrittenPlainly(rig: TestRig) async throws {
        let market = await Market()
        try await market.server().test(rig) { client in
            for (written, location) in [
                ("äpfel/", "/%C3%A4pfel/"), ("a b/", "/a%20b/"), ("a%20b/?q=é#x", "/a%20b/?q=%C3%A9#x"),
                ("https://example.com/<é>", "https://example.com/%3C%C3%A9%3E"), ("/\"", "/%22"),
            ] {
                TableActor.run { market.stall(0, 0)?.leadsTo = written }
                let page = try await client.post("/select/0/0", headers: [.accept: "text/html"])
                #expect(page.status == 303)
                #expect(page.headers.values("Location") == [location])
            }
        }
    }
}
