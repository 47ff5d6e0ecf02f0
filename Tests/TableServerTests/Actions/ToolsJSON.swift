/// The parts of a table's JSON about the actions that it allows.
struct ToolsJSON: Decodable {
    var editing: Bool?
    var appearance: Appearance?
    var index: [Entry]?
    var sections: [Section]

    var rows: [Row] { sections.flatMap(\.rows) }

    struct Appearance: Decodable, Equatable {
        var style: String
        var animation: String
        var header: Block?
        var footer: Block?

        struct Block: Decodable, Equatable {
            var title: String?
            var link: String?
        }
    }

    struct Entry: Decodable, Equatable {
        var title: String
        var section: Int
    }

    struct Section: Decodable {
        var movable: Bool?
        var rows: [Row]
    }

    struct Row: Decodable {
        var id: String
        var select: String?
        var accessory: String?
        var on: Bool?
        var enabled: Bool?
        var actions: [Action]
        var menu: [String]?
        var expanded: Bool?
        var panels: [Panel]?
        var editing: Editing?
    }

    struct Action: Decodable, Equatable {
        var id: String
        var title: String
        var style: String
        var edge: String
        var primary: Bool?
        var image: Image?
        var url: String
    }

    struct Image: Decodable, Equatable {
        var source: String
        var description: String
    }

    struct Panel: Decodable, Equatable {
        var title: String?
        var text: String?
        var image: Image?
        var fields: [String: Int]
    }

    struct Editing: Decodable, Equatable {
        var style: String
        var title: String?
        var movable: Bool
    }
}
