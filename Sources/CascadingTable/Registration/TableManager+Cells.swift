import FoundationEssentials

extension TableManager {
    /// Returns the cell of a row of the table, or a disabled cell that states the error.
    func cell(forRowAt indexPath: IndexPath) -> TableViewCell {
        guard let place = storagePath(indexPath), let model = model(at: place) else {
            return missing(.nilCellModel, "There is no model at \(indexPath.section).\(indexPath.row).", at: indexPath)
        }
        if let cell = cellMappings.record(for: model, at: place, in: place.section)?.content(for: model, at: place) {
            return cell
        }
        let (sentence, isRegistered) = cellMappings.sentence(forMissing: "cell", for: model)
        return missing(
            isRegistered ? .noCellConditionMet : .noCellMappingFound, sentence,
            "The model of row \(indexPath.row) in section \(indexPath.section) is \(shortDescription(of: model)).",
            at: indexPath)
    }

    /// Calls the closure that is registered for an event of a row's mapping, if there is one.
    func notify(_ event: MappingEvent<Void, Void>, at indexPath: IndexPath, showing cell: TableViewCell? = nil) {
        answer(event, at: indexPath, (), showing: cell)
    }

    /// Returns the answer of the closure for an event of a row's mapping, or nil without a closure.
    func answer<Result>(_ event: MappingEvent<Void, Result>, at indexPath: IndexPath) -> Result? {
        answer(event, at: indexPath, ())
    }

    /// Returns the answer of a closure to an event with an argument. Costs nothing if no mapping reacts to the event.
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

    /// Returns the model at a position of the storage, with all optionals unwrapped.
    private func model(at indexPath: IndexPath) -> Any? {
        guard let item = storage.item(at: indexPath) else { return nil }
        // Testing for an optional is slow, and most models are not optionals.
        let model = item as Any
        return cellMappings.hasShown(model) ? model : unwrapped(model)
    }

    /// Returns a disabled cell with a sentence. Only the anomaly has the details, because visitors see the cell.
    private func missing(
        _ code: Anomaly.Code, _ sentence: String, _ details: String? = nil, at indexPath: IndexPath
    ) -> TableViewCell {
        report(code, details.map { "\(sentence) \($0)" } ?? sentence, at: indexPath)
        return TableViewCell(title: sentence, isEnabled: false)
    }
}
