import CascadingTable
import TableModels
import FoundationEssentials

final class FruitModel: CellModel {
    var name: String { didSet { reload() } }

    init(_ name: String) {
        self.name = name
        super.init(TableViewCell(style: .subtitle))
    }
}

/// A table of models, with a log of its anomalies.
@TableActor
final class FruitTable {
    let model = TableModel()
    let provider = EventHandlerProvider()
    let delegate: ModelTableDelegate
    let tableView: TableView
    var anomalies: [Anomaly] = []

    /// Creates a section for each string, with a row for each letter.
    init(_ sections: String..., register: (EventHandlerProvider) -> Void = { _ in }) {
        for letters in sections {
            let section = model.addNewSectionModel()
            for letter in letters { section.addCellModel(FruitModel("\(letter)")) }
        }
        delegate = ModelTableDelegate(model, eventHandlerProvider: provider)
        register(provider)
        tableView = TableView(root: delegate)
        tableView.anomalies.action = { [weak self] in self?.anomalies.append($0) }
        _ = tableView.numberOfRows
    }

    func fruit(_ section: Int, _ row: Int) -> FruitModel? {
        model.cellModel(at: [section, row]) as? FruitModel
    }

    var shown: [String] { shown(in: tableView) }

    func shown(in tableView: TableView) -> [String] {
        (0..<tableView.numberOfSections).map { section in
            (0..<tableView.numberOfRows(inSection: section))
                .map { tableView.cellForRow(at: [section, $0])?.title ?? "?" }.joined()
        }
    }
}

/// A handler that shows only the fruit's name.
final class FruitHandler: CellEventHandler<FruitModel> {
    override func willReuseView() { view.title = model.name }
}
