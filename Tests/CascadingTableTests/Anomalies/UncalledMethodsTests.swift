import CascadingTable
import FoundationEssentials
import LocalizedMessages
import TableTesting
import Testing

/// Tests the assertion that names methods whose signature nearly matches that of a delegate method.
@Suite struct UncalledMethodsTests {
    @Test(arguments: [
        "tableView(_: TableView, heightForRowAt: IndexPath) -> Float, which is never called; did you mean tableView(_: TableView, heightForRowAt: IndexPath) -> Height?",
        "tableView(_: TableView, titleForFooterInSection: Int) -> LocalizedMessage?, which is never called; did you mean tableView(_: TableView, titleForFooterInSection: Int) -> String??",
        "tableView(_: TableView, prefetchRowsAt: [IndexPath]) async -> Void, which is never called; did you mean tableView(_: TableView, prefetchRowsAt: [IndexPath]) -> TablePrefetch??",
        "tableView(_: TableView, canEditRowAt: IndexPath) async -> Bool, which is never called; did you mean tableView(_: TableView, canEditRowAt: IndexPath) -> Bool?",
        "sectionIndexTitles(for: TableView) -> [Character], which is never called; did you mean sectionIndexTitles(for: TableView) -> [String]??",
        "tableView(_:didSelectRowAtIndexPath:), which is never called; did you mean tableView(_:didSelectRowAt:)?",
        "tableView(_:heightForRowAtIndexPath:), which is never called; did you mean tableView(_:heightForRowAt:)?",
        "tableView(_:shouldHighlightRow:), which is never called; did you mean tableView(_:shouldHighlightRowAt:)?",
        "tableView(_:trailingSwipeActionsConfigurationForRowAtIndexPath:), which is never called; did you mean tableView(_:trailingSwipeActionsConfigurationForRowAt:)?",
        "tableView(_:titleForHeaderInsection:), which is never called; did you mean tableView(_:titleForHeaderInSection:)?",
        "tableView(_:moveRow:to:), which is never called; did you mean tableView(_:moveRowAt:to:)?",
        "tableView(_:commit:forRow:), which is never called; did you mean tableView(_:commit:forRowAt:)?",
        "tableView(_:contextMenuConfigurationForRowAt:point:), which is never called; did you mean tableView(_:contextMenuConfigurationForRowAt:)?",
        "tableView(_: TableView, indentationLevelForRowAt: IndexPath) -> UInt, which is never called; did you mean tableView(_: TableView, indentationLevelForRowAt: IndexPath) -> Int?",
        "numberOfSections(inTableView:), which is never called; did you mean numberOfSections(in:)?",
    ])
    func `A near miss is named`(_ miss: String) {
        let problems = uncalledMethods(of: Board.self)
        #expect(problems.contains("Board implements \(miss)"), "\(problems.joined(separator: "\n"))")
    }

    @Test func `Only near misses are named`() {
        let problems = uncalledMethods(of: Board.self)
        #expect(problems.count == 15, "\(problems.joined(separator: "\n"))")
        #expect(uncalledMethods(of: FineBoard.self) == [])
        #expect(uncalledMethods(of: FineController.self) == [])
    }

    @Test func `A subclass of a controller is told what no superclass has`() {
        #expect(
            uncalledMethods(of: Controller.self) == [
                "Controller implements tableView(_: TableView, heightForRowAt: IndexPath) -> Double, which is never "
                    + "called; did you mean tableView(_: TableView, heightForRowAt: IndexPath) -> Height?"
            ])
    }

    @Test func `A method that only a subclass has is never called`() {
        #expect(
            uncalledMethods(of: LateBoard.self) == [
                "LateBoard implements tableView(_:didSelectRowAt:), which is never called, because its superclass "
                    + "FineBoard does not implement it. Implement it there, and override it."
            ])
    }

    @Test func `The symbols are read in a moment`() {
        let time = ContinuousClock().measure { _ = uncalledMethods(of: Board.self) }
        #expect(time < .seconds(5))
    }
}

private class FineBoard: TableViewDataSource, TableViewDelegate {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height { 80 }
    func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
    func tableView(_ tableView: TableView, commitValues: [String: String], forRowAt indexPath: IndexPath) throws {}
    func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
    func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) async {}
    func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) async throws {}
    func tableView(_ tableView: TableView, colourOfRow row: Int) -> String { "" }
    func move(_ tableView: TableView) {}
    private func helper(_ rows: [IndexPath]) {}
}

private final class LateBoard: FineBoard {
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
    override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height { 90 }
}

private final class FineController: TableViewController {
    private func close(_ rows: [IndexPath]) async throws {}
    override func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String { "Title" }
    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
    override func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) async throws {}
}

private final class Controller: TableViewController {
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Double { 80 }
}

private final class Board: TableViewDataSource, TableViewDelegate {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }

    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Float { 80 }
    func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> LocalizedMessage? { "Title" }
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) async {}
    func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) async -> Bool { true }
    func sectionIndexTitles(for tableView: TableView) -> [Character] { [] }
    func tableView(_ tableView: TableView, didSelectRowAtIndexPath indexPath: IndexPath) {}
    func tableView(_ tableView: TableView, heightForRowAtIndexPath indexPath: IndexPath) -> Height { 80 }
    func tableView(_ tableView: TableView, shouldHighlightRow indexPath: IndexPath) -> Bool { true }
    func tableView(
        _ tableView: TableView, trailingSwipeActionsConfigurationForRowAtIndexPath indexPath: IndexPath
    ) -> TableViewSwipeActionsConfiguration? { nil }
    func tableView(_ tableView: TableView, titleForHeaderInsection section: Int) -> String? { nil }
    func tableView(_ tableView: TableView, moveRow source: IndexPath, to destination: IndexPath) {}
    func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRow indexPath: IndexPath
    ) {}
    func tableView(
        _ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: Double
    ) -> TableViewContextMenuConfiguration? { nil }
    func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> UInt { 0 }
    func numberOfSections(inTableView tableView: TableView) -> Int { 1 }
}
