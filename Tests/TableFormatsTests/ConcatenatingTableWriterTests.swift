import CascadingTable
import Testing
import TableFormats

@testable import TableRendering

@TableActor
@Suite struct ConcatenatingTableWriterTests {
    private func market() -> TableView {
        let cells = (0..<5).map { TableViewCell(title: "row \($0)", fields: [Field("n", .integer(Int64($0)))]) }
        return TextWorld.table(
            [("A", cells), ("empty", []), ("B", [cells[0]]), (nil, Array(cells[1...2])), ("last", [])], footer: "F")
    }

    /// Returns the output for a table in windows of this size. The output is taken after each window.
    private func written(_ tableView: TableView, _ writer: consuming some TableWriter & ~Copyable, size: Int)
        -> String
    {
        var writer = ConcatenatingTableWriter(writer)
        var bytes: [UInt8] = []
        var start: IndexPath?
        repeat {
            let window = tableView.window(from: start, size: size)
            tableView.write(window, to: &writer)
            bytes += writer.base.takeOutput()
            start = window.next
        } while start != nil
        writer.finish()
        bytes += writer.base.takeOutput()
        #expect(writer.base.takeOutput().isEmpty)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: 1...9)
    func windowsMakeTheTableThatOneWouldMake(size: Int) throws {
        let tableView = market()
        let whole = written(tableView, JSONTableWriter(links: PageLinks(base: "/t/")), size: 1000)
        let joined = written(tableView, JSONTableWriter(links: PageLinks(base: "/t/")), size: size)
        #expect(joined == whole)
        for style in TextTableStyle.allCases {
            var measure = TextTableMeasure(style: style)
            var start: IndexPath?
            repeat {
                let window = tableView.window(from: start, size: size)
                tableView.write(window, to: &measure)
                start = window.next
            } while start != nil
            let text = written(
                tableView, TextTableWriter(style: style, layout: try measure.makeLayout()), size: size)
            #expect(try text == TextWorld.text(tableView, style), "\(style)")
        }
    }

    @Test func aTableWithoutSectionsEndsToo() {
        let tableView = TextWorld.table([])
        let json = written(tableView, JSONTableWriter(links: PageLinks(base: "/t/")), size: 3)
        #expect(json.contains("\"sections\":[]"))
    }

    /// A weak reference to a section footer.
    private struct Weak {
        weak var foot: SectionFooter?
    }

    private struct SilentWriter: TableWriter, ~Copyable {
        mutating func beginTable(_ head: TableMetadata) {}
        mutating func beginSection(_ head: SectionHeader) {}
        mutating func row(_ row: TableRow) {}
        mutating func endSection(_ foot: SectionFooter) {}
        mutating func endTable() {}
        mutating func takeOutput() -> [UInt8] { [] }
    }

    @Test func noEndOfASectionIsLeftBehind() {
        // given
        var feet: [Weak] = []
        var writer = ConcatenatingTableWriter(SilentWriter())
        // when sections come in several windows each
        for section in 0..<3 {
            for offset in 0..<4 {
                writer.beginSection(
                    SectionHeader(
                        index: section, identifier: "\(section)", header: nil, height: .automatic, count: 4,
                        offset: offset, moves: nil, line: nil))
                let foot = SectionFooter(footer: nil, height: .automatic)
                feet.append(Weak(foot: foot))
                writer.endSection(foot)
            }
        }
        writer.finish()
        // then
        #expect(feet.count { $0.foot != nil } == 0)
    }
}
