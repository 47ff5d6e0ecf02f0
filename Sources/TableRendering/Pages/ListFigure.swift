import Bytes
package import CascadingTable

/// A figure in the foot of a list, such as the sum of a column in all rows of the query.
package struct ListFigure: Sendable {
    let aggregate: TableQuery.Grouping.Aggregate
    /// The column that a table of groups has for the figure.
    let column: TableViewColumn
    let value: FieldValue
    /// The number of rows that were read, if they are not all; otherwise nil.
    package let readCount: Int?
    /// The address of the page without the figure.
    let removal: String

    /// Creates a figure. Each parameter sets the property of its name.
    package init(
        _ aggregate: TableQuery.Grouping.Aggregate, as column: TableViewColumn, value: FieldValue, readCount: Int?,
        removal: String
    ) {
        (self.aggregate, self.column, self.value) = (aggregate, column, value)
        (self.readCount, self.removal) = (readCount, removal)
    }

    fileprivate func isOf(_ column: TableViewColumn) -> Bool { aggregate.column.isExactly(column.name) }

    fileprivate var style: NumberStyle {
        var contents = ColumnContents(of: column)
        contents.add(value)
        return NumberStyle(column.numberFormat, contents)
    }

    var json: JSON {
        #"""
        {"column":\#(aggregate.column),"function":\#(aggregate.function.rawValue),"complete":\#(readCount == nil),\#
        "value":\#(JSON { $0.value(value, quotesNotFinite: true) })}
        """#
    }
}

extension HTMLTableWriter {
    /// Writes the figures of all rows, each below its column.
    mutating func foot() {
        guard links.figures.contains(where: { figure in columns.contains { figure.isOf($0) } }) else { return }
        output.raw("<tfoot><tr")
        role("row")
        output.raw(">\n")
        for column in columns {
            output.raw("<td")
            role("cell")
            output.byte(0x3E)
            for figure in links.figures where figure.isOf(column) {
                let name = figure.aggregate.function.rawValue
                let title = words.file.functions[name] ?? name
                output.markup(#"<div\#(raw: wordLanguage)><span class="sub">\#(title)</span> "#)
                value(figure.value, figure.style)
                output.markup(
                    #" <a href="\#(figure.removal)" aria-label="\#(words.fill(.removeFigure, with: title))">×</a></div>"#
                )
            }
            output.raw("</td>")
        }
        output.raw("</tr></tfoot>\n")
    }
}
