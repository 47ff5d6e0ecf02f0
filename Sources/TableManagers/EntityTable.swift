public import CascadingTable
import Essentials
import TableStorage

/// A section with one row for each entity of an array. Selecting a row calls a closure with the entity.
///
/// ```swift
/// let creatures: [any RowEntity] = [Zombie(name: "Romero"), Human(name: "Barbara")]
/// let table = EntityTable(creatures) { creature in print(creature) }
/// ```
///
/// Use it as the root of a table or as a section of a tree of delegates. It is a manager with a storage of its own. Rows
/// of `Identifiable` entities are identified by their `id`, other rows by their position.
@TableActor
open class EntityTable<Entity>: TableManager<Entity> {
    private final let list: MemoryStorage<Entity>

    /// The entities, in the order of their rows. A new value reloads the section.
    public final var entities: [Entity] {
        get { list.items(inSection: 0) }
        set { try? list.setItems(newValue) }
    }

    /// The closure that is called with the entity of a selected row. If it is nil, no row can be selected.
    public final var selection: ((Entity) -> Void)? {
        didSet { if (selection == nil) != (oldValue == nil) { storageNeedsReload() } }
    }

    /// Creates a section that shows entities of any type.
    ///
    /// - Parameters:
    ///   - entities: The entities, in the order of their rows.
    ///   - cell: A closure that returns the cell of an entity.
    ///   - selection: The closure that is called with the entity of a selected row, or nil.
    public init(
        _ entities: [Entity], cell: @escaping (Entity) -> TableViewCell, selection: ((Entity) -> Void)? = nil
    ) {
        list = MemoryStorage(items: [entities])
        self.selection = selection
        super.init(storage: list)
        register(TableViewCell.self, for: Entity.self) { mapping in
            mapping.shouldHighlight { [weak self] _, _, _ in self?.selection != nil }
            mapping.didSelect { [weak self] _, entity, _ in self?.selection?(entity) }
        } handler: { view, entity, _ in
            view = cell(entity)
        }
    }

    /// Creates a section that shows entities of one type by the cells that they make.
    ///
    /// - Parameters:
    ///   - entities: The entities, in the order of their rows.
    ///   - selection: The closure that is called with the entity of a selected row, or nil.
    public convenience init(_ entities: [Entity], selection: ((Entity) -> Void)? = nil) where Entity: RowEntity {
        self.init(entities, cell: { $0.boundCell() }, selection: selection)
    }

    /// Creates a section that shows entities of several types by the cells that they make.
    ///
    /// - Parameters:
    ///   - entities: The entities, in the order of their rows.
    ///   - selection: The closure that is called with the entity of a selected row, or nil.
    public convenience init(_ entities: [Entity], selection: ((Entity) -> Void)? = nil)
    where Entity == any RowEntity {
        self.init(entities, cell: { $0.boundCell() }, selection: selection)
    }

    /// Returns the entity of a row of the table, or nil if this section has no such row.
    ///
    /// - Parameter indexPath: An index path in the table.
    public final func entity(at indexPath: IndexPath) -> Entity? {
        storagePath(indexPath).flatMap { list.item(at: $0) }
    }
}

/// A model that makes its own cell. The cell fills itself from the model.
///
/// ```swift
/// extension Zombie: RowEntity {
///     func makeCell() -> ZombieCell { ZombieCell() }
/// }
///
/// struct ZombieCell: BindingCell {
///     var cell = TableViewCell(style: .subtitle)
///     mutating func bind(_ zombie: Zombie) {
///         cell.title = zombie.name
///         cell.subtitle = "bitten \(zombie.bites) times"
///     }
/// }
/// ```
///
/// An ``EntityTable`` can show an array of several such types (`[any RowEntity]`). A class that conforms must be final.
public protocol RowEntity {
    /// The type of cell that shows the model.
    associatedtype Cell: BindingCell where Cell.Entity == Self

    /// Returns a new cell that is not yet filled.
    func makeCell() -> Cell
}

extension RowEntity {
    /// Returns a new cell that is filled from the entity.
    public func boundCell() -> TableViewCell {
        var cell = makeCell()
        cell.bind(self)
        return cell.cell
    }
}

/// A cell that fills itself from entities of one type.
public protocol BindingCell {
    /// The type of entity that the cell shows.
    associatedtype Entity

    /// The table view cell that the row shows.
    var cell: TableViewCell { get }

    /// Fills the cell with the contents of an entity.
    ///
    /// - Parameter entity: The entity that the row shows.
    mutating func bind(_ entity: Entity)
}
