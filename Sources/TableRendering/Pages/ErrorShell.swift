/// What the template of an error may show.
public struct ErrorShell: Sendable {
    public var status: Int
    public var title: String
    public var detail: String
    public var errors: [String]
    /// Where to go from here, and what that is called.
    public var way: String
    public var wayTitle: String

    public init(status: Int, title: String, detail: String, errors: [String], way: String, wayTitle: String) {
        self.status = status
        self.title = title
        self.detail = detail
        self.errors = errors
        self.way = way
        self.wayTitle = wayTitle
    }
}
