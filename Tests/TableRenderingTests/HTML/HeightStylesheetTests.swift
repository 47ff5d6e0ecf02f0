import Testing

@testable import TableRendering

@Suite struct HeightStylesheetTests {
    @Test func everyHeightHasAClass() throws {
        let sheet = try #require(HeightStylesheet("44,72.5,0,10.05"))
        #expect(
            String(decoding: sheet.bytes, as: UTF8.self) == """
                tr.h44{height:44px}
                tr.h72_5{height:72.5px}
                tr.h0{height:0px}
                tr.h10_05{height:10.05px}

                """)
    }

    @Test func aColumnHasAWidth() throws {
        let sheet = try #require(HeightStylesheet("44,2:120.5"))
        #expect(
            String(decoding: sheet.bytes, as: UTF8.self) == """
                tr.h44{height:44px}
                #table>*>tr>:nth-child(2):not([colspan]){overflow-wrap:anywhere;inline-size:120.5px;min-inline-size:120.5px;max-inline-size:120.5px}

                """)
    }

    @Test(arguments: [
        "", "a", "0:40", "1:", ":1", "1:2:3", "-1:40", "10001:40", "1:x", "a:1", "1,", "-1", "+1", "1e3", "1}body{x",
        "inf", "nan", "1 ", "0x10", "1234567890123",
    ])
    func whatIsNoHeightIsRefused(list: String) {
        #expect(HeightStylesheet(list) == nil)
    }

    @Test func aSheetIsBounded() {
        #expect(HeightStylesheet(Array(repeating: "1", count: 1000).joined(separator: ",")) != nil)
        #expect(HeightStylesheet(Array(repeating: "1", count: 1001).joined(separator: ",")) == nil)
    }
}
