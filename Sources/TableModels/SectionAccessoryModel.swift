public import CascadingTable
public import TableStorage

/// The model of a header or footer of a section.
@TableActor
open class SectionAccessoryModel: ReusableViewModel, SupplementaryModel {
    /// The title that the header or footer shows, or nil for none. A change reloads the section.
    public final var title: String? { didSet { if title != oldValue { reload() } } }

    /// Creates a model with a title.
    ///
    /// - Parameter title: The title that the header or footer shows, or nil for none.
    public init(title: String? = nil) {
        self.title = title
        super.init()
    }

    /// The view before an event handler fills it in. It is shown unchanged if no event handler is registered.
    ///
    /// The default is a view with the ``title``.
    open var view: TableViewHeaderFooterView { TableViewHeaderFooterView(title: title) }

    public override final func reload() {
        sectionModel?.reload()
    }
}
