import CascadingTable

/// A table with every part that can contain words, all of them from one source.
@TableActor
final class WordedTable: TableViewDataSource, TableViewDelegate {
    /// Returns the next words.
    private let words: () -> String
    private var names: [IndexPath: String] = [:]
    let tableView: TableView

    init(words: @escaping () -> String) {
        self.words = words
        tableView = TableView(title: words())
        tableView.navigationItem.breadcrumbs = [TableLink(words(), to: url)]
        tableView.appearance = TableViewAppearance(
            style: .grid, entryAnimation: .fade, headerView: view, footerView: view, showsEditButton: true)
        tableView.refreshHandler = { _ in }
        tableView.dataSource = self
        tableView.delegate = self
    }

    /// A relative address with words, without the characters that browsers drop.
    private var url: String {
        let words = words().unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" }
        return "a/?b=\(String(String.UnicodeScalarView(words)))"
    }

    private var image: TableViewImage { TableViewImage(source: url, description: words()) }

    private var fields: [Field] {
        [Field(words(), .text(words())), Field(words(), .url(url, title: words())), Field(words(), .url(url))]
    }

    private var view: TableViewHeaderFooterView {
        TableViewHeaderFooterView(
            title: words(), subtitle: words(), image: image, fields: fields, to: url,
            actions: [
                TableViewSectionAction(id: words(), title: words()) { _, _ in },
                TableViewSectionAction(id: words(), title: words(), style: .destructive) { _, _ in },
            ])
    }

    /// - Parameter number: A number of one digit.
    private func action(_ number: Int, _ style: TableViewRowAction.Style = .default) -> TableViewRowAction {
        TableViewRowAction(id: "\(words())\(number)", title: words(), style: style, image: image) { _, _ in .keep }
    }

    func numberOfSections(in tableView: TableView) -> Int { 2 }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { section == 0 ? 7 : 1 }
    func columns(in tableView: TableView) -> [TableViewColumn] {
        [TableViewColumn(words(), title: words()), TableViewColumn(words(), title: words(), alignment: .trailing)]
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let styles: [TableViewCell.Style] = [
            .default, .subtitle, .value1, .value2, .columns, .init(rawValue: words()), .default,
        ]
        let accessories: [TableViewCell.Accessory] = [
            .none, .disclosure, .detail, .checkmark, .toggle(isOn: true), .toggle(isOn: false), .toggle(isOn: true),
        ]
        return TableViewCell(
            style: styles[indexPath.row], title: indexPath.row == 6 ? nil : words(), subtitle: words(), image: image,
            fields: fields, accessory: accessories[indexPath.row], isEnabled: indexPath.row != 5,
            to: indexPath.row == 3 ? url : nil)
    }

    func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        if let name = names[indexPath] { return name }
        names[indexPath] = "\(words())\(indexPath.section)\(indexPath.row)"
        return names[indexPath]
    }

    func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? { "\(words())\(section)" }
    func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> TableViewHeaderFooterView? { view }
    func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> TableViewHeaderFooterView? { view }
    func sectionIndexTitles(for tableView: TableView) -> [String]? { [words(), words()] }
    func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { index }

    func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? { 60.5 }

    func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { indexPath.row != 1 }

    func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
        TableViewRowExpansion(.init(title: words(), text: words(), image: image, fields: fields), .init(text: words()))
    }

    func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    { .init(actions: [action(0), action(1, .destructive)]) }
    func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    { .init(actions: [action(2)]) }
    func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?
    { .init(title: words(), actions: [action(3)]) }
    func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool { true }
    func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool { true }

    func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
    func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
    func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle {
        indexPath.row == 0 ? .insert : .delete
    }
    func tableView(_ tableView: TableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath) -> String? {
        words()
    }
    func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath) -> [TableViewEditableField] {
        [TableViewEditableField(words(), label: words())]
    }
    func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
    func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool { true }
}
