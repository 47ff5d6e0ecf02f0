public import CascadingTable

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
        @TableActor
        func view(_ model: Any, _ place: IndexPath) -> View? {
            guard let model = model as? Model else { return nil }
            var view = View()
            fill(&view, model, place.section)
            return view
        }
        mapping = RegisteredMapping(viewType: View.self, accepts: { $0 is Model }) { model, place, _ in
            view(model, place)?.view
        } view: { model, place, displayed, _ in
            guard var view = view(model, place) else { return nil }
            if let displayed { view.view = displayed }
            return view
        }
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
