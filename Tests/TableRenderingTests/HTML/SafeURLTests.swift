import Bytes
import Testing

@testable import TableRendering

@Suite struct SafeURLTests {
    @Test(arguments: [
        "", "a", "/a/b?c=d#e", "../x", "#row-1", "?q=1", "http://example.com", "HTTPS://example.com/a:b",
        "mailto:a@b.c", "tel:+123", "a/b:c", "?a:b", "é",
    ])
    func allowed(url: String) {
        #expect(SafeURL.isAllowed(url))
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
        "java\tscript:alert(1)", "\u{1}javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
        "//evil.example", "\\\\evil.example", "/\\evil.example", "blob:x", "x:y", ":", "javascript&colon;alert(1):",
    ])
    func refused(url: String) {
        #expect(!SafeURL.isAllowed(url))
    }

    @Test func picturesAreLoadedFromTheWebOnly() {
        #expect(SafeURL.isAllowedForImage("https://example.com/a.png"))
        #expect(SafeURL.isAllowedForImage("a.png"))
        #expect(!SafeURL.isAllowedForImage("mailto:a@b.c"))
        #expect(!SafeURL.isAllowedForImage("data:image/svg+xml,x"))
    }

    @Test(arguments: [
        ("a/", "/t/a/"), ("../b/", "/b/"), ("../../../b/", "/b/"), ("/c", "/c"), ("#x", "#x"),
        ("https://example.com/", "https://example.com/"), ("?q", "/t/?q"),
    ])
    func relativeAddressesAreSeenFromTheTable(url: String, expected: String) {
        #expect(PageLinks(base: "/t/").resolve(url) == expected)
    }

    @Test func `Plain addresses are written like others`() {
        var random = SystemRandomNumberGenerator()
        let parts = [
            "../", "./", "/", "a", "Zürich", "row", "%20", "~2F", "?x=1", "#f", ":", "&", ".", "..", "-_~", "//",
        ]
        for _ in 0..<3_000 {
            let base = ["/", "/shop/", "/a/b/c/", "/a%20b/é/", "", "shop"].randomElement(using: &random) ?? ""
            let count = Int.random(in: 0...5, using: &random)
            let url = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let links = PageLinks(base: base)
            var plain = ByteWriter()
            var escaped = ByteWriter()
            Array(url.utf8).withUnsafeBytes { bytes in
                guard let (folder, rest) = links.plainAddress(bytes) else { return }
                #expect(SafeURL.isAllowed(url))
                plain.raw(links.htmlBase.prefix(folder))
                plain.raw(rest)
                escaped.html(links.resolve(url))
            }
            let (one, other) = (plain.bytes, escaped.bytes)
            #expect(one == other, "\(url) at \(base)")
        }
        #expect(PageLinks(base: "/shop/").plainAddress(UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
    }
}
