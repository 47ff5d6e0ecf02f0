import CascadingTable
import TableTesting
import Testing

@testable import TableRendering

/// Tests the delegate calls while a page is written.
@TableActor
@Suite struct DisplayTests {
    @Test func whatIsShownIsAnnouncedAndEndedInReadingOrder() throws {
        // given a section of which a page shows the first two rows of three
        var answers = TableDelegateAnswers()
        answers.numberOfRows = 3
        answers.headerTitle = "H"
        answers.footerTitle = "F"
        let recorder = RecordingTableDelegate(answers: answers)
        let tableView = TableView(title: "T", root: recorder)
        recorder.calls = []
        // when
        var html = HTMLTableWriter(links: PageLinks(base: "/"))
        tableView.write(tableView.window(size: 2), to: &html)
        tableView.write(tableView.window(from: [0, 2], size: 2), to: &html)
        // then
        let displays: Set<TableDelegateCall.Method> = [
            .willDisplayCell, .didEndDisplayingCell, .willDisplayHeader, .didEndDisplayingHeader, .willDisplayFooter,
            .didEndDisplayingFooter,
        ]
        #expect(
            recorder.methods.filter(displays.contains) == [
                .willDisplayHeader, .willDisplayCell, .didEndDisplayingCell, .willDisplayCell, .didEndDisplayingCell,
                .didEndDisplayingHeader,
                .willDisplayHeader, .willDisplayCell, .didEndDisplayingCell, .willDisplayFooter,
                .didEndDisplayingHeader,
                .didEndDisplayingFooter,
            ])
    }
}
