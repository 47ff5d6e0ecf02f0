/// Events for all mappings of a kind that are registered already, those to subclasses included.
///
/// ```swift
/// manager.cells(PostCell.self).didSelect { cell, post, indexPath in … }
/// manager.cells(for: Photo.self).heightForCell { photo, indexPath in 200 }
/// ```
extension TableManager {
    public final func cells<Cell: ModelTransfer>(_ cell: Cell.Type) -> CellReactions<Cell, Cell.Model> {
        cells(cell, for: Cell.Model.self)
    }

    public final func cells<Cell: CellContent, Model>(_ cell: Cell.Type, for model: Model.Type) -> CellReactions<
        Cell, Model
    > {
        CellReactions(known(cellMappings.records(of: cell, for: model), as: "\(cell) for \(model)"))
    }

    /// Whatever their cell.
    public final func cells<Model>(for model: Model.Type) -> CellReactions<any CellContent, Model> {
        CellReactions(known(cellMappings.records(for: model), as: "\(model)"))
    }

    public final func headers<View: HeaderFooterModelTransfer>(_ header: View.Type) -> HeaderFooterReactions<
        View, View.Model
    > {
        headers(header, for: View.Model.self)
    }

    public final func headers<View: HeaderFooterContent, Model>(
        _ header: View.Type, for model: Model.Type
    ) -> HeaderFooterReactions<View, Model> {
        HeaderFooterReactions(known(headerMappings.records(of: header, for: model), as: "\(header) for \(model)"))
    }

    public final func footers<View: HeaderFooterModelTransfer>(_ footer: View.Type) -> HeaderFooterReactions<
        View, View.Model
    > {
        footers(footer, for: View.Model.self)
    }

    public final func footers<View: HeaderFooterContent, Model>(
        _ footer: View.Type, for model: Model.Type
    ) -> HeaderFooterReactions<View, Model> {
        HeaderFooterReactions(known(footerMappings.records(of: footer, for: model), as: "\(footer) for \(model)"))
    }

    private func known<Record>(_ records: [Record], as name: String) -> [Record] {
        if records.isEmpty {
            report(
                .eventRegistrationForUnregisteredMapping, "An event is attached to \(name), which is not registered.")
        }
        return records
    }
}
