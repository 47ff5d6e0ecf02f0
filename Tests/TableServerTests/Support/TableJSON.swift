/// The parts of a table's JSON that tests check.
struct TableJSON: Decodable {
    var revision: Int
    var title: String
    var sections: [Section]
    var count: Int
    var next: String?
    var next_url: String?
    var previous_url: String?

    struct Section: Decodable {
        var index: Int
        var id: String
        var count: Int
        var rows: [Row]
    }

    struct Row: Decodable {
        var section: Int
        var row: Int
        var id: String
        var cell: Cell
        var select: String?
        var selected: Bool
    }

    struct Cell: Decodable {
        var kind: String
        var title: String?
    }

    var titles: [String] { sections.flatMap(\.rows).compactMap(\.cell.title) }
    var selected: [String] { sections.flatMap(\.rows).filter(\.selected).map(\.id) }
}

struct ProblemJSON: Decodable {
    var type: String
    var title: String
    var status: Int
    var detail: String
}

struct SelectionJSON: Decodable {
    var selected: Row?
    var deselected: Row?
    var revision: Int
    var location: String?

    struct Row: Decodable {
        var section: Int
        var row: Int
        var id: String
    }
}
