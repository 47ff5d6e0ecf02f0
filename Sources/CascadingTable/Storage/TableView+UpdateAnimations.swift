extension TableView {
    /// How each kind of change of a storage comes into view.
    public struct UpdateAnimations: Sendable, Hashable {
        public var insertSections = RowAnimation.none
        public var deleteSections = RowAnimation.automatic
        public var reloadSections = RowAnimation.automatic
        public var insertRows = RowAnimation.automatic
        public var deleteRows = RowAnimation.automatic
        public var reloadRows = RowAnimation.automatic

        public init() {}
    }
}
