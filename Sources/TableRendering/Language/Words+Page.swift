import Bytes
import CascadingTable

extension Words {
    var skip: StaticString { say(en: "Skip to the table", de: "Zur Tabelle springen", he: "דילוג אל הטבלה") }
    var breadcrumb: StaticString { say(en: "Breadcrumb", de: "Pfad", he: "נתיב ניווט") }
    var refresh: StaticString { say(en: "Refresh", de: "Aktualisieren", he: "רענון") }
    var edit: StaticString { say(en: "Edit", de: "Bearbeiten", he: "עריכה") }
    var done: StaticString { say(en: "Done", de: "Fertig", he: "סיום") }
    var sections: StaticString { say(en: "Sections", de: "Abschnitte", he: "מקטעים") }
    var pages: StaticString { say(en: "Pages", de: "Seiten", he: "עמודים") }
    var previous: StaticString { say(en: "Previous", de: "Zurück", he: "הקודם") }
    var next: StaticString { say(en: "Next", de: "Weiter", he: "הבא") }
    var cancel: StaticString { say(en: "Cancel", de: "Abbrechen", he: "ביטול") }
    var save: StaticString { say(en: "Save", de: "Sichern", he: "שמירה") }
    private var undone: StaticString { say(en: "Undone: %", de: "Rückgängig gemacht: %", he: "הפעולה בוטלה: %") }
    var noRows: StaticString { say(en: "No rows", de: "Keine Zeilen", he: "אין שורות") }

    private var viewAsSQL: StaticString { say(en: "View as SQL", de: "Als SQL ansehen", he: "הצגה כ־SQL") }
    private var export: StaticString { say(en: "Export", de: "Exportieren", he: "ייצוא") }
    private var json: StaticString { say(en: "JSON, this page", de: "JSON, diese Seite", he: "JSON, עמוד זה") }
    private var text: StaticString { say(en: "Text", de: "Text", he: "טקסט") }
    /// The title of a format. Most formats have the same name in every language.
    func title(of format: TableFormat) -> String { format.fileExtension == "txt" ? text.description : format.name }

    /// The text of the link from an error page to the table.
    package var backToTable: StaticString {
        say(en: "Back to the table", de: "Zurück zur Tabelle", he: "חזרה אל הטבלה")
    }
    /// The text of the link from an error page to the start page, `/`.
    package var toStartPage: StaticString {
        say(en: "Go to the start page", de: "Zur Startseite", he: "אל דף הבית")
    }

    /// Returns the text of a page whose rows were read slowly.
    func reading(took seconds: Double) -> String {
        let number = ByteWriter.text { _ = $0.decimal((seconds * 10).rounded() / 10, in: language, .automatic) }
        return say(
            en: "Reading these rows took \(number) s", de: "Diese Zeilen zu lesen dauerte \(number) s",
            he: "קריאת השורות נמשכה \(number) שנ׳")
    }
    var run: StaticString { say(en: "Run", de: "Ausführen", he: "הרצה") }
    var editSQL: StaticString { say(en: "Edit SQL", de: "SQL bearbeiten", he: "עריכת SQL") }
    /// The title of the steps in which a database reads the rows.
    var queryPlan: StaticString { say(en: "Query plan", de: "Ausführungsplan", he: "תוכנית הביצוע") }
    var usefulIndex: StaticString {
        say(en: "This index would help:", de: "Dieser Index würde helfen:", he: "אינדקס זה יעזור:")
    }

    var rows: Plural {
        say(
            en: Plural(one: "% row", other: "% rows"), de: Plural(one: "% Zeile", other: "% Zeilen"),
            he: Plural(one: "שורה אחת", two: "שתי שורות", other: "% שורות"))
    }

    private var tables: Plural {
        say(
            en: Plural(one: "% table", other: "% tables"), de: Plural(one: "% Tabelle", other: "% Tabellen"),
            he: Plural(one: "טבלה אחת", two: "שתי טבלאות", other: "% טבלאות"))
    }

    private var views: Plural {
        say(
            en: Plural(one: "% view", other: "% views"), de: Plural(one: "% Sicht", other: "% Sichten"),
            he: Plural(one: "תצוגה אחת", two: "שתי תצוגות", other: "% תצוגות"))
    }

    /// Returns what a database has, such as `5 tables, 1 view, 34 MB`.
    func contents(_ inventory: TableHosting.Inventory) -> String {
        var parts = [count(inventory.tables, tables)]
        if inventory.views > 0 { parts.append(count(inventory.views, views)) }
        if let size = inventory.size {
            var units = ["B", "kB", "MB", "GB", "TB"][...]
            var number = Double(size)
            while number >= 999.5, units.count > 1 {
                number /= 1000
                units.removeFirst()
            }
            let rounded = number < 9.95 ? (number * 10).rounded() / 10 : number.rounded()
            parts.append(ByteWriter.text { _ = $0.decimal(rounded, in: language, .grouped) } + " \(units.first ?? "")")
        }
        return parts.joined(separator: ", ")
    }

    /// Returns the text of the shown rows, such as `1–100 of 193`.
    ///
    /// - Parameters:
    ///   - first: The number of the first row, from 1.
    ///   - last: The number of the last row.
    ///   - count: The number of rows.
    ///   - accuracy: How exact `count` is.
    func range(first: Int, last: Int, of count: Int, accuracy: RowCountAccuracy = .exact) -> String {
        guard count > 0 else { return noRows.description }
        guard first > 1 || accuracy != .exact || last < count else { return self.count(count, rows) }
        // A mark keeps the smaller number at the left, as CLDR requires for Hebrew ranges.
        let mark = language.direction == .rightToLeft ? "\u{200E}" : ""
        let range = first == last ? number(first) : "\(mark)\(number(first))–\(number(last))"
        let rows = rowCount(count, accuracy)
        return say(
            en: "\(range) of \(rows)", de: "\(range) von \(rows)",
            he: "\(range) מתוך \(rows)")
    }

    /// Returns a number of rows, such as `193`, `more than 1,000` or `about 10,000,000`.
    func rowCount(_ count: Int, _ accuracy: RowCountAccuracy) -> String { qualified(number(count), accuracy) }

    /// Returns a number of rows with a noun, such as `193 rows` or `more than 1,000 rows`.
    func numberOfRows(_ count: Int, _ accuracy: RowCountAccuracy) -> String {
        qualified(self.count(count, rows), accuracy)
    }

    private func qualified(_ count: String, _ accuracy: RowCountAccuracy) -> String {
        switch accuracy {
        case .exact: count
        case .moreThan: say(en: "more than \(count)", de: "mehr als \(count)", he: "יותר מ־\(count)")
        case .about: say(en: "about \(count)", de: "etwa \(count)", he: "כ־\(count)")
        }
    }

    /// Returns the message about a change that can be undone, or that was undone.
    func notice(_ undo: TableView.Undo) -> String {
        let title = text(of: undo.title)
        return undo.isRedo ? fill(undone, with: isolated(title)) : title
    }

    // Scripts
    var undo: StaticString { say(en: "Undo", de: "Rückgängig", he: "ביטול הפעולה") }
    var redo: StaticString { say(en: "Redo", de: "Wiederholen", he: "ביצוע חוזר") }
    private var unreachable: StaticString {
        say(
            en: "Cannot reach the server. Try again.", de: "Der Server ist nicht erreichbar. Versuche es noch einmal.",
            he: "לא ניתן להגיע לשרת. נסו שוב.")
    }

    private var missing: StaticString {
        say(en: "No row begins with %", de: "Keine Zeile beginnt mit %", he: "אין שורה שמתחילה ב־%")
    }
    private var unfound: StaticString {
        say(
            en: "None of the % rows searched begins with %", de: "Keine der % durchsuchten Zeilen beginnt mit %",
            he: "אף אחת מ־% השורות שנבדקו אינה מתחילה ב־%")
    }
    private var place: StaticString { say(en: "Row % of %", de: "Zeile % von %", he: "שורה % מתוך %") }
    private var selected: StaticString { say(en: "% selected", de: "% ausgewählt", he: "נבחרו %") }

    private var copyAs: StaticString { say(en: "Copy as %", de: "Als % kopieren", he: "העתקה כ־%") }
    var rowNumber: StaticString { say(en: "Row number", de: "Zeilennummer", he: "מספר שורה") }
    var go: StaticString { say(en: "Go", de: "Los", he: "מעבר") }
    private var jump: StaticString {
        say(en: "Go to a table or column", de: "Zu einer Tabelle oder Spalte", he: "מעבר לטבלה או לעמודה")
    }
    private var searchFor: StaticString { say(en: "Search for %", de: "Nach % suchen", he: "חיפוש %") }
    private var stop: StaticString { say(en: "Stop", de: "Abbrechen", he: "עצירה") }
    private var copied: StaticString { say(en: "% copied", de: "% kopiert", he: "הועתקו %") }

    /// The values of templates in each language, assembled once.
    private static let values = Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, Words($0).makeValues()) })

    /// The values of templates that depend on the language alone:
    ///
    /// - `language`: The language of the page, as a BCP 47 tag.
    /// - `direction`: The direction of the page, `ltr` or `rtl`.
    /// - `words`: The words of the page, such as `words.next`.
    /// - `scriptWords`: The words of scripts as a JSON object, for the attribute `data-words`.
    /// - `operators`: The operators of filters, with `value` and `title`.
    var templateValues: TemplateValues { Self.values[language] ?? [:] }

    private func makeValues() -> TemplateValues {
        let words: KeyValuePairs<TemplateValues.Name, StaticString> = [
            .skip: skip, .breadcrumb: breadcrumb, .refresh: refresh, .sections: sections, .pages: pages,
            .previous: previous, .next: next, .cancel: cancel, .save: save, .search: search, .filter: filter,
            .column: column, .operator: comparison, .value: value, .apply: apply, .sortBy: sortBy,
            .filters: filters, .export: export, .viewAsSQL: viewAsSQL, .json: json, .columns: columns,
            .columnMenu: columnMenu,
            .countRanges: countRanges, .values: values, .by: by, .sum: sum, .mean: mean, .least: least,
            .greatest: greatest,
            .allOf: allOf, .anyOf: anyOf, .addition: addition, .rowNumber: rowNumber, .go: go,
            .yours: yours, .theirs: theirs, .saw: saw, .keepTheirs: keepTheirs,
        ]
        let scripts = [
            ("undo", undo), ("redo", redo), ("unreachable", unreachable), ("missing", missing), ("unfound", unfound),
            ("place", place), ("selected", selected), ("copyAs", copyAs), ("copied", copied), ("stop", stop),
            ("fold", lessOf), ("unfold", moreOf), ("columnMenu", columnMenu), ("pin", pin), ("unpin", unpin),
            ("copy", copy), ("allColumns", allColumns), ("goOn", goOn),
            ("jump", jump), ("nothing", nothingMatches), ("columnWord", column), ("searchFor", searchFor),
        ].map { (name: $0, value: "\($1.description)" as JSON) }
        return [
            .words: .values(TemplateValues(words.map { ($0, .text($1.description)) })),
            .language: .text(language.tag), .direction: .text(language.direction.rawValue),
            .scriptWords: .text(String(decoding: ("\(scripts)" as JSON).bytes, as: UTF8.self)),
            .operators: operators(),
        ]
    }
}
