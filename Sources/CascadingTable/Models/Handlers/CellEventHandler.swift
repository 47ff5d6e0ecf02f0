public import FoundationEssentials

/// Answers the events of rows of one kind of model.
///
/// ```swift
/// final class FruitHandler: CellEventHandler<FruitModel> {
///     override func willReuseView() { view.title = model.name }
///     override func didSelectView() { tableView?.navigate(to: "fruit/\(model.name)/") }
/// }
///
/// provider.register(FruitHandler.self)
/// ```
@TableActor
open class CellEventHandler<Model: CellModel>: ViewEventHandler<Model, TableViewCell> {
    /// Where the row is in the table.
    public final internal(set) var indexPath = IndexPath()

    // MARK: Selecting
    open func accessoryButtonTapped() {}
    /// Whether the row can be pressed. A row that has no handler cannot.
    open func shouldHighlightView() -> Bool { true }
    open func didHighlightView() {}
    open func didUnhighlightView() {}
    /// The row to select in place of this one; nil refuses.
    open func willSelectView() -> IndexPath? { indexPath }
    /// The row to deselect in place of this one; nil refuses.
    open func willDeselectView() -> IndexPath? { indexPath }
    open func didSelectView() {}
    open func didDeselectView() {}

    // MARK: Editing
    open func willBeginEditing() {}
    open func didEndEditing() {}
    open func editActions() -> [TableViewRowAction]? { nil }
    /// The values of the row that a visitor may change.
    open func fieldsForEditing() -> [TableViewEditableField] { [] }
    /// Changes the model to these values, by the names of their fields, or throws ``TableViewValidationError``.
    open func commit(_ values: [String: String]) throws {}

    // MARK: Copy and paste, where the model shows its menu
    open func canPerformAction(_ action: MenuAction, withSender sender: TableSession?) -> Bool { false }
    open func performAction(_ action: MenuAction, withSender sender: TableSession?) {}
}
