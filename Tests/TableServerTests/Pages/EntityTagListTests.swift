import Testing

@testable import TableServer

@Suite struct EntityTagListTests {
    @Test(arguments: [
        ("\"a\"", ["\"a\""]), ("\"a,b\", \"c\"", ["\"a,b\"", "\"c\""]), ("W/\"a, b\" ,,\"c\"", ["\"a, b\"", "\"c\""]),
        ("\"\"", ["\"\""]), ("\"a\"\"b\"", []), ("\"W/\"", ["\"W/\""]), ("*", []), ("", []), (" , ", []),
        ("\"open", []), ("a, \"b\"", ["\"b\""]), ("W/", []),
    ])
    func aQuotedTagMayHoldCommas(list: String, tags: [String]) {
        let read = EntityTagList(list)
        for tag in ["\"a\"", "\"a,b\"", "\"a, b\"", "\"b\"", "\"c\"", "\"\"", "\"W/\""] {
            #expect(read.containsWeakly(tag) == tags.contains(tag), "\(tag) in \(list)")
        }
    }
}
