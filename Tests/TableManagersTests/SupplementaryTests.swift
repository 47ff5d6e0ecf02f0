import TestSupport
import CascadingTable
import TableStorage
import TableManagers
import FoundationEssentials
import Testing

/// Runs each test for headers and for footers, which must behave alike.
@TableActor
@Suite struct SupplementaryTests {
    enum Kind: CaseIterable, Sendable { case header, footer }

    struct Day: SupplementaryModel {
        var name = "Monday"
    }

    struct DayView: HeaderFooterModelTransfer {
        var view = TableViewHeaderFooterView()
        mutating func update(with day: Day) { view.title = day.name }
    }

    /// A table with a section of one row for each model, which is shown as header or as footer.
    @TableActor private struct World {
        let kind: Kind
        let storage: ListStorage<Post>
        let manager: TableManager<Post>
        let tableView: TableView

        init(_ kind: Kind, _ models: [(any SupplementaryModel)?], inTree: Bool = false) {
            self.kind = kind
            storage = ListStorage(models.map { _ in [Post()] })
            manager = TableManager(storage: storage)
            manager.register(PostCell.self)
            for (section, model) in models.enumerated() {
                switch kind {
                case .header: storage.headers[section] = model
                case .footer: storage.footers[section] = model
                }
            }
            let empty = CascadingSectionTableDelegate()
            tableView = TableView.quiet(
                root: inTree ? CascadingRootTableDelegate(childDelegates: [empty, manager]) : manager)
        }

        var views: SupplementaryViews { kind == .header ? manager.headers : manager.footers }

        func register(_ configure: (HeaderFooterMapping<DayView, Day>) -> Void = { _ in }) {
            views.register(DayView.self, mapping: configure)
        }

        func register<Model>(
            _ name: String, for model: Model.Type, where condition: MappingCondition<Int, Model> = .none
        ) {
            views.register(TableViewHeaderFooterView.self, for: model) {
                $0.condition = condition
            } handler: { view, _, section in
                view.title = "\(name) \(section)"
            }
        }

        func title(_ section: Int) -> String? { view(section)?.title }

        func view(_ section: Int) -> TableViewHeaderFooterView? {
            switch kind {
            case .header: tableView.headerView(forSection: section)
            case .footer: tableView.footerView(forSection: section)
            }
        }

        func height(_ section: Int) -> Height {
            switch kind {
            case .header: tableView.height(forHeaderInSection: section)
            case .footer: tableView.height(forFooterInSection: section)
            }
        }

        func display(_ view: TableViewHeaderFooterView, _ section: Int) {
            switch kind {
            case .header:
                manager.tableView(tableView, willDisplayHeaderView: view, forSection: section)
                manager.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
            case .footer:
                manager.tableView(tableView, willDisplayFooterView: view, forSection: section)
                manager.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
            }
        }

        var anomalies: [Anomaly.Code: Int] { tableView.anomalies.counts }
    }

    // MARK: Displayed views

    @Test(arguments: Kind.allCases) func `A string is a title where no view is registered`(kind: Kind) {
        let world = World(kind, ["Fruit", nil])
        #expect(world.title(0) == "Fruit")
        #expect(world.view(1) == nil)
        #expect(world.view(2) == nil)
        #expect(world.anomalies.isEmpty)
    }

    @Test(arguments: Kind.allCases) func `A registered view is told its model`(kind: Kind) {
        let world = World(kind, [Day(), nil])
        world.register()
        #expect(world.title(0) == "Monday")
        #expect(world.view(1) == nil)
        #expect(world.anomalies.isEmpty)
    }

    @Test(arguments: Kind.allCases) func `Of several views the first whose condition holds is used`(kind: Kind) {
        let world = World(kind, [Day(), Day(), Day(name: "Sunday"), "Fruit"])
        world.register("sunday", for: Day.self, where: .model { _, day in day.name == "Sunday" })
        world.register("section", for: Day.self, where: .section(1))
        world.register("day", for: Day.self, where: .custom { $0 < 3 })
        world.register("string", for: String.self)
        #expect((0..<4).map(world.title) == ["day 0", "section 1", "sunday 2", "string 3"])
    }

    @Test(arguments: Kind.allCases) func `In a tree the models are those of section 0`(kind: Kind) {
        let world = World(kind, [Day(), "not shown"], inTree: true)
        world.register("day", for: Day.self)
        #expect(world.view(0) == nil)
        #expect(world.title(1) == "day 0")
    }

    @Test(arguments: Kind.allCases) func `A model without a view says so in its place`(kind: Kind) {
        let world = World(kind, [Day(), "Fruit"])
        #expect(world.title(0) == "No \(kind) is registered for Day.")
        #expect(world.title(1) == "Fruit")

        world.register("string", for: String.self)
        #expect(world.title(0) == "No \(kind) is registered for Day.")
        #expect(world.title(1) == "string 1")

        #expect(world.anomalies == [.noHeaderFooterMappingFound: 2])
        #expect(
            world.tableView.anomalies.recent.last?.message
                == "No \(kind) is registered for Day. The model of section 0 is Day(name: \"Monday\").")
    }

    @Test(arguments: Kind.allCases) func `Views whose conditions are not met are told apart from none`(kind: Kind) {
        let world = World(kind, [Day()], inTree: true)
        world.register("day", for: Day.self, where: .section(7))
        #expect(world.title(1) == "No condition of the \(kind)s for Day is met (TableViewHeaderFooterView).")
        #expect(world.anomalies == [.noHeaderFooterConditionMet: 1])
        #expect(
            world.tableView.anomalies.recent.last?.message.hasSuffix(
                "The model of section 1 is Day(name: \"Monday\").") == true)
    }

    @Test(arguments: Kind.allCases) func `A view that is unregistered is used no more, and cells still are`(kind: Kind)
    {
        let world = World(kind, [Day()])
        world.register()
        world.views.unregister(DayView.self)
        #expect(world.title(0)?.hasPrefix("No \(kind)") == true)
        #expect(world.tableView.titles == [["post"]])
    }

    @Test(arguments: Kind.allCases) func `Without rows it is shown unless it is not to be`(kind: Kind) {
        let world = World(kind, [Day(), "Fruit"])
        world.storage.sections[0] = []
        world.tableView.reloadData()
        world.register { $0.height { _, _ in 30 } }
        #expect(world.title(0) == "Monday")
        #expect(world.height(0) == 30)
        let revision = world.tableView.revision

        world.views.displaysOnEmptySections = false

        #expect(world.tableView.revision > revision)
        #expect(world.view(0) == nil)
        #expect(world.height(0) == 0)
        #expect(world.view(1) != nil)
    }

    // MARK: Heights and display

    @Test(arguments: Kind.allCases) func `It is as high as its content, and nothing without a model`(kind: Kind) {
        let world = World(kind, ["Fruit", nil])
        #expect(world.height(0) == .automatic)
        #expect(world.height(1) == 0)

        world.register("string", for: String.self)
        #expect(world.height(0) == .automatic)
        #expect(world.height(1) == 0)
    }

    @Test(arguments: Kind.allCases) func `Heights are the closure's`(
        kind: Kind
    ) {
        let world = World(kind, [Day(), Day(name: "Sunday")])
        world.register { mapping in mapping.height { day, section in day.name == "Sunday" ? 60 : 30 } }
        #expect([0, 1].map(world.height) == [30, 60])
    }

    @Test(arguments: Kind.allCases) func `Display is told with view, model and section`(kind: Kind) {
        let world = World(kind, [nil, Day()])
        var told: [String] = []
        world.register { mapping in
            mapping.willDisplay { view, day, section in
                told.append("will \(view.view.title ?? "") \(day.name) \(section)")
            }
            mapping.didEndDisplaying { view, day, section in
                told.append("did \(view.view.title ?? "") \(day.name) \(section)")
            }
        }

        world.display(TableViewHeaderFooterView(title: "shown"), 1)
        world.display(TableViewHeaderFooterView(title: "shown"), 0)

        #expect(told == ["will shown Monday 1", "did shown Monday 1"])
    }

    // MARK: The controller
}
