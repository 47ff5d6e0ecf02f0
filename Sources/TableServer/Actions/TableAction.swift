import CascadingTable
import HTTPMessages
import HTTPTypes

/// An action of a visitor, with the path below the table's path that it is posted to.
///
/// The first segment of the path is the name of the action.
struct TableAction: Sendable {
    /// The path below the table's path.
    let path: RoutePath
    /// The key of the row or rows in the response.
    let key: String
    /// Makes the target from the path parameters besides the row.
    let target: @Sendable (_ parameter: (_ name: String) throws -> String) throws -> Target
    /// A Boolean value that indicates whether `GET` of the path responds with a confirmation page.
    var isConfirmed = false
    /// A Boolean value that indicates whether the form items are values of the row's fields.
    var takesValues = false
    /// Returns the actions of a section's header or footer; nil for all other paths.
    var sectionActions: SectionActions?

    /// Returns the actions of a section.
    typealias SectionActions = @TableActor @Sendable (TableView, Int) -> [TableViewSectionAction]

    /// The closure that performs an action.
    enum Target: Sendable {
        /// Performs an action on one row or on the table. Returns the row's place afterwards; nil if it is gone.
        case one(@TableActor @Sendable (TableView, ActionRequest) async throws -> RowReference?)
        /// Performs an action on a list of rows. `every` returns the rows of `all=1`, as places in the original table.
        case rows(
            @TableActor @Sendable (TableView, [IndexPath]) async throws -> SelectionResult,
            every: @TableActor @Sendable (TableView) throws -> [IndexPath])
    }

    /// A Boolean value that indicates whether the path names a row.
    var hasRow: Bool { path.components.contains(.index("section")) }

    /// A Boolean value that indicates whether a user who may only read can perform the action, because it reads, or changes
    /// only what the visitor sees.
    var isForReaders: Bool {
        guard case .literal(let name) = path.components.first else { return false }
        return Self.readersActions.contains(name)
    }

    private static let readersActions: Set = [
        "accessory", "blur", "collapse", "deselect", "expand", "focus", "highlight", "primary", "refresh", "select",
        "undo",
        "unhighlight",
    ]

    /// The actions of `POST` routes.
    static let all: [TableAction] = [
        .init("select/#section/#row", "selected", .row { try await $0.touch(rowAt: $1) }),
        .init("deselect/#section/#row", "deselected", .row { try await $0.release(rowAt: $1) }),
        .init(
            "select", "selected",
            .rows({ try await $0.gestures.touchRows(at: $1) }, every: RowSet.everyRow)),
        .init(
            "deselect", "deselected",
            .rows(
                { try await $0.gestures.releaseRows(at: $1) },
                every: { $0.original.indexPathsForSelectedRows })),
        .init("highlight/#section/#row", "highlighted", .sameRow { try await $0.gestures.highlightRow(at: $1) }),
        .init("unhighlight/#section/#row", "unhighlighted", .sameRow { try await $0.gestures.unhighlightRow(at: $1) }),
        .init("accessory/#section/#row", "tapped", .sameRow { try await $0.gestures.tapAccessory(forRowAt: $1) }),
        .init(
            "primary/#section/#row", "performed", .sameRow { try await $0.gestures.performPrimaryAction(forRowAt: $1) }),
        .init("expand/#section/#row", "expanded", .sameRow { try await $0.gestures.setExpanded(true, forRowAt: $1) }),
        .init(
            "collapse/#section/#row", "collapsed", .sameRow { try await $0.gestures.setExpanded(false, forRowAt: $1) }),
        .init("menu/#section/#row/:entry", "performed") { try menuAction(named: $0("entry")) },
        .init("action/#section/#row/:action", "performed", isConfirmed: true) { parameter in
            let id = try parameter("action")
            return .sameRow { try await $0.gestures.performAction(id, forRowAt: $1) }
        },
        .init("commit/#section/#row/:style", "committed", isConfirmed: true) { try commit(styleNamed: $0("style")) },
        edit,
        create,
        .init("toolbar/:action", "performed", isConfirmed: true) { parameter in
            let id = try parameter("action")
            return .one { tableView, _ in
                try await tableView.gestures.performToolbarAction(id)
                return nil
            }
        },
        ofSection(
            "header/#place/:action", { $0.headerView(forSection: $1)?.actions ?? [] },
            perform: { try await $0.gestures.performHeaderAction($1, inSection: $2) }),
        ofSection(
            "footer/#place/:action", { $0.footerView(forSection: $1)?.actions ?? [] },
            perform: { try await $0.gestures.performFooterAction($1, inSection: $2) }),
        .init("selected/:action", "performed", isConfirmed: true) { parameter in
            let id = try parameter("action")
            return .rows(
                { try await $0.gestures.resultOfSelectionAction(id, forRowsAt: $1) },
                every: { $0.original.indexPathsForSelectedRows })
        },
        .init("begin-editing/#section/#row", "editing", .sameRow { try await $0.gestures.beginEditing(rowAt: $1) }),
        .init("end-editing", "edited", .endEditing),
        .init("end-editing/#section/#row", "edited", .endEditing),
        .init("focus/#section/#row", "focused", .row { $0.location(ofRowAt: try await $0.gestures.focusRow(at: $1)) }),
        // The focus leaves the table. The response names the row that had the focus.
        .init(
            "blur", "blurred",
            .one { tableView, _ in tableView.location(ofRowAt: try await tableView.gestures.endFocus()) }),
        .init("move", "moved", .moveRow),
        .init(
            "move-section", "moved",
            .one { tableView, request in
                try await tableView.gestures.dragSection(request.form.section("from"), to: request.form.section("to"))
                return nil
            }),
        .init("drop", "dropped", .drop),
        .init("undo/:token", "undone") { .undo(try $0("token")) },
        .init(
            "refresh", "refreshed",
            .one { tableView, _ in
                try await tableView.gestures.refresh()
                return nil
            }),
    ]

    /// Saves the values that the visitor typed into a row's form.
    static let edit = TableAction(
        "edit/#section/#row", "saved", takesValues: true,
        .one { tableView, request in
            let indexPath = try request.row
            var row: RowReference?
            let changes = try await tableView.changesOfAction {
                row = try await Target.follow(indexPath, in: tableView) {
                    try await tableView.gestures.commitValues(
                        request.values, files: request.files, saw: request.form["_seen"], forRowAt: $0)
                }
            }
            return row ?? Target.renamedRow(at: indexPath, in: tableView, after: changes)
        })

    /// Creates a row with the values that the visitor typed into the form of a section.
    static let create = TableAction(
        "new/#place", "created", takesValues: true,
        .one { tableView, request in
            let changes = try await tableView.changesOfAction {
                try await tableView.gestures.createRow(
                    with: request.values, files: request.files, inSection: request.section ?? 0)
            }
            if case .insertRows(let rows, _)? = changes?.last, rows.count == 1 {
                return tableView.location(ofRowAt: rows[0])
            }
            return await tableView.locationOfCreatedRow
        })

    /// The actions by name, for batches.
    static let named = Dictionary(
        all.compactMap { action in
            if case .literal(let name) = action.path.components.first { (name, action) } else { nil }
        }, uniquingKeysWith: { first, _ in first })

    private init(_ path: RoutePath, _ key: String, takesValues: Bool = false, _ target: Target) {
        self.init(path, key) { _ in target }
        self.takesValues = takesValues
    }

    private init(
        _ path: RoutePath, _ key: String, isConfirmed: Bool = false,
        target: @escaping @Sendable (_ parameter: (_ name: String) throws -> String) throws -> Target
    ) {
        (self.path, self.key, self.target, self.isConfirmed) = (path, key, target, isConfirmed)
    }

    /// An action of a section's header or footer.
    private static func ofSection(
        _ path: RoutePath, _ actions: @escaping SectionActions,
        perform: @escaping @TableActor @Sendable (TableView, _ id: String, _ section: Int) async throws -> Void
    ) -> TableAction {
        var action = TableAction(path, "performed", isConfirmed: true) { parameter in
            let id = try parameter("action")
            return .one { tableView, request in
                try await perform(tableView, id, request.section ?? 0)
                return nil
            }
        }
        action.sectionActions = actions
        return action
    }

    private static func menuAction(named name: String) throws -> Target {
        guard let action = MenuAction(rawValue: name) else {
            throw ProblemDetails(.notFound, "Unknown menu entry \"\(name)\".")
        }
        return .sameRow { try await $0.gestures.performMenuAction(action, forRowAt: $1) }
    }

    private static func commit(styleNamed name: String) throws -> Target {
        guard let style = TableViewCell.EditingStyle(rawValue: name), style != .none else {
            throw ProblemDetails(
                .notFound, "Unknown edit. Use /commit/SECTION/ROW/insert or /commit/SECTION/ROW/delete.")
        }
        return .sameRow { try await $0.gestures.commit(style, forRowAt: $1) }
    }
}

extension TableAction.Target {
    /// Performs an action on one row, and returns the row's place afterwards.
    fileprivate static func row(
        _ perform: @escaping @TableActor @Sendable (TableView, IndexPath) async throws -> RowReference?
    ) -> Self {
        .one { tableView, request in try await perform(tableView, request.row) }
    }

    /// Performs an action on one row, and finds the row by its identifier afterwards.
    fileprivate static func sameRow(
        _ perform: @escaping @TableActor @Sendable (TableView, IndexPath) async throws -> Void
    ) -> Self {
        row { tableView, indexPath in try await follow(indexPath, in: tableView) { try await perform(tableView, $0) } }
    }

    /// Ends the editing of a row. Without a row, the edited row is gone.
    fileprivate static var endEditing: Self {
        .one { tableView, request in
            guard let indexPath = request.indexPath else {
                try await tableView.gestures.endEditing(rowAt: nil)
                return nil
            }
            return try await follow(indexPath, in: tableView) { try await tableView.gestures.endEditing(rowAt: $0) }
        }
    }

    /// Moves the row at `from` to `to`.
    fileprivate static var moveRow: Self {
        .one { tableView, request in
            guard let source = request.indexPath else {
                throw ProblemDetails(
                    .badRequest, "\"from\" is missing. Give the row to move as SECTION.ROW, such as 0.3.")
            }
            return tableView.location(
                ofRowAt: try await tableView.gestures.dragRow(at: source, to: request.form.place("to")))
        }
    }

    /// Inserts the text of `text`, or the items of a JSON body, at `to`.
    fileprivate static var drop: Self {
        .one { tableView, request in
            let place = try request.form.place("to")
            try await tableView.gestures.drop(TableViewDrop(items: request.items, destination: place))
            return tableView.hasRow(at: place) ? tableView.location(ofRowAt: place) : nil
        }
    }

    /// Undoes a change, and returns the place of the row that came back or was moved.
    fileprivate static func undo(_ token: String) -> Self {
        .one { tableView, request in
            try await request.findUndo?(token)
            let changes = try await tableView.changesOfAction { try await tableView.gestures.undo(token) }
            return switch changes?.last {
            case .insertRows(let rows, _) where rows.count == 1: tableView.location(ofRowAt: rows[0])
            case .moveRow(_, let place): tableView.location(ofRowAt: place)
            default: nil
            }
        }
    }

    /// Returns a row whose identifier has changed, if all rows are certainly still at their index paths.
    ///
    /// True if the row was reloaded, and the action announced only reloads of rows.
    @TableActor
    fileprivate static func renamedRow(
        at indexPath: IndexPath, in tableView: TableView, after changes: [TableViewChange]?
    ) -> RowReference? {
        guard changes?.reloadedRows?.contains(indexPath) == true, tableView.hasRow(at: indexPath) else {
            return nil
        }
        return tableView.location(ofRowAt: indexPath)
    }

    /// Runs the body, then finds the row by its identifier; nil if it is gone.
    @TableActor
    fileprivate static func follow(
        _ indexPath: IndexPath, in tableView: TableView, _ body: (IndexPath) async throws -> Void
    ) async rethrows -> RowReference? {
        guard tableView.hasRow(at: indexPath) else {
            try await body(indexPath)
            return nil
        }
        let identifier = tableView.identifier(forRowAt: indexPath)
        try await body(indexPath)
        return tableView.location(ofRow: identifier, lastSeenAt: indexPath)
    }
}
