import Testing

@testable import MicroHTTPD

struct CookiesTests {
    @Test(arguments: [
        ("a=1", "1"), ("b=2; a=1", "1"), ("a=1; a=2", "1"), ("a=\"1\"", "1"), (" a = 1 ", "1"), ("a=b=c", "b=c"),
        ("a=", ""), ("===; ;;a=1", "1"), ("xa=0; a=1", "1"), ("a; a=1", "1"), ("a=\"", "\""),
    ])
    func findsTheFirst(_ line: String, _ expected: String) {
        #expect(Cookies(lines: [line])["a"] == expected)
    }

    @Test(arguments: ["", "b=1", "A=1", "a", ";", "ab=1"])
    func findsNone(_ line: String) {
        #expect(Cookies(lines: [line])["a"] == nil)
    }

    @Test func looksThroughAllLines() {
        #expect(Cookies(lines: ["b=1", "a=2"])["a"] == "2")
    }
}
