public import CascadingTable
import Essentials

/// A registration that shows models of one type with cells of one type, optionally under a condition.
///
/// Each of its ``RowEvents`` takes a closure, which a second one replaces:
///
/// ```swift
/// manager.register(PostCell.self) { mapping in
///     mapping.didSelect { cell, post, indexPath in print(post.title) }
///     mapping.heightForCell { post, indexPath in 72 }
///     mapping.commitEditingStyle { style, cell, post, indexPath in try storage.removeItem(at: indexPath) }
/// }
/// ```
@TableActor
@dynamicMemberLookup
public final class CellMapping<Cell: CellContent, Model> {
    /// The condition under which the mapping is used. The default is no condition.
    ///
    /// If several mappings fit a model, the first registered one whose condition is met is used.
    public var condition: MappingCondition<IndexPath, Model> = .none {
        didSet { mapping.condition = condition.erased { $0 } }
    }

    let mapping: RegisteredMapping<TableViewCell>

    init(fill: @escaping @TableActor (inout Cell, Model, IndexPath) -> Void) {
        mapping = RegisteredMapping(fill: fill, { Cell() }, content: { $0.cell }, show: { $0.cell = $1 })
    }

    /// Sets the closure for an event, which receives the cell, the model and the index path in the storage.
    public subscript<Result>(
        dynamicMember event: KeyPath<RowEvents, CellEvent<Result>>
    ) -> (@escaping @TableActor (Cell, Model, IndexPath) -> Result) -> Void {
        { [mapping] handler in
            mapping.react(to: mapping.events[keyPath: event]) { (_: Void, cell, model, place) in
                handler(cell, model, place)
            }
        }
    }

    /// Sets the closure for an event, which receives the model and the index path in the storage.
    public subscript<Result>(
        dynamicMember event: KeyPath<RowEvents, ModelEvent<Result>>
    ) -> (@escaping @TableActor (Model, IndexPath) -> Result) -> Void {
        { [mapping] handler in mapping.react(to: mapping.events[keyPath: event], handler) }
    }

    /// Sets the closure for an action, which receives the cell, the model and the index path in the storage.
    public subscript(
        dynamicMember event: KeyPath<RowEvents, CellAction<Void>>
    ) -> (@escaping @TableActor (Cell, Model, IndexPath) async throws -> Void) -> Void {
        { [mapping] handler in
            mapping.react(to: mapping.events[keyPath: event]) { (_: Void, cell, model, place) in
                { try await handler(cell, model, place) }
            }
        }
    }

    /// Sets the closure for an action, which receives the argument, the cell, the model and the index path.
    public subscript<Argument>(
        dynamicMember event: KeyPath<RowEvents, CellAction<Argument>>
    ) -> (@escaping @TableActor (Argument, Cell, Model, IndexPath) async throws -> Void) -> Void {
        { [mapping] handler in
            mapping.react(to: mapping.events[keyPath: event]) { argument, cell, model, place in
                { try await handler(argument, cell, model, place) }
            }
        }
    }

    /// Sets the closure that returns the destination of a moved row. Without a closure: the proposed position.
    ///
    /// - Parameter handler: A closure that receives the proposed position, the cell, the model and the index path. All
    ///   positions are those of the storage.
    public func targetIndexPathForMove(
        _ handler: @escaping @TableActor (IndexPath, Cell, Model, IndexPath) -> IndexPath
    ) {
        mapping.react(to: mapping.events.targetIndexPathForMove, handler)
    }

    /// Sets the closure that returns whether the row's menu offers an action. Without a closure: false.
    ///
    /// - Parameter handler: A closure that receives the action, the visitor's session, the cell, the model and the
    ///   index path in the storage. The session is nil if there is none.
    public func canPerformAction(
        _ handler: @escaping @TableActor (MenuAction, TableSession?, Cell, Model, IndexPath) -> Bool
    ) {
        mapping.react(to: mapping.events.canPerformAction) { handler($0.0, $0.1, $1, $2, $3) }
    }

    /// Sets the closure that performs an action of the row's menu. Throw an error to refuse.
    ///
    /// - Parameter handler: A closure that receives the action, the visitor's session, the cell, the model and the
    ///   index path in the storage. The session is nil if there is none.
    public func performAction(
        _ handler: @escaping @TableActor (MenuAction, TableSession?, Cell, Model, IndexPath) async throws -> Void
    ) {
        mapping.react(to: mapping.events.performAction) { argument, cell, model, place in
            { try await handler(argument.0, argument.1, cell, model, place) }
        }
    }
}

/// A registration that shows models of one type with headers or footers of one type, optionally under a condition.
///
/// A second closure for an event replaces the first.
@TableActor
public final class HeaderFooterMapping<View: HeaderFooterContent, Model> {
    /// The condition under which the mapping is used. The default is no condition.
    ///
    /// If several mappings fit a model, the first registered one whose condition is met is used.
    public var condition: MappingCondition<Int, Model> = .none {
        didSet { mapping.condition = condition.erased(\.section) }
    }

    let mapping: RegisteredMapping<TableViewHeaderFooterView>

    init(fill: @escaping @TableActor (inout View, Model, Int) -> Void) {
        mapping = RegisteredMapping(
            fill: { fill(&$0, $1, $2.section) }, { View() }, content: { $0.view }, show: { $0.view = $1 })
    }

    /// Sets the closure that is called before the header or footer is written to a page.
    ///
    /// - Parameter handler: A closure that receives the view, the model and the section in the storage.
    public func willDisplay(_ handler: @escaping @TableActor (View, Model, Int) -> Void) {
        mapping.react(to: mapping.events.willDisplay) { (_: Void, view, model, place) in
            handler(view, model, place.section)
        }
    }

    /// Sets the closure that is called after the header or footer was written to a page.
    ///
    /// - Parameter handler: A closure that receives the view, the model and the section in the storage.
    public func didEndDisplaying(_ handler: @escaping @TableActor (View, Model, Int) -> Void) {
        mapping.react(to: mapping.events.didEndDisplaying) { (_: Void, view, model, place) in
            handler(view, model, place.section)
        }
    }

    /// Sets the closure that returns the height of the header or footer. A height of 0 fits the content.
    ///
    /// - Parameter handler: A closure that receives the model and the section in the storage.
    public func height(_ handler: @escaping @TableActor (Model, Int) -> Height) {
        mapping.react(to: mapping.events.heightForCell) { handler($0, $1.section) }
    }
}
