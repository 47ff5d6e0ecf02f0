extension Sentence {
    /// The translated messages of the library, as far as visitors see them in a browser.
    static let all: [Sentence] = [
        // Titles of undo entries.
        Sentence(en: "Move %", de: "% bewegen", he: "העברת %"),
        Sentence(en: "Delete %", de: "% löschen", he: "מחיקת %"),
        Sentence(en: "Insert row", de: "Zeile einfügen", he: "הוספת שורה"),
        Sentence(
            en: "That can no longer be undone.", de: "Das kann nicht mehr rückgängig gemacht werden.",
            he: "לא ניתן עוד לבטל פעולה זו."),
        // Fields.
        Sentence(en: "This is needed.", de: "Das wird benötigt.", he: "שדה זה נדרש."),
        Sentence(en: "This is one line.", de: "Das ist eine einzige Zeile.", he: "זו שורה אחת."),
        Sentence(
            en: "At most % characters, please; these are %.", de: "Bitte höchstens % Zeichen; das sind %.",
            he: "לכל היותר % תווים; כאן יש %."),
        Sentence(en: "This is a whole number.", de: "Das ist eine ganze Zahl.", he: "זה מספר שלם."),
        Sentence(en: "This is a number.", de: "Das ist eine Zahl.", he: "זה מספר."),
        Sentence(en: "At least %, please.", de: "Bitte mindestens %.", he: "לפחות %."),
        Sentence(en: "At most %, please.", de: "Bitte höchstens %.", he: "לכל היותר %."),
        Sentence(
            en: "This is a day, such as 2026-05-31.", de: "Das ist ein Tag, etwa 2026-05-31.",
            he: "זה יום, למשל 2026-05-31."),
        Sentence(en: "This is true or false.", de: "Das ist wahr oder falsch.", he: "זה אמת או שקר."),
        Sentence(
            en: "This is none of the choices.", de: "Das steht nicht zur Auswahl.", he: "זו אינה אחת האפשרויות."),
        Sentence(en: "There is no such field.", de: "Dieses Feld gibt es nicht.", he: "אין שדה כזה."),
        Sentence(
            en: "The row has no fields that can be edited.",
            de: "Die Zeile hat keine Felder, die bearbeitet werden können.", he: "אין לשורה שדות שניתן לערוך."),
        // Refused actions.
        Sentence(
            en: "The row cannot be used.", de: "Die Zeile kann nicht benutzt werden.", he: "לא ניתן להשתמש בשורה."),
        Sentence(
            en: "The row cannot be selected.", de: "Die Zeile kann nicht ausgewählt werden.",
            he: "לא ניתן לבחור את השורה."),
        Sentence(
            en: "The table refused to select the row.", de: "Die Tabelle hat die Auswahl der Zeile abgelehnt.",
            he: "הטבלה סירבה לבחור את השורה."),
        Sentence(
            en: "The table refused to deselect the row.", de: "Die Tabelle hat das Abwählen der Zeile abgelehnt.",
            he: "הטבלה סירבה לבטל את בחירת השורה."),
        Sentence(
            en: "Only one row can be selected at a time.", de: "Es kann nur eine Zeile auf einmal ausgewählt sein.",
            he: "ניתן לבחור רק שורה אחת בכל פעם."),
        Sentence(
            en: "The row cannot be edited.", de: "Die Zeile kann nicht bearbeitet werden.",
            he: "לא ניתן לערוך את השורה."),
        Sentence(
            en: "The row cannot be moved.", de: "Die Zeile kann nicht bewegt werden.", he: "לא ניתן להעביר את השורה."),
        Sentence(
            en: "The section cannot be moved.", de: "Der Abschnitt kann nicht bewegt werden.",
            he: "לא ניתן להעביר את המקטע."),
        Sentence(
            en: "The row cannot be expanded.", de: "Die Zeile kann nicht aufgeklappt werden.",
            he: "לא ניתן להרחיב את השורה."),
        Sentence(
            en: "The row has no accessory to tap.", de: "Die Zeile hat am Ende keine Schaltfläche.",
            he: "אין בקצה השורה לחצן."),
        Sentence(
            en: "The row has no action %.", de: "Die Zeile hat keine Aktion %.", he: "לשורה אין פעולה %."),
        Sentence(
            en: "The row has no such button.", de: "Die Zeile hat diese Schaltfläche nicht.",
            he: "אין לשורה לחצן כזה."),
        Sentence(
            en: "The table has no news to ask for.", de: "Für diese Tabelle gibt es keine Neuigkeiten.",
            he: "אין חדשות עבור הטבלה הזאת."),

        // Missing rows, sections and tables.
        Sentence(en: "The row is gone.", de: "Die Zeile gibt es nicht mehr.", he: "השורה כבר אינה קיימת."),
        Sentence(en: "The row % is gone.", de: "Die Zeile % gibt es nicht mehr.", he: "השורה % כבר אינה קיימת."),
        Sentence(
            en: "The row % is now row % of section %.", de: "Die Zeile % ist jetzt Zeile % von Abschnitt %.",
            he: "השורה % היא כעת שורה % במקטע %."),
        Sentence(
            en: "The table has changed; it is at revision %.",
            de: "Die Tabelle hat sich geändert; sie ist bei Revision %.", he: "הטבלה השתנתה; היא כעת בגרסה %."),
        Sentence(en: "There is no such row.", de: "Diese Zeile gibt es nicht.", he: "אין שורה כזאת."),
        Sentence(
            en: "There is no row % in section %.", de: "Es gibt keine Zeile % in Abschnitt %.",
            he: "אין שורה % במקטע %."),
        Sentence(en: "There is no section %.", de: "Es gibt keinen Abschnitt %.", he: "אין מקטע %."),
        Sentence(en: "There is no such table.", de: "Diese Tabelle gibt es nicht.", he: "אין טבלה כזאת."),
        Sentence(en: "There is nothing at %.", de: "Unter % gibt es nichts.", he: "אין דבר בכתובת %."),

        // Invalid addresses and forms.
        Sentence(
            en: "There is no parameter %; known are %.", de: "Es gibt keinen Parameter %; bekannt sind %.",
            he: "אין פרמטר %; המוכרים הם %."),
        Sentence(
            en: "_size is a whole number from 1 to %, or max.", de: "_size ist eine ganze Zahl von 1 bis % oder max.",
            he: "_size הוא מספר שלם בין 1 ל־%, או max."),
        Sentence(
            en: "% is not a token this server gave out.", de: "% ist kein Merkmal, das dieser Server vergeben hat.",
            he: "% אינו סימן שהשרת הזה נתן."),
        Sentence(
            en: "There is no language %; known are %.", de: "Es gibt keine Sprache %; bekannt sind %.",
            he: "אין שפה %; המוכרות הן %."),
        Sentence(
            en: "There is no column %; known are %.", de: "Es gibt keine Spalte %; bekannt sind %.",
            he: "אין עמודה %; המוכרות הן %."),
        Sentence(
            en: "There is no operator %; known are %.", de: "Es gibt keinen Vergleich %; bekannt sind %.",
            he: "אין השוואה %; המוכרות הן %."),
        Sentence(
            en: "The table cannot be sorted.", de: "Die Tabelle kann nicht sortiert werden.",
            he: "לא ניתן למיין את הטבלה."),
        Sentence(
            en: "The table cannot be filtered.", de: "Die Tabelle kann nicht gefiltert werden.",
            he: "לא ניתן לסנן את הטבלה."),
        Sentence(
            en: "The table cannot be searched.", de: "Die Tabelle kann nicht durchsucht werden.",
            he: "לא ניתן לחפש בטבלה."),
        Sentence(
            en: "The table has more than % rows, which are too many to look at.",
            de: "Die Tabelle hat mehr als % Zeilen; das sind zu viele zum Durchsehen.",
            he: "בטבלה יותר מ־% שורות, יותר מדי לעבור עליהן."),
        Sentence(
            en: "The table has rows that have to be loaded, and cannot be sorted or searched.",
            de: "Die Tabelle hat Zeilen, die erst geladen werden, und kann nicht sortiert oder durchsucht werden.",
            he: "בטבלה שורות שיש לטעון, ולא ניתן למיין אותה או לחפש בה."),
        Sentence(
            en: "The table is being sorted and searched by too many others; try again.",
            de: "Zu viele andere sortieren und durchsuchen die Tabelle; bitte noch einmal versuchen.",
            he: "רבים מדי ממיינים את הטבלה ומחפשים בה; נא לנסות שוב."),
        Sentence(
            en: "Sorting and searching took too long. Try again, or use fewer filters.",
            de:
                "Das Sortieren und Durchsuchen hat zu lange gedauert. Versuche es noch einmal, oder mit weniger Filtern.",
            he: "המיון והחיפוש ארכו זמן רב מדי. יש לנסות שוב, או להשתמש בפחות מסננים."),
        Sentence(
            en: "Sorting and searching took too long. Sort or filter by a column with an index: %.",
            de:
                "Das Sortieren und Durchsuchen hat zu lange gedauert. Sortiere oder filtere nach einer Spalte mit Index: %.",
            he: "המיון והחיפוש ארכו זמן רב מדי. יש למיין או לסנן לפי עמודה עם אינדקס: %."),
        Sentence(
            en: "Counting the rows took too long. Use more filters to have fewer rows.",
            de: "Das Zählen der Zeilen hat zu lange gedauert. Mit mehr Filtern sind es weniger Zeilen.",
            he: "ספירת השורות ארכה זמן רב מדי. עם יותר מסננים יהיו פחות שורות."),
        Sentence(
            en: "The table changes faster than it can be read. Try again.",
            de: "Die Tabelle ändert sich schneller, als sie gelesen werden kann. Versuche es noch einmal.",
            he: "הטבלה משתנה מהר משאפשר לקרוא אותה. נסו שוב."),
        Sentence(
            en: "The row % is not among these.", de: "Die Zeile % ist nicht unter diesen.",
            he: "השורה % אינה בין אלה."),
        Sentence(en: "% is not allowed here.", de: "% ist hier nicht erlaubt.", he: "% אינו מותר כאן."),

        // Errors of the server.
        Sentence(
            en: "The request comes from another site.", de: "Die Anfrage kommt von einer anderen Website.",
            he: "הבקשה הגיעה מאתר אחר."),
        Sentence(
            en: "The rows took too long to load. Try again, or ask for fewer rows.",
            de: "Das Laden der Zeilen hat zu lange gedauert. Versuche es noch einmal oder mit weniger Zeilen.",
            he: "טעינת השורות ארכה זמן רב מדי. נסו שוב, או בקשו פחות שורות."),
        Sentence(en: "The server is stopping.", de: "Der Server wird gerade beendet.", he: "השרת נסגר."),
        Sentence(
            en: "The server could not answer. What went wrong is in its log.",
            de: "Der Server konnte nicht antworten. Was schiefging, steht in seinem Protokoll.",
            he: "השרת לא הצליח לענות. מה שהשתבש רשום ביומן שלו."),
    ]
}
