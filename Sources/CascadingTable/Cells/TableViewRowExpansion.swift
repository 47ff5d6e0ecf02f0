/// What a row shows below itself while it is expanded.
public struct TableViewRowExpansion: Sendable, Hashable {
    public var panels: [Panel]

    public init(_ panels: Panel...) {
        self.panels = panels
    }

    /// One part of it: a picture, words and named values, each where there is one.
    public struct Panel: Sendable, Hashable {
        public var title: String?
        public var text: String?
        public var image: Image?
        public var fields: [Field]

        public init(title: String? = nil, text: String? = nil, image: Image? = nil, fields: [Field] = []) {
            self.title = title
            self.text = text
            self.image = image
            self.fields = fields
        }
    }
}
