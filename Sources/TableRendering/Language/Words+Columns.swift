import CascadingTable

/// The menu of a column.
extension Words {
    var columns: StaticString { say(en: "Columns", de: "Spalten", he: "עמודות") }
    var columnMenu: StaticString { say(en: "Column menu", de: "Spaltenmenü", he: "תפריט העמודה") }
    var countRanges: StaticString {
        say(en: "Count values in ranges of", de: "Werte zählen in Bereichen von", he: "ספירת ערכים בטווחים של")
    }
    var by: StaticString { say(en: "Group by", de: "Gruppieren nach", he: "קיבוץ לפי") }
    var sum: StaticString { say(en: "Sum", de: "Summe", he: "סכום") }
    var mean: StaticString { say(en: "Mean", de: "Mittel", he: "ממוצע") }
    var least: StaticString { say(en: "Least", de: "Kleinster", he: "הקטן ביותר") }
    var greatest: StaticString { say(en: "Greatest", de: "Größter", he: "הגדול ביותר") }
    var allColumns: StaticString { say(en: "All columns", de: "Alle Spalten", he: "כל העמודות") }
    var pin: StaticString { say(en: "Pin", de: "Anheften", he: "הצמדה") }
    var unpin: StaticString { say(en: "Unpin", de: "Lösen", he: "ביטול ההצמדה") }
    var goOn: StaticString { say(en: "Count all rows", de: "Alle Zeilen zählen", he: "ספירת כל השורות") }
    var values: StaticString { say(en: "Values", de: "Werte", he: "ערכים") }

    /// Returns the label of the link that takes the values of a column away from the page.
    func hiding(_ column: String) -> String {
        fill(say(en: "Hide %", de: "% ausblenden", he: "הסתרת %"), with: isolated(column))
    }

    /// Returns the title of a link in the menu of a column.
    func title(of way: ColumnMenu.Way) -> StaticString {
        switch way {
        case .ascending: say(en: "Sort ascending", de: "Aufsteigend sortieren", he: "מיון בסדר עולה")
        case .descending: say(en: "Sort descending", de: "Absteigend sortieren", he: "מיון בסדר יורד")
        case .thenAscending: say(en: "Then ascending", de: "Danach aufsteigend", he: "אחר כך בסדר עולה")
        case .thenDescending: say(en: "Then descending", de: "Danach absteigend", he: "אחר כך בסדר יורד")
        case .unsorted: say(en: "Do not sort by it", de: "Nicht danach sortieren", he: "ללא מיון לפיה")
        case .values: say(en: "Count values", de: "Werte zählen", he: "ספירת ערכים")
        case .years: say(en: "Count years", de: "Jahre zählen", he: "ספירת שנים")
        case .months: say(en: "Count months", de: "Monate zählen", he: "ספירת חודשים")
        case .days: say(en: "Count days", de: "Tage zählen", he: "ספירת ימים")
        case .statistics: say(en: "Statistics", de: "Statistik", he: "סטטיסטיקה")
        case .facet: say(en: "Values beside the rows", de: "Werte neben den Zeilen", he: "ערכים לצד השורות")
        case .hide: say(en: "Hide", de: "Ausblenden", he: "הסתרה")
        case .earlier: say(en: "Move left", de: "Nach links", he: "הזזה ימינה")
        case .later: say(en: "Move right", de: "Nach rechts", he: "הזזה שמאלה")
        case .all: allColumns
        }
    }

    /// Returns what a data source tells about a column, such as `INTEGER · primary key · not null · indexed`.
    func facts(of column: TableViewColumn) -> String {
        var facts = [column.type ?? ""]
        if column.primaryKeyIndex != nil {
            facts.append(say(en: "primary key", de: "Primärschlüssel", he: "מפתח ראשי"))
        }
        if !column.isNullable { facts.append(say(en: "not null", de: "nicht NULL", he: "לא NULL")) }
        if column.isIndexed { facts.append(say(en: "indexed", de: "mit Index", he: "עם אינדקס")) }
        return facts.filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
