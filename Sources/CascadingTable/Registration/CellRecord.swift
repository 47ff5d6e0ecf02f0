import FoundationEssentials

/// The registration of one type of cell for one type of model.
@TableActor
final class CellRecord<Cell: CellContent, Model>: RegisteredMapping<IndexPath, TableViewCell> {
    typealias Handler = @TableActor (inout Cell, Model, IndexPath) -> Void

    private let fill: Handler
    private var isStyleReported = false

    init(fill: @escaping Handler) {
        self.fill = fill
        super.init(viewType: Cell.self, modelType: Model.self)
    }

    override func accepts(_ model: Any) -> Bool { model is Model }

    override func content(for model: Any, at indexPath: IndexPath) -> TableViewCell? {
        view(for: model, at: indexPath)?.cell
    }

    override func view(for model: Any, at indexPath: IndexPath, showing displayed: TableViewCell?) -> Any? {
        guard var view = view(for: model, at: indexPath) else { return nil }
        if let displayed { view.cell = displayed }
        return view
    }

    private func view(for model: Any, at indexPath: IndexPath) -> Cell? {
        guard let model = model as? Model else { return nil }
        var view = Cell()
        fill(&view, model, indexPath)
        if let ownIdentifier { lay(&view.cell, outBy: ownIdentifier) }
        return view
    }

    private func lay(_ cell: inout TableViewCell, outBy identifier: String) {
        if cell.style == .default {
            cell.style = TableViewCell.Style(rawValue: identifier)
        } else if cell.style.rawValue != identifier, !isStyleReported {
            isStyleReported = true
            list?.owner?.report(
                .differentCellReuseIdentifier,
                "\(viewType) is registered as \(identifier) and has the style \(cell.style.rawValue), which it keeps.")
        }
    }
}
