public import CascadingTable

extension Anomaly.Code {
    /// A row without a model, or with a model that is nil.
    public static let nilCellModel = Anomaly.Code(rawValue: "nilCellModel")
    /// A model of a row without a registered cell.
    public static let noCellMappingFound = Anomaly.Code(rawValue: "noCellMappingFound")
    /// A model of a row with registered cells, none of which has a condition that is met.
    public static let noCellConditionMet = Anomaly.Code(rawValue: "noCellConditionMet")
    /// A model of a header or footer without a registered view.
    public static let noHeaderFooterMappingFound = Anomaly.Code(rawValue: "noHeaderFooterMappingFound")
    /// A model of a header or footer with registered views, none of which has a condition that is met.
    public static let noHeaderFooterConditionMet = Anomaly.Code(rawValue: "noHeaderFooterConditionMet")
}
