import CascadingTable
import Testing

@testable import TableRendering

@Suite struct ProgressTests {
    @Test(
        arguments: [
            (0, 0), (1, 100), (0.5, 50), (0.001, 1), (0.999, 99), (-3, 0), (7, 100), (.infinity, 100), (-.infinity, 0),
            (.leastNonzeroMagnitude, 1), (-0.0, 0),
        ] as [(Double, Int)])
    func `Only what is complete is a hundred percent, and only nothing is none`(part: Double, percentage: Int) {
        #expect(Progress(part)?.percentage == percentage)
        #expect(FieldValue.progress(part).text == "\(percentage)%")
    }

    @Test func `What is no number is no progress`() {
        #expect(Progress(.nan) == nil)
        #expect(FieldValue.progress(.nan).text == "")
        #expect(FieldValue.progress(.nan).data == "")
    }
}
