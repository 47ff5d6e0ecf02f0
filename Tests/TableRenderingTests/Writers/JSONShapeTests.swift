import CascadingTable
import Foundation
import Testing

@testable import TableRendering

/// Tests rows without the page around them, as objects and as arrays.
@TableActor
@Suite struct JSONShapeTests {
    private func written(_ tableView: TableView, _ shape: JSONShape) throws -> String {
        var writer = JSONTableWriter(links: PageLinks(base: "/t/"), shape: shape)
        tableView.write(tableView.window(size: 100), to: &writer)
        let text = String(decoding: writer.takeOutput(), as: UTF8.self)
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return text
    }

    private func table(
        _ sections: [(title: String?, cells: [TableViewCell])], columns: [TableViewColumn] = []
    ) -> TableView {
        let sections = sections.map { title, cells in
            let section = CascadingSectionTableDelegate(childDelegates: cells.map(CellRow.init))
            section.columns = columns
            section.headerTitle = title
            return section
        }
        return TableView(title: "T", root: CascadingRootTableDelegate(childDelegates: sections))
    }

    private func record(_ values: FieldValue...) -> TableViewCell {
        TableViewCell(style: .columns, fields: zip(["a", "b"], values).map { Field($0, $1) })
    }

    private let columns = [TableViewColumn("a", type: "INTEGER", primaryKeyIndex: 1), TableViewColumn("b", type: "")]

    @Test func aTableOfColumns() throws {
        let tableView = table([(nil, [record(1, "x\"<"), record(.null, 2.5)])], columns: columns)
        #expect(try written(tableView, .array) == #"[{"a":1,"b":"x\"\u003c"},{"a":null,"b":2.5}]"# + "\n")
        let head =
            #"{"revision":\#(tableView.revision),"title":"T","columns":[{"name":"a","title":"a","alignment":"leading","#
            + #""type":"INTEGER","primary_key":1},{"name":"b","title":"b","alignment":"leading","type":""}],"rows":["#
        let foot = #"],"count":2,"next":null,"next_url":null,"previous":null,"previous_url":null}"# + "\n"
        #expect(
            try written(tableView, .objects) == head + #"{"a":1,"b":"x\"\u003c"},{"a":null,"b":2.5}"# + foot)
        #expect(try written(tableView, .arrays) == head + #"[1,"x\"\u003c"],[null,2.5]"# + foot)
    }

    @Test func rowsOfASectionHaveItsTitle() throws {
        let tableView = table([("One", [record(1, 2)]), (" ", [record(3, 4)])], columns: columns)
        #expect(try written(tableView, .array) == #"[{"section":"One","a":1,"b":2},{"a":3,"b":4}]"# + "\n")
        let own = [TableViewColumn("section"), TableViewColumn("b")]
        let cell = TableViewCell(style: .columns, fields: [Field("section", 1), Field("b", 2)])
        #expect(
            try written(table([("One", [cell])], columns: own), .array) == #"[{"_section":"One","section":1,"b":2}]"#
                + "\n")
    }

    @Test func otherCellsHaveTitlesBesideTheirFields() throws {
        let cell = TableViewCell(title: "A", subtitle: "B", fields: [Field("title", "own"), Field("c", true)])
        let tableView = table([("One", [cell, TableViewCell(title: "D")])])
        #expect(
            try written(tableView, .array)
                == #"[{"section":"One","_title":"A","subtitle":"B","title":"own","c":true},{"section":"One","title":"D"}]"#
                + "\n")
    }

    @Test func eachRowHasAllColumnsInAnArray() throws {
        let cells = [
            TableViewCell(title: "A", fields: [Field("b", 1)]),
            TableViewCell(style: .columns, fields: [Field("a", 2)]),
            TableViewCell(style: .columns, fields: [Field("a", 3), Field("b", 4), Field("c", 5)]),
        ]
        let text = try written(table([(nil, cells)], columns: columns), .arrays)
        #expect(text.contains(#""rows":[[null,1],[2,null],[3,4]]"#))
    }

    @Test func numbersThatAreNotFiniteAreText() throws {
        let tableView = table([(nil, [record(.decimal(.infinity), .decimal(.nan))])], columns: columns)
        #expect(try written(tableView, .array) == #"[{"a":"Infinity","b":"NaN"}]"# + "\n")
    }

    @Test(arguments: [
        ("12.50", "12.50"), ("-0.1e+5", "-0.1e+5"), ("007", "\"007\""), ("1,5", "\"1,5\""), ("", "\"\""),
        ("1.", "\"1.\""),
        (".5", "\".5\""), ("1e", "\"1e\""), ("-", "\"-\""), ("1]", "\"1]\""), ("NaN", "\"NaN\""),
    ])
    func aNumberIsWrittenWithItsDigitsOrElseAsAText(text: String, expected: String) throws {
        let tableView = table([(nil, [record(.number(text), 1)])], columns: columns)
        #expect(try written(tableView, .array) == "[{\"a\":\(expected),\"b\":1}]\n")
    }

    @Test func aNumberBeyondJavaScriptIsAlsoAText() throws {
        let tableView = table([(nil, [record(.number("1234567890.1234567"), .number("12.50"))])], columns: columns)
        #expect(try written(tableView, .cells).contains(#""strings":{"a":"1234567890.1234567"}"#))
    }

    @Test func aLineOfNDJSONIsARow() throws {
        let tableView = table([(nil, [record(1, "\n"), record(-2, .boolean(false))])], columns: columns)
        for (shape, expected) in [
            (JSONShape.objects, #"{"a":1,"b":"\n"}"# + "\n" + #"{"a":-2,"b":false}"# + "\n"),
            (.array, #"{"a":1,"b":"\n"}"# + "\n" + #"{"a":-2,"b":false}"# + "\n"),
            (.arrays, #"[1,"\n"]"# + "\n[-2,false]\n"),
        ] {
            var writer = NDJSONTableWriter(links: PageLinks(base: "/t/"), shape: shape)
            tableView.write(tableView.window(size: 100), to: &writer)
            #expect(String(decoding: writer.takeOutput(), as: UTF8.self) == expected)
        }
    }
}
