import Bytes
import CascadingTable
import TableRendering

extension TableViewChange {
    /// The change as JSON: `{"type":"insertRows","rows":[[0,3]],"animation":"fade"}`.
    var json: JSON { json(with: nil) }

    /// Returns the change as JSON. Each row is an array of its section and row. The automatic animation is left out.
    ///
    /// - Parameter more: Additional keys about the rows.
    func json(with more: JSON?) -> JSON {
        switch self {
        case .reloadData: #"{"type":"reloadData"}"#
        case .insertSections(let sections, let animation): Self.json("insertSections", sections: sections, animation)
        case .deleteSections(let sections, let animation): Self.json("deleteSections", sections: sections, animation)
        case .reloadSections(let sections, let animation): Self.json("reloadSections", sections: sections, animation)
        case .moveSection(let from, let to): Self.json("moveSection", sections: [from, to], .automatic)
        case .insertRows(let rows, let animation): Self.json("insertRows", rows, animation, more)
        case .deleteRows(let rows, let animation): Self.json("deleteRows", rows, animation, more)
        case .reloadRows(let rows, let animation): Self.json("reloadRows", rows, animation, more)
        case .moveRow(let from, let to): Self.json("moveRow", [from, to], .automatic, more)
        }
    }

    private static func json(_ type: String, sections: [Int], _ animation: TableView.RowAnimation) -> JSON {
        #"{"type":\#(type),"sections":\#(sections.map { "\($0)" } as [JSON])\#(suffix(animation))}"#
    }

    private static func json(
        _ type: String, _ rows: [IndexPath], _ animation: TableView.RowAnimation, _ more: JSON?
    ) -> JSON {
        let rows = rows.map { "[\($0.section),\($0.row)]" as JSON }
        return #"{"type":\#(type),"rows":\#(rows)\#(more)\#(suffix(animation))}"#
    }

    private static func suffix(_ animation: TableView.RowAnimation) -> JSON? {
        animation == .automatic ? nil : #","animation":\#(animation.rawValue)"#
    }
}
