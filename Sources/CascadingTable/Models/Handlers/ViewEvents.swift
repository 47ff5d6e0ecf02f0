import FoundationEssentials

// Event handlers without the type of their model, as the table delegate calls them.

@TableActor
protocol ViewEvents<View>: AnyObject {
    associatedtype View
    var view: View { get set }
    func takeUp(
        tableView: TableView, model: ReusableViewModel, prototype: View, makeView: @escaping () -> View
    ) -> Bool
    func willReuseView()
    func willDisplayView()
    func didEndDisplayingView()
}

@TableActor
protocol CellEvents: ViewEvents<TableViewCell> {
    var indexPath: IndexPath { get set }
    func accessoryButtonTapped()
    func shouldHighlightView() -> Bool
    func didHighlightView()
    func didUnhighlightView()
    func willSelectView() -> IndexPath?
    func willDeselectView() -> IndexPath?
    func didSelectView()
    func didDeselectView()
    func willBeginEditing()
    func didEndEditing()
    func editActions() -> [TableViewRowAction]?
    func fieldsForEditing() -> [TableViewEditableField]
    func commit(_ values: [String: String]) throws
    func canPerformAction(_ action: MenuAction, withSender sender: TableSession?) -> Bool
    func performAction(_ action: MenuAction, withSender sender: TableSession?)
}

@TableActor
protocol SectionAccessoryEvents: ViewEvents<TableViewHeaderFooterView> {}

extension ViewEventHandler: ViewEvents {}
extension CellEventHandler: CellEvents {}
extension SectionAccessoryEventHandler: SectionAccessoryEvents {}
