import TableRendering

extension HTML {
    /// Returns a table for a page of your own. The page can hold several.
    ///
    /// ```swift
    /// router.get("/dashboard") { _, _ in
    ///     .page(title: "Dashboard") {
    ///         .table("/stocks/", title: "Stocks")
    ///         .table("/news/?_size=5", title: "News")
    ///     }
    /// }
    /// ```
    ///
    /// The table is in a frame (`<iframe>`) below its title, which links to the table's own page. It is live and has its
    /// search, menus, forms and pages, with and without JavaScript; its tools are behind a button. With JavaScript, the frame is as high as the table, up to a part of the screen. Links to pages below
    /// the path stay in the frame, and all other links open in the whole window.
    ///
    /// - Parameters:
    ///   - address: The path of the table, beginning and ending with a slash, with query parameters if you like.
    ///   - title: The heading above the frame.
    public static func table(_ address: String, title: String) -> HTML {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].hasSuffix("/") ? String(parts[0]) : "\(parts[0])/"
        let whole = parts.count > 1 ? "\(path)?\(parts[1])" : path
        let address = FramePath(path).staying(whole) ?? whole
        return
            "<h2><a href=\"\(whole)\">\(title)</a></h2><iframe class=\"embedded\" src=\"\(address)\" title=\"\(title)\" loading=\"lazy\"></iframe>"
    }
}
