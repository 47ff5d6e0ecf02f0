import FoundationEssentials
import TestSupport
import Testing

@testable import CascadingTable

/// Tests rows without identifiers of their own. A row is identified by its place, but never by another row's old place.
@TableActor
@Suite struct PlaceRevisionsTests {
    /// A data source of sections with numbered items, as in plain UIKit code.
    private final class Numbers: TableViewDataSource {
        var sections: [[Int]]
        private var last = 0

        init(_ counts: [Int]) {
            sections = []
            sections = counts.map { count in (0..<count).map { _ in next() } }
        }

        func next() -> Int {
            last += 1
            return last
        }

        func numberOfSections(in tableView: TableView) -> Int { sections.count }
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "\(sections[indexPath.section][indexPath.row])")
        }

        var places: [IndexPath] {
            sections.indices.flatMap { section in sections[section].indices.map { IndexPath(row: $0, section: section) }
            }
        }
    }

    @Test func aRowKeepsItsIdentifierWhileNoneMovesAboveIt() {
        let numbers = Numbers([3, 2])
        let tableView = TableView(dataSource: numbers)
        let before = numbers.places.map(tableView.identifier)
        #expect(before == ["0-0", "0-1", "0-2", "1-0", "1-1"])
        tableView.reloadRows(at: [[0, 1]])
        tableView.title = "Another"
        #expect(numbers.places.map(tableView.identifier) == before)

        numbers.sections[0].remove(at: 1)
        tableView.deleteRows(at: [[0, 1]])

        let after = "@\(tableView.revision)"
        #expect(numbers.places.map(tableView.identifier) == ["0-0", "0-1\(after)", "1-0", "1-1"])
        #expect(tableView.indexPath(forRowWithIdentifier: "0-1") == nil)
        #expect(tableView.indexPath(forRowWithIdentifier: "0-1\(after)") == [0, 1])
        #expect(tableView.indexPath(forRowWithIdentifier: "1-1") == [1, 1])
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func anIdentifierNeverMeansAnotherRow(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let numbers = Numbers([3, 0, 4])
        let tableView = TableView(dataSource: numbers)
        var known: [String: Int] = [:]
        for _ in 0..<200 {
            change(numbers, tableView, &random)
            for place in numbers.places {
                let (identifier, number) = (
                    tableView.identifier(forRowAt: place), numbers.sections[place.section][place.row]
                )
                #expect(known[identifier] ?? number == number, "\(identifier)")
                known[identifier] = number
                #expect(tableView.indexPath(forRowWithIdentifier: identifier) == place)
            }
        }
        #expect(tableView.anomalies.counts.isEmpty)
    }

    private func change(_ numbers: Numbers, _ tableView: TableView, _ random: inout SeededRandomNumberGenerator) {
        let section = numbers.sections.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<9, using: &random), section) {
        case (0, _), (_, nil):
            let place = Int.random(in: 0...numbers.sections.count, using: &random)
            numbers.sections.insert([numbers.next()], at: place)
            tableView.insertSections([place])
        case (1, let section?):
            numbers.sections.remove(at: section)
            tableView.deleteSections([section])
        case (2, let section?):
            let target = numbers.sections.indices.randomElement(using: &random) ?? 0
            numbers.sections.insert(numbers.sections.remove(at: section), at: target)
            tableView.moveSection(section, toSection: target)
        case (3, let section?):
            numbers.sections[section].shuffle(using: &random)
            tableView.reloadSections([section])
        case (4, _):
            numbers.sections.shuffle(using: &random)
            tableView.reloadData()
        case (5, let section?) where !numbers.sections[section].isEmpty:
            let row = Int.random(in: 0..<numbers.sections[section].count, using: &random)
            numbers.sections[section].remove(at: row)
            tableView.deleteRows(at: [[section, row]])
        case (6, let section?) where !numbers.sections[section].isEmpty:
            let row = Int.random(in: 0..<numbers.sections[section].count, using: &random)
            let number = numbers.sections[section].remove(at: row)
            let target = numbers.sections.indices.randomElement(using: &random) ?? 0
            let place = Int.random(in: 0...numbers.sections[target].count, using: &random)
            numbers.sections[target].insert(number, at: place)
            tableView.moveRow(at: [section, row], to: [target, place])
        case (_, let section?):
            let row = Int.random(in: 0...numbers.sections[section].count, using: &random)
            numbers.sections[section].insert(numbers.next(), at: row)
            tableView.insertRows(at: [[section, row]])
        }
    }
}
