import FoundationEssentials

extension TableManager {
    /// The cell of that row of the table, or one in its place that says why there is none.
    func cell(forRowAt indexPath: IndexPath) -> TableViewCell {
        guard let place = storagePath(indexPath), let model = model(at: place) else {
            return missing(.nilCellModel, "There is no model at \(indexPath.section).\(indexPath.row).", at: indexPath)
        }
        guard let mapping = cellMappings.record(for: model, at: place, in: place.section),
            let cell = mapping.content(for: model, at: place)
        else {
            return missing(.noCellMappingFound, "No cell is registered for \(type(of: model)).", at: indexPath)
        }
        return cell
    }

    /// Tells the closure registered for what that row of the table shows.
    func notify(_ event: MappingEvent<Void, Void>, at indexPath: IndexPath, showing cell: TableViewCell? = nil) {
        answer(event, at: indexPath, (), showing: cell)
    }

    func notify<Argument>(_ event: MappingEvent<Argument, Void>, at indexPath: IndexPath, _ argument: Argument) {
        answer(event, at: indexPath, argument)
    }

    /// What the closure registered for what that row of the table shows answers, or nil where there is none.
    func answer<Result>(_ event: MappingEvent<Void, Result>, at indexPath: IndexPath) -> Result? {
        answer(event, at: indexPath, ())
    }

    /// Costs nothing where no mapping reacts to the event.
    @discardableResult
    func answer<Argument, Result>(
        _ event: MappingEvent<Argument, Result>, at indexPath: IndexPath, _ argument: Argument,
        showing cell: TableViewCell? = nil
    ) -> Result? {
        guard cellMappings.reacts(to: event), let place = storagePath(indexPath), let model = model(at: place) else {
            return nil
        }
        return cellMappings.answer(event, argument, for: model, at: place, in: place.section, showing: cell)
    }

    /// The model at that place of the storage, out of its optionals.
    private func model(at indexPath: IndexPath) -> Any? {
        guard let item = storage.item(at: indexPath) else { return nil }
        // Most are no optionals, which is slow to find out.
        let model = item as Any
        return cellMappings.hasShown(model) ? model : unwrapped(model)
    }

    private func missing(_ code: Anomaly.Code, _ message: String, at indexPath: IndexPath) -> TableViewCell {
        report(code, message, at: indexPath)
        return TableViewCell(title: message, isEnabled: false)
    }
}
