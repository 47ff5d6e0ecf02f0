import CascadingTable
import TableManagers
import FoundationEssentials
import Testing

/// Tests which of the cells registered for a model is used.
@TableActor
@Suite struct MappingTests {
    /// A table of models. Each cell shows the name that it was registered with.
    @TableActor private struct World<Item> {
        let storage: ListStorage<Item>
        let manager: TableManager<Item>
        let tableView: TableView

        init(_ sections: [Item]...) {
            storage = ListStorage(sections)
            manager = TableManager(storage: storage)
            tableView = TableView.quiet(root: manager)
        }

        func register<Model>(
            _ name: String, for model: Model.Type, where condition: MappingCondition<IndexPath, Model> = .none
        ) {
            manager.register(TableViewCell.self, for: model) { mapping in
                mapping.condition = condition
            } handler: { cell, _, _ in
                cell.title = name
            }
        }

        var titles: [[String]] { tableView.titles }
    }

    private let missing = "No cell is registered for Unknown."

    // MARK: Types

    @Test func `A value is shown by the cell of its type`() {
        let world = World<any FeedItem>([Post(), Photo()])
        world.register("photo", for: Photo.self)
        world.register("post", for: Post.self)
        #expect(world.titles == [["post", "photo"]])
    }

    @Test func `An object is shown by the cell of its class, and of a superclass`() {
        let world = World<any FeedItem>([Animal(), Dog()])
        world.register("dog", for: Dog.self)
        world.register("animal", for: Animal.self)
        #expect(world.titles == [["animal", "dog"]])
    }

    @Test func `Of a class and its subclass the first registered is used`() {
        let world = World<any FeedItem>([Animal(), Dog()])
        world.register("animal", for: Animal.self)
        world.register("dog", for: Dog.self)
        #expect(world.titles == [["animal", "animal"]])
    }

    @Test func `A cell for a protocol shows every type that conforms`() {
        let world = World<any FeedItem>([Post(), Dog(), Unknown()])
        world.register("dog", for: Dog.self)
        world.register("item", for: (any FeedItem).self)
        #expect(world.titles == [["item", "dog", "item"]])
    }

    @Test func `A storage of anything is shown by the cells of what is in it`() {
        let world = World<Any>([1, "text", Post(), Dog(), Double.pi])
        world.register("number", for: Int.self)
        world.register("text", for: String.self)
        world.register("item", for: (any FeedItem).self)
        #expect(world.titles == [["number", "text", "item", "item", "No cell is registered for Double."]])
    }

    @Test func `What is in an optional is shown, however deep, and nil is shown by nothing`() {
        let deep: Post??? = Post()
        let none: Post?? = .some(nil)
        let world = World<Any>([deep as Any, none as Any, Post?.none as Any, Post() as Post? as Any])
        world.register("post", for: Post.self)

        #expect(
            world.titles == [
                ["post", "There is no model at 0.1.", "There is no model at 0.2.", "post"]
            ])
        #expect(world.tableView.anomalies.counts == [.nilCellModel: 2])
    }

    @Test func `A storage of optionals is shown by the cells of what is in them`() {
        let world = World<Post?>([Post(), nil])
        world.register("post", for: Post.self)
        #expect(world.titles == [["post", "There is no model at 0.1."]])
    }

    @Test func `Collections are shown by what is in each of them, whichever came first`() {
        let numbers: [Any] = [1, 2], texts: [Any] = ["a"], nothing: [Any] = []
        for collections in [[numbers, texts, nothing], [texts, nothing, numbers], [nothing, texts, numbers]] {
            let world = World<[Any]>(collections)
            world.register("numbers", for: [Int].self)
            world.register("texts", for: [String].self)
            let expected = collections.map { $0.first is String ? "texts" : "numbers" }
            #expect(world.titles == [expected])
        }
    }

    @Test func `A model with no cell has one that says so, and the others are shown`() {
        let world = World<any FeedItem>([Post(), Unknown(), Unknown()])
        world.register("post", for: Post.self)

        #expect(world.titles == [["post", missing, missing]])

        #expect(world.tableView.anomalies.counts == [.noCellMappingFound: 2])
        #expect(world.tableView.anomalies.recent.map(\.indexPath) == [[0, 1], [0, 2]])
        #expect(world.tableView.cellForRow(at: [0, 1])?.isEnabled == false)
    }

    // MARK: Conditions

    @Test func `A cell for a section is used there and nowhere else`() {
        let world = World<Post>([Post()], [Post()], [Post()])
        world.register("second", for: Post.self, where: .section(1))
        world.register("other", for: Post.self)
        #expect(world.titles == [["other"], ["second"], ["other"]])
    }

    @Test func `A cell for certain places is used there and nowhere else`() {
        let world = World<Post>([Post(), Post(), Post()])
        world.register("first", for: Post.self, where: .custom { $0.row == 0 })
        world.register("other", for: Post.self)
        #expect(world.titles == [["first", "other", "other"]])
    }

    @Test func `A cell for certain models is used for them and no others`() {
        let world = World<any FeedItem>([Post(title: "a"), Post(title: "b"), Photo()])
        world.register("b", for: Post.self, where: .model { _, post in post.title == "b" })
        world.register("item", for: (any FeedItem).self)
        #expect(world.titles == [["item", "b", "item"]])
    }

    @Test func `The first whose condition holds is used, whatever the kinds of condition`() {
        let world = World<Post>([Post(), Post()], [Post(), Post()], [Post()])
        world.register("row 1", for: Post.self, where: .custom { $0.row == 1 })
        world.register("section 1", for: Post.self, where: .section(1))
        world.register("not 2", for: Post.self, where: .model { indexPath, _ in indexPath.section != 2 })
        world.register("section 1 again", for: Post.self, where: .section(1))
        world.register("section 2", for: Post.self, where: .section(2))
        world.register("any", for: Post.self)
        world.register("never", for: Post.self, where: .section(0))
        #expect(world.titles == [["not 2", "row 1"], ["section 1", "row 1"], ["section 2"]])
    }

    @Test func `Where no condition holds there is no cell`() {
        let world = World<Post>([Post()])
        world.register("elsewhere", for: Post.self, where: .section(1))
        #expect(world.titles == [["No condition of the cells for Post is met (TableViewCell)."]])
        #expect(
            world.tableView.anomalies.recent == [
                Anomaly(
                    .noCellConditionMet,
                    "No condition of the cells for Post is met (TableViewCell). "
                        + "The model of row 0 in section 0 is Post(id: 0, title: \"post\").",
                    indexPath: [0, 0])
            ])
    }

    @Test func `The anomaly of a model without a cell names the model and its place, and visitors see only its type`() {
        let root = CascadingRootTableDelegate()
        let manager = TableManager(
            storage: ListStorage<any FeedItem>([[Post(), Photo(name: "secret\n" + String(repeating: "x", count: 200))]])
        )
        manager.register(PostCell.self)
        root.childDelegates = [CascadingSectionTableDelegate(), manager]
        let tableView = TableView.quiet(root: root)
        #expect(tableView.titles == [[], ["post", "No cell is registered for Photo."]])
        let anomaly = tableView.anomalies.recent.first
        let start = "No cell is registered for Photo. The model of row 1 in section 1 is Photo(name: \"secret\\nxxx"
        #expect(anomaly?.message.hasPrefix(start) == true, "\(anomaly?.message ?? "")")
        #expect(anomaly?.message.hasSuffix("xxx….") == true)
        #expect((anomaly?.message.count ?? 0) < 200)
    }

    @Test func `A condition that changes is a new revision`() {
        let world = World<Post>([Post()])
        var mapping: CellMapping<TableViewCell, Post>?
        world.manager.register(TableViewCell.self, for: Post.self) {
            mapping = $0
        } handler: { cell, _, _ in
            cell.title = "found"
        }
        #expect(world.titles == [["found"]])
        let revision = world.tableView.revision

        mapping?.condition = .section(1)

        #expect(world.titles == [["No condition of the cells for Post is met (TableViewCell)."]])
        #expect(world.tableView.revision > revision)
    }

    // MARK: Registering and unregistering

    @Test func `A cell registered after the table was shown is shown`() {
        let world = World<Post>([Post()])
        #expect(world.titles == [["No cell is registered for Post."]])
        world.register("post", for: Post.self)
        #expect(world.titles == [["post"]])
    }

    @Test func `A cell that is unregistered is shown no more, and the others are`() {
        let world = World<any FeedItem>([Post(), Photo()])
        world.manager.register(PostCell.self)
        world.manager.register(PostCell.self, for: Photo.self) { cell, _, _ in cell.cell.title = "photo as post" }
        world.register("item", for: (any FeedItem).self)
        #expect(world.titles == [["post", "photo as post"]])

        world.manager.unregister(PostCell.self)
        #expect(world.titles == [["item", "item"]])

        world.manager.unregister(PhotoCell.self)
        #expect(world.titles == [["item", "item"]])
    }

    @Test func `The handler fills the cell before it is told its model`() {
        let world = World<Post>([Post(title: "told")])
        world.manager.register(PostCell.self) { _ in
        } handler: { cell, post, indexPath in
            cell.cell.title = "handled"
            cell.cell.subtitle = "\(post.title) at \(indexPath.row)"
        }
        #expect(world.tableView.cellForRow(at: [0, 0])?.title == "told")
        #expect(world.tableView.cellForRow(at: [0, 0])?.subtitle == "told at 0")
    }

    @Test func `A cell that is an object is made anew for each row`() {
        final class ObjectCell: ModelTransfer {
            var cell = TableViewCell()
            init() {}
            func update(with post: Post) { cell.title = "\(cell.title ?? "")\(post.title)" }
        }
        let world = World<Post>([Post(title: "a"), Post(title: "b")])
        world.manager.register(ObjectCell.self)
        #expect(world.titles == [["a", "b"]])
        #expect(world.titles == [["a", "b"]])
    }

    @Test func `One type of cell may be registered twice, and two types of one name`() {
        enum Other {
            struct PostCell: CellContent { var cell = TableViewCell() }
        }
        let world = World<any FeedItem>([Post(), Photo()])
        world.manager.register(PostCell.self) { $0.condition = .section(0) }
        world.manager.register(PostCell.self)
        world.manager.register(Other.PostCell.self, for: Photo.self) { _, _, _ in }
        #expect(world.tableView.anomalies.counts.isEmpty)
    }
}
