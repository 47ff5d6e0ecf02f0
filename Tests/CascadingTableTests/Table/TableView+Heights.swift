import FoundationEssentials

@testable import CascadingTable

/// The heights of rows, headers and footers as pages show them.
extension TableView {
    func height(forRowAt indexPath: IndexPath) -> Height {
        responder(inSection: indexPath.section).heightForEveryRow ?? responder(forRowAt: indexPath).height
    }
    func height(forHeaderInSection section: Int) -> Height { responder(inSection: section).headerHeight }
    func height(forFooterInSection section: Int) -> Height { responder(inSection: section).footerHeight }
}
