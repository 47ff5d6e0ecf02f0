public import Essentials

extension TableView.Gestures {
    /// Returns the actions that the delegate offers for a row.
    ///
    /// Each action has a unique identifier. If the delegate gives several actions one identifier, all but the first get
    /// their place appended, such as `done@trailing`.
    ///
    /// - Parameter indexPath: The index path of an existing row.
    public func actions(forRowAt indexPath: IndexPath) -> TableView.RowActions {
        tableView.responder(forRowAt: indexPath).actions ?? .init()
    }

    /// Runs an action of a row, and deletes the row if the handler of the action returns `.delete`.
    ///
    /// Otherwise the row is reloaded, unless a change was announced.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action.
    ///   - indexPath: The index path of the row.
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled` or `noSuchAction`; errors of the handler.
    public func performAction(_ id: String, forRowAt indexPath: IndexPath) async throws {
        try tableView.requireUsableRow(at: indexPath)
        guard let action = actions(forRowAt: indexPath).all.first(where: { $0.id == id }) else {
            throw TableViewError(.noSuchAction, "The row has no action \"\(id)\".")
        }
        let identifier = tableView.identifier(forRowAt: indexPath)
        try await tableView.changingRow(at: indexPath) {
            guard try await action.handler(tableView, indexPath) == .delete,
                let place = tableView.currentIndexPath(ofRow: identifier, lastSeenAt: indexPath)
            else { return }
            try tableView.commit(.delete, ofRowAt: place)
        }
    }

    /// Returns the menu entries that the delegate allows for a row.
    ///
    /// - Parameter indexPath: The index path of an existing row.
    public func menuActions(forRowAt indexPath: IndexPath) -> [MenuAction] {
        tableView.responder(forRowAt: indexPath).menuActions
    }

    /// Performs an entry of the row's menu by asking the delegate to.
    ///
    /// The row is reloaded afterwards, unless a change was announced.
    ///
    /// - Parameters:
    ///   - action: The entry: `copy`, `cut` or `paste`.
    ///   - indexPath: The index path of the row.
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled` or `noSuchAction`; any error passed to `refuse(_:)`.
    public func performMenuAction(_ action: MenuAction, forRowAt indexPath: IndexPath) async throws {
        try tableView.requireUsableRow(at: indexPath)
        guard menuActions(forRowAt: indexPath).contains(action) else {
            throw TableViewError(.noSuchAction, "The menu of the row has no entry \"\(action.rawValue)\".")
        }
        let sender = tableView.session
        try await tableView.changingRow(at: indexPath) {
            try await tableView.responder(forRowAt: indexPath).performMenuAction(action, withSender: sender)
        }
    }

    /// Tells the delegate that the accessory of a row was tapped: a detail button or a switch.
    ///
    /// The row is reloaded afterwards, unless a change was announced.
    ///
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled` or `notTappable`; any error passed to `refuse(_:)`.
    public func tapAccessory(forRowAt indexPath: IndexPath) async throws {
        try tableView.requireUsableRow(at: indexPath)
        let makers = [tableView, tableView.queried?.origin].compactMap(\.self)
        for maker in makers { maker.pressAccessory = nil }
        guard tableView.cellForRow(at: indexPath)?.accessory.isButton == true else {
            throw TableViewError(.notTappable, "The row has no accessory button.")
        }
        let press = makers.lazy.compactMap(\.pressAccessory).first
        try await tableView.changingRow(at: indexPath) {
            if let press { return press() }
            try await tableView.responder(forRowAt: indexPath).accessoryButtonTapped()
        }
    }

    /// Performs the primary action of a row by asking the delegate to.
    ///
    /// The row is reloaded afterwards, unless a change was announced.
    ///
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled` or `noSuchAction`; any error passed to `refuse(_:)`.
    public func performPrimaryAction(forRowAt indexPath: IndexPath) async throws {
        try tableView.requireUsableRow(at: indexPath)
        let row = tableView.responder(forRowAt: indexPath)
        guard row.hasPrimaryAction else { throw TableViewError(.noSuchAction, "The row has no primary action.") }
        try await tableView.changingRow(at: indexPath) { try await row.performPrimaryAction() }
    }

    /// Runs ``refreshHandler`` and waits until it ends.
    ///
    /// If a refresh is already running, the call waits for that one. A refresh runs to its end, even if the caller is
    /// cancelled.
    ///
    /// - Throws: ``TableViewError`` with `noSuchAction` if there is no handler; errors of the handler; any error passed
    ///   to `refuse(_:)`.
    public func refresh() async throws {
        guard let refreshHandler = tableView.refreshHandler else {
            throw TableViewError(.noSuchAction, "This table has nothing to refresh.")
        }
        if let refreshing = tableView.refreshing { return try await refreshing.value }
        let task = Task {
            defer { tableView.refreshing = nil }
            try await tableView.carryOut { try await refreshHandler(tableView) }
        }
        tableView.refreshing = task
        try await task.value
    }

    /// Returns the data that leaves with a row when it is dragged out of the table.
    ///
    /// - Returns: At least one item.
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled`, or `notDraggable` if the delegate gives no items.
    public func dragItems(forRowAt indexPath: IndexPath) throws(TableViewError) -> [TableViewDragItem] {
        try tableView.requireUsableRow(at: indexPath)
        guard let items = tableView.delegate?.tableView(tableView, itemsForBeginningDragAt: indexPath), !items.isEmpty
        else {
            throw TableViewError(.notDraggable, "The row cannot be dragged out.")
        }
        return items
    }
}

extension TableView {
    /// The actions that a row offers, grouped by the place where they are shown.
    public struct RowActions: Sendable {
        /// The swipe actions at the leading edge of the row; nil for none.
        public var leading: TableViewSwipeActionsConfiguration?
        /// The swipe actions at the trailing edge of the row; nil for none.
        public var trailing: TableViewSwipeActionsConfiguration?
        /// The context menu of the row; nil for none.
        public var menu: TableViewContextMenuConfiguration?

        /// Creates the actions of a row.
        ///
        /// - Parameters:
        ///   - leading: The swipe actions at the leading edge.
        ///   - trailing: The swipe actions at the trailing edge.
        ///   - menu: The context menu.
        public init(
            leading: TableViewSwipeActionsConfiguration? = nil, trailing: TableViewSwipeActionsConfiguration? = nil,
            menu: TableViewContextMenuConfiguration? = nil
        ) {
            self.leading = leading
            self.trailing = trailing
            self.menu = menu
        }

        /// Returns the actions with unique identifiers: a second `done`, at the trailing edge, becomes `done@trailing`.
        ///
        /// The first action keeps its identifier. Leading actions come first, then trailing actions, then those of the
        /// menu.
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

        /// All actions: first the leading ones, then the trailing ones, then those of the menu.
        public var all: [TableViewRowAction] {
            (leading?.actions ?? []) + (trailing?.actions ?? []) + (menu?.actions ?? [])
        }
    }

    /// Carries out an action on a row, and reloads the row afterwards, unless a change was announced.
    func changingRow(at indexPath: IndexPath, _ body: () async throws -> Void) async throws {
        let (identifier, before) = (identifier(forRowAt: indexPath), revision)
        if try await announces(body) { return }
        // Other requests may have changed the table while the action waited.
        let place = revision == before ? indexPath : currentIndexPath(ofRow: identifier, lastSeenAt: indexPath)
        if let place, hasRow(at: place) { reloadRows(at: [place]) }
    }
}
