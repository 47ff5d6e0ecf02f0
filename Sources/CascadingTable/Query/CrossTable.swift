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
        var totals = Figures(grouping.figure)
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
        let keys = [0, 1].map { place in
            var (found, seen): ([FieldValue], Set<ExactString>) = ([], [])
            for group in lists[0] where seen.insert(Self.name(group[place])).inserted { found.append(group[place]) }
            return found
        }
        let across = keys[1].enumerated().sorted { one, other in
            let order = SortValue(one.element).compare(SortValue(other.element))
            return order == 0 ? one.offset < other.offset : order < 0
        }.map(\.element)
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
        let canFilter = !query.hasAlternatives
        let nonNulls = [keys[0].map { totals.nonNulls[($0, nil)] }, keys[1].map { totals.nonNulls[(nil, $0)] }]
        let others = [0, 1].map { grouping.others(among: zip(keys[$0], nonNulls[$0].map(Double.init))) }
        func filters(_ place: Int, _ key: FieldValue, _ count: Int64) -> [TableQuery.Filter]? {
            let groups = TableQuery.Grouping(by: [grouping.keys[place]])
            return groups.filters(ofGroup: [key, .integer(0), .integer(count)], besides: [others[place]])
        }
        for (name, key) in zip(names.dropFirst(), shown) where canFilter {
            self.filters.columns[ExactString(name)] = filters(1, key, totals.nonNulls[(nil, key)])
        }
        if canFilter { self.filters.columns[ExactString(names[names.count - 1])] = [] }

        var rows = keys[0].map { key in
            let row = Self.name(key)
            let figures = shown.map { totals.value(row, Self.name($0)) } + [totals.value(row, nil)]
            return (key: key, values: [grouping.keys[0].bin?.shown(key) ?? key] + figures)
        }
        let order = Self.places(of: query.sort, among: names)
        if !order.isEmpty {
            let sorted = rows.enumerated().sorted { one, other in
                for (place, isAscending) in order {
                    let (first, second) = (one.element.values[place], other.element.values[place])
                    let order = SortValue(first).compare(SortValue(second))
                    if order != 0 { return isAscending ? order < 0 : order > 0 }
                }
                return one.offset < other.offset
            }
            rows = sorted.map(\.element)
        }
        let all = shown.map { totals.value(nil, Self.name($0)) } + [totals.value(nil, nil)]
        var figures = rows.map { Array($0.values.dropFirst()) } + [all]
        if let shown = grouping.shownFigure { figures = Self.compared(figures, as: shown) }
        for ((key, values), figures) in zip(rows, figures) {
            let found = canFilter ? filters(0, key, totals.nonNulls[(key, nil)]) : nil
            append([values[0]] + figures, identifier: FieldValue.name(ofGroup: [key]), found)
        }
        guard !rows.isEmpty else { return }
        append([.text(Self.total)] + figures[rows.count], identifier: Self.totalIdentifier, canFilter ? [] : nil)
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

    /// Returns the order of the rows. Columns that are gone have none.
    private static func places(
        of sort: [TableQuery.SortKey], among names: [String]
    ) -> [(place: Int, isAscending: Bool)] {
        sort.compactMap { key in names.firstIndex(where: key.column.isExactly).map { ($0, key.isAscending) } }
    }

    fileprivate static func name(_ key: FieldValue) -> ExactString {
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

/// The figures of a cross table, by the names of their row and their column; nil stands for all of them.
private struct Figures {
    typealias Place = (row: ExactString?, column: ExactString?)
    fileprivate struct Key: Hashable {
        var row, column: ExactString?
    }

    private let figure: TableQuery.Grouping.Aggregate?
    private var totals: [Key: [any AggregateTotal]] = [:]
    private var values: [Key: FieldValue] = [:]
    /// The numbers of values of the keys that are not null.
    var nonNulls = NonNulls()

    struct NonNulls {
        fileprivate var counts: [Key: Int64] = [:]

        /// The number for a row or a column.
        subscript(place: (row: FieldValue?, column: FieldValue?)) -> Int64 {
            counts[Key(row: place.row.map(CrossTable.name), column: place.column.map(CrossTable.name))] ?? 0
        }
    }

    init(_ figure: TableQuery.Grouping.Aggregate?) { self.figure = figure }

    private typealias Function = TableQuery.Grouping.Aggregate.Function

    /// The number of aggregates of each group.
    var partCount: Int { figure.map { $0.function.parts?.count ?? 1 } ?? 0 }

    /// Adds the group at a place to the figures of its row, of its column, and of all.
    mutating func add(_ group: [FieldValue], to place: (ExactString, ExactString), nonNulls counts: [FieldValue]) {
        let parts = figure == nil ? [group[2]] : Array(group[3..<3 + partCount])
        let functions = figure.map { $0.function.parts ?? [$0.function] } ?? [.count]
        if functions.count == 1 { values[Key(row: place.0, column: place.1)] = parts[0] }
        for (index, key) in [Key(row: place.0), Key(column: place.1)].enumerated() {
            if case .integer(let count) = counts[index] { nonNulls.counts[key, default: 0] += count }
        }
        guard figure.map({ $0.function.parts != nil }) ?? true else { return }
        for key in [Key(row: place.0, column: place.1), Key(row: place.0), Key(column: place.1), Key()] {
            var sums = totals[key] ?? functions.map { $0.isCount ? Function.sum.makeTotal() : $0.makeTotal() }
            // No part holds values, so that none can be too many.
            for (index, value) in parts.enumerated() where value != .null { try? sums[index].add(value) }
            totals[key] = sums
        }
    }

    /// Sets a figure that does not follow from others.
    mutating func set(_ value: FieldValue, for place: Place) {
        values[Key(row: place.row, column: place.column)] = value
    }

    /// The number of decimals that pages show of means.
    var decimals: Int {
        let total = value(nil, nil).double?.magnitude ?? 0
        return total >= 1 || total == 0 ? 2 : total >= 0.01 ? 4 : 8
    }

    func value(_ row: ExactString?, _ column: ExactString?) -> FieldValue {
        let key = Key(row: row, column: column)
        if let value = values[key] { return value }
        guard let sums = totals[key] else { return .null }
        guard sums.count == 2 else { return sums[0].value }
        guard let sum = sums[0].value.double, let count = sums[1].value.double, count > 0 else { return .null }
        return .decimal(sum / count)
    }
}
