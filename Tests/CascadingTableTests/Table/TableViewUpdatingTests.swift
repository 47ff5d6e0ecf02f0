import CascadingTable
import FoundationEssentials
import TestSupport
import Testing

@TableActor
@Suite struct TableViewUpdatingTests {
    /// Returns a table of two sections, with three and two rows, after reading its counts.
    private func world(_ sections: [[String]] = [["a", "b", "c"], ["d", "e"]]) -> (ModelTable, TableView, UInt64) {
        let model = ModelTable(sections)
        let tableView = model.shown()
        _ = tableView.numberOfRows
        return (model, tableView, tableView.revision)
    }

    // MARK: Single updates

    @Test func `Each update is one revision with that change, and asks for the counts again`() {
        typealias Update = @TableActor (ModelTable, TableView) -> Void
        let cases: [(Update, TableViewChange, [Int])] = [
            (
                {
                    $0.sections[0].append("f"); $1.insertRows(at: [[0, 3]])
                }, .insertRows([[0, 3]]), [4, 2]
            ),
            (
                {
                    $0.sections[1].removeAll(); $1.deleteRows(at: [[1, 0], [1, 1]])
                }, .deleteRows([[1, 0], [1, 1]]), [3, 0]
            ),
            ({ $1.reloadRows(at: [[0, 2]]) }, .reloadRows([[0, 2]]), [3, 2]),
            (
                {
                    $0.sections = [["b", "c"], ["a", "d", "e"]]; $1.moveRow(at: [0, 0], to: [1, 0])
                },
                .moveRow(from: [0, 0], to: [1, 0]), [2, 3]
            ),
            (
                {
                    $0.sections.insert([], at: 1); $1.insertSections([1])
                }, .insertSections([1]), [3, 0, 2]
            ),
            (
                {
                    $0.sections.remove(at: 0); $1.deleteSections([0])
                }, .deleteSections([0]), [2]
            ),
            (
                {
                    $0.sections.reverse(); $1.moveSection(0, toSection: 1)
                }, .moveSection(from: 0, to: 1), [2, 3]
            ),
            (
                {
                    $0.sections[1] = ["x"]; $1.reloadSections([1])
                }, .reloadSections([1]), [3, 1]
            ),
            (
                {
                    $0.sections = [["x"]]; $1.reloadData()
                }, .reloadData, [1]
            ),
        ]
        for (update, change, counts) in cases {
            let (model, tableView, revision) = world()

            update(model, tableView)

            #expect(tableView.revision == revision + 1)
            #expect(tableView.history.changes(since: revision) == [change])
            #expect(model.counts == counts)
            #expect(model.anomalies == [])
        }
    }

    // MARK: Batches

    @Test func `A batch is one revision with all its changes in order`() {
        let (model, tableView, revision) = world()

        tableView.performBatchUpdates {
            model.sections = [["b", "c", "f"], ["d"], ["g"]]
            tableView.deleteRows(at: [[0, 0], [1, 1]])
            tableView.insertRows(at: [[0, 2]])
            tableView.insertSections([2])
        }

        #expect(tableView.revision == revision + 1)
        #expect(
            tableView.history.changes(since: revision) == [
                .deleteRows([[0, 0], [1, 1]]), .insertRows([[0, 2]]), .insertSections([2]),
            ])
        #expect(model.counts == [3, 1, 1])
        #expect(model.anomalies == [])
    }

    @Test func `Batches within a batch are part of it`() {
        let (model, tableView, revision) = world()

        tableView.performBatchUpdates {
            tableView.performBatchUpdates {
                model.sections[0].removeFirst()
                tableView.deleteRows(at: [[0, 0]])
                #expect(tableView.revision == revision)
            }
            #expect(tableView.revision == revision)
            tableView.performBatchUpdates {
                model.sections[0].append("f")
                tableView.insertRows(at: [[0, 2]])
            }
        }

        #expect(tableView.revision == revision + 1)
        #expect(tableView.history.changes(since: revision)?.count == 2)
        #expect(model.anomalies == [])
    }

    @Test func `An empty batch is no revision`() {
        let (_, tableView, revision) = world()
        tableView.performBatchUpdates {}
        tableView.performBatchUpdates { tableView.performBatchUpdates {} }
        #expect(tableView.revision == revision)
    }

    @Test func `A reload in a batch stands for all of it`() {
        let (model, tableView, revision) = world()

        tableView.performBatchUpdates {
            tableView.deleteRows(at: [[7, 7]])
            model.sections = [["x"]]
            tableView.reloadData()
            tableView.insertRows(at: [[9, 9]])
        }

        #expect(tableView.history.changes(since: revision) == [.reloadData])
        #expect(tableView.revision == revision + 1)
        #expect(model.counts == [1])
        #expect(model.anomalies == [])
    }

    @Test func `Counts asked for first within a batch are not taken for those before it`() {
        let model = ModelTable([["a"]])
        let tableView = model.shown()

        tableView.performBatchUpdates {
            model.sections[0].append("b")
            _ = tableView.numberOfRows
            tableView.insertRows(at: [[0, 1]])
        }

        #expect(model.anomalies == [])
        #expect(model.counts == [2])
    }

    @Test func `Before anything was asked nothing is checked`() {
        let model = ModelTable([["a"]])
        let tableView = model.shown()
        let revision = tableView.revision

        tableView.insertRows(at: [[0, 0]])

        #expect(model.anomalies == [])
        #expect(tableView.history.changes(since: revision) == [.insertRows([[0, 0]])])
    }

    // MARK: Inconsistent updates

    @Test func `An update that does not agree with the counts is an anomaly and becomes a reload`() {
        typealias Update = @TableActor (ModelTable, TableView) -> Void
        let cases: [(String, Update)] = [
            ("nothing was inserted", { $1.insertRows(at: [[0, 0]]) }),
            ("nothing was deleted", { $1.deleteRows(at: [[0, 0]]) }),
            (
                "a row was inserted unannounced",
                {
                    $0.sections[1].append("x"); $1.reloadRows(at: [[0, 0]])
                }
            ),
            (
                "a section was inserted unannounced",
                {
                    $0.sections.append([]); $1.reloadRows(at: [[0, 0]])
                }
            ),
            ("no section was inserted", { $1.insertSections([0]) }),
            ("no section was deleted", { $1.deleteSections([0]) }),
            ("deleted row is not there", { $1.deleteRows(at: [[0, 3]]) }),
            ("deleted row is negative", { $1.deleteRows(at: [[0, -1]]) }),
            ("deleted row is in no section", { $1.deleteRows(at: [[2, 0]]) }),
            ("deleted path is no path", { $1.deleteRows(at: [[]]) }),
            ("reloaded row is not there", { $1.reloadRows(at: [[1, 2]]) }),
            ("reloaded section is not there", { $1.reloadSections([2]) }),
            (
                "deleted section is not there",
                {
                    $0.sections.removeAll(); $1.deleteSections([0, 1, 2])
                }
            ),
            ("moved row is not there", { $1.moveRow(at: [0, 9], to: [0, 0]) }),
            ("row moved past the end", { $1.moveRow(at: [0, 0], to: [0, 3]) }),
            ("row moved to no section", { $1.moveRow(at: [0, 0], to: [2, 0]) }),
            ("moved section is not there", { $1.moveSection(5, toSection: 0) }),
            ("section moved past the end", { $1.moveSection(0, toSection: 2) }),
            ("section moved below zero", { $1.moveSection(0, toSection: -1) }),
            (
                "inserted row is past the end",
                {
                    $0.sections[0].append("x"); $1.insertRows(at: [[0, 4]])
                }
            ),
            (
                "inserted row is negative",
                {
                    $0.sections[0].append("x"); $1.insertRows(at: [[0, -1]])
                }
            ),
            (
                "inserted section is past the end",
                {
                    $0.sections.append([]); $1.insertSections([3])
                }
            ),
            (
                "inserted section is negative",
                {
                    $0.sections.append([]); $1.insertSections([-1])
                }
            ),
            ("numbers beyond all bounds", { $1.moveSection(.max, toSection: .min) }),
            (
                "two sections moved to one place",
                { _, t in
                    t.performBatchUpdates {
                        t.moveSection(0, toSection: 0); t.moveSection(1, toSection: 0)
                    }
                }
            ),
            (
                "one section moved to two places",
                { _, t in
                    t.performBatchUpdates {
                        t.moveSection(0, toSection: 0); t.moveSection(0, toSection: 1)
                    }
                }
            ),
            (
                "a section moved and deleted",
                { m, t in
                    m.sections.remove(at: 1)
                    t.performBatchUpdates {
                        t.moveSection(0, toSection: 0); t.deleteSections([0])
                    }
                }
            ),
        ]
        for (name, update) in cases {
            let (model, tableView, revision) = world()

            update(model, tableView)

            #expect(model.anomalies.map(\.code) == [.inconsistentUpdate], "\(name)")
            #expect(tableView.history.changes(since: revision) == [.reloadData], "\(name)")
            #expect(tableView.revision == revision + 1, "\(name)")
            #expect(model.counts == model.sections.map(\.count), "\(name)")
        }
    }

    @Test func `After an anomaly updates are checked and taken again`() {
        let (model, tableView, _) = world()
        tableView.insertRows(at: [[0, 0]])
        model.forgetAnomalies()
        let revision = tableView.revision

        model.sections[0].append("f")
        tableView.insertRows(at: [[0, 3]])

        #expect(model.anomalies == [])
        #expect(tableView.history.changes(since: revision) == [.insertRows([[0, 3]])])
    }

    // MARK: Random updates

    @Test(arguments: 1...20) func `Random batches that are right are never taken for wrong`(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let (model, tableView, _) = world()
        for _ in 0..<60 {
            let batch = RandomBatch(from: model.sections, using: &random)
            let revision = tableView.revision

            batch.perform(on: model, tableView)

            #expect(model.anomalies == [])
            #expect(model.counts == batch.sections.map(\.count))
            #expect(tableView.revision == revision + (batch.changes.isEmpty ? 0 : 1))
            #expect(tableView.history.changes(since: revision) == batch.changes)
        }
    }

    @Test(arguments: 1...20) func `Random batches that are wrong are always noticed`(seed: UInt64) {
        var random = SeededRandomNumberGenerator(seed: seed)
        let (model, tableView, _) = world()
        for _ in 0..<60 {
            var batch = RandomBatch(from: model.sections, using: &random)
            guard batch.spoil(using: &random) else { continue }
            let revision = tableView.revision
            model.forgetAnomalies()

            batch.perform(on: model, tableView)

            #expect(model.anomalies.map(\.code) == [.inconsistentUpdate])
            #expect(tableView.history.changes(since: revision) == [.reloadData])
            #expect(model.counts == batch.sections.map(\.count))
        }
    }

    @Test(arguments: 1...20) func `A selection stays with its rows through random batches`(seed: UInt64) async throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let (model, tableView, _) = world((0..<4).map { section in (0..<6).map { "\(section)-\($0)" } })
        tableView.allowsMultipleSelection = true
        let names = ["0-0", "1-3", "2-5", "3-1", "3-5"]
        for name in names {
            try await tableView.gestures.touchRow(at: try #require(tableView.indexPath(forRowWithIdentifier: name)))
        }
        for _ in 0..<20 {
            RandomBatch(from: model.sections, using: &random).perform(on: model, tableView)

            let selected = tableView.indexPathsForSelectedRows.map { model.sections[$0.section][$0.row] }
            #expect(selected == names.filter { name in model.sections.joined().contains(name) })
        }
    }
}
