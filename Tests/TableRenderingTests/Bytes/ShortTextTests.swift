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
        #expect(short.isASCII && short.isHTML && short.isURLComponent == text.utf8.allSatisfy { $0 <= 0x5A })
        var writer = ByteWriter()
        var room = writer.room(for: 2 * 16)
        room.raw(short)
        room.repeatBytes(0..<length, of: writer)
        writer.keep(room)
        #expect(writer.text == text + text)
    }

    @Test(arguments: 0...14)
    func whatIsNotASCIIIsSeenWhereverItStands(place: Int) throws {
        let text = String(repeating: "a", count: place) + "é" + String(repeating: "z", count: 14 - place)

        let short = try #require(ShortText(text))

        #expect(!short.isASCII && !short.isHTML && !short.isURLComponent)
    }

    @Test(arguments: Array("&<>\"'\u{7F}\0"), 0...15)
    func whatHasToBeEscapedIsSeenWhereverItStands(character: Character, place: Int) throws {
        let text = String(repeating: "a", count: place) + [character] + String(repeating: "z", count: 15 - place)

        let short = try #require(ShortText(text))

        #expect(short.isASCII && !short.isHTML && !short.isURLComponent)
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
