import CascadingTable
import TableModels

/// Models of rows and sections, with a handler for each type. Visitors insert, delete, move, copy and paste rows.
enum ModelsExample {
    @TableActor
    static func make() -> TableView {
        let model = TableModel()
        for (title, dishes) in [
            ("Starters", ["Soup", "Olives"]), ("Mains", ["Risotto", "Stew", "Pie"]), ("Sweets", ["Sorbet"]),
        ] {
            let section = SectionModel(title: title, cellModels: dishes.map { DishModel(name: $0) } + [NewDishModel()])
            section.makeCellModelForInsertion = { DishModel(name: "New dish") }
            section.indexTitle = String(title.prefix(1))
            model.addSectionModel(section)
        }
        let provider = EventHandlerProvider()
        provider.register(NewDishHandler.self)
        provider.register(DishHandler.self)
        let tableView = TableView(
            title: "Menu of the day", root: ModelTableDelegate(model, eventHandlerProvider: provider))
        tableView.appearance.style = .insetGrouped
        tableView.appearance.showsEditButton = true
        return tableView
    }
}

private final class DishModel: CellModel {
    var name: String { didSet { reload() } }
    var isFavourite = false { didSet { reload() } }

    init(name: String) {
        self.name = name
        super.init()
        isEditable = true
        isMovable = true
        shouldShowMenu = true
        titleForDeleteConfirmationButton = "Take off the menu"
    }
}

/// The last row of a section, which inserts another row.
private final class NewDishModel: CellModel {
    init() {
        super.init(TableViewCell(title: "Add a dish"))
        isEditable = true
        editingStyle = .insert
        indentationLevel = 1
    }
}

private final class DishHandler: CellEventHandler<DishModel> {
    override func fieldsForEditing() -> [TableViewEditableField] {
        [
            TableViewEditableField(
                "name", label: "Name", value: model.name, isRequired: true, maxLength: 40,
                help: "The name on the menu board."),
            TableViewEditableField("favourite", label: "Favourite", value: "\(model.isFavourite)", kind: .boolean),
        ]
    }

    override func commit(_ values: [String: String]) throws {
        let name = values["name"] ?? ""
        let dishes = model.sectionModel?.cellModels.compactMap { $0 as? DishModel } ?? []
        guard !dishes.contains(where: { $0 !== model && $0.name == name }) else {
            throw TableViewValidationError("name", "Another dish has this name. Enter a different name.")
        }
        let before = ["name": model.name, "favourite": "\(model.isFavourite)"]
        (model.name, model.isFavourite) = (name, values["favourite"] == "true")
        tableView?.registerUndo("Edit \(name)") { [self] _ in try commit(before) }
    }

    /// The name that a visitor copied last. All visitors share it.
    private static var copied: String?

    override func willReuseView() {
        view.title = model.name
        view.accessory = model.isFavourite ? .checkmark : .none
    }

    override func didSelectView() {
        tableView?.deselectRow(at: indexPath)
        model.isFavourite.toggle()
    }

    override func canPerformAction(_ action: MenuAction, withSender sender: TableSession?) -> Bool {
        action == .copy || action == .paste && Self.copied != nil
    }

    override func performAction(_ action: MenuAction, withSender sender: TableSession?) {
        switch action {
        case .copy, .cut:
            Self.copied = model.name
            // The menu of every row now has the entry Paste.
            tableView?.reloadData()
        case .paste: if let copied = Self.copied { model.name = copied }
        }
    }
}

private final class NewDishHandler: CellEventHandler<NewDishModel> {
    override func shouldHighlightView() -> Bool { false }
}
