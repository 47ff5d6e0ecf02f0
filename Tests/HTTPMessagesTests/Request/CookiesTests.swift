import Testing

@testable import HTTPMessages

struct CookiesTests {
    private func cookies(_ lines: [String]) -> Cookies {
        var headers = HeaderFields()
        for line in lines { headers.append("Cookie", line) }
        return Cookies(headers: headers)
    }

    @Test(arguments: [
        ("a=1", "1"), ("b=2; a=1", "1"), ("a=1; a=2", "1"), ("a=\"1\"", "1"), (" a = 1 ", "1"), ("a=b=c", "b=c"),
        ("a=", ""), ("===; ;;a=1", "1"), ("xa=0; a=1", "1"), ("a; a=1", "1"), ("a=\"", "\""),
    ])
    func findsTheFirst(_ line: String, _ expected: String) {
        #expect(cookies([line])["a"] == expected)
    }

    @Test(arguments: ["", "b=1", "A=1", "a", ";", "ab=1"])
    func findsNone(_ line: String) {
        #expect(cookies([line])["a"] == nil)
    }

    @Test func looksThroughAllLines() {
        #expect(cookies(["b=1", "a=2"])["a"] == "2")
    }
}
