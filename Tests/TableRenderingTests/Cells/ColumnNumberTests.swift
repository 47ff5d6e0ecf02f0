import Bytes
import CascadingTable
import Testing

@testable import TableRendering

/// Tests how pages show the numbers of a column.
@TableActor
@Suite struct ColumnNumberTests {
    /// Returns the cells of a column on a page: the texts, and the values that scripts copy instead of them.
    private func cells(
        _ values: [FieldValue], _ column: TableViewColumn = TableViewColumn("n"), language: Language = .english
    ) -> (texts: [String], copied: [String?]) {
        let cells = values.map {
            TableViewCell(style: .columns, title: "t", fields: [Field("t", "t"), Field("n", $0)])
        }
        let section = CascadingSectionTableDelegate(childDelegates: cells.map(CellRow.init))
        section.columns = [TableViewColumn("t"), column]
        let tableView = TableView(title: "T", root: CascadingRootTableDelegate(childDelegates: [section]))
        var html = HTMLTableWriter(links: PageLinks(base: "/"), language: language)
        tableView.write(tableView.window(size: 100), to: &html)
        let found = html.output.text.matches(of: /<td([^>]*)>([^<]*)/)
        return (found.map { String($0.2) }, found.map { $0.1.firstMatch(of: /data-v="([^"]*)"/).map { String($0.1) } })
    }

    @Test(
        arguments: [
            ([77884.55999999994, 4_818_431.87, 5162], ["77,884.56", "4,818,431.87", "5,162.00"]),
            ([5162, 12_275], ["5,162", "12,275"]), ([1999, 2013], ["1999", "2013"]), ([2013.0, 7.0], ["2013", "7"]),
            ([12.5, 0.333], ["12.500", "0.333"]), ([1234.5, 7], ["1,234.5", "7.0"]),
            ([-1234.5, -7], ["-1,234.5", "-7.0"]),
            ([.number("12.50"), .number("1234.5")], ["12.50", "1,234.50"]), ([.number("7"), 0.25], ["7.00", "0.25"]),
            ([.decimal(1e-7), 0.5], ["1e-07", "0.5"]), ([.decimal(.infinity), 0.5, .null], ["∞", "0.5"]),
            ([10_000, "a", 5], ["10,000", "a", "5"]),
        ] as [([FieldValue], [String])])
    func numbersOfAColumnHaveOneStyle(values: [FieldValue], texts: [String]) {
        #expect(cells(values).texts.prefix(texts.count) == texts[...])
    }

    @Test func aLanguageHasItsSigns() {
        #expect(cells([77884.55999999994, 5162], language: .german).texts == ["77.884,56", "5.162,00"])
    }

    @Test func theFormatOfTheColumnDecidesOnGroups() {
        let plain = TableViewColumn("n", alignment: .trailing, numberFormat: .plain)
        #expect(cells([12_275, 0.5], plain).texts == ["12275.0", "0.5"])
        let grouped = TableViewColumn("n", alignment: .trailing, numberFormat: .grouped)
        #expect(cells([1999, 7], grouped).texts == ["1,999", "7"])
    }

    @Test func theFormatOfTheColumnDecidesOnDigits() {
        let money = TableViewColumn("n", alignment: .trailing, numberFormat: .decimals(2))
        #expect(cells([4.7, 122.006, 1999, 0], money).texts == ["4.70", "122.01", "1,999.00", "0.00"])
        #expect(cells([4.7, 122.006, 1999], money).copied == ["4.7", "122.006", "1999"])
        #expect(cells([5, 7], money).texts == ["5.00", "7.00"])
        #expect(cells([.number("4.7"), -3], money).texts == ["4.70", "-3.00"])
        let whole = TableViewColumn("n", alignment: .trailing, numberFormat: .decimals(0))
        #expect(cells([4.7, 1000.2], whole).texts == ["5", "1000"])
        #expect(cells([4.7, -1], whole).copied == ["4.7", nil])
        for places in [-1, 100] {
            let odd = TableViewColumn("n", alignment: .trailing, numberFormat: .decimals(places))
            #expect(cells([0.25], odd).texts == [places < 0 ? "0" : "0.250000000000000"])
        }
    }

    @Test func figuresThatWereComputedKeepTheirCents() {
        var column = TableViewColumn("n", alignment: .trailing)
        column.significantDigits = 6
        #expect(cells([10.552041147478, 9.26450546], column).texts == ["10.55204", "9.26451"])
        #expect(cells([4_818_431.8712, 77884.5], column).texts == ["4,818,431.87", "77,884.50"])
        column.significantDigits = 12
        #expect(cells([4_818_431.870000035, 1234.5678], column).texts == ["4,818,431.8700", "1,234.5678"])
    }

    @Test func scriptsCopyTheValueWhereTheTextDiffers() {
        #expect(cells([77884.55999999994, 5162, 0.25]).copied == ["77884.55999999994", "5162", nil])
        #expect(cells([.number("12.50"), .number("7")]).copied == [nil, "7"])
        #expect(cells([5162, 12_275]).copied == [nil, nil])
        // A number with an exponent is shown with 15 digits, too.
        #expect(cells([.decimal(-0x1p63), 0.5]).copied == ["-9.223372036854776e+18", nil])
    }
}
