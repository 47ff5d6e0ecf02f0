import Bytes

/// Groups of two columns with the values of the second one as columns, and the figures of all rows together in a further
/// column and a further row.
struct CrossTable: Sendable {
    let columns: [TableViewColumn]
    private(set) var batch: RowBatch
    /// The number of columns that are left out.
    let leftOut: Int
    private let query: TableQuery
    /// The filters that find the rows of each row, by its identifier, and of each column, by its name.
    private var filters: (rows: [ExactString: [TableQuery.Filter]], columns: [ExactString: [TableQuery.Filter]])

    /// The name of the column and the row with the figures of all rows together.
    private static let total = "total"
    /// The identifier of that row, which no group has.
    private static let totalIdentifier = "~t"

    /// Returns the requests for the groups of a cross table.
    ///
    /// The figures of some groups together follow from those of each; if not, they are further requests: for the rows, the
    /// columns, and all.
    static func requests(of query: TableQuery) -> [GroupRequest] {
        guard let grouping = query.grouping else { return [] }
        func request(_ keys: [TableQuery.Grouping.Key]) -> GroupRequest {
            var part = query
            part.grouping = TableQuery.Grouping(by: keys, aggregates: grouping.aggregates)
            if let figure = grouping.figure, let parts = figure.function.parts {
                part.grouping?.aggregates = parts.map { .init($0, of: figure.column) }
            }
            part.grouping?.isComplete = grouping.isComplete
            part.grouping?.spellsKeysAlike = true
            return GroupRequest(
                query: part, order: keys.indices.map { ($0, true) }, limit: TableQuery.Grouping.maxFigures + 1)
        }
        let (first, second) = (grouping.keys[0], grouping.keys[1])
        let hasParts = grouping.figure.map { $0.function.parts != nil } ?? true
        return [request([first, second])] + (hasParts ? [] : [request([first]), request([second]), request([])])
    }

    /// - Parameters:
    ///   - lists: The groups of each of the requests.
    ///   - query: The query.
    ///   - groupColumns: The columns of the groups.
    /// - Throws: ``TableViewError`` with `notQueryable` for too many groups.
    init(
        of lists: [[[FieldValue]]], answering query: TableQuery, _ groupColumns: [TableViewColumn]
    ) throws(TableViewError) {
        let grouping = query.grouping ?? .init(by: [])
        guard lists[0].count <= TableQuery.Grouping.maxFigures else {
            throw TableViewError(
                .notQueryable,
                "The cross table has more than 100,000 figures. Use filters or ranges, such as months, to have fewer.")
        }
        var totals = CrossFigures(grouping.figure)
        let width = grouping.keys.count + 1 + totals.partCount
        for group in lists[0] {
            totals.add(group, to: (Self.name(group[0]), Self.name(group[1])), nonNulls: Array(group[width...]))
        }
        for (index, list) in lists.enumerated().dropFirst() {
            for group in list {
                let key = group.first.map(Self.name) ?? ExactString("")
                totals.set(
                    group[index == 3 ? 1 : 2], for: index == 1 ? (key, nil) : index == 2 ? (nil, key) : (nil, nil))
            }
        }
        let keys = [Self.keys(0, in: lists[0]), Self.keys(1, in: lists[0])]
        let across = Self.sorted(keys[1].map { [$0] }, [(0, true)], by: { $0 }).map { $0[0] }
        let shown = across.prefix(TableQuery.Grouping.maxColumnsAcross)
        leftOut = across.count - shown.count
        (self.query, self.filters) = (query, ([:], [:]))

        let titles = shown.map { Self.title(of: $0, in: grouping.keys[1].bin) }
        let names = TableQuery.Grouping.distinct([grouping.keys[0].column] + titles + [Self.total])
        var first = groupColumns[0]
        // The word `total` stands among numbers.
        first.quotesTexts = false
        columns =
            [first]
            + zip(names.dropFirst(), titles + [Self.total]).map { name, title in
                var column = groupColumns[grouping.aggregates.isEmpty ? 2 : 3]
                // The figures of all columns have one number of decimals.
                if grouping.figure?.function.isMean == true { column.numberFormat = .decimals(totals.decimals) }
                if let shown = grouping.shownFigure { column = shown.column(named: name, of: column) }
                (column.name, column.title, column.referenceColumns) = (name, title, [grouping.keys[0].column])
                return column
            }
        batch = RowBatch(fieldNames: columns.map(\.name), capacity: keys[0].count + 1)
        let nonNulls = [keys[0].map { totals.nonNulls[($0, nil)] }, keys[1].map { totals.nonNulls[(nil, $0)] }]
        let others = [0, 1].map { grouping.others(among: zip(keys[$0], nonNulls[$0].map(Double.init))) }
        func filters(_ place: Int, _ key: FieldValue, _ count: Int64) -> [TableQuery.Filter]? {
            let groups = TableQuery.Grouping(by: [grouping.keys[place]])
            return groups.filters(ofGroup: [key, .integer(0), .integer(count)], besides: [others[place]])
        }
        for (name, key) in zip(names.dropFirst(), shown) {
            self.filters.columns[ExactString(name)] = filters(1, key, totals.nonNulls[(nil, key)])
        }
        self.filters.columns[ExactString(names[names.count - 1])] = []

        let shownNames: [ExactString?] = shown.map(Self.name) + [nil]
        let unsorted = keys[0].map { key in
            let row = Self.name(key)
            let figures = shownNames.map { totals.value(row, $0) }
            return (key: key, values: [grouping.keys[0].bin?.shown(key) ?? key] + figures)
        }
        let rows = Self.sorted(unsorted, Self.places(of: query.sort, among: names), by: \.values)
        let all = shownNames.map { totals.value(nil, $0) }
        var figures = rows.map { Array($0.values.dropFirst()) } + [all]
        if let shown = grouping.shownFigure { figures = Self.compared(figures, as: shown) }
        for ((key, values), figures) in zip(rows, figures) {
            let found = filters(0, key, totals.nonNulls[(key, nil)])
            append([values[0]] + figures, identifier: FieldValue.name(ofGroup: [key]), found)
        }
        guard !rows.isEmpty else { return }
        append([.text(Self.total)] + figures[rows.count], identifier: Self.totalIdentifier, [])
    }

    private mutating func append(_ values: [FieldValue], identifier: String, _ found: [TableQuery.Filter]?) {
        batch.beginRow(identifier: identifier, isSelectable: false)
        for value in values { batch.append(value) }
        filters.rows[ExactString(identifier)] = found
    }

    /// Returns figures as they are shown.
    ///
    /// - Parameter figures: The figures of each row and of all rows, with those of each column and of all columns.
    private static func compared(
        _ figures: [[FieldValue]], as shown: TableQuery.Grouping.ShownFigure
    ) -> [[FieldValue]] {
        guard let all = figures.last, let total = all.last else { return figures }
        switch shown {
        case .percent, .rowPercent, .columnPercent:
            return figures.map { row in
                zip(row, all).map { figure, ofColumn in
                    TableQuery.Grouping.ShownFigure.percentage(
                        figure, of: shown == .percent ? total : shown == .rowPercent ? row.last ?? .null : ofColumn)
                }
            }
        case .running, .difference:
            // They follow the rows, and not the row of all.
            let columns = all.indices.map { column in
                shown.shown(figures.dropLast().map { $0[column] }, of: figures.dropLast().map { _ in [] })
            }
            return figures.indices.dropLast().map { row in columns.map { $0[row] } }
                + [shown == .running ? all : all.map { _ in .null }]
        }
    }

    /// Returns the different keys at a place of groups, in the order of the groups.
    private static func keys(_ place: Int, in groups: [[FieldValue]]) -> [FieldValue] {
        var seen: Set<ExactString> = []
        return groups.map { $0[place] }.filter { seen.insert(name($0)).inserted }
    }

    /// Returns rows sorted by some of their values. Equal ones keep their order.
    private static func sorted<Row>(
        _ rows: [Row], _ order: [(place: Int, isAscending: Bool)], by values: (Row) -> [FieldValue]
    ) -> [Row] {
        rows.enumerated().sorted { one, other in
            for (place, isAscending) in order {
                let order = SortValue(values(one.element)[place]).compare(SortValue(values(other.element)[place]))
                if order != 0 { return isAscending ? order < 0 : order > 0 }
            }
            return one.offset < other.offset
        }.map(\.element)
    }

    /// Returns the order of the rows. Columns that are gone have none.
    private static func places(
        of sort: [TableQuery.SortKey], among names: [String]
    ) -> [(place: Int, isAscending: Bool)] {
        sort.compactMap { key in names.firstIndex(where: key.column.isExactly).map { ($0, key.isAscending) } }
    }

    static func name(_ key: FieldValue) -> ExactString {
        ExactString(FieldValue.name(ofGroup: [key.numberOfText ?? key]))
    }

    /// Returns the heading of a value.
    private static func title(of key: FieldValue, in bin: TableQuery.Grouping.Bin?) -> String {
        let value = bin?.shown(key) ?? key
        if value == .null { return "null" }
        return value.operand.flatMap { $0.isEmpty ? nil : $0 } ?? "\"\""
    }

    /// Returns the query of the rows behind the figures of a column, by the identifiers of rows; nil for the column of the
    /// rows' keys.
    func query(ofFigures column: String) -> ((_ identifier: String) -> TableQuery?)? {
        guard columns.dropFirst().contains(where: { $0.name.isExactly(column) }) else { return nil }
        return { identifier in
            guard let across = filters.columns[ExactString(column)], let own = filters.rows[ExactString(identifier)]
            else { return nil }
            return TableQuery(filters: query.filters + own + across, search: query.search)
        }
    }
}
