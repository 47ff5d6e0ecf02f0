public import FoundationEssentials

extension TableView {
    /// What can be done to a row, by where it is offered.
    public struct RowActions: Sendable {
        public var leading: TableViewSwipeActionsConfiguration?
        public var trailing: TableViewSwipeActionsConfiguration?
        public var menu: TableViewContextMenuConfiguration?

        public init(
            leading: TableViewSwipeActionsConfiguration? = nil, trailing: TableViewSwipeActionsConfiguration? = nil,
            menu: TableViewContextMenuConfiguration? = nil
        ) {
            self.leading = leading
            self.trailing = trailing
            self.menu = menu
        }

        /// Renames actions whose identifier an earlier one has: `done` at the trailing edge becomes `done@trailing`.
        ///
        /// Leading actions come before trailing ones, and those before the menu's.
        func withUniqueIdentifiers() -> RowActions {
            var known: Set<String> = []
            func renamed(_ actions: [TableViewRowAction], _ edge: String) -> [TableViewRowAction] {
                actions.map { action in
                    var action = action
                    while !known.insert(action.id).inserted { action.id += "@\(edge)" }
                    return action
                }
            }
            var unique = self
            unique.leading?.actions = renamed(leading?.actions ?? [], "leading")
            unique.trailing?.actions = renamed(trailing?.actions ?? [], "trailing")
            unique.menu?.actions = renamed(menu?.actions ?? [], "menu")
            return unique
        }

        /// All of them, those at the start first.
        public var all: [TableViewRowAction] {
            (leading?.actions ?? []) + (trailing?.actions ?? []) + (menu?.actions ?? [])
        }
    }

    /// Returns the actions that the delegate offers for the row.
    ///
    /// Each has an identifier of its own. If the delegate gives several actions one identifier, all but the first get
    /// their place appended, such as `done@trailing`.
    public func actions(forRowAt indexPath: IndexPath) -> RowActions {
        questions(forRowAt: indexPath).actions ?? RowActions()
    }

    /// Does the action of that name, and deletes the row when that is what the handler answers.
    public func performAction(_ id: String, forRowAt indexPath: IndexPath) throws {
        try requireUsableRow(at: indexPath)
        guard let action = actions(forRowAt: indexPath).all.first(where: { $0.id == id }) else {
            throw TableViewError(.noSuchAction, "The row has no action \"\(id)\".")
        }
        let identifier = identifier(forRowAt: indexPath)
        try carryOut {
            guard try action.handler(self, indexPath) == .delete,
                let place = currentIndexPath(ofRow: identifier, lastSeenAt: indexPath)
            else { return }
            performBatchUpdates { dataSource?.tableView(self, commit: .delete, forRowAt: place) }
        }
    }

    /// The entries of the row's menu that its delegate allows, of those there are.
    public func menuActions(forRowAt indexPath: IndexPath) -> [MenuAction] {
        questions(forRowAt: indexPath).menuActions
    }

    public func performMenuAction(_ action: MenuAction, forRowAt indexPath: IndexPath) throws {
        try requireUsableRow(at: indexPath)
        guard menuActions(forRowAt: indexPath).contains(action) else {
            throw TableViewError(.noSuchAction, "The menu of the row has no entry \"\(action.rawValue)\".")
        }
        try carryOut { delegate?.tableView(self, performAction: action, forRowAt: indexPath, withSender: session) }
    }

    /// The row's accessory was tapped: a detail button, or a switch.
    public func tapAccessory(forRowAt indexPath: IndexPath) throws {
        try requireUsableRow(at: indexPath)
        guard cellForRow(at: indexPath)?.accessory.isButton == true else {
            throw TableViewError(.notTappable, "The row has no accessory button.")
        }
        try carryOut { delegate?.tableView(self, accessoryButtonTappedForRowWith: indexPath) }
    }

    public func performPrimaryAction(forRowAt indexPath: IndexPath) throws {
        try requireUsableRow(at: indexPath)
        guard let delegate, delegate.tableView(self, canPerformPrimaryActionForRowAt: indexPath) else {
            throw TableViewError(.noSuchAction, "The row has no primary action.")
        }
        try carryOut { delegate.tableView(self, performPrimaryActionForRowAt: indexPath) }
    }

    /// Asks for news and waits for them; who asks while they are being asked for waits for the same.
    ///
    /// News are asked for to the end, also when nobody waits for them any more.
    public func refresh() async throws {
        guard let refreshHandler else { throw TableViewError(.noSuchAction, "This table has nothing to refresh.") }
        if let refreshing { return try await refreshing.value }
        let task = Task {
            defer { refreshing = nil }
            try await refreshHandler(self)
        }
        refreshing = task
        try await task.value
    }

}

extension TableView {
    /// The row is being dragged out of the table: asks the delegate what goes with it, which is at least one thing.
    public func dragItems(forRowAt indexPath: IndexPath) throws(TableViewError) -> [TableViewDragItem] {
        try requireUsableRow(at: indexPath)
        guard let items = delegate?.tableView(self, itemsForBeginningDragAt: indexPath), !items.isEmpty else {
            throw TableViewError(.notDraggable, "The row cannot be dragged out.")
        }
        return items
    }
}
