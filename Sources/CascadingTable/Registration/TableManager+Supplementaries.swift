import FoundationEssentials

/// Headers and footers. Both are found in the same order.
extension TableManager {
    /// Returns the data source's title, or otherwise the title from the model.
    func title(of kind: Supplementary, at section: Int, controller: () -> String?) -> String? {
        guard let own = shownSection(kind, at: section) else { return nil }
        return controller() ?? title(of: kind, in: own)
    }

    /// Returns the view registered for the model, otherwise the delegate's view, otherwise a placeholder.
    func view(
        of kind: Supplementary, at section: Int, controller: () -> TableViewHeaderFooterView?
    ) -> TableViewHeaderFooterView? {
        guard let own = shownSection(kind, at: section) else { return nil }
        return view(of: kind, in: own) ?? controller() ?? placeholder(of: kind, in: own)
    }

    /// Returns the closure's height, otherwise the delegate's, otherwise automatic if there is a model.
    func height(of kind: Supplementary, at section: Int, controller: () -> Height) -> Height {
        guard let own = shownSection(kind, at: section) else { return 0 }
        if let height = answer(.height, of: kind, in: own) { return height }
        let height = controller()
        return height == 0 && hasModel(of: kind, in: own) ? .automatic : height
    }

    /// Returns the storage's section, or nil if its header or footer is hidden.
    private func shownSection(_ kind: Supplementary, at section: Int) -> Int? {
        ownSection(at: section).flatMap { hides(kind, in: $0) ? nil : $0 }
    }

    /// Returns the title from the model.
    private func title(of kind: Supplementary, in section: Int) -> String? {
        guard configuration.style(of: kind) == .title, let model = model(of: kind, in: section) else { return nil }
        return model as? String ?? missing(kind, for: model, in: section)
    }

    private func view(of kind: Supplementary, in section: Int) -> TableViewHeaderFooterView? {
        guard configuration.style(of: kind) == .view, let model = model(of: kind, in: section) else { return nil }
        return mappings(of: kind).record(for: model, at: section, in: section)?.content(for: model, at: section)
    }

    /// Returns a view with an error message if no view is registered for the model.
    private func placeholder(of kind: Supplementary, in section: Int) -> TableViewHeaderFooterView? {
        guard configuration.style(of: kind) == .view, let model = model(of: kind, in: section) else { return nil }
        return TableViewHeaderFooterView(title: missing(kind, for: model, in: section))
    }

    /// Returns a Boolean value that indicates whether the header or footer is hidden because the section has no rows.
    private func hides(_ kind: Supplementary, in section: Int) -> Bool {
        !configuration.showsOnEmptySection(kind) && storage.numberOfItems(inSection: section) == 0
    }

    func notify(
        _ event: MappingEvent<Void, Void>, of kind: Supplementary, in section: Int,
        showing view: TableViewHeaderFooterView
    ) {
        answer(event, of: kind, in: section, showing: view)
    }

    @discardableResult
    func answer<Result>(
        _ event: MappingEvent<Void, Result>, of kind: Supplementary, in section: Int,
        showing view: TableViewHeaderFooterView? = nil
    ) -> Result? {
        let mappings = mappings(of: kind)
        guard mappings.reacts(to: event), let model = model(of: kind, in: section) else { return nil }
        return mappings.answer(event, (), for: model, at: section, in: section, showing: view)
    }

    private func hasModel(of kind: Supplementary, in section: Int) -> Bool {
        model(of: kind, in: section) != nil
    }

    private func model(of kind: Supplementary, in section: Int) -> Any? {
        let model =
            switch kind {
            case .header: storage.headerModel(inSection: section)
            case .footer: storage.footerModel(inSection: section)
            }
        return model.flatMap { unwrapped($0) }
    }

    private func mappings(of kind: Supplementary) -> MappingList<Int, TableViewHeaderFooterView> {
        switch kind {
        case .header: headerMappings
        case .footer: footerMappings
        }
    }

    private func missing(_ kind: Supplementary, for model: Any, in section: Int) -> String {
        let (sentence, isRegistered) =
            configuration.style(of: kind) == .title
            ? ("A \(kind) of the style .title must be a String, not \(type(of: model)).", false)
            : mappings(of: kind).sentence(forMissing: "\(kind)", for: model)
        let place = tablePath(IndexPath(row: 0, section: section))?.section ?? section
        report(
            isRegistered ? .noHeaderFooterConditionMet : .noHeaderFooterMappingFound,
            "\(sentence) The model of section \(place) is \(shortDescription(of: model)).")
        return sentence
    }
}
