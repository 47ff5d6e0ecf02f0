import CascadingTable
import TableRendering
import Testing

@testable import TableServer

@TableActor
@Suite struct KeptPageTests {
    private func written(isEditing: Bool = false) -> KeptPage.Written {
        KeptPage.Written(rows: nil, links: .init(links: PageLinks(base: "/"), isEditing: isEditing))
    }

    @Test func whatWasWrittenForANewerPageIsExchanged() {
        let page = KeptPage()
        let old = written()
        #expect(page.keep(nil, old, at: 1) == nil)
        #expect(page.links?.isEditing == false)
        #expect(page.keep(nil, written(isEditing: true), at: 2) === old)
        #expect(page.links?.isEditing == true)
    }

    @Test func whatComesLateIsGivenBack() {
        let page = KeptPage()
        page.keep(nil, written(isEditing: true), at: 2)
        let late = written()
        #expect(page.keep(nil, late, at: 1) === late)
        #expect(page.links?.isEditing == true)
    }

    @Test func whatWasWrittenIsLeftWhereNothingMayBeTakenOver() {
        let page = KeptPage()
        page.keep(nil, written(isEditing: true), at: 1)
        #expect(page.keep(.perVisitor, at: 2) == nil)
        #expect(page.links?.isEditing == true)
    }
}
