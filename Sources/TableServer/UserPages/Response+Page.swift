public import CascadingTable
public import HTTPMessages
public import HTTPTypes

extension Response {
    /// Returns a page of your own in the looks of the tables: with their style sheet, theme and template.
    ///
    /// ```swift
    /// router.get("/login") { _, _ in
    ///     .page(title: "Log in") {
    ///         """
    ///         <form method="post">
    ///         <label>Name <input name="name" autocomplete="username"></label>
    ///         <label>Password <input type="password" name="password"></label>
    ///         <button>Log in</button>
    ///         </form>
    ///         """
    ///     }
    /// }
    /// ```
    ///
    /// Fields and buttons need no classes. An element with `role="alert"` has the colour of errors. Inline scripts and
    /// `style` attributes do nothing, because the Content-Security-Policy forbids them. A `TableServer` adds the page
    /// around the content; the template is `content.mustache`.
    ///
    /// - Parameters:
    ///   - title: The title of the page.
    ///   - status: The status. Default: 200.
    ///   - breadcrumbs: The pages above this one. Default: none.
    ///   - language: The language of your texts, such as `fr`. Default: nil, the language that the client prefers among
    ///     English, German and Hebrew.
    ///   - content: The HTML below the title.
    public static func page(
        title: String, status: HTTPResponse.Status = .ok, breadcrumbs: [TableLink] = [], language: String? = nil,
        @HTMLBuilder content: () throws -> HTML
    ) rethrows -> Response {
        var response = Response.html(try content().markup, status: status)
        response.surroundings = Surroundings(
            title: title, breadcrumbs: breadcrumbs.map { ($0.title, $0.url) }, language: language)
        return response
    }
}
