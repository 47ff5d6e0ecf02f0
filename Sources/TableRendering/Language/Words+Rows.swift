import CascadingTable

extension Words {
    /// The name of a row without a title. `%` is the number of the row.
    var row: StaticString { say(en: "Row %", de: "Zeile %", he: "שורה %") }

    // Values
    var yes: StaticString { say(en: "Yes", de: "Ja", he: "כן") }
    var no: StaticString { say(en: "No", de: "Nein", he: "לא") }
    var noValue: StaticString { say(en: "no value", de: "kein Wert", he: "אין ערך") }
    var notANumber: StaticString { say(en: "not a number", de: "keine Zahl", he: "לא מספר") }
    var shortened: StaticString { say(en: "(shortened)", de: "(gekürzt)", he: "(מקוצר)") }
    /// A percentage. The first `%` is replaced with the number.
    var percentage: StaticString { say(en: "%%", de: "%\u{A0}%", he: "%%") }
    var lowest: StaticString { say(en: "lowest value %", de: "niedrigster Wert %", he: "הנמוך ביותר %") }
    var highest: StaticString { say(en: "highest %", de: "höchster %", he: "הגבוה ביותר %") }
    var last: StaticString { say(en: "last %", de: "letzter %", he: "האחרון %") }
    var bytes: Plural {
        say(
            en: Plural(one: "% byte", other: "% bytes"), de: Plural(one: "% Byte", other: "% Bytes"),
            he: Plural(one: "בית אחד", two: "שני בתים", other: "% בתים"))
    }

    // The labels of a row's controls. `%` is the name of the row.
    var checked: StaticString { say(en: "checked", de: "markiert", he: "מסומן") }
    var moreAbout: StaticString { say(en: "More about %", de: "Mehr über %", he: "מידע נוסף על %") }
    var moreOf: StaticString { say(en: "Expand %", de: "% aufklappen", he: "הרחבת %") }
    var lessOf: StaticString { say(en: "Collapse %", de: "% zuklappen", he: "כיווץ %") }
    var actionsFor: StaticString { say(en: "Actions for %", de: "Aktionen für %", he: "פעולות עבור %") }
    /// The title of a link that opens a page.
    package var open: StaticString { say(en: "Open", de: "Öffnen", he: "פתיחה") }
    var copy: StaticString { say(en: "Copy", de: "Kopieren", he: "העתקה") }
    var cut: StaticString { say(en: "Cut", de: "Ausschneiden", he: "גזירה") }
    var paste: StaticString { say(en: "Paste", de: "Einfügen", he: "הדבקה") }

    func title(of action: MenuAction) -> StaticString {
        switch action {
        case .copy: copy
        case .cut: cut
        case .paste: paste
        }
    }

    // Edit mode and fields
    var editRow: StaticString { say(en: "Edit %", de: "% bearbeiten", he: "עריכת %") }
    private var editTitle: StaticString { say(en: "Edit “%”", de: "„%“ bearbeiten", he: "עריכת ”%”") }
    /// Returns the heading of a row's form.
    package func editing(_ row: String) -> String { fill(editTitle, with: isolated(row)) }
    /// The title of the button that deletes a row.
    package var delete: StaticString { say(en: "Delete", de: "Löschen", he: "מחיקה") }
    /// The title of the button that inserts a row.
    package var insert: StaticString { say(en: "Insert", de: "Einfügen", he: "הוספה") }
    var deleteRow: StaticString { say(en: "Delete %", de: "% löschen", he: "מחיקת %") }
    var insertRow: StaticString { say(en: "Insert %", de: "% einfügen", he: "הוספת %") }
    var moveUp: StaticString { say(en: "Move % up", de: "% nach oben bewegen", he: "העברת % למעלה") }
    var moveDown: StaticString { say(en: "Move % down", de: "% nach unten bewegen", he: "העברת % למטה") }
    var moveSectionUp: StaticString {
        say(en: "Move section % up", de: "Abschnitt % nach oben bewegen", he: "העברת המקטע % למעלה")
    }
    var moveSectionDown: StaticString {
        say(en: "Move section % down", de: "Abschnitt % nach unten bewegen", he: "העברת המקטע % למטה")
    }

    // Several rows
    var selectRow: StaticString { say(en: "Select %", de: "% auswählen", he: "בחירת %") }
    var select: StaticString { say(en: "Select", de: "Auswählen", he: "בחירה") }
    var deselect: StaticString { say(en: "Deselect", de: "Abwählen", he: "ביטול הבחירה") }
    var checkedRows: StaticString { say(en: "Checked rows", de: "Markierte Zeilen", he: "שורות מסומנות") }
    var checkedRowsAtMost: StaticString {
        say(en: "Checked rows (up to %)", de: "Markierte Zeilen (bis zu %)", he: "שורות מסומנות (עד %)")
    }

    private var askToDelete: StaticString { say(en: "Delete “%”?", de: "„%“ löschen?", he: "למחוק את ”%”?") }
    private var askToInsert: StaticString { say(en: "Insert “%”?", de: "„%“ einfügen?", he: "להוסיף את ”%”?") }

    /// Returns the question whether to delete a row.
    ///
    /// - Parameter row: The name of the row.
    package func askToDelete(_ row: String) -> String { fill(askToDelete, with: isolated(row)) }
    /// Returns the question whether to insert a row.
    ///
    /// - Parameter row: The name of the row.
    package func askToInsert(_ row: String) -> String { fill(askToInsert, with: isolated(row)) }
    private var askToPutBack: StaticString {
        say(en: "Put “%” back?", de: "„%“ wiederherstellen?", he: "לשחזר את ”%”?")
    }
    /// Returns the question whether to put a deleted row back.
    package func askToPutBack(_ row: String) -> String { fill(askToPutBack, with: isolated(row)) }
    /// The title of the button that puts a deleted row back.
    package var putBack: StaticString { say(en: "Put back", de: "Wiederherstellen", he: "שחזור") }
    /// The heading of the form for a new row.
    package var newRow: StaticString { say(en: "New row", de: "Neue Zeile", he: "שורה חדשה") }
    /// The heading of a page with values that somebody else changed meanwhile.
    var rowHasChanged: StaticString {
        say(
            en: "Somebody changed this meanwhile. Nothing was written.",
            de: "Das hat inzwischen jemand geändert. Nichts wurde geschrieben.",
            he: "מישהו שינה זאת בינתיים. דבר לא נכתב.")
    }
    /// The heading of a page about a row that somebody else deleted meanwhile.
    var rowIsGone: StaticString {
        say(
            en: "Somebody deleted this row meanwhile. Nothing was written.",
            de: "Diese Zeile hat inzwischen jemand gelöscht. Nichts wurde geschrieben.",
            he: "מישהו מחק את השורה הזאת בינתיים. דבר לא נכתב.")
    }
    var yours: StaticString { say(en: "Yours", de: "Dein Wert", he: "שלך") }
    var theirs: StaticString { say(en: "Now", de: "Jetzt", he: "עכשיו") }
    var saw: StaticString { say(en: "What you saw", de: "Was du sahst", he: "מה שראית") }
    var keepTheirs: StaticString { say(en: "Keep theirs", de: "So lassen", he: "להשאיר כך") }
    var writeMine: StaticString { say(en: "Write mine", de: "Meins schreiben", he: "לכתוב את שלי") }
    /// The title of the link to the form for a copy of a row.
    var duplicate: StaticString { say(en: "Duplicate", de: "Duplizieren", he: "שכפול") }
    /// The title of the link to the form for a new row.
    var add: StaticString { say(en: "Add", de: "Hinzufügen", he: "הוספה") }
    private var addTo: StaticString { say(en: "Add to %", de: "Zu % hinzufügen", he: "הוספה אל %") }
    /// Returns the title of the link to the form for a new row.
    ///
    /// - Parameter section: The title of the section; nil for a table with one section.
    func adding(to section: String?) -> String { section.map { fill(addTo, with: isolated($0)) } ?? add.description }
    /// The text of the bar with the actions on selected rows.
    var selectedRows: StaticString {
        say(en: "Selected rows: %", de: "Ausgewählte Zeilen: %", he: "שורות שנבחרו: %")
    }
    /// Returns the question whether to perform an action on several rows.
    ///
    /// - Parameters:
    ///   - action: The title of the action.
    ///   - count: The number of rows.
    package func ask(_ action: String, countOfRows count: Int) -> String {
        let (action, count) = (isolated(action), number(count))
        return count == "1"
            ? say(en: "\(action) 1 row?", de: "\(action): 1 Zeile?", he: "\(action): שורה אחת?")
            : say(en: "\(action) \(count) rows?", de: "\(action): \(count) Zeilen?", he: "\(action): \(count) שורות?")
    }
    /// Returns the question whether to perform a row action.
    ///
    /// - Parameters:
    ///   - action: The title of the action.
    ///   - row: The name of the row.
    package func ask(_ action: String, _ row: String) -> String {
        let (action, row) = (isolated(action), isolated(row))
        return say(en: "\(action) “\(row)”?", de: "\(action): „\(row)“?", he: "\(action): ”\(row)”?")
    }
}
