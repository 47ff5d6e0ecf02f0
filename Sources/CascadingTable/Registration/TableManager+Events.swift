public import FoundationEssentials

/// Closures for events of the whole table.
///
/// Index paths and sections are those of the storage. A second closure for an event replaces the first.
extension TableManager {
    /// Sets the closure that returns the entries of the index beside the table, or nil for no index.
    ///
    /// - Parameter handler: A closure that returns the titles.
    public final func sectionIndexTitles(_ handler: @escaping @TableActor () -> [String]?) {
        events.sectionIndexTitles = handler
    }

    /// Sets the closure that returns the section of an entry of the index. In a tree of delegates, its answer is
    /// ignored.
    ///
    /// - Parameter handler: A closure that receives the title and its position in the index.
    public final func sectionForSectionIndexTitle(_ handler: @escaping @TableActor (String, Int) -> Int) {
        events.sectionForSectionIndexTitle = handler
    }

    /// Sets the closure that moves a row with any model (`POST ./move`). Throw an error to refuse.
    ///
    /// - Parameter handler: A closure that receives the source and the destination.
    public final func move(_ handler: @escaping @TableActor (IndexPath, IndexPath) async throws -> Void) {
        events.move = handler
    }

    /// Sets the closure that returns whether visitors can move a section. It is not called in a tree of delegates.
    ///
    /// - Parameter handler: A closure that receives the section.
    public final func canMoveSection(_ handler: @escaping @TableActor (Int) -> Bool) {
        events.canMoveSection = handler
    }

    /// Sets the closure that moves a section (`POST ./move-section`). It is not called in a tree of delegates.
    ///
    /// Throw an error to refuse.
    ///
    /// - Parameter handler: A closure that receives the source and the destination.
    public final func moveSection(_ handler: @escaping @TableActor (Int, Int) async throws -> Void) {
        events.moveSection = handler
    }

    /// Sets the closure that is called after a visitor selected several rows at once.
    ///
    /// - Parameter handler: A closure without parameters.
    public final func didEndMultipleSelectionInteraction(_ handler: @escaping @TableActor () -> Void) {
        events.didEndMultipleSelectionInteraction = handler
    }

    /// Sets the closure that returns whether the focus may move (`POST ./focus`, `POST ./blur`).
    ///
    /// - Parameter handler: A closure that receives the previous and the next row. In a tree of delegates, a row of
    ///   another section is nil.
    public final func shouldUpdateFocus(_ handler: @escaping @TableActor (TableViewFocusUpdateContext) -> Bool) {
        events.shouldUpdateFocus = handler
    }

    /// Sets the closure that is called after the focus moved (`POST ./focus`, `POST ./blur`).
    ///
    /// - Parameter handler: A closure that receives the previous and the next row. In a tree of delegates, a row of
    ///   another section is nil.
    public final func didUpdateFocus(_ handler: @escaping @TableActor (TableViewFocusUpdateContext) -> Void) {
        events.didUpdateFocus = handler
    }

    /// Sets the closure that returns the row that has the focus when a page opens, or nil for none.
    ///
    /// - Parameter handler: A closure that returns an index path in the storage.
    public final func indexPathForPreferredFocusedView(_ handler: @escaping @TableActor () -> IndexPath?) {
        events.preferredFocusedRow = handler
    }

    /// Sets the closure that returns whether the table accepts a drop. Without a closure and a delegate: false.
    ///
    /// - Parameter handler: A closure that receives the dropped items and their destination.
    public final func canHandleDrop(_ handler: @escaping @TableActor (TableViewDrop) -> Bool) {
        events.canHandleDrop = handler
    }

    /// Sets the closure that inserts dropped items (`POST ./drop`). Throw an error to refuse.
    ///
    /// - Parameter handler: A closure that receives the dropped items and their destination.
    public final func performDrop(_ handler: @escaping @TableActor (TableViewDrop) async throws -> Void) {
        events.performDrop = handler
    }
}
