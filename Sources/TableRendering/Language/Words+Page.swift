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

    private var export: StaticString { say(en: "Export", de: "Exportieren", he: "ייצוא") }
    private var json: StaticString { say(en: "JSON, this page", de: "JSON, diese Seite", he: "JSON, עמוד זה") }
    private var text: StaticString { say(en: "Text", de: "Text", he: "טקסט") }
    /// The title of a format. Most formats have the same name in every language.
    func title(of format: TableFormat) -> String { format.fileExtension == "txt" ? text.description : format.name }

    /// The text of the link from an error page to the table.
    public var backToTable: StaticString {
        say(en: "Back to the table", de: "Zurück zur Tabelle", he: "חזרה אל הטבלה")
    }
    /// The text of the link from an error page to the start page, `/`.
    public var toStartPage: StaticString {
        say(en: "Go to the start page", de: "Zur Startseite", he: "אל דף הבית")
    }

    var rows: Plural {
        say(
            en: Plural(one: "% row", other: "% rows"), de: Plural(one: "% Zeile", other: "% Zeilen"),
            he: Plural(one: "שורה אחת", two: "שתי שורות", other: "% שורות"))
    }

    /// Returns the text of the shown rows, such as `1–100 of 193`.
    ///
    /// - Parameters:
    ///   - first: The number of the first row, from 1.
    ///   - last: The number of the last row.
    ///   - count: The number of rows.
    ///   - countsAll: Whether `count` is the number of all rows. Otherwise there are more.
    func range(first: Int, last: Int, of count: Int, countsAll: Bool = true) -> String {
        guard count > 0 else { return noRows.description }
        guard first > 1 || !countsAll || last < count else { return self.count(count, rows) }
        // A mark keeps the smaller number at the left, as CLDR requires for Hebrew ranges.
        let mark = language.direction == .rightToLeft ? "\u{200E}" : ""
        let range = first == last ? number(first) : "\(mark)\(number(first))–\(number(last))"
        let rows = rowCount(count, isAll: countsAll)
        return say(
            en: "\(range) of \(rows)", de: "\(range) von \(rows)",
            he: "\(range) מתוך \(rows)")
    }

    /// Returns a number of rows, such as `193` or `more than 1,000`.
    ///
    /// - Parameters:
    ///   - count: The number of rows.
    ///   - isAll: Whether it is the number of all rows. Otherwise there are more.
    func rowCount(_ count: Int, isAll: Bool) -> String {
        let number = number(count)
        return isAll ? number : say(en: "more than \(number)", de: "mehr als \(number)", he: "יותר מ־\(number)")
    }

    /// Returns a number of rows with a noun, such as `193 rows` or `more than 1,000 rows`.
    func numberOfRows(_ count: Int, isAll: Bool) -> String {
        guard !isAll else { return self.count(count, rows) }
        let number = number(count)
        return say(
            en: "more than \(number) rows", de: "mehr als \(number) Zeilen", he: "יותר מ־\(number) שורות")
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

    /// The words of pages in each language, assembled once.
    private static let ofPages = Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, PageWords(Words($0))) })

    private struct PageWords {
        let scripts: String
        let templates: TemplateValue
        let operators: TemplateValue

        init(_ words: Words) {
            scripts = words.makeScriptWords()
            templates = words.makeTemplateWords()
            operators = .list(
                TableQuery.Operator.allCases.map {
                    .texts(["value": $0.rawValue, "title": words.title(of: $0).description])
                })
        }
    }

    /// The words of scripts as a JSON object, for the attribute `data-words`.
    var forScripts: String { Self.ofPages[language]?.scripts ?? "{}" }

    /// The words of templates by name, for `{{words.next}}`.
    var forTemplates: TemplateValue { Self.ofPages[language]?.templates ?? .list([]) }

    /// The operators of filters, with their titles.
    var operators: TemplateValue { Self.ofPages[language]?.operators ?? .list([]) }

    private func makeScriptWords() -> String {
        var writer = ByteWriter()
        var isFirst = true
        let all = [
            ("undo", undo), ("redo", redo), ("unreachable", unreachable), ("missing", missing), ("unfound", unfound),
            ("place", place), ("selected", selected),
        ]
        for (name, word) in all {
            writer.byte(isFirst ? 0x7B : 0x2C)
            isFirst = false
            writer.jsonString(name)
            writer.byte(0x3A)
            writer.jsonString(word.description)
        }
        writer.byte(0x7D)
        return writer.text
    }

    private func makeTemplateWords() -> TemplateValue {
        let words = [
            "skip": skip, "breadcrumb": breadcrumb, "refresh": refresh, "sections": sections, "pages": pages,
            "previous": previous, "next": next, "cancel": cancel, "save": save, "search": search, "filter": filter,
            "column": column, "operator": comparison, "value": value, "apply": apply, "sortBy": sortBy,
            "filters": filters, "export": export, "json": json,
        ]
        return .values(words.mapValues { .text($0.description) })
    }
}
