import Bytes
import CascadingTable

extension TableView.RowActions {
    /// The actions by their place, in reading order: `leading`, `trailing` and `menu`.
    var byEdge: [(edge: String, actions: [TableViewRowAction])] {
        [("leading", leading?.actions ?? []), ("trailing", trailing?.actions ?? []), ("menu", menu?.actions ?? [])]
    }

    /// A Boolean value that indicates whether there are no actions.
    var isEmpty: Bool {
        leading?.actions.isEmpty != false && trailing?.actions.isEmpty != false && menu?.actions.isEmpty != false
    }

    /// Returns whether a full swipe performs the first action of an edge.
    func performsFirst(at edge: String) -> Bool {
        switch edge {
        case "leading": leading?.performsFirstActionWithFullSwipe == true
        case "trailing": trailing?.performsFirstActionWithFullSwipe == true
        default: false
        }
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
