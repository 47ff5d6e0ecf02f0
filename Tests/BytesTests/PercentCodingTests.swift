import Testing

@testable import Bytes

struct PercentCodingTests {
    @Test(arguments: [
        ("", ""), ("abc", "abc"), ("a%20b", "a b"), ("%2F", "/"), ("%2f", "/"), ("%C3%A9", "é"), ("a+b", "a+b"),
        ("%F0%9F%90%B3", "🐳"), ("%25", "%"),
    ])
    func decodes(_ text: String, _ expected: String) {
        #expect(PercentCoding.decode(text.utf8) == expected)
    }

    @Test(arguments: ["%", "%2", "%zz", "%+1", "a%", "%00", "%ff", "%C3", "%ED%A0%80", "%C0%AF"])
    func refuses(_ text: String) {
        #expect(PercentCoding.decode(text.utf8) == nil)
    }

    @Test func readsPlusAsSpaceWhereItIsOne() {
        #expect(PercentCoding.decode("a+b%2B".utf8, plusIsSpace: true) == "a b+")
    }
}
