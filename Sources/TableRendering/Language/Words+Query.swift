import Bytes
import CascadingTable

extension Words {
    var search: StaticString { say(en: "Search", de: "Suchen", he: "חיפוש") }
    var filter: StaticString { say(en: "Filter", de: "Filtern", he: "סינון") }
    var filters: StaticString { say(en: "Filters", de: "Filter", he: "מסננים") }
    var column: StaticString { say(en: "Column", de: "Spalte", he: "עמודה") }
    /// The note on a text that contains bytes which are not UTF-8.
    var notUTF8: StaticString { say(en: "not UTF-8", de: "kein UTF-8", he: "לא UTF-8") }
    /// The names of a cell's title and subtitle.
    var cellTitle: StaticString { say(en: "Title", de: "Titel", he: "כותרת") }
    var cellSubtitle: StaticString { say(en: "Subtitle", de: "Untertitel", he: "כותרת משנה") }
    var comparison: StaticString { say(en: "Comparison", de: "Vergleich", he: "השוואה") }
    var value: StaticString { say(en: "Value", de: "Wert", he: "ערך") }
    /// The choices whether rows must match all filters.
    var allOf: StaticString { say(en: "All of these are true", de: "Alles trifft zu", he: "כל התנאים מתקיימים") }
    var anyOf: StaticString {
        say(en: "One of these is true", de: "Eines davon trifft zu", he: "אחד התנאים מתקיים")
    }
    /// The button for another filter.
    var addition: StaticString { say(en: "Add", de: "Hinzufügen", he: "הוספה") }
    /// The word between filters of which one must match.
    var or: StaticString { say(en: "or", de: "oder", he: "או") }
    var apply: StaticString { say(en: "Apply", de: "Anwenden", he: "החלה") }
    var sortBy: StaticString { say(en: "Sort by", de: "Sortieren nach", he: "מיון לפי") }
    var nothingMatches: StaticString { say(en: "No matching rows", de: "Nichts gefunden", he: "לא נמצאו התאמות") }
    var allRows: StaticString { say(en: "All rows", de: "Alle Zeilen", he: "כל השורות") }
    var groupedBy: StaticString { say(en: "Grouped by", de: "Gruppiert nach", he: "מקובץ לפי") }
    var statistics: StaticString { say(en: "Statistics of", de: "Statistik von", he: "סטטיסטיקה של") }

    /// Returns the note on groups of some rows: `At least so many: only the first 100,000 rows are grouped.`
    func groups(ofFirst count: Int) -> String {
        fill(
            say(
                en: "At least so many: only the first % rows are grouped.",
                de: "Mindestens so viele: Nur die ersten % Zeilen sind gruppiert.",
                he: "לפחות כך: רק % השורות הראשונות מקובצות."), with: number(count))
    }

    private var remove: StaticString {
        say(en: "Remove filter: %", de: "Filter entfernen: %", he: "הסרת המסנן: %")
    }

    /// Returns the label of the link that removes a filter.
    func removing(_ filter: String) -> String { fill(remove, with: filter) }

    /// Returns the number of matching rows, such as `12 of 1,204 rows`.
    ///
    /// - Parameters:
    ///   - count: The number of matching rows.
    ///   - accuracy: How exact `count` is.
    ///   - total: The number of rows in the table.
    ///   - totalsAll: Whether `total` is the number of all rows of the table. Otherwise there are more.
    func matches(_ count: Int, accuracy: RowCountAccuracy = .exact, of total: Int, totalsAll: Bool = true) -> String {
        let matches = rowCount(count, accuracy)
        guard totalsAll else { return numberOfRows(count, accuracy) }
        let all = self.count(total, rows)
        return say(en: "\(matches) of \(all)", de: "\(matches) von \(all)", he: "\(matches) מתוך \(all)")
    }

    /// Returns the title of an operator in a form.
    func title(of comparison: TableQuery.Operator) -> StaticString {
        switch comparison {
        case .exact: say(en: "is", de: "ist", he: "הוא")
        case .not: say(en: "is not", de: "ist nicht", he: "אינו")
        case .contains: say(en: "contains", de: "enthält", he: "מכיל")
        case .startswith: say(en: "begins with", de: "beginnt mit", he: "מתחיל ב־")
        case .endswith: say(en: "ends with", de: "endet auf", he: "מסתיים ב־")
        case .gt: say(en: "is more than", de: "ist mehr als", he: "גדול מ־")
        case .gte: say(en: "is at least", de: "ist mindestens", he: "לפחות")
        case .lt: say(en: "is less than", de: "ist weniger als", he: "קטן מ־")
        case .lte: say(en: "is at most", de: "ist höchstens", he: "לכל היותר")
        case .isnull: say(en: "has no value", de: "hat keinen Wert", he: "ללא ערך")
        case .notnull: say(en: "has a value", de: "hat einen Wert", he: "יש ערך")
        case .empty: say(en: "is empty", de: "ist leer", he: "ריק")
        case .in: say(en: "is one of", de: "ist eines von", he: "אחד מבין")
        }
    }

    /// Returns the operators of filters for a form, with `value`, `title` and `isChosen`.
    func operators(chosen: TableQuery.Operator? = nil) -> TemplateValue {
        .list(
            TableQuery.Operator.allCases.map {
                var option: TemplateValues = [.value: .text($0.rawValue), .title: .text(title(of: $0).description)]
                if $0 == chosen { option[.isChosen] = .flag(true) }
                return .values(option)
            })
    }

    /// Returns the title of a column. `title` and `subtitle` of a table without columns are translated.
    func title(of column: TableViewColumn, in head: TableMetadata) -> String {
        switch column.name {
        case "title" where head.columns.isEmpty: cellTitle.description
        case "subtitle" where head.columns.isEmpty: cellSubtitle.description
        default: column.title
        }
    }

    /// Returns the filters of a query and its search in words.
    func filterSentences(of query: TableQuery, _ head: TableMetadata) -> [String] {
        let filters = query.filters.map { sentence($0, in: head) }
        return (query.hasAlternatives ? [filters.joined(separator: " \(or) ")] : filters)
            + (searchSentence(of: query).map { [$0] } ?? [])
    }

    /// Returns the search of a query in words; nil for none.
    func searchSentence(of query: TableQuery) -> String? { query.search.map { "\(search): \(isolated($0))" } }

    /// Returns a filter of a table in words.
    func sentence(_ filter: TableQuery.Filter, in head: TableMetadata) -> String {
        sentence(filter, column: title(ofColumn: filter.column, in: head))
    }

    /// Returns the filters of a query, its search and its order in words, such as `price ↓`.
    func sentences(of query: TableQuery, _ head: TableMetadata) -> [String] {
        filterSentences(of: query, head)
            + query.sort.map { "\(title(ofColumn: $0.column, in: head)) \($0.isAscending ? "↑" : "↓")" }
    }

    private func title(ofColumn name: String, in head: TableMetadata) -> String {
        head.queryColumns.first { $0.name.isExactly(name) }.map { title(of: $0, in: head) } ?? name
    }

    /// Returns a filter in words, such as `price is more than 10`.
    func sentence(_ filter: TableQuery.Filter, column: String) -> String {
        let comparison = title(of: filter.operator).description
        let start = "\(isolated(column)) \(comparison)"
        guard filter.operator.takesValue else { return start }
        // In Hebrew, a preposition and the following word are written together.
        let joint = comparison.hasSuffix("־") ? "" : " "
        let value = filter.operator == .in ? ValueList(parsing: filter.value).text : filter.value
        return start + joint + (value.isEmpty ? "“”" : isolated(value))
    }
}
