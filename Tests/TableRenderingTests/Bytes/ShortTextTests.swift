import CascadingTable
import Testing

@testable import TableRendering

@Suite struct ShortTextTests {
    @Test(arguments: 0...20)
    func aTextOfUpToSixteenBytesIsShort(length: Int) throws {
        let text = String((0..<length).map { Character(UnicodeScalar(UInt8(0x41 + $0))) })

        guard let short = ShortText(text) else {
            #expect(length > 16)
            return
        }

        #expect(length <= 16)
        #expect(short.count == length)
        #expect(short.isASCII)
        var writer = ByteWriter()
        let isWritten = writer.html(clean: short)
        #expect(isWritten)
        #expect(writer.text == text)
    }

    @Test(arguments: 0...14)
    func whatIsNotASCIIIsSeenWhereverItStands(place: Int) throws {
        let text = String(repeating: "a", count: place) + "é" + String(repeating: "z", count: 14 - place)

        let short = try #require(ShortText(text))

        #expect(!short.isASCII)
        var writer = ByteWriter()
        let isWritten = writer.html(clean: short)
        #expect(!isWritten)
        #expect(writer.count == 0)
    }

    @Test(
        arguments: [
            (FieldValue.text("a"), 1), (.text(""), 0), (.text("seventeen letters"), nil), (.integer(1), nil),
            (.url("a"), nil), (.null, nil),
        ] as [(FieldValue, Int?)])
    func aValueHasAShortText(value: FieldValue, count: Int?) {
        #expect(value.shortText?.count == count)
    }
}
