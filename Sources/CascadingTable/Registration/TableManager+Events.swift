public import FoundationEssentials

/// What can happen to the table, and what can be asked of it, beyond single rows.
///
/// Index paths and sections are the storage's. A second closure for one event replaces the first.
extension TableManager {
    /// The index beside the table.
    public final func sectionIndexTitles(_ handler: @escaping @TableActor () -> [String]?) {
        events.sectionIndexTitles = handler
    }

    /// The section an index title leads to, from the title and its place in the index.
    public final func sectionForSectionIndexTitle(_ handler: @escaping @TableActor (String, Int) -> Int) {
        events.sectionForSectionIndexTitle = handler
    }

    /// Moves a row, from the first place to the second, whatever its model, or refuses to by throwing.
    public final func move(_ handler: @escaping @TableActor (IndexPath, IndexPath) throws -> Void) {
        events.move = handler
    }

    /// Not asked of a manager that is one section of a tree.
    public final func canMoveSection(_ handler: @escaping @TableActor (Int) -> Bool) {
        events.canMoveSection = handler
    }

    /// Moves a section, from the first place to the second, or refuses to by throwing.
    public final func moveSection(_ handler: @escaping @TableActor (Int, Int) throws -> Void) {
        events.moveSection = handler
    }

    public final func didEndMultipleSelectionInteraction(_ handler: @escaping @TableActor () -> Void) {
        events.didEndMultipleSelectionInteraction = handler
    }

    /// In a tree a row of another section is outside.
    public final func shouldUpdateFocus(_ handler: @escaping @TableActor (TableViewFocusUpdateContext) -> Bool) {
        events.shouldUpdateFocus = handler
    }

    public final func didUpdateFocus(_ handler: @escaping @TableActor (TableViewFocusUpdateContext) -> Void) {
        events.didUpdateFocus = handler
    }

    public final func indexPathForPreferredFocusedView(_ handler: @escaping @TableActor () -> IndexPath?) {
        events.preferredFocusedRow = handler
    }

    /// Whether what is held over the table may be let go there.
    public final func canHandleDrop(_ handler: @escaping @TableActor (TableViewDrop) -> Bool) {
        events.canHandleDrop = handler
    }

    /// Takes in what was let go, or refuses to by throwing.
    public final func performDrop(_ handler: @escaping @TableActor (TableViewDrop) throws -> Void) {
        events.performDrop = handler
    }
}
