import FoundationEssentials
import Testing

@testable import CascadingTable
@testable import TableManagers

/// Tests that overrides which are never called are found: those without `async`, below an override with `async`.
@TableActor
@Suite struct HiddenOverrideTests {
    /// Overrides each method with `async`.
    private class Waiting: TableViewController {
        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {}
        override func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) async throws {}
        override func tableView(
            _ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath
        ) async throws {}
        override func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) async throws {}
        override func tableView(
            _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
        ) async throws {}
        override func tableView(
            _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
        ) async throws {}
        override func tableView(
            _ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath
        ) async throws {}
        override func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) async throws {}
        override func tableView(
            _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
            withSender sender: TableSession?
        ) async throws {}
        override func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) async throws
        {}
        override func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) async throws {}
        override func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) async throws {}
        override func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) async throws {}
    }

    private class Select: Waiting {
        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {}
    }
    private final class Deselect: Waiting {
        override func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) throws {}
    }
    private final class Accessory: Waiting {
        override func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) throws {}
    }
    private final class Commit: Waiting {
        override func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) throws {}
    }
    private final class Values: Waiting {
        override func tableView(
            _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
        ) throws {}
    }
    private final class Create: Waiting {
        override func tableView(
            _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
        ) throws {}
    }
    private final class Move: Waiting {
        override func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) throws {
        }
    }
    private final class MoveSection: Waiting {
        override func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) throws {}
    }
    private final class Menu: Waiting {
        override func tableView(
            _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
            withSender sender: TableSession?
        ) throws {}
    }
    private final class Primary: Waiting {
        override func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) throws {}
    }
    private final class Expand: Waiting {
        override func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) throws {}
    }
    private final class Collapse: Waiting {
        override func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) throws {}
    }
    private final class Drop: Waiting {
        override func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) throws {}
    }

    @Test func `The methods are where Swift puts them`() {
        #expect(ActionMethod.places.count == ActionMethod.allCases.count)
    }

    @Test func `Each method is found`() {
        let cases: [(AnyClass, String)] = [
            (Select.self, "didSelectRowAt"), (Deselect.self, "didDeselectRowAt"),
            (Accessory.self, "accessoryButtonTappedForRowWith"), (Commit.self, "commit:forRowAt"),
            (Values.self, "commitValues:forRowAt"), (Create.self, "createRowWith:inSection"),
            (Move.self, "moveRowAt:to"), (MoveSection.self, "moveSection:to"),
            (Menu.self, "performAction:forRowAt:withSender"), (Primary.self, "performPrimaryActionForRowAt"),
            (Expand.self, "didExpandRowAt"), (Collapse.self, "didCollapseRowAt"), (Drop.self, "performDropWith"),
        ]
        for (type, method): (AnyClass, String) in cases {
            #expect(
                ActionMethod.hiddenOverrides(in: type) == [
                    "\(type) overrides tableView(_:\(method):) without async, which is never called: its superclass "
                        + "Waiting overrides it with async. Write async in \(type) too."
                ])
        }
    }

    private final class Sub: Select {}
    private final class Both: Select {
        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {}
    }
    private class Plain: TableViewController {
        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
    }
    private final class Later: Plain {
        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {}
    }
    private final class Generic<Item>: TableManager<Item> {
        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {}
    }
    private class GenericWaiting<Item>: TableManager<Item> {
        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {}
    }
    private final class GenericHidden: GenericWaiting<Int> {
        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {}
    }
    private final class NoNode: TableViewDataSource {
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    }

    @Test func `Only a method that is never called is found`() {
        for type: AnyClass in [Both.self, Later.self, Waiting.self, Plain.self, Generic<Int>.self, NoNode.self]
            as [AnyClass]
        {
            #expect(ActionMethod.hiddenOverrides(in: type) == [], "\(type)")
        }
        #expect(ActionMethod.hiddenOverrides(in: Sub.self) == ActionMethod.hiddenOverrides(in: Select.self))
        #expect(ActionMethod.hiddenOverrides(in: GenericHidden.self).count == 1)
    }

    @Test func `Nodes of the tree are looked at`() {
        final class Row: CascadingBareTableDelegate {}
        class WaitingRow: CascadingBareTableDelegate {
            override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {}
        }
        final class HiddenRow: WaitingRow {
            override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
        }
        let rows = [Row(), WaitingRow(), HiddenRow(), HiddenRow()]
        let root = CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(childDelegates: rows)])
        #expect(TableView(root: root).hiddenOverrides.count == 1)
    }
}
