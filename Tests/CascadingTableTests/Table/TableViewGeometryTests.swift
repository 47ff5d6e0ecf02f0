import CascadingTable
import FoundationEssentials
import TestSupport
import Testing

@TableActor
@Suite struct TableViewGeometryTests {
    enum Heights: String, CaseIterable, Sendable {
        case uniform, uniformFraction, perRow, perRowFraction, withZeros, automatic, estimated, mixed
    }

    private func world(_ heights: Heights, counts: [Int] = [3, 0, 40, 1, 0]) -> ModelTable {
        let model = ModelTable(counts: counts)
        var random = SeededRandomNumberGenerator(seed: 7)
        for (section, rows) in model.sections.enumerated() {
            for row in rows {
                switch heights {
                case .uniform: model.uniformHeights[section] = 44
                case .uniformFraction: model.uniformHeights[section] = .pixels(0.1 + Double(section) / 3)
                case .perRow: model.heights[row] = .pixels(Double(Int.random(in: 1...90, using: &random)))
                case .perRowFraction: model.heights[row] = .pixels(Double.random(in: 0.01...90, using: &random))
                case .withZeros: model.heights[row] = .pixels(Double(Int.random(in: 0...1, using: &random)) * 0.7)
                case .automatic: break
                case .estimated: model.estimates[row] = .pixels(Double.random(in: 0.01...90, using: &random))
                case .mixed where section == 2: model.uniformHeights[section] = 0.3
                case .mixed: model.heights[row] = Bool.random(using: &random) ? 33.3 : .automatic
                }
            }
        }
        model.headers = [0: 20.2, 1: 7, 3: .automatic]
        model.footers = [0: 3.3, 1: 0.1, 2: 5]
        return model
    }

    @Test(arguments: Heights.allCases) func `The row at the place of a row is that row`(heights: Heights) throws {
        let model = world(heights)
        let tableView = model.shown()

        for (section, rows) in model.sections.enumerated() {
            for row in rows.indices {
                let path = IndexPath(row: row, section: section)
                let rect = try #require(tableView.rectForRow(at: path))
                guard rect.height > 0 else { continue }
                for y in [rect.minY, rect.minY + rect.height / 2] {
                    #expect(tableView.indexPathForRow(atY: y) == path)
                }
            }
        }
        #expect(model.anomalies == [])
    }

    @Test(arguments: Heights.allCases) func `Rows follow each other without a gap`(heights: Heights) throws {
        let model = world(heights)
        let tableView = model.shown()

        for (section, rows) in model.sections.enumerated() {
            let rects = try rows.indices.map {
                try #require(tableView.rectForRow(at: IndexPath(row: $0, section: section)))
            }
            for (rect, next) in zip(rects, rects.dropFirst()) { #expect(abs(rect.maxY - next.minY) < 1e-9) }
        }
    }

    @Test(arguments: Heights.allCases) func `Sections follow each other without a gap`(heights: Heights) throws {
        let model = world(heights)
        let tableView = model.shown()

        var bottom = 0.0
        for section in model.sections.indices {
            let rect = try #require(tableView.rect(forSection: section))
            #expect(abs(rect.minY - bottom) < 1e-9)
            bottom = rect.maxY
        }
        #expect(tableView.indexPathForRow(atY: bottom + 1) == nil)
    }

    /// The heights are uniform, their multiples are not exact, and the table is long.
    @Test(arguments: [0.1, 0.3, 1.1, 33.3, 44, 1 / 3.0]) func `A million rows of one height are all found`(
        height: Double
    ) throws {
        let model = ModelTable([])
        model.countOfSections = 1
        model.countOfRows = [0: 1_000_000]
        model.uniformHeights = [0: .pixels(height)]
        model.headers = [0: 17.7]
        let tableView = model.shown()

        let lost = stride(from: 0, to: 1_000_000, by: 997).filter { row in
            tableView.rectForRow(at: [0, row]).flatMap { tableView.indexPathForRow(atY: $0.minY) } != [0, row]
        }
        #expect(lost == [])
        let last = try #require(tableView.rectForRow(at: [0, 999_999]))
        #expect(tableView.indexPathForRow(atY: last.maxY - height / 4) == [0, 999_999])
        #expect(model.heightQuestions == 0)
    }

    @Test func `Rows without height are never at any place`() {
        let model = ModelTable([["a", "b", "c", "d"]])
        model.heights = ["a": 0, "b": 10, "c": 0, "d": 10]
        let tableView = model.shown()

        #expect([0, 9.9, 10, 19.9].map(tableView.indexPathForRow(atY:)) == [[0, 1], [0, 1], [0, 3], [0, 3]])
        #expect(tableView.rectForRow(at: [0, 2]) == TableRect(minY: 10, height: 0))
        #expect(tableView.indexPathForRow(atY: 20) == nil)
    }

    @Test func `Only rows of no height make a table of no height`() {
        let model = ModelTable(counts: [3])
        model.uniformHeights = [0: 0]
        #expect(model.shown().indexPathForRow(atY: 0) == nil)
    }

    @Test func `Where a header or footer stands, or nothing at all, there is no row`() {
        let model = ModelTable(counts: [1, 1])
        model.uniformHeights = [0: 10, 1: 10]
        model.headers = [0: 5]
        model.footers = [0: 5]
        let tableView = model.shown()

        let paths = [-1, 0, 4.9, 5, 14.9, 15, 19.9, 20, 29.9, 30].map(tableView.indexPathForRow(atY:))

        #expect(paths == [nil, nil, nil, [0, 0], [0, 0], nil, nil, [1, 0], [1, 0], nil])
        for y in [Double.nan, .infinity, -.infinity] { #expect(tableView.indexPathForRow(atY: y) == nil) }
    }

    @Test func `A header of height 0 is as high as its content, so it has a place`() {
        let model = ModelTable(counts: [1])
        model.headers = [0: 0]
        model.footers = [0: 0]
        model.uniformHeights = [0: 10]
        let tableView = model.shown()

        #expect(tableView.rectForRow(at: [0, 0])?.minY == 44)
        #expect(tableView.rect(forSection: 0)?.height == 98)
    }

    @Test func `A height without a title or view takes no place`() {
        let model = ModelTable(counts: [1])
        model.uniformHeights = [0: 10]
        #expect(model.shown().rect(forSection: 0)?.height == 10)
    }

    @Test func `An automatic row is as high as its estimate, else as the table's`() {
        let model = ModelTable([["a", "b"]])
        model.estimates = ["a": 30]
        let tableView = model.shown()
        #expect(tableView.rectForRow(at: [0, 1]) == TableRect(minY: 30, height: 44))

        tableView.estimatedRowHeight = 60
        #expect(tableView.rectForRow(at: [0, 1]) == TableRect(minY: 30, height: 60))
    }

    @Test(arguments: [-1, -0.001, Double.nan, .infinity, -.infinity])
    func `A height that cannot be is an anomaly and counts as automatic`(height: Double) {
        let model = ModelTable([["a", "b"]])
        model.heights = ["a": .pixels(height)]
        let tableView = model.shown()

        #expect(tableView.height(forRowAt: [0, 0]) == .automatic)

        #expect(model.anomalies.map(\.code) == [.invalidHeight])
        #expect(model.anomalies.first?.indexPath == [0, 0])
        #expect(tableView.rectForRow(at: [0, 1])?.minY == 44)
    }

    @Test(arguments: [-1, Double.nan, .infinity])
    func `So is such an estimate, uniform height, header or footer`(height: Double) {
        for invalid in 0..<4 {
            let model = ModelTable(counts: [1])
            switch invalid {
            case 0: model.estimates = ["0-0": .pixels(height)]
            case 1: model.uniformHeights = [0: .pixels(height)]
            case 2: model.headers = [0: .pixels(height)]
            default: model.footers = [0: .pixels(height)]
            }
            let tableView = model.shown()

            let rect = tableView.rect(forSection: 0)

            #expect(rect == TableRect(minY: 0, height: invalid < 2 ? 44 : 88))
            #expect(!model.anomalies.isEmpty && model.anomalies.allSatisfy { $0.code == .invalidHeight })
        }
    }

    @Test(arguments: [-1, Double.nan, .infinity])
    func `An estimate of the table's that cannot be is refused`(height: Double) {
        let model = ModelTable(counts: [2])
        let tableView = model.shown()

        tableView.estimatedRowHeight = height

        #expect(tableView.estimatedRowHeight == 44)
        #expect(model.anomalies.map(\.code) == [.invalidHeight])
        #expect(tableView.rectForRow(at: [0, 1])?.minY == 44)
    }

    @Test(arguments: [0, 0.5, 1, 1e6]) func `Any other height is kept as it is`(height: Double) {
        let model = ModelTable([["a"]])
        model.heights = ["a": .pixels(height)]
        #expect(model.shown().rectForRow(at: [0, 0])?.height == height)
        #expect(model.anomalies == [])
    }

    @Test func `Heights are asked once a row until a reload`() {
        let model = ModelTable(counts: [10])
        let tableView = model.shown()

        for row in 0..<10 { _ = tableView.rectForRow(at: [0, row]) }
        #expect(model.heightQuestions == 10)

        tableView.reloadData()
        _ = tableView.rectForRow(at: [0, 0])
        #expect(model.heightQuestions == 20)
    }
}
