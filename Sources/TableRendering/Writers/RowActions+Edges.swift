import Bytes
import CascadingTable

extension TableView.RowActions {
    /// The actions by where they are offered, in reading order.
    var byEdge: [(edge: String, actions: [TableViewRowAction])] {
        [("leading", leading?.actions ?? []), ("trailing", trailing?.actions ?? []), ("menu", menu?.actions ?? [])]
    }

    /// Whether there is nothing to do, be it that nothing is offered or that what is offered is empty.
    var isEmpty: Bool {
        leading?.actions.isEmpty != false && trailing?.actions.isEmpty != false && menu?.actions.isEmpty != false
    }

    /// Whether a swipe across the row does the first action of that edge.
    func performsFirst(at edge: String) -> Bool {
        switch edge {
        case "leading": leading?.performsFirstActionWithFullSwipe == true
        case "trailing": trailing?.performsFirstActionWithFullSwipe == true
        default: false
        }
    }
}

extension ByteWriter {
    /// The path of a row's route below its table's: `select/0/3`.
    @inline(__always)
    mutating func path(_ route: StaticString, _ place: TableRow.Place) {
        raw(route)
        byte(0x2F)
        path(place)
    }

    /// Its end, which is the row's place: `0/3`.
    mutating func path(_ place: TableRow.Place) {
        var room = room(for: 1 + 2 * Room.integer)
        room.path(place)
        keep(room)
    }
}

extension ByteWriter.Room {
    /// The end of the path of a row's route, which is the row's place: `0/3`.
    @inline(__always)
    mutating func path(_ place: TableRow.Place) {
        integer(place.section)
        byte(0x2F)
        integer(place.row)
    }
}
