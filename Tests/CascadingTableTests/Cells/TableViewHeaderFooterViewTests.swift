import CascadingTable
import Testing

struct TableViewHeaderFooterViewTests {
    @Test func eachPartIsItsOwn() {
        // given
        let image = TableViewImage(source: "flag.svg", description: "Flag")
        var view = TableViewHeaderFooterView(title: "a", subtitle: "b", image: image, fields: [], to: "c")
        let before = view
        // when
        view.fields = [Field("d", .integer(1))]
        view.link = nil
        // then
        #expect(view.title == "a" && view.subtitle == "b" && view.image == image && view.link == nil)
        #expect(view.fields == [Field("d", .integer(1))])
        #expect(before.fields.isEmpty && before.link == "c")
    }

    @Test func viewsThatShowTheSameAreEqual() {
        let plain = TableViewHeaderFooterView(title: "a")
        var view = plain
        view.subtitle = "b"
        #expect(view != plain)
        #expect(view == TableViewHeaderFooterView(title: "a", subtitle: "b"))
        #expect(view.hashValue == TableViewHeaderFooterView(title: "a", subtitle: "b").hashValue)
        view.subtitle = nil
        #expect(view == plain && view.hashValue == plain.hashValue)
        view.fields = [Field("c", .boolean(true))]
        #expect(view != plain)
    }
}
