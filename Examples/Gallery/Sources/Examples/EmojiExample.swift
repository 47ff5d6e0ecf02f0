import CascadingTable

/// A list for beginners: rows, with a page for each row.
enum EmojiExample {
    @TableActor
    static func make() -> TableView {
        let section = CascadingSectionTableDelegate(
            childDelegates: Emoji.all.map { emoji in
                CellRow(
                    emoji.name,
                    TableViewCell(
                        style: .value1, title: "\(emoji.character) \(emoji.name)", subtitle: emoji.codePoints,
                        accessory: .disclosure, to: "\(emoji.name)/"))
            })
        section.footerTitle = "Press a row to open its page."
        let tableView = TableView(title: "Emoji", root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.queryOptions = [.sorting, .searching]
        return tableView
    }

    @TableActor
    static func makeDetail(_ name: String) -> TableView? {
        guard let emoji = Emoji.all.first(where: { $0.name == name }) else { return nil }
        let section = CascadingSectionTableDelegate(childDelegates: [
            CellRow("Character", emoji.character),
            CellRow("Code points", emoji.codePoints),
            CellRow("Bytes in UTF-8", "\(emoji.character.utf8.count)"),
            CellRow("Graphemes", "\(emoji.character.count)"),
        ])
        section.footerTitle = emoji.note
        return TableView(
            title: "\(emoji.character) \(emoji.name)", root: CascadingRootTableDelegate(childDelegates: [section]))
    }
}

private struct Emoji {
    var character: String
    var name: String
    var note: String

    var codePoints: String {
        character.unicodeScalars.map { "U+\(String($0.value, radix: 16, uppercase: true))" }.joined(separator: " ")
    }

    static let all = [
        Emoji(character: "🙂", name: "smile", note: "One scalar of four bytes."),
        Emoji(character: "☕️", name: "coffee", note: "The second scalar selects the coloured picture."),
        Emoji(
            character: "👩🏽‍🚀", name: "astronaut", note: "A woman, a skin tone, a joiner and a rocket make one grapheme."),
        Emoji(character: "👨‍👩‍👧‍👦", name: "family", note: "Four people and three joiners make one grapheme."),
        Emoji(character: "🇺🇳", name: "flag", note: "Two regional indicators make one flag."),
        Emoji(character: "1️⃣", name: "keycap", note: "A digit, a variation selector and a keycap make one key."),
        Emoji(character: "🏳️‍🌈", name: "rainbow", note: "A white flag and a rainbow, with a joiner between them."),
    ]
}
