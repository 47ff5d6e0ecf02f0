/// Closures for all mappings that are already registered for a type, including mappings to subclasses.
///
/// ```swift
/// manager.cells(PostCell.self).didSelect { cell, post, indexPath in … }
/// manager.cells(for: Photo.self).heightForCell { photo, indexPath in 200 }
/// ```
///
/// An anomaly is reported if no mapping fits.
extension TableManager {
    /// Returns the reactions of all mappings to a type of cell and its model type.
    ///
    /// - Parameter cell: The type of cell.
    public final func cells<Cell: ModelTransfer>(_ cell: Cell.Type) -> CellReactions<Cell, Cell.Model> {
        cells(cell, for: Cell.Model.self)
    }

    /// Returns the reactions of all mappings of a type of model to a type of cell.
    ///
    /// - Parameters:
    ///   - cell: The type of cell.
    ///   - model: The type of model.
    public final func cells<Cell: CellContent, Model>(_ cell: Cell.Type, for model: Model.Type) -> CellReactions<
        Cell, Model
    > {
        CellReactions(known(cellMappings.records(of: cell, for: model), as: "\(cell) for \(model)"))
    }

    /// Returns the reactions of all mappings of a type of model, to any type of cell.
    ///
    /// - Parameter model: The type of model.
    public final func cells<Model>(for model: Model.Type) -> CellReactions<any CellContent, Model> {
        CellReactions(known(cellMappings.records(for: model), as: "\(model)"))
    }

    /// Returns the reactions of all mappings to a type of header and its model type.
    ///
    /// - Parameter header: The type of header.
    public final func headers<View: HeaderFooterModelTransfer>(_ header: View.Type) -> HeaderFooterReactions<
        View, View.Model
    > {
        headers(header, for: View.Model.self)
    }

    /// Returns the reactions of all mappings of a type of model to a type of header.
    ///
    /// - Parameters:
    ///   - header: The type of header.
    ///   - model: The type of model.
    public final func headers<View: HeaderFooterContent, Model>(
        _ header: View.Type, for model: Model.Type
    ) -> HeaderFooterReactions<View, Model> {
        HeaderFooterReactions(known(headerMappings.records(of: header, for: model), as: "\(header) for \(model)"))
    }

    /// Returns the reactions of all mappings to a type of footer and its model type.
    ///
    /// - Parameter footer: The type of footer.
    public final func footers<View: HeaderFooterModelTransfer>(_ footer: View.Type) -> HeaderFooterReactions<
        View, View.Model
    > {
        footers(footer, for: View.Model.self)
    }

    /// Returns the reactions of all mappings of a type of model to a type of footer.
    ///
    /// - Parameters:
    ///   - footer: The type of footer.
    ///   - model: The type of model.
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
