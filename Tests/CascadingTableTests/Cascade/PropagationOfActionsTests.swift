import CascadingTable
import FoundationEssentials
import Testing

/// Tests that an action on a row reaches its node once, directly or through the nodes above it.
@TableActor
@Suite struct PropagationOfActionsTests {
    enum Parent: CaseIterable {
        /// A section that forwards everything, so that the table calls the row itself.
        case plain
        /// A section that answers for the heights of its rows, so that the table calls the section.
        case withRowHeight
        /// A section of another class, which may answer anything.
        case subclass
    }

    private static func section(_ parent: Parent, _ row: Row) -> CascadingSectionTableDelegate {
        let children = [CascadingBareTableDelegate(), row]
        switch parent {
        case .plain: return CascadingSectionTableDelegate(childDelegates: children)
        case .withRowHeight:
            let section = CascadingSectionTableDelegate(childDelegates: children)
            section.rowHeight = 40
            return section
        case .subclass: return Group(childDelegates: children)
        }
    }

    @Test(arguments: Parent.allCases)
    func `Each action is told to the row once`(parent: Parent) async throws {
        let row = Row()
        let root = CascadingRootTableDelegate(childDelegates: [
            CascadingSectionTableDelegate(), Self.section(parent, row),
        ])
        let gestures = TableView(root: root).gestures
        let place: IndexPath = [1, 1]

        try await gestures.touchRow(at: place)
        try await gestures.releaseRow(at: place)
        try await gestures.tapAccessory(forRowAt: place)
        try await gestures.performPrimaryAction(forRowAt: place)
        try await gestures.performMenuAction(.copy, forRowAt: place)
        try await gestures.setExpanded(true, forRowAt: place)
        try await gestures.setExpanded(false, forRowAt: place)
        try await gestures.commitValues(["name": "Pear"], forRowAt: place)
        try await gestures.commit(.delete, forRowAt: place)

        #expect(
            row.calls == ["select", "deselect", "tap", "primary", "copy", "expand", "collapse", "name Pear", "delete"])
    }

    @Test(arguments: Parent.allCases)
    func `An action that the row refuses is refused`(parent: Parent) async throws {
        let row = Row()
        row.refusal = TableViewError(.vetoed, "Not now.")
        let root = CascadingRootTableDelegate(childDelegates: [
            CascadingSectionTableDelegate(), Self.section(parent, row),
        ])
        let tableView = TableView(root: root)

        await #expect(throws: TableViewError(.vetoed, "Not now.")) {
            try await tableView.gestures.touchRow(at: [1, 1])
        }
        #expect(tableView.indexPathsForSelectedRows.isEmpty)
    }
}

private final class Group: CascadingSectionTableDelegate {}

/// A row that offers all actions, and records them.
private final class Row: CascadingBareTableDelegate {
    private(set) var calls: [String] = []
    var refusal: TableViewError?

    private func record(_ call: String) throws {
        if let refusal { throw refusal }
        calls.append(call)
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Apple", accessory: .detail)
    }
    override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
    override func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool {
        true
    }
    override func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool { true }
    override func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool { true }
    override func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
        TableViewRowExpansion(.init(title: "More"))
    }
    override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    {
        [TableViewEditableField("name", label: "Name")]
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {
        try record("select")
    }
    override func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) throws {
        try record("deselect")
    }
    override func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) throws {
        try record("tap")
    }
    override func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) throws {
        try record("primary")
    }
    override func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) throws { try record(action.rawValue) }
    override func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) throws {
        try record("expand")
    }
    override func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) throws {
        try record("collapse")
    }
    override func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) throws { try record(values.map { "\($0) \($1)" }.joined()) }
    override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) throws { try record(editingStyle.rawValue) }
}
