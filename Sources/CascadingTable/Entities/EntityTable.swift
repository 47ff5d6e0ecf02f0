public import FoundationEssentials

/// A section of entities, each shown by the cell that it makes; pressing a row gives the entity, and not its place.
///
/// ```swift
/// let creatures: [any RowEntity] = [Zombie(name: "Romero"), Human(name: "Barbara")]
/// let table = EntityTable(creatures) { creature in print(creature) }
/// ```
///
/// It is the root of a table or a section of a tree. Rows of entities that are `Identifiable` are known by their id, the
/// others by their place.
@TableActor
open class EntityTable<Entity>: CascadingBareTableDelegate {
    /// Setting them reloads the section.
    public final var entities: [Entity] {
        didSet { reload() }
    }

    /// Called with the entity of the row that was pressed; without it no row can be.
    public final var selection: ((Entity) -> Void)? {
        didSet { if (selection == nil) != (oldValue == nil) { reload() } }
    }

    private final let makeCell: (Entity) -> TableViewCell

    /// Shows entities of any type, each by the cell that the closure makes of it.
    public init(
        _ entities: [Entity], cell: @escaping (Entity) -> TableViewCell, selection: ((Entity) -> Void)? = nil
    ) {
        self.entities = entities
        self.selection = selection
        makeCell = cell
        super.init()
    }

    public convenience init(_ entities: [Entity], selection: ((Entity) -> Void)? = nil) where Entity: RowEntity {
        self.init(entities, cell: { $0.boundCell() }, selection: selection)
    }

    public convenience init(_ entities: [Entity], selection: ((Entity) -> Void)? = nil)
    where Entity == any RowEntity {
        self.init(entities, cell: { $0.boundCell() }, selection: selection)
    }

    /// The entity of that row, or nil where there is no such row.
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
