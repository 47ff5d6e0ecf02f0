package import CascadingTable

/// The menu of a column, with the ways to arrange the page by it.
package struct ColumnMenu: Sendable {
    /// The column.
    package let column: TableViewColumn
    /// The links of the menu in its order, in groups.
    package var links: [[Link]] = []
    /// The names and values that the filter form sends besides its own; nil for a column that cannot be filtered.
    package var besideFilter: [(name: String, value: String)]?
    /// A Boolean value that indicates whether the filter form is about groups and not about rows.
    package var filtersGroups = false
    /// The names and values that the form to count ranges of numbers sends besides the width of a range; nil for a column
    /// without numbers.
    package var besideRanges: [(name: String, value: String)]?

    /// The names and values that the form for a figure in the foot sends besides the function; nil for a column without one.
    package var besideFigure: [(name: String, value: String)]?

    /// The form to group by a column; nil for a column that cannot be used for that.
    package var grouping: Grouping?

    package init(of column: TableViewColumn) { self.column = column }

    /// The form that groups rows by a column that the visitor chooses.
    package struct Grouping: Sendable {
        let columns: [TableViewColumn]
        let isOfNumbers: Bool
        let fields: [(name: String, value: String)]

        /// Creates a form.
        ///
        /// - Parameters:
        ///   - columns: The columns to choose from.
        ///   - isOfNumbers: Whether the form also offers the sum, the mean, the least and the greatest number of the column
        ///     that has the menu.
        ///   - fields: The names and values that the form sends besides its own.
        package init(
            by columns: [TableViewColumn], isOfNumbers: Bool, beside fields: [(name: String, value: String)]
        ) {
            (self.columns, self.isOfNumbers, self.fields) = (columns, isOfNumbers, fields)
        }
    }

    /// A link of the menu: a way to arrange the page by the column.
    package struct Link: Sendable {
        let title: Phrase
        let url: String
        /// A Boolean value that indicates whether the page is arranged in this way already.
        let isChosen: Bool

        package init(_ title: Phrase, to url: String, isChosen: Bool = false) {
            (self.title, self.url, self.isChosen) = (title, url, isChosen)
        }
    }
}

/// A column in the list from which visitors choose, with the address of its menu.
package struct ColumnEntry: Sendable {
    let column: TableViewColumn
    let isShown: Bool
    let url: String

    package init(_ column: TableViewColumn, isShown: Bool, url: String) {
        (self.column, self.isShown, self.url) = (column, isShown, url)
    }
}

extension TemplateValues {
    /// Returns the values of the template `columns`:
    ///
    /// - `title`, `breadcrumbs`: The title of the page, and the links to the pages above.
    /// - `action`: The address that the forms are sent to.
    /// - `menu`: The menu of one column, with its `name`, `title`, `facts`, and the description `help`. The groups `ways`
    ///   have the links `entries`, with `isChosen`. `filter`, `figures`, `ranges` and `grouping` are forms with `hidden` inputs and a
    ///   `value`. `figures` has the `functions` to choose from, and `grouping` the `columns`, and `isOn` for numbers.
    /// - `grouper`: The form that groups the rows; see ``GroupForm``.
    /// - `columns`: Without a menu, the columns to choose from, with `name`, `title`, `facts`, `isChosen` and the `url` of
    ///   their menus. `hidden` are the inputs of the form.
    /// - `related`: The columns of other tables to choose from, with `name`, `title` and `facts`.
    ///
    /// - Parameters:
    ///   - words: The words in the reader's language.
    ///   - title: The title of the table.
    ///   - breadcrumbs: The pages above this one. Unsafe addresses are left out.
    ///   - action: The address that the forms are sent to.
    ///   - menu: The menu of one column; nil for the list of all columns.
    ///   - groups: The form that groups the rows; nil for none.
    ///   - columns: The columns to choose from.
    ///   - related: The columns of other tables to choose from.
    ///   - fields: The names and values that the form to choose columns sends besides the columns.
    package static func columns(
        words: Words, title: String, breadcrumbs: [TableLink], action: String, menu: ColumnMenu?,
        groups: GroupForm? = nil, columns: [ColumnEntry], related: [TableViewColumn] = [],
        beside fields: [(name: String, value: String)]
    ) -> TemplateValues {
        func hidden(_ fields: [(name: String, value: String)]) -> TemplateValue {
            .list(fields.map { .values([.name: .text($0.name), .value: .text($0.value)]) })
        }
        func described(_ column: TableViewColumn) -> TemplateValues {
            [.name: .text(column.name), .title: .text(column.title), .facts: .text(words.facts(of: column))]
        }
        var page = TemplateValues(words, title: menu?.column.title ?? "\(title): \(words[.columns])")
        page.set(breadcrumbs: breadcrumbs)
        page[.action] = .text(action)
        page[.hidden] = hidden(fields)
        page[.grouper] = groups.map { $0.values(words, \.title) }
        page[.columns] = .list(
            columns.map { entry in
                var values = described(entry.column)
                (values[.isChosen], values[.url]) = (.flag(entry.isShown), .text(entry.url))
                return .values(values)
            })
        page[.related] = .list(related.map { .values(described($0)) })
        page[.hasRelated] = .flag(!related.isEmpty)
        page[.menu] = menu.map { menu in
            var values = described(menu.column)
            values[.help] = menu.column.headerToolTip.map { .text($0) }
            values[.ways] = .list(
                menu.links.filter { !$0.isEmpty }.map { links in
                    let entries = links.map { link in
                        TemplateValue.values([
                            .title: .text(words[link.title]), .url: .text(link.url),
                            .isChosen: .flag(link.isChosen),
                        ])
                    }
                    return .values([.entries: .list(entries)])
                })
            values[.filter] = menu.besideFilter.map {
                .values([
                    .hidden: hidden($0), .value: .text(menu.column.name),
                    .name: .text(menu.filtersGroups ? "_having" : "_filter"),
                ])
            }
            values[.grouping] = menu.grouping.map { grouping in
                .values([
                    .hidden: hidden(grouping.fields), .isOn: .flag(grouping.isOfNumbers),
                    .columns: .list(grouping.columns.map { .values(described($0)) }), .value: .text(menu.column.name),
                ])
            }
            values[.figures] = menu.besideFigure.map { fields in
                let all = TableQuery.Grouping.Aggregate.Function.allCases
                let functions = all.filter { menu.column.hasNumbers != false || !$0.isOfNumbers }.map { function in
                    TemplateValue.values([
                        .value: .text(function.rawValue),
                        .title: .text(words.file.functions[function.rawValue] ?? function.rawValue),
                    ])
                }
                return .values([.hidden: hidden(fields), .functions: .list(functions), .value: .text(menu.column.name)])
            }
            values[.ranges] = menu.besideRanges.map { .values([.hidden: hidden($0), .value: .text("10")]) }
            return .values(values)
        }
        return page
    }
}
