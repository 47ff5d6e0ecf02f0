import CascadingTable
import Essentials
import TableStorage

/// The kind of a section's supplementary view.
enum Supplementary {
    case header, footer
}

/// Headers and footers. Both are found in the same order.
extension TableManager {
    /// Returns the model if it is a string and no view is registered for it.
    final func title(of kind: Supplementary, at section: Int) -> String? {
        guard let (model, place) = model(of: kind, at: section),
            views(of: kind).mapping(for: model, at: place, of: self) == nil
        else { return nil }
        return model as? String
    }

    /// Returns the view registered for the model, or otherwise a placeholder unless the model is a title.
    final func view(of kind: Supplementary, at section: Int, in tableView: TableView) -> TableViewHeaderFooterView? {
        guard let (model, place) = model(of: kind, at: section) else { return nil }
        if let view = views(of: kind).mapping(for: model, at: place, of: self)?.content(model, place, self) {
            return view
        }
        guard !(model is String) else { return nil }
        let (sentence, isRegistered) = views(of: kind).sentence(forMissing: "\(kind)", for: model)
        tableView.anomalies.report(
            Anomaly(
                isRegistered ? .noHeaderFooterConditionMet : .noHeaderFooterMappingFound,
                "\(sentence) The model of section \(section) is \(shortDescription(of: model))."))
        return TableViewHeaderFooterView(title: sentence)
    }

    /// Returns the closure's height, or otherwise automatic if there is a model.
    final func height(of kind: Supplementary, at section: Int) -> Height {
        answer(\.heightForCell, of: kind, at: section) ?? (model(of: kind, at: section) == nil ? 0 : .automatic)
    }

    @discardableResult
    final func answer<Result>(
        _ event: (RowEvents) -> MappingEvent<Void, Result>, of kind: Supplementary, at section: Int,
        showing view: TableViewHeaderFooterView? = nil
    ) -> Result? {
        let mappings = views(of: kind)
        guard mappings.reacts(to: event), let (model, place) = model(of: kind, at: section) else { return nil }
        return mappings.answer(event, (), for: model, at: place, of: self, showing: view)
    }

    /// Returns the model of a header or footer and its position, or nil if it is hidden.
    private func model(of kind: Supplementary, at section: Int) -> (model: Any, place: IndexPath)? {
        guard let own = ownSection(at: section) else { return nil }
        let (isShown, model): (Bool, (any SupplementaryModel)?) =
            switch kind {
            case .header: (headers.displaysOnEmptySections, storage.headerModel(inSection: own))
            case .footer: (footers.displaysOnEmptySections, storage.footerModel(inSection: own))
            }
        guard isShown || storage.numberOfItems(inSection: own) > 0 else { return nil }
        return model.flatMap { unwrapped($0) }.map { ($0, IndexPath(row: 0, section: own)) }
    }

    private func views(of kind: Supplementary) -> MappingList<TableViewHeaderFooterView> {
        (kind == .header ? headers : footers).mappings
    }
}
