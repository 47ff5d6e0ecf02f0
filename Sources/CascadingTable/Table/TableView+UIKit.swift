package import FoundationEssentials

extension TableView {
    /// The properties that properties of TableUIKit with the same names hide there.
    @TableActor
    package enum Own {
        package static var rowHeight: ReferenceWritableKeyPath<TableView, Height> { \.rowHeight }
        package static var sectionHeaderHeight: ReferenceWritableKeyPath<TableView, Height> { \.sectionHeaderHeight }
        package static var sectionFooterHeight: ReferenceWritableKeyPath<TableView, Height> { \.sectionFooterHeight }
        package static var isEditing: KeyPath<TableView, Bool> { \.isEditing }
        package static var selectedRows: KeyPath<TableView, [IndexPath]> { \.indexPathsForSelectedRows }
    }
}
