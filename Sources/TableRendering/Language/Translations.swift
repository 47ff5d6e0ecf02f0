import LocalizedMessages

/// The translations of a message. `%` stands for one of its values; the order of values is the same in every language.
struct Translation: Sendable {
    let de: StaticString
    let he: StaticString

    /// The sentence with those values.
    func text(in words: Words, with values: [String]) -> String {
        LocalizedMessage.text(
            of: words.say(en: "", de: de, he: he).description, with: values, isolating: words.isolated)
    }
}

/// The translations of all messages that visitors may read, by ``LocalizedMessage/key``.
///
/// `MessageTests` fails for a message in `Sources` without translations, and for translations without a message.
enum Translations {
    static let all: [String: Translation] = [
        "Move %": .init(de: "% bewegen", he: "העברת %"),
        "Delete %": .init(de: "% löschen", he: "מחיקת %"),
        "Insert row": .init(de: "Zeile einfügen", he: "הוספת שורה"),
        "This can no longer be undone.": .init(
            de: "Das kann nicht mehr rückgängig gemacht werden.",
            he: "לא ניתן עוד לבטל פעולה זו."),
        "The request body must be multipart/form-data.": .init(
            de: "Der Inhalt der Anfrage muss multipart/form-data sein.",
            he: "תוכן הבקשה חייב להיות multipart/form-data."),
        "The multipart body of the request is malformed.": .init(
            de: "Der Multipart-Inhalt der Anfrage ist fehlerhaft.",
            he: "תוכן ה-multipart של הבקשה פגום."),
        "The name of a form field is longer than % bytes.": .init(
            de: "Der Name eines Formularfelds ist länger als % Bytes.",
            he: "השם של שדה בטופס ארוך מ-% בתים."),
        "\"%\" is not a number. The column \"%\" has only numbers. Write numbers without group separators, such as 1234.5.":
            .init(
                de:
                    "„%“ ist keine Zahl. Die Spalte „%“ hat nur Zahlen. Schreibe Zahlen ohne Tausendertrennzeichen, zum Beispiel 1234.5.",
                he: "\"%\" אינו מספר. בעמודה \"%\" יש רק מספרים. יש לכתוב מספרים בלי מפריד אלפים, למשל 1234.5."),
        "Unknown field.": .init(de: "Dieses Feld gibt es nicht.", he: "אין שדה כזה."),
        "Enter a value.": .init(de: "Gib einen Wert ein.", he: "יש להזין ערך."),
        "Use a single line.": .init(de: "Verwende eine einzige Zeile.", he: "יש להשתמש בשורה אחת."),
        "Use at most % characters (now %).": .init(
            de: "Verwende höchstens % Zeichen (jetzt %).",
            he: "יש להשתמש בלכל היותר % תווים (כעת %)."),
        "Enter a whole number.": .init(de: "Gib eine ganze Zahl ein.", he: "יש להזין מספר שלם."),
        "Enter a number.": .init(de: "Gib eine Zahl ein.", he: "יש להזין מספר."),
        "Enter a day, such as 2026-05-31.": .init(
            de: "Gib einen Tag ein, etwa 2026-05-31.",
            he: "יש להזין יום, למשל 2026-05-31."),
        "Choose yes or no.": .init(de: "Wähle ja oder nein.", he: "יש לבחור כן או לא."),
        "Choose one of the options.": .init(de: "Wähle eine der Möglichkeiten.", he: "יש לבחור אחת מהאפשרויות."),
        "_embed must be the path of a table, such as /stocks/.": .init(
            de: "_embed muss der Pfad einer Tabelle sein, etwa /stocks/.",
            he: "_embed צריך להיות נתיב של טבלה, למשל /stocks/."),
        "Choose a file.": .init(de: "Wähle eine Datei.", he: "יש לבחור קובץ."),
        "Choose the file again.": .init(de: "Wähle die Datei noch einmal.", he: "יש לבחור את הקובץ שוב."),
        "Choose a file of one of these kinds: %.": .init(
            de: "Wähle eine Datei von einer dieser Arten: %.",
            he: "יש לבחור קובץ מאחד הסוגים האלה: %."),
        "Choose a file of at most % bytes (this one has %).": .init(
            de: "Wähle eine Datei von höchstens % Bytes (diese hat %).",
            he: "יש לבחור קובץ של לכל היותר % בתים (בקובץ זה יש %)."),
        "Enter % or more.": .init(de: "Gib % oder mehr ein.", he: "יש להזין % או יותר."),
        "Enter % or less.": .init(de: "Gib % oder weniger ein.", he: "יש להזין % או פחות."),
        "The section does not have this row.": .init(
            de: "Der Abschnitt hat diese Zeile nicht.",
            he: "השורה אינה במקטע."),
        "There is no row %. Number of rows: %.": .init(
            de: "Es gibt keine Zeile %. Anzahl der Zeilen: %.",
            he: "אין שורה %. מספר השורות: %."),
        "A row cannot be inserted at %. Number of rows: %.": .init(
            de: "An der Stelle % kann keine Zeile eingefügt werden. Anzahl der Zeilen: %.",
            he: "לא ניתן להוסיף שורה במקום %. מספר השורות: %."),
        "The row no longer exists.": .init(de: "Die Zeile gibt es nicht mehr.", he: "השורה כבר אינה קיימת."),
        "The section is already in the table.": .init(
            de: "Der Abschnitt ist schon in der Tabelle.",
            he: "המקטע כבר נמצא בטבלה."),
        "A section cannot be inserted at %. Number of sections: %.": .init(
            de: "An der Stelle % kann kein Abschnitt eingefügt werden. Anzahl der Abschnitte: %.",
            he: "לא ניתן להוסיף מקטע במקום %. מספר המקטעים: %."),
        "The table does not have this section.": .init(
            de: "Die Tabelle hat diesen Abschnitt nicht.",
            he: "המקטע אינו בטבלה."),
        "There is no section %. Number of sections: %.": .init(
            de: "Es gibt keinen Abschnitt %. Anzahl der Abschnitte: %.",
            he: "אין מקטע %. מספר המקטעים: %."),
        "There is no row % to move.": .init(
            de: "Es gibt keine Zeile %, die bewegt werden kann.",
            he: "אין שורה % להעברה."),
        "There is no section %.": .init(de: "Es gibt keinen Abschnitt %.", he: "אין מקטע %."),
        "Too many visitors are sorting and searching this table. Try again.": .init(
            de: "Zu viele sortieren und durchsuchen gerade diese Tabelle. Versuche es noch einmal.",
            he: "רבים מדי ממיינים את הטבלה ומחפשים בה. נסו שוב."),
        "Too many visitors are reading this table. Try again.": .init(
            de: "Zu viele lesen gerade diese Tabelle. Versuche es noch einmal.",
            he: "רבים מדי קוראים את הטבלה. נסו שוב."),
        "The rows could not be read. Try again.": .init(
            de: "Die Zeilen konnten nicht gelesen werden. Versuche es noch einmal.",
            he: "לא ניתן היה לקרוא את השורות. נסו שוב."),
        "The rows changed while they were exported. Try again.": .init(
            de: "Die Zeilen haben sich während des Exports geändert. Versuche es noch einmal.",
            he: "השורות השתנו במהלך הייצוא. נסו שוב."),
        "The table changes faster than it can be read. Try again.": .init(
            de: "Die Tabelle ändert sich schneller, als sie gelesen werden kann. Versuche es noch einmal.",
            he: "הטבלה משתנה מהר משאפשר לקרוא אותה. נסו שוב."),
        "This table cannot be sorted or searched: its rows differ by visitor and are loaded on demand.": .init(
            de:
                "Diese Tabelle kann nicht sortiert oder durchsucht werden: Jeder sieht andere Zeilen, und sie werden erst geladen.",
            he: "לא ניתן למיין את הטבלה או לחפש בה: השורות שונות לכל מבקר ונטענות לפי דרישה."),
        "This table is too long to sort or search: it has more than % rows.": .init(
            de: "Diese Tabelle ist zum Sortieren und Durchsuchen zu lang: Sie hat mehr als % Zeilen.",
            he: "הטבלה ארוכה מדי למיון ולחיפוש: יש בה יותר מ־% שורות."),
        "This table cannot be sorted or searched: its rows are loaded on demand.": .init(
            de: "Diese Tabelle kann nicht sortiert oder durchsucht werden: Ihre Zeilen werden erst geladen.",
            he: "לא ניתן למיין את הטבלה או לחפש בה: השורות נטענות לפי דרישה."),
        "The table cannot be sorted.": .init(
            de: "Die Tabelle kann nicht sortiert werden.",
            he: "לא ניתן למיין את הטבלה."),
        "The table cannot be filtered.": .init(
            de: "Die Tabelle kann nicht gefiltert werden.",
            he: "לא ניתן לסנן את הטבלה."),
        "The table cannot be searched.": .init(
            de: "Die Tabelle kann nicht durchsucht werden.",
            he: "לא ניתן לחפש בטבלה."),
        "The table has no labels.": .init(de: "Die Tabelle hat keine Beschriftungen.", he: "אין לטבלה תוויות."),
        "Unknown column \"%\". Columns: %.": .init(
            de: "Unbekannte Spalte „%“. Spalten: %.",
            he: "עמודה לא מוכרת \"%\". העמודות: %."),
        "There is no section to which items can be appended.": .init(
            de: "Es gibt keinen Abschnitt, an den Einträge angehängt werden können.",
            he: "אין מקטע שניתן להוסיף לו פריטים."),
        "The item % is already in section %, at %.": .init(
            de: "Der Eintrag % ist schon in Abschnitt %, an der Stelle %.",
            he: "הפריט % כבר נמצא במקטע %, במקום %."),
        "The item % cannot be inserted twice.": .init(
            de: "Der Eintrag % kann nicht zweimal eingefügt werden.",
            he: "לא ניתן להוסיף את הפריט % פעמיים."),
        "The snapshot has no item %.": .init(
            de: "Der Schnappschuss hat keinen Eintrag %.",
            he: "אין בתמונת המצב פריט %."),
        "The section % is already there, at %.": .init(
            de: "Den Abschnitt % gibt es schon, an der Stelle %.",
            he: "המקטע % כבר קיים, במקום %."),
        "The section % cannot be inserted twice.": .init(
            de: "Der Abschnitt % kann nicht zweimal eingefügt werden.",
            he: "לא ניתן להוסיף את המקטע % פעמיים."),
        "The snapshot has no section %.": .init(
            de: "Der Schnappschuss hat keinen Abschnitt %.",
            he: "אין בתמונת המצב מקטע %."),
        "% items cannot be inserted at % index paths.": .init(
            de: "% Einträge können nicht an % Stellen eingefügt werden.",
            he: "לא ניתן להוסיף % פריטים ב־% מקומות."),
        "Section % cannot exist. A section must be between 0 and %.": .init(
            de: "Einen Abschnitt % kann es nicht geben. Ein Abschnitt muss zwischen 0 und % sein.",
            he: "לא יכול להיות מקטע %. מקטע חייב להיות בין 0 ל־%."),
        "There is no item at %.": .init(de: "An der Stelle % ist kein Eintrag.", he: "אין פריט במקום %."),
        "An item cannot be at %. Number of other items: %.": .init(
            de: "An der Stelle % kann kein Eintrag sein. Anzahl der anderen Einträge: %.",
            he: "לא יכול להיות פריט במקום %. מספר הפריטים האחרים: %."),
        "Two items cannot be at %.": .init(
            de: "Zwei Einträge können nicht an der Stelle % sein.",
            he: "שני פריטים אינם יכולים להיות במקום %."),
        "The storage has no item %.": .init(de: "Der Speicher hat keinen Eintrag %.", he: "אין באחסון פריט %."),
        "The items at % and % have the same identity: %.": .init(
            de: "Die Einträge an den Stellen % und % haben dieselbe Identität: %.",
            he: "לפריטים במקומות % ו־% אותה זהות: %."),
        "The row has no action \"%\".": .init(de: "Die Zeile hat keine Aktion „%“.", he: "אין לשורה פעולה \"%\"."),
        "The table has no action \"%\".": .init(de: "Die Tabelle hat keine Aktion „%“.", he: "אין לטבלה פעולה \"%\"."),
        "The section has no action \"%\".": .init(
            de: "Der Abschnitt hat keine Aktion „%“.", he: "אין למקטע פעולה \"%\"."),
        "Enter an e-mail address, such as anna@example.org.": .init(
            de: "Gib eine E-Mail-Adresse ein, etwa anna@example.org.", he: "הזינו כתובת דוא״ל, למשל anna@example.org."),
        "No row is selected. Select rows first.": .init(
            de: "Keine Zeile ist ausgewählt. Wähle zuerst Zeilen aus.", he: "לא נבחרה שורה. בחרו תחילה שורות."),
        "No row can be added here.": .init(
            de: "Hier kann keine Zeile hinzugefügt werden.", he: "אי אפשר להוסיף כאן שורה."),
        "The menu of the row has no entry \"%\".": .init(
            de: "Das Menü der Zeile hat keinen Eintrag „%“.",
            he: "אין בתפריט השורה פריט \"%\"."),
        "The row has no accessory button.": .init(
            de: "Die Zeile hat am Ende keine Schaltfläche.",
            he: "אין בקצה השורה לחצן."),
        "The row has no primary action.": .init(de: "Die Zeile hat keine Hauptaktion.", he: "אין לשורה פעולה ראשית."),
        "This table has nothing to refresh.": .init(
            de: "Diese Tabelle kann nicht aktualisiert werden.",
            he: "אין בטבלה הזאת מה לרענן."),
        "The row cannot be dragged out.": .init(
            de: "Die Zeile kann nicht herausgezogen werden.",
            he: "לא ניתן לגרור את השורה החוצה."),
        "The row has no % button.": .init(de: "Die Zeile hat keine Schaltfläche „%“.", he: "אין לשורה לחצן %."),
        "The row cannot be edited.": .init(
            de: "Die Zeile kann nicht bearbeitet werden.",
            he: "לא ניתן לערוך את השורה."),
        "The row cannot be moved.": .init(de: "Die Zeile kann nicht bewegt werden.", he: "לא ניתן להעביר את השורה."),
        "The section cannot be moved.": .init(
            de: "Der Abschnitt kann nicht bewegt werden.",
            he: "לא ניתן להעביר את המקטע."),
        "The section no longer exists.": .init(de: "Den Abschnitt gibt es nicht mehr.", he: "המקטע כבר אינו קיים."),
        "There is no place %.%.": .init(de: "Die Stelle %.% gibt es nicht.", he: "אין מקום %.%."),
        "The table does not accept what was dropped.": .init(
            de: "Die Tabelle nimmt das Abgelegte nicht an.",
            he: "הטבלה אינה מקבלת את מה שהושלך אליה."),
        "The row cannot be moved there.": .init(
            de: "Die Zeile kann nicht dorthin bewegt werden.",
            he: "לא ניתן להעביר את השורה לשם."),
        "There is no place % in section %.": .init(
            de: "Die Stelle % gibt es in Abschnitt % nicht.",
            he: "אין מקום % במקטע %."),
        "The row cannot be expanded.": .init(
            de: "Die Zeile kann nicht aufgeklappt werden.",
            he: "לא ניתן להרחיב את השורה."),
        "At most % rows can be expanded at a time.": .init(
            de: "Es können höchstens % Zeilen auf einmal aufgeklappt sein.",
            he: "ניתן להרחיב לכל היותר % שורות בו־זמנית."),
        "The row has no fields that can be edited.": .init(
            de: "Die Zeile hat keine Felder, die bearbeitet werden können.",
            he: "אין לשורה שדות שניתן לערוך."),
        "The row cannot have the focus.": .init(
            de: "Die Zeile kann nicht den Fokus haben.",
            he: "השורה אינה יכולה לקבל מיקוד."),
        "The table refused to move the focus.": .init(
            de: "Die Tabelle hat abgelehnt, den Fokus zu verschieben.",
            he: "הטבלה סירבה להעביר את המיקוד."),
        "Only one row can be selected at a time.": .init(
            de: "Es kann nur eine Zeile auf einmal ausgewählt sein.",
            he: "ניתן לבחור רק שורה אחת בכל פעם."),
        "No row can be selected.": .init(de: "Es kann keine Zeile ausgewählt werden.", he: "לא ניתן לבחור שורות."),
        "At most 1 row can be selected.": .init(
            de: "Es kann höchstens eine Zeile ausgewählt werden.",
            he: "ניתן לבחור לכל היותר שורה אחת."),
        "At most % rows can be selected. Deselect some first.": .init(
            de: "Es können höchstens % Zeilen ausgewählt sein. Wähle zuerst einige ab.",
            he: "ניתן לבחור לכל היותר % שורות. יש לבטל קודם את הבחירה של חלקן."),
        "There is no row % in section %.": .init(
            de: "Es gibt keine Zeile % in Abschnitt %.",
            he: "אין שורה % במקטע %."),
        "The row cannot be used.": .init(de: "Die Zeile kann nicht benutzt werden.", he: "לא ניתן להשתמש בשורה."),
        "The table refused to deselect the row.": .init(
            de: "Die Tabelle hat das Abwählen der Zeile abgelehnt.",
            he: "הטבלה סירבה לבטל את בחירת השורה."),
        "The row cannot be selected.": .init(
            de: "Die Zeile kann nicht ausgewählt werden.",
            he: "לא ניתן לבחור את השורה."),
        "The table refused to select the row.": .init(
            de: "Die Tabelle hat die Auswahl der Zeile abgelehnt.",
            he: "הטבלה סירבה לבחור את השורה."),
        "The file cannot be opened at the moment. Try again.": .init(
            de: "Die Datei kann gerade nicht geöffnet werden. Versuche es noch einmal.",
            he: "לא ניתן לפתוח את הקובץ כרגע. נסו שוב."),
        "Other clients keep the server busy with large requests and responses. Try again.": .init(
            de: "Andere Clients belasten den Server mit großen Anfragen und Antworten. Versuche es noch einmal.",
            he: "לקוחות אחרים מעסיקים את השרת בבקשות ובתשובות גדולות. נסו שוב."),
        "The file ends before the requested range.": .init(
            de: "Die Datei endet vor dem verlangten Bereich.",
            he: "הקובץ מסתיים לפני הטווח המבוקש."),
        "There is no such file.": .init(de: "Diese Datei gibt es nicht.", he: "אין קובץ כזה."),
        "The request took too long to arrive.": .init(de: "Die Anfrage kam zu langsam an.", he: "הבקשה הגיעה לאט מדי."),
        "The request has more than % parameters.": .init(
            de: "Die Anfrage hat mehr als % Parameter.",
            he: "בבקשה יותר מ־% פרמטרים."),
        "The request target has a character that must be percent-encoded.": .init(
            de: "Die Adresse hat ein Zeichen, das prozentkodiert sein muss.",
            he: "בכתובת יש תו שחייב קידוד באחוזים."),
        "There must be one space between the request method and the target.": .init(
            de: "Zwischen Methode und Adresse muss genau ein Leerzeichen stehen.",
            he: "בין השיטה לכתובת חייב להיות רווח אחד."),
        "The address is too long: the address and the headers may have % bytes together.": .init(
            de: "Die Adresse ist zu lang: Adresse und Header dürfen zusammen % Bytes haben.",
            he: "הכתובת ארוכה מדי: לכתובת ולכותרות יחד מותר % בתים."),
        "The request headers are larger than % bytes.": .init(
            de: "Die Header der Anfrage sind größer als % Bytes.",
            he: "כותרות הבקשה גדולות מ־% בתים."),
        "A chunk of the request body is malformed.": .init(
            de: "Ein Teil des Inhalts der Anfrage ist fehlerhaft.",
            he: "מקטע בגוף הבקשה פגום."),
        "The request body is larger than % bytes.": .init(
            de: "Der Inhalt der Anfrage ist größer als % Bytes.",
            he: "גוף הבקשה גדול מ־% בתים."),
        "The server has no memory left. Try again.": .init(
            de: "Der Server hat keinen Speicher mehr. Versuche es noch einmal.",
            he: "אזל הזיכרון בשרת. נסו שוב."),
        "The header Content-Length is malformed.": .init(
            de: "Der Header Content-Length ist fehlerhaft.",
            he: "הכותרת Content-Length פגומה."),
        "The request has more than % headers.": .init(
            de: "Die Anfrage hat mehr als % Header.",
            he: "בבקשה יותר מ־% כותרות."),
        "The request headers are malformed.": .init(
            de: "Die Header der Anfrage sind fehlerhaft.",
            he: "כותרות הבקשה פגומות."),
        "The HTTP version is not supported. Use HTTP/1.1.": .init(
            de: "Die HTTP-Version wird nicht unterstützt. Verwende HTTP/1.1.",
            he: "גרסת HTTP אינה נתמכת. יש להשתמש ב־HTTP/1.1."),
        "The request must have one Host header.": .init(
            de: "Die Anfrage muss genau einen Header Host haben.",
            he: "בבקשה חייבת להיות כותרת Host אחת."),
        "The request has both Content-Length and Transfer-Encoding. Send one of them.": .init(
            de: "Die Anfrage hat Content-Length und Transfer-Encoding. Sende nur eines davon.",
            he: "בבקשה גם Content-Length וגם Transfer-Encoding. יש לשלוח רק אחת מהן."),
        "A header has a character that is not allowed.": .init(
            de: "Ein Header hat ein Zeichen, das nicht erlaubt ist.",
            he: "בכותרת יש תו אסור."),
        "The header Host is malformed.": .init(de: "Der Header Host ist fehlerhaft.", he: "הכותרת Host פגומה."),
        "Unknown transfer coding. Use chunked.": .init(
            de: "Unbekannte Übertragungskodierung. Verwende chunked.",
            he: "קידוד העברה לא מוכר. יש להשתמש ב־chunked."),
        "A parameter is not valid percent-encoded UTF-8.": .init(
            de: "Ein Parameter ist kein gültiges prozentkodiertes UTF-8.",
            he: "פרמטר אינו UTF-8 תקין בקידוד אחוזים."),
        "The request body must be application/x-www-form-urlencoded.": .init(
            de: "Der Inhalt der Anfrage muss application/x-www-form-urlencoded sein.",
            he: "גוף הבקשה חייב להיות application/x-www-form-urlencoded."),
        "The request body must be application/json.": .init(
            de: "Der Inhalt der Anfrage muss application/json sein.",
            he: "גוף הבקשה חייב להיות application/json."),
        "The request body is not valid JSON.": .init(
            de: "Der Inhalt der Anfrage ist kein gültiges JSON.",
            he: "גוף הבקשה אינו JSON תקין."),
        "\"%\" is missing in the request body.": .init(
            de: "„%“ fehlt im Inhalt der Anfrage.",
            he: "\"%\" חסר בגוף הבקשה."),
        "\"%\" in the request body must not be null.": .init(
            de: "„%“ im Inhalt der Anfrage darf nicht null sein.",
            he: "\"%\" בגוף הבקשה אינו יכול להיות null."),
        "\"%\" in the request body has the wrong type.": .init(
            de: "„%“ im Inhalt der Anfrage hat den falschen Typ.",
            he: "ל־\"%\" בגוף הבקשה סוג שגוי."),
        "\"%\" in the request body has a value that cannot be read.": .init(
            de: "„%“ im Inhalt der Anfrage hat einen Wert, der nicht gelesen werden kann.",
            he: "ל־\"%\" בגוף הבקשה ערך שלא ניתן לקרוא."),
        "The target \"*\" is allowed only for OPTIONS.": .init(
            de: "Das Ziel „*“ ist nur für OPTIONS erlaubt.",
            he: "היעד \"*\" מותר רק ב־OPTIONS."),
        "The request target and the header Host name different hosts.": .init(
            de: "Adresse und Header Host nennen verschiedene Hosts.",
            he: "הכתובת והכותרת Host מציינות מארחים שונים."),
        "The request target is not a path.": .init(de: "Die Adresse ist kein Pfad.", he: "הכתובת אינה נתיב."),
        "The path is not valid percent-encoded UTF-8.": .init(
            de: "Der Pfad ist kein gültiges prozentkodiertes UTF-8.",
            he: "הנתיב אינו UTF-8 תקין בקידוד אחוזים."),
        "The path has a segment \"%\", which is not allowed.": .init(
            de: "Der Pfad hat einen Teil „%“, der nicht erlaubt ist.",
            he: "בנתיב יש חלק \"%\" שאינו מותר."),
        "The request target has no host.": .init(de: "Die Adresse hat keinen Host.", he: "אין מארח בכתובת."),
        "The request method is not supported.": .init(
            de: "Die Methode der Anfrage wird nicht unterstützt.",
            he: "שיטת הבקשה אינה נתמכת."),
        "\"%\" in the path must be a whole number such as 0 or 12.": .init(
            de: "„%“ im Pfad muss eine ganze Zahl sein, etwa 0 oder 12.",
            he: "\"%\" בנתיב חייב להיות מספר שלם, למשל 0 או 12."),
        "\"%\" in the path is invalid.": .init(de: "„%“ im Pfad ist ungültig.", he: "\"%\" בנתיב אינו תקין."),
        "% is not allowed here.": .init(de: "% ist hier nicht erlaubt.", he: "% אינו מותר כאן."),
        "There is nothing at %.": .init(de: "Unter % gibt es nichts.", he: "אין דבר בכתובת %."),
        "The server is stopping. Try again in a moment.": .init(
            de: "Der Server wird gerade beendet. Versuche es gleich noch einmal.",
            he: "השרת נסגר. נסו שוב עוד רגע."),
        "Something went wrong on the server. Its log has the details.": .init(
            de: "Auf dem Server ist etwas schiefgegangen. Sein Protokoll hat die Einzelheiten.",
            he: "משהו השתבש בשרת. הפרטים ביומן שלו."),
        "A batch has at most % gestures.": .init(
            de: "Ein Stapel hat höchstens % Gesten.",
            he: "באצווה לכל היותר % פעולות."),
        "Unknown gesture \"%\". Use one of: %.": .init(
            de: "Unbekannte Geste „%“. Möglich sind: %.",
            he: "פעולה לא מוכרת \"%\". האפשרויות: %."),
        "\"%\" of the gesture \"%\" is missing.": .init(
            de: "„%“ der Geste „%“ fehlt.",
            he: "\"%\" של הפעולה \"%\" חסר."),
        "The row is missing. Add it to the path, such as /select/SECTION/ROW.": .init(
            de: "Die Zeile fehlt. Füge sie an den Pfad an, etwa /select/ABSCHNITT/ZEILE.",
            he: "השורה חסרה. יש להוסיף אותה לנתיב, למשל ‎/select/SECTION/ROW."),
        "\"%\" is missing. Give a place as SECTION.ROW, such as 0.3.": .init(
            de: "„%“ fehlt. Gib eine Stelle als ABSCHNITT.ZEILE an, etwa 0.3.",
            he: "\"%\" חסר. יש לציין מקום בצורה SECTION.ROW, למשל 0.3."),
        "\"%\" must be a place as SECTION.ROW, such as 0.3.": .init(
            de: "„%“ muss eine Stelle als ABSCHNITT.ZEILE sein, etwa 0.3.",
            he: "\"%\" חייב להיות מקום בצורה SECTION.ROW, למשל 0.3."),
        "\"%\" must be the number of a section, from 0.": .init(
            de: "„%“ muss die Nummer eines Abschnitts sein, ab 0.",
            he: "\"%\" חייב להיות מספר מקטע, החל ב־0."),
        "\"rows\" is missing. Give places such as 0.3, or ranges such as 0.3-1.2.": .init(
            de: "„rows“ fehlt. Gib Stellen an, etwa 0.3, oder Bereiche, etwa 0.3-1.2.",
            he: "\"rows\" חסר. יש לציין מקומות כגון 0.3, או טווחים כגון 0.3-1.2."),
        "\"all\" must be 0 or 1.": .init(de: "„all“ muss 0 oder 1 sein.", he: "\"all\" חייב להיות 0 או 1."),
        "\"%\" must be a place such as 0.3, or a range such as 0.3-1.2.": .init(
            de: "„%“ muss eine Stelle sein, etwa 0.3, oder ein Bereich, etwa 0.3-1.2.",
            he: "\"%\" חייב להיות מקום כגון 0.3, או טווח כגון 0.3-1.2."),
        "A request can name at most % rows.": .init(
            de: "Eine Anfrage kann höchstens % Zeilen nennen.",
            he: "בקשה יכולה לציין לכל היותר % שורות."),
        "There is no range %. With the order and filters of this address, its last row does not follow its first.":
            .init(
                de:
                    "Den Bereich % gibt es nicht. Mit der Reihenfolge und den Filtern dieser Adresse folgt seine letzte Zeile nicht auf die erste.",
                he: "אין טווח %. בסדר ובמסננים של כתובת זו, השורה האחרונה אינה באה אחרי הראשונה."),
        "Unknown menu entry \"%\".": .init(de: "Unbekannter Menüeintrag „%“.", he: "פריט תפריט לא מוכר \"%\"."),
        "Unknown edit. Use /commit/SECTION/ROW/insert or /commit/SECTION/ROW/delete.": .init(
            de: "Unbekannte Bearbeitung. Verwende /commit/ABSCHNITT/ZEILE/insert oder /commit/ABSCHNITT/ZEILE/delete.",
            he: "עריכה לא מוכרת. יש להשתמש ב־insert או ב־delete."),
        "\"from\" is missing. Give the row to move as SECTION.ROW, such as 0.3.": .init(
            de: "„from“ fehlt. Gib die zu bewegende Zeile als ABSCHNITT.ZEILE an, etwa 0.3.",
            he: "\"from\" חסר. יש לציין את השורה להעברה בצורה SECTION.ROW, למשל 0.3."),
        "The table has changed since you loaded it. It is at revision % now.": .init(
            de: "Die Tabelle hat sich geändert, seit du sie geladen hast. Sie ist jetzt bei Revision %.",
            he: "הטבלה השתנתה מאז שנטענה. היא כעת בגרסה %."),
        "The row \"%\" no longer exists.": .init(
            de: "Die Zeile „%“ gibt es nicht mehr.",
            he: "השורה \"%\" כבר אינה קיימת."),
        "Nothing was changed, because the row \"%\" has moved. It is now row % of section %.": .init(
            de: "Nichts wurde geändert, weil die Zeile „%“ woanders ist. Sie ist jetzt Zeile % von Abschnitt %.",
            he: "דבר לא השתנה, כי השורה \"%\" עברה. היא כעת שורה % במקטע %."),
        "Nothing was changed, because section % is another one now. Load the table again.": .init(
            de: "Nichts wurde geändert, weil Abschnitt % jetzt ein anderer ist. Lade die Tabelle neu.",
            he: "דבר לא השתנה, כי מקטע % הוא כעת מקטע אחר. יש לטעון את הטבלה מחדש."),
        "There is no such row.": .init(de: "Diese Zeile gibt es nicht.", he: "אין שורה כזאת."),
        "The row does not have this button.": .init(
            de: "Die Zeile hat diese Schaltfläche nicht.",
            he: "אין לשורה לחצן כזה."),
        "A request with this Idempotency-Key is still running. Wait, then send it again.": .init(
            de: "Eine Anfrage mit diesem Idempotency-Key läuft noch. Warte, und sende sie dann noch einmal.",
            he: "בקשה עם Idempotency-Key זה עדיין מתבצעת. יש להמתין ולשלוח שוב."),
        "This Idempotency-Key was used for a different request. Use a new key.": .init(
            de: "Dieser Idempotency-Key gehört zu einer anderen Anfrage. Verwende einen neuen.",
            he: "Idempotency-Key זה שימש לבקשה אחרת. יש להשתמש במפתח חדש."),
        "Too many requests with an Idempotency-Key are running. Try again.": .init(
            de: "Es laufen zu viele Anfragen mit einem Idempotency-Key. Versuche es noch einmal.",
            he: "יותר מדי בקשות עם Idempotency-Key מתבצעות. נסו שוב."),
        "Idempotency-Key must have 1 to 255 ASCII characters, such as a UUID.": .init(
            de: "Idempotency-Key muss 1 bis 255 ASCII-Zeichen haben, etwa eine UUID.",
            he: "Idempotency-Key חייב להכיל 1 עד 255 תווי ASCII, למשל UUID."),
        "Too many exports are running. Try again, or ask for pages with _size.": .init(
            de: "Es laufen zu viele Exporte. Versuche es noch einmal, oder frage mit _size nach Seiten.",
            he: "יותר מדי ייצואים מתבצעים. נסו שוב, או בקשו דפים עם ‎_size."),
        "Too many clients are watching for changes. Try again in 30 seconds.": .init(
            de: "Zu viele Programme warten auf Änderungen. Versuche es in 30 Sekunden noch einmal.",
            he: "יותר מדי לקוחות עוקבים אחר שינויים. נסו שוב בעוד 30 שניות."),
        "_since must be a revision, such as 17.": .init(
            de: "_since muss eine Revision sein, etwa 17.",
            he: "‎_since חייב להיות גרסה, למשל 17."),
        "_labels must be 0 or 1.": .init(de: "_labels muss 0 oder 1 sein.", he: "‎_labels חייב להיות 0 או 1."),
        "A query can have at most % filters.": .init(
            de: "Eine Abfrage kann höchstens % Filter haben.",
            he: "בשאילתה לכל היותר % מסננים."),
        "Unknown parameter \"%\". Use one of: %.": .init(
            de: "Unbekannter Parameter „%“. Möglich sind: %.",
            he: "פרמטר לא מוכר \"%\". האפשרויות: %."),
        "Unknown operator \"%\". Use one of: %.": .init(
            de: "Unbekannter Vergleich „%“. Möglich sind: %.",
            he: "השוואה לא מוכרת \"%\". האפשרויות: %."),
        "There is no row \"%\".": .init(de: "Es gibt keine Zeile „%“.", he: "אין שורה \"%\"."),
        "The row \"%\" is not among the rows of this query.": .init(
            de: "Die Zeile „%“ ist nicht unter den Zeilen dieser Abfrage.",
            he: "השורה \"%\" אינה בין שורות השאילתה."),
        "_size must be a whole number from 1 to %, or max.": .init(
            de: "_size muss eine ganze Zahl von 1 bis % sein, oder max.",
            he: "‎_size חייב להיות מספר שלם בין 1 ל־%, או max."),
        "% is invalid. Follow next_url of an earlier response, or leave the parameter out.": .init(
            de: "% ist ungültig. Folge next_url aus einer früheren Antwort, oder lass den Parameter weg.",
            he: "% אינו תקין. יש להשתמש ב־next_url מתשובה קודמת, או להשמיט את הפרמטר."),
        "_section must be the number of a section, from 0.": .init(
            de: "_section muss die Nummer eines Abschnitts sein, ab 0.",
            he: "‎_section חייב להיות מספר מקטע, החל ב־0."),
        "Use only one of _next, _prev, _section and _row.": .init(
            de: "Verwende nur einen der Parameter _next, _prev, _section und _row.",
            he: "יש להשתמש רק באחד מהפרמטרים ‎_next, ‎_prev, ‎_section ו־‎_row."),
        "_edit must be 0 or 1.": .init(de: "_edit muss 0 oder 1 sein.", he: "‎_edit חייב להיות 0 או 1."),
        "Unknown language \"%\". Use one of: %.": .init(
            de: "Unbekannte Sprache „%“. Möglich sind: %.",
            he: "שפה לא מוכרת \"%\". האפשרויות: %."),
        "_fresh must be 0 or 1.": .init(de: "_fresh muss 0 oder 1 sein.", he: "‎_fresh חייב להיות 0 או 1."),
        "% cannot be \"%\". Use one of: %.": .init(
            de: "% kann nicht „%“ sein. Möglich sind: %.",
            he: "הערך של % אינו יכול להיות \"%\". האפשרויות: %."),
        "Only pages and JSON are updated row by row.": .init(
            de: "Nur Seiten und JSON werden zeilenweise erneuert.",
            he: "רק דפים ו־JSON מתעדכנים שורה אחר שורה."),
        "The table has no columns. Use _shape=objects.": .init(
            de: "Die Tabelle hat keine Spalten. Verwende _shape=objects.",
            he: "אין לטבלה עמודות. יש להשתמש ב־‎_shape=objects."),
        "The search is missing. Send text with at most % bytes, or edge=first or edge=last.": .init(
            de: "Die Suche fehlt. Sende text mit höchstens % Bytes, oder edge=first oder edge=last.",
            he: "החיפוש חסר. יש לשלוח text של עד % בתים, או edge=first או edge=last."),
        "The row has no field \"%\".": .init(de: "Die Zeile hat kein Feld „%“.", he: "אין לשורה שדה \"%\"."),
        "The table cannot read more of the value than its page shows.": .init(
            de: "Die Tabelle kann nicht mehr von dem Wert lesen, als ihre Seite zeigt.",
            he: "הטבלה אינה יכולה לקרוא מהערך יותר ממה שמוצג בדף."),
        "Some values are not accepted.": .init(
            de: "Einige Werte werden nicht angenommen.",
            he: "חלק מהערכים לא התקבלו."),
        "The action took too long. It may still be carried out. Reload the table before you try again.": .init(
            de:
                "Die Aktion hat zu lange gedauert. Vielleicht wird sie noch ausgeführt. Lade die Tabelle neu, bevor du es noch einmal versuchst.",
            he: "הפעולה ארכה זמן רב מדי. ייתכן שהיא עוד תבוצע. טענו את הטבלה מחדש לפני שתנסו שוב."),
        "The rows took too long to load. Try again, or ask for fewer rows.": .init(
            de: "Das Laden der Zeilen hat zu lange gedauert. Versuche es noch einmal oder mit weniger Zeilen.",
            he: "טעינת השורות ארכה זמן רב מדי. נסו שוב, או בקשו פחות שורות."),
        "The check took longer than its limit of % seconds. Try again.": .init(
            de: "Die Prüfung hat länger als % Sekunden gedauert. Versuche es noch einmal.",
            he: "הבדיקה ארכה יותר מ־% שניות. נסו שוב."),
        "Not ready: %.": .init(de: "Nicht bereit: %.", he: "לא מוכן: %."),
        "px must be a list of heights in CSS pixels, such as 44,72.5.": .init(
            de: "px muss eine Liste von Höhen in CSS-Pixeln sein, etwa 44,72.5.",
            he: "px חייב להיות רשימת גבהים בפיקסלים של CSS, למשל 44,72.5."),
        "There is no such table or row.": .init(
            de: "Diese Tabelle oder Zeile gibt es nicht.",
            he: "אין טבלה או שורה כזאת."),
        "Unknown parameter \"_filter_column\". Use the name of the column as parameter.": .init(
            de: "Unbekannter Parameter „_filter_column“. Verwende den Namen der Spalte als Parameter.",
            he: "פרמטר לא מוכר \"‎_filter_column\". יש להשתמש בשם העמודה כפרמטר."),
        "Refused, because the request was sent from another website. Open the table itself and try again.": .init(
            de:
                "Abgelehnt, weil die Anfrage von einer anderen Website kam. Öffne die Tabelle selbst und versuche es noch einmal.",
            he: "הבקשה נדחתה כי נשלחה מאתר אחר. יש לפתוח את הטבלה עצמה ולנסות שוב."),
        "There is no table \"%\".": .init(de: "Es gibt keine Tabelle „%“.", he: "אין טבלה \"%\"."),
        "The % % cannot be shown: %.": .init(de: "% % kann nicht angezeigt werden: %.", he: "לא ניתן להציג את % %: %."),
        "% has no column \"%\". Columns: %.": .init(
            de: "% hat keine Spalte „%“. Spalten: %.",
            he: "ב־% אין עמודה \"%\". העמודות: %."),
        "There is no row \"%\" in %.": .init(de: "Es gibt keine Zeile „%“ in %.", he: "אין שורה \"%\" ב־%."),
        "The value was changed while it was read. Try again.": .init(
            de: "Der Wert wurde geändert, während er gelesen wurde. Versuche es noch einmal.",
            he: "הערך השתנה בזמן הקריאה. נסו שוב."),
        "Counting the rows took too long. Use more filters to have fewer rows.": .init(
            de: "Das Zählen der Zeilen hat zu lange gedauert. Mit mehr Filtern sind es weniger Zeilen.",
            he: "ספירת השורות ארכה זמן רב מדי. עם יותר מסננים יהיו פחות שורות."),
        "Sorting and searching took too long. Try again, or use fewer filters.": .init(
            de:
                "Das Sortieren und Durchsuchen hat zu lange gedauert. Versuche es noch einmal, oder mit weniger Filtern.",
            he: "המיון והחיפוש ארכו זמן רב מדי. יש לנסות שוב, או להשתמש בפחות מסננים."),
        "Sorting and searching took too long. Sort or filter by a column with an index: %.": .init(
            de:
                "Das Sortieren und Durchsuchen hat zu lange gedauert. Sortiere oder filtere nach einer Spalte mit Index: %.",
            he: "המיון והחיפוש ארכו זמן רב מדי. יש למיין או לסנן לפי עמודה עם אינדקס: %."),
        "% was changed by another program while it was read. Try again.": .init(
            de: "% wurde von einem anderen Programm geändert, während es gelesen wurde. Versuche es noch einmal.",
            he: "% שונה על ידי תוכנה אחרת בזמן הקריאה. נסו שוב."),
        "% is empty. Restore the file.": .init(
            de: "% ist leer. Stelle die Datei wieder her.",
            he: "% ריק. יש לשחזר את הקובץ."),
        "% is not a file.": .init(de: "% ist keine Datei.", he: "% אינו קובץ."),
        "% cannot be opened: %.": .init(de: "% kann nicht geöffnet werden: %.", he: "לא ניתן לפתוח את %: %."),
        "% could not be read: %.": .init(de: "% konnte nicht gelesen werden: %.", he: "לא ניתן לקרוא את %: %."),
        "% is not an SQLite database, or it is encrypted.": .init(
            de: "% ist keine SQLite-Datenbank, oder sie ist verschlüsselt.",
            he: "% אינו מסד נתונים של SQLite, או שהוא מוצפן."),
        "% has a view or table that reads what a file must not read: %.": .init(
            de: "% hat eine Sicht oder Tabelle, die liest, was eine Datei nicht lesen darf: %.",
            he: "ב-% יש תצוגה או טבלה שקוראת מה שקובץ אינו רשאי לקרוא: %."),
        "% has an unfinished transaction, because a program crashed while writing. The command sqlite3 % .tables undoes it.":
            .init(
                de: """
                    % hat eine unvollendete Transaktion, weil ein Programm beim Schreiben abgestürzt ist. Der \
                    Befehl sqlite3 % .tables macht sie rückgängig.
                    """,
                he: "ב-% יש טרנזקציה שלא הושלמה, כי תוכנה קרסה בזמן כתיבה. הפקודה sqlite3 % .tables מבטלת אותה."),
        "Texts cannot be compared: only the program that made the file has the collation %.": .init(
            de:
                "Texte können nicht verglichen werden: Nur das Programm, das die Datei erstellt hat, hat die Sortierfolge %.",
            he: "לא ניתן להשוות טקסטים: סדר המיון % קיים רק בתוכנה שיצרה את הקובץ."),
        "% is locked by another program. Try again in a few seconds.": .init(
            de: "% ist von einem anderen Programm gesperrt. Versuche es in einigen Sekunden noch einmal.",
            he: "% נעול על ידי תוכנה אחרת. נסו שוב בעוד כמה שניות."),
        "Reading % took too long. Try again, or ask for fewer rows.": .init(
            de: "Das Lesen von % hat zu lange gedauert. Versuche es noch einmal oder mit weniger Zeilen.",
            he: "קריאת % ארכה זמן רב מדי. נסו שוב, או בקשו פחות שורות."),
        "% has more than % different values of %.": .init(
            de: "% hat mehr als % verschiedene Werte von %.",
            he: "ב־% יותר מ־% ערכים שונים של %."),
        "% has no table \"%\". It has no tables at all.": .init(
            de: "% hat keine Tabelle „%“. Es hat gar keine Tabellen.",
            he: "ב־% אין טבלה \"%\". אין בו טבלאות כלל."),
        "% has no table \"%\". Tables: %.": .init(
            de: "% hat keine Tabelle „%“. Tabellen: %.",
            he: "ב־% אין טבלה \"%\". הטבלאות: %."),
        "Unknown column \"%\". Did you mean \"%\"? Columns: %.": .init(
            de: "Unbekannte Spalte „%“. Meinst du „%“? Spalten: %.",
            he: "עמודה לא מוכרת \"%\". האם הכוונה ל\"%\"? העמודות: %."),
        "Unknown parameter \"%\". Did you mean \"%\"? Use one of: %.": .init(
            de: "Unbekannter Parameter „%“. Meinst du „%“? Möglich sind: %.",
            he: "פרמטר לא מוכר \"%\". האם הכוונה ל\"%\"? האפשרויות: %."),
        "Unknown operator \"%\". Did you mean \"%\"? Use one of: %.": .init(
            de: "Unbekannter Vergleich „%“. Meinst du „%“? Möglich sind: %.",
            he: "השוואה לא מוכרת \"%\". האם הכוונה ל\"%\"? האפשרויות: %."),
        "% has no table \"%\". Did you mean \"%\"? Tables: %.": .init(
            de: "% hat keine Tabelle „%“. Meinst du „%“? Tabellen: %.",
            he: "ב־% אין טבלה \"%\". האם הכוונה ל\"%\"? הטבלאות: %."),
        "A query can have at most % columns to sort by, % filters and % words.": .init(
            de: "Eine Abfrage kann höchstens % Spalten zum Sortieren, % Filter und % Wörter haben.",
            he: "בשאילתה לכל היותר % עמודות למיון, % מסננים ו־% מילים."),
        "Requests for the host \"%\" are not allowed. To allow them, start the server with --allowed-host % (in Swift: allowedHosts).":
            .init(
                de:
                    "Anfragen an den Host „%“ sind nicht erlaubt. Um sie zu erlauben, starte den Server mit --allowed-host % (in Swift: allowedHosts).",
                he:
                    "בקשות למארח \"%\" אינן מותרות. כדי להתיר אותן, יש להפעיל את השרת עם ‎--allowed-host % (ב־Swift: ‏allowedHosts)."
            ),
    ]
}
