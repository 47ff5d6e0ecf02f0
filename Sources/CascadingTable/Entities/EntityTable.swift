public import FoundationEssentials

/// A section with one row for each entity of an array. Selecting a row calls a closure with the entity.
///
/// ```swift
/// let creatures: [any RowEntity] = [Zombie(name: "Romero"), Human(name: "Barbara")]
/// let table = EntityTable(creatures) { creature in print(creature) }
/// ```
///
/// Use it as the root of a table or as a section of a tree of delegates. Rows of `Identifiable` entities are identified
/// by their `id`, other rows by their position.
@TableActor
open class EntityTable<Entity>: CascadingBareTableDelegate {
    /// The entities, in the order of their rows. A new value reloads the section.
    public final var entities: [Entity] {
        didSet { reload() }
    }

    /// The closure that is called with the entity of a selected row. If it is nil, no row can be selected.
    public final var selection: ((Entity) -> Void)? {
        didSet { if (selection == nil) != (oldValue == nil) { reload() } }
    }

    private final let makeCell: (Entity) -> TableViewCell

    /// Creates a section that shows entities of any type.
    ///
    /// - Parameters:
    ///   - entities: The entities, in the order of their rows.
    ///   - cell: A closure that returns the cell of an entity.
    ///   - selection: The closure that is called with the entity of a selected row, or nil.
    public init(
        _ entities: [Entity], cell: @escaping (Entity) -> TableViewCell, selection: ((Entity) -> Void)? = nil
    ) {
        self.entities = entities
        self.selection = selection
        makeCell = cell
        super.init()
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
        guard let own = ownIndexPath(at: indexPath), own.section == 0, entities.indices.contains(own.row) else {
            return nil
        }
        return entities[own.row]
    }

    open override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        ownSection(at: section) == 0 ? entities.count : 0
    }

    open override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        entity(at: indexPath).map(makeCell) ?? TableViewCell()
    }

    open override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        selection != nil
    }

    open override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let entity = entity(at: indexPath) { selection?(entity) }
    }

    open override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        entity(at: indexPath).flatMap { name(of: $0) }
    }

    open override func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String)
        -> IndexPath?
    {
        guard identifier.hasPrefix("\(self.identifier)-") else { return nil }
        let row = entities.indices.first { name(of: entities[$0]) == identifier }
        return row.flatMap { tableIndexPath(ofOwn: [0, $0]) }
    }

    private func reload() {
        tableView?.reloadSections([tableSection(ofOwn: 0) ?? index])
    }

    private func name(of entity: Entity) -> String? {
        guard let entity = entity as? any Identifiable else { return nil }
        return "\(identifier)-\(entity.id)"
    }
}
