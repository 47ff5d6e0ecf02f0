import Mustache

/// The table in the fastest form for swift-mustache, which gets each value by its name. Of other structs, it gets the
/// properties by reflection.
struct NamedTable: MustacheParent, Sendable {
    let sections: [Section]

    init(_ table: Table) {
        sections = table.sections.map { Section(section: $0, rows: $0.rows.map(Row.init)) }
    }

    func child(named name: String) -> Any? { name == "sections" ? sections : nil }

    struct Section: MustacheParent, Sendable {
        let section: Table.Section
        let rows: [Row]

        func child(named name: String) -> Any? {
            switch name {
            case "id": section.id
            case "header": Header(header: section.header)
            case "rows": rows
            default: nil
            }
        }
    }

    struct Header: MustacheParent {
        let header: Table.Header

        func child(named name: String) -> Any? { name == "title" ? header.title : nil }
    }

    struct Row: MustacheParent, Sendable {
        let row: Table.Row

        func child(named name: String) -> Any? {
            switch name {
            case "section": row.section
            case "row": row.row
            case "id": row.id
            case "select": row.select
            case "cell": Cell(cell: row.cell)
            default: nil
            }
        }
    }

    struct Cell: MustacheParent {
        let cell: Table.Cell

        func child(named name: String) -> Any? { name == "fields" ? Fields(fields: cell.fields) : nil }
    }

    struct Fields: MustacheParent {
        let fields: Table.Fields

        func child(named name: String) -> Any? {
            switch name {
            case "name": fields.name
            case "state": fields.state
            case "weight": fields.weight
            default: nil
            }
        }
    }
}
