/// The model of a header or footer.
@TableActor
open class SectionAccessoryModel: ReusableViewModel {
    public final var title: String? { didSet { reload() } }

    public init(title: String? = nil) {
        self.title = title
        super.init()
    }

    /// What is shown before its event handler has filled it in, and what is shown without one.
    open var view: TableViewHeaderFooterView { TableViewHeaderFooterView(title: title) }

    override final func announceReload() {
        sectionModel?.reload()
    }
}
