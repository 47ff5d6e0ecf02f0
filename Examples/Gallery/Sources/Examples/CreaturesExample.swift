import CascadingTable
import TableManagers

/// Zombies and humans in one list. Each entity makes its own cell, so no code switches over the types.
enum CreaturesExample {
    @TableActor
    static func make() -> TableView {
        let creatures: [any Creature] = [
            Human(name: "Barbara", job: "Nurse"), Zombie(name: "Bub", bites: 3), Human(name: "Ben", job: "Driver"),
            Zombie(name: "Tarman", bites: 12), Human(name: "Judy", job: "Singer"),
        ]
        weak var tableView: TableView?
        let table = EntityTable(creatures, cell: { $0.boundCell() }) { creature in
            tableView?.appearance.headerView = TableViewHeaderFooterView(title: creature.cry)
        }
        let made = TableView(title: "Zombies and humans", root: table)
        tableView = made
        return made
    }
}

private protocol Creature: RowEntity {
    var name: String { get }
    /// The text that a visitor sees after pressing the row.
    var cry: String { get }
}

private struct Zombie: Creature {
    let name: String
    let bites: Int
    var cry: String { "\(name): Brains!" }

    func makeCell() -> ZombieCell { ZombieCell() }
}

private struct ZombieCell: BindingCell {
    var cell = TableViewCell(style: .value1, image: GalleryImage.face.image(45))

    mutating func bind(_ zombie: Zombie) {
        cell.title = zombie.name
        cell.subtitle = zombie.bites == 1 ? "1 bite" : "\(zombie.bites) bites"
    }
}

private struct Human: Creature {
    let name: String
    let job: String
    var cry: String { "\(name): Run!" }

    func makeCell() -> HumanCell { HumanCell() }
}

private struct HumanCell: BindingCell {
    var cell = TableViewCell(style: .subtitle, image: GalleryImage.face.image(0))

    mutating func bind(_ human: Human) {
        cell.title = human.name
        cell.subtitle = human.job
    }
}
