/// The registration of one type of header or footer for one type of model.
@TableActor
final class HeaderFooterRecord<View: HeaderFooterContent, Model>: RegisteredMapping<Int, TableViewHeaderFooterView> {
    typealias Handler = @TableActor (inout View, Model, Int) -> Void

    private let fill: Handler

    init(fill: @escaping Handler) {
        self.fill = fill
        super.init(viewType: View.self, modelType: Model.self)
    }

    override func accepts(_ model: Any) -> Bool { model is Model }

    override func content(for model: Any, at section: Int) -> TableViewHeaderFooterView? {
        view(for: model, at: section)?.view
    }

    override func view(for model: Any, at section: Int, showing displayed: TableViewHeaderFooterView?) -> Any? {
        guard var view = view(for: model, at: section) else { return nil }
        if let displayed { view.view = displayed }
        return view
    }

    private func view(for model: Any, at section: Int) -> View? {
        guard let model = model as? Model else { return nil }
        var view = View()
        fill(&view, model, section)
        return view
    }
}
