/// The name of a phrase of pages. Each language has its text, in the file of the language.
///
/// Templates show a phrase by its name: `{{words.next}}`.
package enum Phrase: Int, CaseIterable, Sendable {
    // The page.
    case skip, breadcrumb, tools, refresh, edit, done, sections, pages, previous, next, cancel, save, undo, redo,
        undone,
        noRows
    case viewAsSQL, export, json, text, backToTable, toStartPage, rowNumber, go
    case readingTook, usefulIndex, queryPlan, run, editSQL, share, saveView
    // Numbers of rows.
    case rows, tables, views, valueCount, partOf, moreThan, about
    // Scripts.
    case account, unreachable, missing, unfound, place, selected, copyAs, copied, jump, searchFor, stop, goOn, pin,
        unpin, notFitting, selectedFigures
    // Filters, search and groups.
    case search, filter, filters, removeFilter, column, `operator`, value, allOf, anyOf, eachLine, and, addition, or,
        apply, sortBy
    case cellTitle, cellSubtitle, nothingMatches, allRows, groupedBy, statisticsOf, groupsOfFirst, figuresOfFirst,
        removeFigure, foot
    // Columns and their menus.
    case groups, thenBy, asColumns, figure, ofColumn, eachValue, rowsOfGroup, compared, notCompared, columnsLeftOut
    case chart, noChart, chartLeavesOut
    case columns, columnsShown, columnMenu, allColumns, hideColumn, values, countRanges, by
    case ascending, descending, thenAscending, thenDescending, unsorted
    case countValues, countYears, countMonths, countDays, statistics, valuesBeside, colours, refersToNoRow,
        relatedColumns, hide,
        earlier, later
    case primaryKey, notNull, indexed
    // Values.
    case row, yes, no, noValue, notANumber, shortened, percentage, lowest, highest, last, bytes, notUTF8
    // Controls of a row.
    case checked, moreAbout, expand, collapse, actionsFor, open, copy, cut, paste, editRow, deleteRow, insertRow
    case moveUp, moveDown, moveSectionUp, moveSectionDown, selectRow
    // Selected rows.
    case select, deselect, wholeList, onlyTheseRows, checkedRows, checkedRowsAtMost, selectedRows
    // Forms, questions and conflicts.
    case editQuoted, delete, insert, putBack, newRow, duplicate, add, addTo
    case askToDelete, askToInsert, askToPutBack, askRow, askRows
    case rowHasChanged, rowIsGone, yours, theirs, saw, keepTheirs, writeMine
    // Changes of many rows.
    case pasteRows, pasteNew, pasteByKey, pastedRows, orFile, firstRowHasNames, leaveOut, separator, automatic,
        oneValue, tab
    case check, lineNumber, moreRows, changeRows, deleteRows, writeRows, changeOfType, numberType, textType, bytesType

    /// All phrases by their names.
    static let named = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
}
