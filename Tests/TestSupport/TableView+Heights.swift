public import FoundationEssentials

public import CascadingTable

/// The heights of rows, headers and footers as pages show them.
extension TableView {
    public func height(forRowAt indexPath: IndexPath) -> Height {
        responder(inSection: indexPath.section).heightForEveryRow ?? responder(forRowAt: indexPath).height
    }
    public func height(forHeaderInSection section: Int) -> Height { responder(inSection: section).headerHeight }
    public func height(forFooterInSection section: Int) -> Height { responder(inSection: section).footerHeight }
}
