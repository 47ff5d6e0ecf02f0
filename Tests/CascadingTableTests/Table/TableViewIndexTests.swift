import CascadingTable
import FoundationEssentials
import Testing

@TableActor
@Suite struct TableViewIndexTests {
    @Test func `The index is asked for once and kept until a reload`() {
        let letters = Letters(["A": 0, "B": 2], sections: 3)
        let tableView = letters.shown()

        for _ in 0..<3 { #expect(tableView.sectionIndex.map(\.title) == ["A", "B"]) }
        #expect(tableView.sectionIndex.map(\.section) == [0, 2])
        #expect(letters.questions == 1)

        letters.leads = ["A": 0, "C": 1]
        #expect(tableView.sectionIndex.map(\.title) == ["A", "B"])
        tableView.reloadData()
        #expect(tableView.sectionIndex.map(\.title) == ["A", "C"])
        #expect(letters.questions == 2)
    }

    @Test func `Any update asks for the index again`() {
        let letters = Letters(["A": 0], sections: 1)
        let tableView = letters.shown()
        #expect(tableView.sectionIndex.count == 1)

        letters.leads["B"] = 1
        letters.sections = 2
        tableView.insertSections([1])

        #expect(tableView.sectionIndex.map(\.title) == ["A", "B"])
    }

    @Test(arguments: [-1, 2, .max, .min])
    func `A title that leads to no section is an anomaly, told once, and left out`(section: Int) {
        let letters = Letters(["A": 0, "B": section, "C": 1], sections: 2)
        let tableView = letters.shown()
        var anomalies: [Anomaly.Code] = []
        tableView.anomalies.action = { anomalies.append($0.code) }

        for _ in 0..<3 { #expect(tableView.sectionIndex.map(\.title) == ["A", "C"]) }

        #expect(anomalies == [.indexOutOfRange])
    }

    @Test func `Each title is resolved with its place, also when two are alike`() {
        let letters = Letters(["A": 0], sections: 3)
        letters.titles = ["A", "A", "A"]
        letters.sectionByPlace = [0, 2, 1]
        #expect(letters.shown().sectionIndex.map(\.section) == [0, 2, 1])
    }

    @Test func `An index made for one visitor is not given to another`() {
        let letters = Letters(["A": 0], sections: 1)
        letters.greets = true
        let tableView = letters.shown()
        func look(_ id: String) -> [String] {
            tableView.answering(TableRequest(session: TableSession(id: id))) { tableView.sectionIndex.map(\.title) }
                .result
        }
        #expect(look("ada") == ["ada"])
        #expect(look("bob") == ["bob"])
    }

    @Test func `A table without a data source, or whose has no titles, has no index`() {
        #expect(TableView().sectionIndex.isEmpty)
        #expect(Letters([:], sections: 2).shown().sectionIndex.isEmpty)
    }

    /// A data source of sections with an index of letters.
    private final class Letters: TableViewDataSource {
        var leads: [String: Int]
        var sections: Int
        /// The titles in order, or nil for the titles of `leads`.
        var titles: [String]?
        var sectionByPlace: [Int]?
        /// If true, the only title is the visitor's name.
        var greets = false
        private(set) var questions = 0
        private let tableView = TableView()

        init(_ leads: [String: Int], sections: Int) {
            self.leads = leads
            self.sections = sections
        }

        func shown() -> TableView {
            tableView.dataSource = self
            return tableView
        }

        func numberOfSections(in tableView: TableView) -> Int { sections }
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }

        func sectionIndexTitles(for tableView: TableView) -> [String]? {
            questions += 1
            if greets { return [tableView.session.id] }
            return titles ?? leads.keys.sorted()
        }

        func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
            sectionByPlace?[index] ?? leads[title] ?? 0
        }
    }
}
