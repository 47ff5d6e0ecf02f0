import Testing

@testable import HTTPMessages

struct RoutePathTests {
    @Test(
        arguments: [
            ("/", RoutePath([])), ("", RoutePath([])), ("/x", [.literal("x")]), ("x", [.literal("x")]),
            ("/x/", RoutePath([.literal("x")], trailingSlash: true)),
            ("/rows/:section/:row", [.literal("rows"), .parameter("section"), .parameter("row")]),
            ("/:row.json", [.parameter("row", suffix: ".json")]), ("/:a-b", [.parameter("a", suffix: "-b")]),
            ("/a:b", [.literal("a:b")]), ("/a#b", [.literal("a#b")]),
            ("/#section/#row.json", [.index("section"), .index("row", suffix: ".json")]),
        ] as [(String, RoutePath)])
    func readsText(_ text: String, _ expected: RoutePath) {
        #expect(RoutePath(text) == expected)
    }

    @Test(arguments: ["/", "/x", "/x/", "/rows/:section/:row.json", "/rows/#section/#row.json"])
    func describesItself(_ text: String) {
        #expect(RoutePath(text).description == text)
    }

    @Test func appends() {
        let mount: RoutePath = [.literal("a b/c")]
        #expect(mount.appending("rows/:row") == [.literal("a b/c"), .literal("rows"), .parameter("row")])
        #expect(mount.appending("/") == RoutePath([.literal("a b/c")], trailingSlash: true))
        #expect(RoutePath("/").appending("table.json") == "/table.json")
    }
}
