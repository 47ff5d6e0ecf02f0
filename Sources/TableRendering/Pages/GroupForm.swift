import Bytes
package import CascadingTable

/// The form that groups the rows of a page, with the groups that it shows.
package struct GroupForm: Sendable {
    /// The columns to choose from.
    private let columns: [TableViewColumn]
    /// The groups of the page; nil for rows.
    private let grouping: TableQuery.Grouping?
    /// The names and values that the form sends besides the groups.
    private let beside: [(name: String, value: String)]

    /// Creates a form. Each parameter sets the property of its name.
    package init(
        columns: [TableViewColumn], grouping: TableQuery.Grouping?, beside: [(name: String, value: String)]
    ) {
        (self.columns, self.grouping, self.beside) = (columns, grouping, beside)
    }

    /// Returns the values of the template `_groups`:
    ///
    /// - `columns`, `bins`: The first column and the ranges of its values, each with `value`, `title` and `isChosen`.
    /// - `others`: The second column, with `columns` and `bins`. `isAcross` tells whether its values are columns.
    /// - `figures`: The chosen figures and an empty one, with the `functions` and the `columns` to choose from.
    /// - `ways`: The ways to compare the first figure with others.
    /// - `hidden`: The inputs that the form sends besides.
    func values(_ words: Words, _ title: (TableViewColumn) -> String) -> TemplateValue {
        func option(_ value: String, _ title: String, _ isChosen: Bool) -> TemplateValue {
            var option: TemplateValues = [.value: .text(value), .title: .text(title)]
            if isChosen { option[.isChosen] = .flag(true) }
            return .values(option)
        }
        func options(_ chosen: String?, among columns: [TableViewColumn]) -> TemplateValue {
            .list(columns.map { option($0.name, title($0), chosen.map($0.name.isExactly) == true) })
        }
        func bins(_ chosen: TableQuery.Grouping.Bin?) -> TemplateValue {
            var all = TableQuery.Grouping.Bin.named.map { word, bin in
                option(word, words.file.bins[word] ?? word, bin == chosen)
            }
            if let chosen, case .range = chosen { all.append(option(chosen.word, "≥ \(chosen.word)", true)) }
            return .list(all)
        }
        let keys = grouping?.keys ?? []
        let second = keys.count > 1 ? keys[1] : nil
        let numbers = columns.filter { $0.hasNumbers != false }
        let figures = (grouping?.aggregates ?? []).map(Optional.some) + [nil]
        return .values([
            .columns: options(keys.first?.column, among: columns), .bins: bins(keys.first?.bin),
            .others: .values([.columns: options(second?.column, among: columns), .bins: bins(second?.bin)]),
            .ways: .list(
                TableQuery.Grouping.ShownFigure.allCases.map {
                    option(
                        $0.rawValue, words.file.shownFigures[$0.rawValue] ?? $0.rawValue, $0 == grouping?.shownFigure)
                }),
            .isAcross: .flag(grouping?.isAcross == true),
            .figures: .list(
                figures.prefix(TableQuery.Grouping.maxAggregates).map { figure in
                    let isOfNumbers = figure?.function.isOfNumbers == true
                    return .values([
                        .functions: .list(
                            TableQuery.Grouping.Aggregate.Function.allCases.map {
                                option(
                                    $0.rawValue, words.file.functions[$0.rawValue] ?? $0.rawValue,
                                    $0 == figure?.function)
                            }),
                        .columns: options(figure?.column, among: isOfNumbers ? numbers : columns),
                    ])
                }),
            .hidden: .list(beside.map { .values([.name: .text($0.name), .value: .text($0.value)]) }),
        ])
    }
}

/// The addresses of the ways to draw the groups of a page.
package struct ChartLinks: Sendable {
    /// The kinds that suit the groups, with the addresses of the page.
    package var kinds: [(kind: Chart.Kind, url: String)]
    /// The kind of the page; nil for no chart.
    package var chosen: Chart.Kind?
    /// The address of the page without a chart.
    package var none: String
    /// The address of the chart as a file.
    package var file: String

    /// Creates links. Each parameter sets the property of its name.
    package init(kinds: [(kind: Chart.Kind, url: String)], chosen: Chart.Kind?, none: String, file: String) {
        (self.kinds, self.chosen, self.none, self.file) = (kinds, chosen, none, file)
    }

    /// Returns the values of a chart in the template `page`: the drawing `content`, the `kinds` with `title`, `url` and
    /// `isChosen`, and the address `url` of the file.
    func values(_ drawing: [UInt8]?, _ words: Words) -> TemplateValue {
        func kind(_ title: String, _ url: String, _ isChosen: Bool) -> TemplateValue {
            .values([.title: .text(title), .url: .text(url), .isChosen: .flag(isChosen)])
        }
        var values: TemplateValues = [
            .kinds: .list(
                kinds.map { kind(words.file.charts[$0.kind.rawValue] ?? $0.kind.rawValue, $0.url, $0.kind == chosen) }
                    + [kind(words[.noChart], none, chosen == nil)])
        ]
        if let drawing {
            values[.content] = .text(String(decoding: drawing, as: UTF8.self))
            (values[.url], values[.file]) = (.text(file), .text("SVG"))
        }
        return .values(values)
    }
}
