import Bytes
import CascadingTable

extension TableView.RowActions {
    /// The actions in reading order, each with its place: `leading`, `trailing` or `menu`. A full swipe across the row
    /// performs a primary action.
    var listed: [(edge: String, action: TableViewRowAction, isPrimary: Bool)] {
        func list(_ edge: String, _ swipe: TableViewSwipeActionsConfiguration?)
            -> [(edge: String, action: TableViewRowAction, isPrimary: Bool)]
        {
            (swipe?.actions ?? []).enumerated().map {
                (edge, $1, $0 == 0 && swipe?.performsFirstActionWithFullSwipe == true)
            }
        }
        return list("leading", leading) + list("trailing", trailing) + (menu?.actions ?? []).map { ("menu", $0, false) }
    }

    /// A Boolean value that indicates whether there are no actions.
    var isEmpty: Bool {
        leading?.actions.isEmpty != false && trailing?.actions.isEmpty != false && menu?.actions.isEmpty != false
    }
}

extension ByteWriter {
    /// Writes the path of a row's route below its table: `select/0/3`.
    @inline(__always)
    mutating func path(_ route: StaticString, _ place: TableRow.Place) {
        raw(route)
        byte(0x2F)
        path(place)
    }

    /// Writes the row's place at the end of a path: `0/3`.
    mutating func path(_ place: TableRow.Place) {
        var span = span(for: 1 + 2 * OutputSpan.integer)
        span.path(place)
        keep(span)
    }
}

extension ByteWriter.OutputSpan {
    /// Writes the row's place at the end of a path: `0/3`.
    @inline(__always)
    mutating func path(_ place: TableRow.Place) {
        integer(place.section)
        byte(0x2F)
        integer(place.row)
    }
}
