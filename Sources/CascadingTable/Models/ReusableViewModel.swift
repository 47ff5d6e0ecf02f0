/// What a row, a header or a footer is shown from: the part that their models have in common.
///
/// Subclass ``CellModel`` or ``SectionAccessoryModel`` and give it what your views show.
@TableActor
open class ReusableViewModel {
    /// The section it is in, while it is in one.
    public final internal(set) weak var sectionModel: SectionModel?

    /// Below one CSS pixel the view is as high as what it holds.
    public final var height: Height = .automatic { didSet { reload() } }
    /// The height before it is laid out; nil for the height itself.
    public final var estimatedHeight: Height? { didSet { reload() } }

    /// Rises with each reload.
    final private(set) var revision = 0

    public init() {}

    /// Has the tables that show it ask for it anew; call it when what a subclass adds has changed.
    public final func reload() {
        revision += 1
        announceReload()
    }

    func announceReload() {}
}

extension ReusableViewModel {
    final var shownHeight: Height { height.oneOrAutomatic }
    final var shownEstimate: Height { (estimatedHeight ?? height).oneOrAutomatic }
}

extension Height {
    /// Below one CSS pixel, and where it is no height at all, as high as the content.
    fileprivate var oneOrAutomatic: Height {
        guard case .pixels(let pixels) = self, pixels >= 1, pixels.isFinite else { return .automatic }
        return self
    }
}
