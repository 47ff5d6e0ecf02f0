import CascadingTable
import FoundationEssentials
import TestSupport
import Testing

/// Tests random touches and updates: selected rows exist, and there are never more than the limit.
@TableActor
@Suite struct TableViewSelectionWalkTests {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `A selection stays within the rows and the limit`(seed: UInt64) async {
        var random = SeededRandomNumberGenerator(seed: seed)
        let model = ModelTable(counts: (0..<3).map { _ in Int.random(in: 0...4, using: &random) })
        let tableView = model.shown()
        tableView.allowsMultipleSelection = true
        let limit = Int.random(in: 0...5, using: &random)
        tableView.selectionLimit = limit
        var gone: [[[String]]] = []
        var selected: Set<String> = []

        for _ in 0..<120 {
            let before = selected
            let paths = places(in: model, using: &random)
            let meant = paths.compactMap { tableView.hasRow(at: $0) ? tableView.identifier(forRowAt: $0) : nil }
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let added = Set(meant).subtracting(before)
                let isAllowed = paths.isEmpty || meant.count == paths.count && before.count + added.count <= limit
                #expect(((try? await tableView.gestures.touchRows(at: paths)) != nil) == isAllowed)
                selected = isAllowed ? before.union(meant) : before
            case 4, 5:
                let isAllowed = meant.count == paths.count
                #expect(((try? await tableView.gestures.releaseRows(at: paths)) != nil) == isAllowed)
                if isAllowed { selected = before.subtracting(meant) }
            case 6:
                guard let path = paths.first, let name = meant.first, tableView.hasRow(at: path) else { continue }
                _ = try? await tableView.gestures.touchRow(at: path)
                if before.contains(name) || before.count < limit { selected.insert(name) }
            default:
                if Bool.random(using: &random), let past = gone.randomElement(using: &random) {
                    // Rows that were deleted come back.
                    model.sections = past
                    tableView.reloadData()
                } else {
                    gone.append(model.sections)
                    RandomBatch(from: model.sections, using: &random).perform(on: model, tableView)
                }
                // Rows that come back may be selected or not. The limit still applies.
                selected = Set(names(tableView))
            }
            let now = names(tableView)
            #expect(Set(now) == selected)
            #expect(now.count <= limit)
            #expect(Set(now).count == now.count)
            #expect(Set(now).isSubset(of: model.sections.joined()))
        }
    }

    private func names(_ tableView: TableView) -> [String] {
        tableView.indexPathsForSelectedRows.map { tableView.identifier(forRowAt: $0) }
    }

    /// Returns some places. Now and then a place is invalid.
    private func places(in model: ModelTable, using random: inout SeededRandomNumberGenerator) -> [IndexPath] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
            let section = Int.random(in: 0..<max(model.sections.count, 1), using: &random)
            let count = model.sections.indices.contains(section) ? model.sections[section].count : 0
            let isOutside = Int.random(in: 0..<20, using: &random) == 0
            return IndexPath(
                row: isOutside ? count : Int.random(in: 0..<max(count, 1), using: &random), section: section)
        }
    }
}
