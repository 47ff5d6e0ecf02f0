import FoundationEssentials

extension TableManager {
    /// The cell of that row of the storage, or one in its place that says why there is none.
    func cell(at indexPath: IndexPath, tablePath: IndexPath) -> TableViewCell {
        guard let model = model(at: indexPath) else {
            return missing(.nilCellModel, "There is no model at \(indexPath.section).\(indexPath.row).", at: tablePath)
        }
        guard let mapping = cellMappings.record(for: model, at: indexPath, in: indexPath.section),
            let cell = mapping.content(for: model, at: indexPath)
        else {
            return missing(.noCellMappingFound, "No cell is registered for \(type(of: model)).", at: tablePath)
        }
        return cell
    }

    /// The model at that place of the storage, out of its optionals.
    func model(at indexPath: IndexPath) -> Any? {
        storage.item(at: indexPath).flatMap { unwrapped($0 as Any) }
    }

    private func missing(_ code: Anomaly.Code, _ message: String, at indexPath: IndexPath) -> TableViewCell {
        report(code, message, at: indexPath)
        return TableViewCell(title: message, isEnabled: false)
    }
}
