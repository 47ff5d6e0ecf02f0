public import CascadingTable

/// The base class of models of rows, headers and footers.
///
/// Subclass ``CellModel`` or ``SectionAccessoryModel`` and add the data that your views show.
@TableActor
open class ReusableViewModel {
    /// The section that contains the model, or nil. If several sections contain it, the one that added it last.
    public final internal(set) weak var sectionModel: SectionModel?

    /// The height of the view. A height below one CSS pixel counts as automatic: the view is as high as its contents.
    public final var height: Height = .automatic { didSet { if height != oldValue { reload() } } }

    /// Creates a model with an automatic height.
    public init() {}

    /// Reloads the view in all tables that show it. Call it when properties that a subclass adds have changed.
    public func reload() {}
}

extension ReusableViewModel {
    final var shownHeight: Height { height.oneOrAutomatic }
}

extension Height {
    /// The height itself, or automatic if it is below one CSS pixel, infinite or not a number.
    fileprivate var oneOrAutomatic: Height {
        guard case .pixels(let pixels) = self, pixels >= 1, pixels.isFinite else { return .automatic }
        return self
    }
}
