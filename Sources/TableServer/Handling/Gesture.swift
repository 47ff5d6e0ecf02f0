import CascadingTable
import HTTPTypes

/// What a visitor does to a table or one of its rows.
struct Gesture: Sendable {
    /// What was done: the key of the row, or of the rows, in the answer.
    let name: StaticString
    let perform: Performance
    /// Whether the items of a form are values of the row's fields.
    var takesValues = false

    /// How it is passed to the table.
    enum Performance: Sendable {
        /// Answers where the row is then, or nil when it is gone or none was meant.
        case one(@TableActor @Sendable (TableView, Touch) throws -> RowLocation?)
        /// For a list of rows, and those that a list of all of them means.
        case rows(
            @TableActor @Sendable (TableView, [IndexPath]) throws -> TouchedRows,
            every: @TableActor @Sendable (TableView, TableArrangement?) throws -> [IndexPath])
    }

    static let select = row("selected") { try $0.touch(rowAt: $1) }
    static let deselect = row("deselected") { try $0.release(rowAt: $1) }
    static let selectRows = Gesture(
        name: "selected", perform: .rows({ try $0.touchRows(at: $1) }, every: { try RowList.everyRow(of: $0, $1) }))
    static let deselectRows = Gesture(
        name: "deselected",
        perform: .rows({ try $0.releaseRows(at: $1) }, every: { tableView, _ in tableView.indexPathsForSelectedRows }))
    static let highlight = still("highlighted") { try $0.highlightRow(at: $1) }
    static let unhighlight = still("unhighlighted") { try $0.unhighlightRow(at: $1) }
    static let tapAccessory = still("tapped") { try $0.tapAccessory(forRowAt: $1) }
    static let performPrimaryAction = still("performed") { try $0.performPrimaryAction(forRowAt: $1) }
    static let expand = still("expanded") { try $0.setExpanded(true, forRowAt: $1) }
    static let collapse = still("collapsed") { try $0.setExpanded(false, forRowAt: $1) }

    static let beginEditing = still("editing") { try $0.beginEditing(rowAt: $1) }
    /// Without a row, that has gone meanwhile.
    static let endEditing = Gesture(name: "edited") { tableView, touch in
        guard let indexPath = touch.indexPath else {
            try tableView.endEditing(rowAt: nil)
            return nil
        }
        return try following(indexPath, in: tableView) { try tableView.endEditing(rowAt: $0) }
    }

    /// Answers where the row is that came back or was moved, if it is one.
    static func undo(_ token: String) -> Gesture {
        Gesture(name: "undone") { tableView, _ in
            let before = tableView.revision
            try tableView.undo(token)
            return switch tableView.changes(since: before)?.last {
            case .insertRows(let rows, _) where rows.count == 1: tableView.location(ofRowAt: rows[0])
            case .moveRow(_, let place): tableView.location(ofRowAt: place)
            default: nil
            }
        }
    }

    /// Changes the row to the values that were typed.
    static let edit: Gesture = {
        var gesture = Gesture(name: "saved") { tableView, touch in
            guard let indexPath = touch.indexPath else { throw Problem(.badRequest, "Which row is meant?") }
            return try following(indexPath, in: tableView) {
                try tableView.commitValues(touch.values, forRowAt: $0)
            }
        }
        gesture.takesValues = true
        return gesture
    }()

    static let focus = row("focused") { $0.location(ofRowAt: try $0.focusRow(at: $1)) }
    /// The focus leaves the table: the row is the one that had it.
    static let blur = Gesture(name: "blurred") { tableView, _ in
        tableView.location(ofRowAt: try tableView.endFocus())
    }

    static func performAction(_ id: String) -> Gesture {
        still("performed") { try $0.performAction(id, forRowAt: $1) }
    }

    static func performMenuAction(_ name: String) throws -> Gesture {
        guard let action = MenuAction(rawValue: name) else {
            throw Problem(.notFound, "There is no menu entry \(name).")
        }
        return still("performed") { try $0.performMenuAction(action, forRowAt: $1) }
    }

    static func commit(_ name: String) throws -> Gesture {
        guard let style = TableViewCell.EditingStyle(rawValue: name), style != .none else {
            throw Problem(.notFound, "A row is committed with insert or delete.")
        }
        return still("committed") { try $0.commit(style, forRowAt: $1) }
    }

    /// Moves the row of `from` to the place of `to`.
    static let move = Gesture(name: "moved") { tableView, touch in
        guard let source = touch.indexPath else { throw Problem(.badRequest, "from is the row to move, such as 0.3.") }
        return tableView.location(ofRowAt: try tableView.dragRow(at: source, to: touch.form.place("to")))
    }

    static let moveSection = Gesture(name: "moved") { tableView, touch in
        try tableView.dragSection(touch.form.section("from"), to: touch.form.section("to"))
        return nil
    }

    /// Takes in the text of `text`, or the items of a JSON body, at the place of `to`.
    static let drop = Gesture(name: "dropped") { tableView, touch in
        let place = try touch.form.place("to")
        try tableView.drop(TableViewDrop(items: touch.items, destination: place))
        return tableView.hasRow(at: place) ? tableView.location(ofRowAt: place) : nil
    }

    init(name: StaticString, perform: Performance) {
        self.name = name
        self.perform = perform
    }

    init(
        name: StaticString, _ perform: @escaping @TableActor @Sendable (TableView, Touch) throws -> RowLocation?
    ) {
        self.init(name: name, perform: .one(perform))
    }

    private static func row(
        _ name: StaticString, _ perform: @escaping @TableActor @Sendable (TableView, IndexPath) throws -> RowLocation?
    ) -> Gesture {
        Gesture(name: name) { tableView, touch in
            guard let indexPath = touch.indexPath else { throw Problem(.badRequest, "Which row is meant?") }
            return try perform(tableView, indexPath)
        }
    }

    /// One after which the row is wherever it is found by its name.
    private static func still(
        _ name: StaticString, _ perform: @escaping @TableActor @Sendable (TableView, IndexPath) throws -> Void
    ) -> Gesture {
        row(name) { tableView, indexPath in
            try following(indexPath, in: tableView) { try perform(tableView, $0) }
        }
    }

    /// Where the row is after the body, by its name; nil when it is gone.
    @TableActor
    private static func following(
        _ indexPath: IndexPath, in tableView: TableView, _ body: (IndexPath) throws -> Void
    ) rethrows -> RowLocation? {
        guard tableView.hasRow(at: indexPath) else {
            try body(indexPath)
            return nil
        }
        let identifier = tableView.identifier(forRowAt: indexPath)
        try body(indexPath)
        return tableView.location(ofRow: identifier, lastSeenAt: indexPath)
    }
}
