import CascadingTable
import Testing

@testable import TableFormats

/// Tests one table in each style, character by character.
@TableActor
@Suite struct TextTableStyleTests {
    /// Returns a table with two sections, wide characters, numbers, characters that styles escape, and an empty value.
    private func market() -> TableView {
        func cell(_ name: FieldValue, _ price: FieldValue, _ note: FieldValue) -> TableViewCell {
            TableViewCell(style: .columns, fields: [Field("name", name), Field("price", price), Field("note", note)])
        }
        return TextWorld.table(
            [
                ("Fruit", [cell("Apfel", 1.5, "a|b"), cell("日本の梨", 12, nil)]),
                ("蔬菜", [cell("🥕", -3, "5 % & \"x_1\"")]),
            ],
            columns: [
                TableViewColumn("name", title: "Name"), TableViewColumn("price", title: "Price", alignment: .trailing),
                TableViewColumn("note", title: "Note"),
            ], title: "A & B")
    }

    @Test(arguments: zip(TextTableStyle.allCases, expected))
    func everyLineIsAsItShouldBe(style: TextTableStyle, expected: String) throws {
        let lineEnd = style == .csv ? "\r\n" : "\n"
        #expect(try TextWorld.text(market(), style) == expected.replacing("\n", with: lineEnd) + lineEnd)
    }

    /// The expected texts in the order of the styles, without the last line end.
    nonisolated private static let expected = [
        """
        Name      Price  Note
        Fruit
        Apfel       1.5  a|b
        日本の梨     12

        蔬菜
        🥕           -3  5 % & "x_1"
        """,
        """
        Name      Price  Note
        --------  -----  -----------
        Fruit
        Apfel       1.5  a|b
        日本の梨     12

        蔬菜
        🥕           -3  5 % & "x_1"
        """,
        """
        +----------+-------+-------------+
        | Name     | Price | Note        |
        +==========+=======+=============+
        | Fruit                          |
        +----------+-------+-------------+
        | Apfel    |   1.5 | a|b         |
        +----------+-------+-------------+
        | 日本の梨 |    12 |             |
        +----------+-------+-------------+
        | 蔬菜                           |
        +----------+-------+-------------+
        | 🥕       |    -3 | 5 % & "x_1" |
        +----------+-------+-------------+
        """,
        """
        ╒══════════╤═══════╤═════════════╕
        │ Name     │ Price │ Note        │
        ╞══════════╧═══════╧═════════════╡
        │ Fruit                          │
        ├──────────┬───────┬─────────────┤
        │ Apfel    │   1.5 │ a|b         │
        ├──────────┼───────┼─────────────┤
        │ 日本の梨 │    12 │             │
        ├──────────┴───────┴─────────────┤
        │ 蔬菜                           │
        ├──────────┬───────┬─────────────┤
        │ 🥕       │    -3 │ 5 % & "x_1" │
        ╘══════════╧═══════╧═════════════╛
        """,
        """
        +----------+-------+-------------+
        | Name     | Price | Note        |
        |----------+-------+-------------|
        | Fruit                          |
        |----------+-------+-------------|
        | Apfel    |   1.5 | a|b         |
        | 日本の梨 |    12 |             |
        |----------+-------+-------------|
        | 蔬菜                           |
        |----------+-------+-------------|
        | 🥕       |    -3 | 5 % & "x_1" |
        +----------+-------+-------------+
        """,
        #"""
        | Name     | Price | Note        |
        |----------+-------+-------------|
        | *Fruit*  |       |             |
        |----------+-------+-------------|
        | Apfel    |   1.5 | a\vert{}b   |
        | 日本の梨 |    12 |             |
        |----------+-------+-------------|
        | *蔬菜*   |       |             |
        |----------+-------+-------------|
        | 🥕       |    -3 | 5 % & "x_1" |
        """#,
        #"""
        | Name      | Price | Note        |
        |:----------|------:|:------------|
        | **Fruit** |       |             |
        | Apfel     |   1.5 | a\|b        |
        | 日本の梨  |    12 |             |
        | **蔬菜**  |       |             |
        | 🥕        |    -3 | 5 % & "x_1" |
        """#,
        #"""
        ========  =====  ===========
        Name      Price  Note
        ========  =====  ===========
        **Fruit**
        ----------------------------
        Apfel       1.5  a\|b
        日本の梨     12
        **蔬菜**
        ----------------------------
        🥕          \-3  5 % & "x_1"
        ========  =====  ===========
        """#,
        #"""
        \begin{tabular}{lrl}
        \hline
        Name     & Price & Note           \\
        \hline
        \multicolumn{3}{l}{\textbf{Fruit}} \\
        \hline
        Apfel    &   1.5 & a\textbar{}b   \\
        日本の梨 &    12 &                \\
        \hline
        \multicolumn{3}{l}{\textbf{蔬菜}} \\
        \hline
        🥕       &    -3 & 5 \% \& "x\_1" \\
        \hline
        \end{tabular}
        """#,
        """
        <table>
        <caption>A &amp; B</caption>
        <thead>
        <tr><th scope="col">Name</th><th scope="col" style="text-align: right">Price</th><th scope="col">Note</th></tr>
        </thead>
        <tbody>
        <tr><th scope="rowgroup" colspan="3">Fruit</th></tr>
        <tr><td>Apfel</td><td style="text-align: right">1.5</td><td>a|b</td></tr>
        <tr><td>日本の梨</td><td style="text-align: right">12</td><td></td></tr>
        </tbody>
        <tbody>
        <tr><th scope="rowgroup" colspan="3">蔬菜</th></tr>
        <tr><td>🥕</td><td style="text-align: right">-3</td><td>5 % &amp; &quot;x_1&quot;</td></tr>
        </tbody>
        </table>
        """,
        #"""
        section,name,price,note
        Fruit,Apfel,1.5,a|b
        Fruit,日本の梨,12,
        蔬菜,🥕,-3,"5 % & ""x_1"""
        """#,
        """
        section\tname\tprice\tnote
        Fruit\tApfel\t1.5\ta|b
        Fruit\t日本の梨\t12\t
        蔬菜\t🥕\t-3\t"5 % & ""x_1""\"
        """,
    ]
}
