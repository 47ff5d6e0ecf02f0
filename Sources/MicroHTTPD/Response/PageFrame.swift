/// The page that a server puts around the HTML of a response, in the looks of its other pages.
package final class PageFrame: Sendable {
    /// The title of the page.
    package let title: String
    /// The titles and addresses of the pages above this one.
    package let breadcrumbs: [(title: String, url: String)]
    /// The language of the page's texts as a BCP 47 tag; nil for the language that the client prefers.
    package let language: String?

    /// Creates a frame.
    package init(title: String, breadcrumbs: [(title: String, url: String)], language: String?) {
        (self.title, self.breadcrumbs, self.language) = (title, breadcrumbs, language)
    }
}
