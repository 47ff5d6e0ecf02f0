import FoundationEssentials

/// The closures of a manager for events that concern the whole table.
struct TableEvents {
    var sectionIndexTitles: (@TableActor () -> [String]?)?
    var sectionForSectionIndexTitle: (@TableActor (String, Int) -> Int)?
    var move: (@TableActor (IndexPath, IndexPath) async throws -> Void)?
    var canMoveSection: (@TableActor (Int) -> Bool)?
    var moveSection: (@TableActor (Int, Int) async throws -> Void)?
    var didEndMultipleSelectionInteraction: (@TableActor () -> Void)?
    var shouldUpdateFocus: (@TableActor (TableViewFocusUpdateContext) -> Bool)?
    var didUpdateFocus: (@TableActor (TableViewFocusUpdateContext) -> Void)?
    var preferredFocusedRow: (@TableActor () -> IndexPath?)?
    var canHandleDrop: (@TableActor (TableViewDrop) -> Bool)?
    var performDrop: (@TableActor (TableViewDrop) async throws -> Void)?
}
