import Bytes
import CascadingTable
import TableRendering

extension ByteWriter {
    /// Writes a change as JSON: `{"type":"insertRows","rows":[[0,3]],"animation":"fade"}`.
    ///
    /// Each row is an array of its section and row. The automatic animation is left out.
    ///
    /// - Parameters:
    ///   - change: The change of the table.
    ///   - more: A closure that writes additional keys about the rows.
    mutating func change(_ change: TableViewChange, _ more: (inout ByteWriter) -> Void = { _ in }) {
        switch change {
        case .reloadData: raw("{\"type\":\"reloadData\"}")
        case .insertSections(let sections, let animation): self.change("insertSections", sections: sections, animation)
        case .deleteSections(let sections, let animation): self.change("deleteSections", sections: sections, animation)
        case .reloadSections(let sections, let animation): self.change("reloadSections", sections: sections, animation)
        case .moveSection(let from, let to): self.change("moveSection", sections: [from, to])
        case .insertRows(let rows, let animation): self.change("insertRows", rows: rows, animation, more)
        case .deleteRows(let rows, let animation): self.change("deleteRows", rows: rows, animation, more)
        case .reloadRows(let rows, let animation): self.change("reloadRows", rows: rows, animation, more)
        case .moveRow(let from, let to): self.change("moveRow", rows: [from, to], .automatic, more)
        }
    }

    private mutating func change(
        _ type: StaticString, sections: [Int], _ animation: TableView.RowAnimation = .automatic
    ) {
        key("type", in: type)
        key("sections")
        array(sections) { $0.integer($1) }
        end(animation)
    }

    private mutating func change(
        _ type: StaticString, rows: [IndexPath], _ animation: TableView.RowAnimation,
        _ more: (inout ByteWriter) -> Void
    ) {
        key("type", in: type)
        key("rows")
        array(rows) { writer, row in writer.array([row.section, row.row]) { $0.integer($1) } }
        more(&self)
        end(animation)
    }

    private mutating func end(_ animation: TableView.RowAnimation) {
        if animation != .automatic {
            key("animation")
            jsonString(animation.rawValue)
        }
        byte(0x7D)
    }

    private mutating func key(_ name: StaticString, in type: StaticString) {
        byte(0x7B)
        key(name, first: true)
        byte(0x22)
        raw(type)
        byte(0x22)
    }
}
