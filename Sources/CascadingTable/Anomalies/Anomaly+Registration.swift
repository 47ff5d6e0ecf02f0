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
    /// Two types of cells, headers or footers that are registered with one reuse identifier. Each keeps it.
    public static let reuseIdentifierCollision = Anomaly.Code(rawValue: "reuseIdentifierCollision")
    /// A cell whose style differs from the reuse identifier that it is registered with. It keeps its style.
    public static let differentCellReuseIdentifier = Anomaly.Code(rawValue: "differentCellReuseIdentifier")
    /// An event for cells, headers or footers that are not registered. The event is never called.
    public static let eventRegistrationForUnregisteredMapping = Anomaly.Code(
        rawValue: "eventRegistrationForUnregisteredMapping")
    /// An event for a mapping that was unregistered. The event is never called.
    public static let unusedEventDetected = Anomaly.Code(rawValue: "unusedEventDetected")
}
