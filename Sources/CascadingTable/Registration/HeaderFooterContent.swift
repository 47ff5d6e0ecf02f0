/// What builds a header or a footer: a manager makes one for each section it is asked about.
@TableActor
public protocol HeaderFooterContent {
    /// What stands above or below the section.
    var view: TableViewHeaderFooterView { get set }

    init()
}

/// A plain view builds itself, so that it can be registered without a type around it.
extension TableViewHeaderFooterView: HeaderFooterContent {
    public nonisolated var view: TableViewHeaderFooterView {
        get { self }
        set { self = newValue }
    }

    public nonisolated init() {
        self.init(title: nil)
    }
}
