extension Anomaly.Code {
    /// A row without a model, or with nil for one.
    public static let nilCellModel = Anomaly.Code(rawValue: "nilCellModel")
    /// A model for which no cell is registered, or none whose condition holds.
    public static let noCellMappingFound = Anomaly.Code(rawValue: "noCellMappingFound")
    /// A model of a header or footer for which no view is registered, or none whose condition holds.
    public static let noHeaderFooterMappingFound = Anomaly.Code(rawValue: "noHeaderFooterMappingFound")
    /// Two types of cell, header or footer are registered under one reuse identifier; each keeps it.
    public static let reuseIdentifierCollision = Anomaly.Code(rawValue: "reuseIdentifierCollision")
    /// A cell has another style than the reuse identifier it is registered under; it keeps its style.
    public static let differentCellReuseIdentifier = Anomaly.Code(rawValue: "differentCellReuseIdentifier")
    /// An event was attached to cells, headers or footers none of which is registered; it is never used.
    public static let eventRegistrationForUnregisteredMapping = Anomaly.Code(
        rawValue: "eventRegistrationForUnregisteredMapping")
    /// An event was attached to a mapping that has been unregistered; it is never used.
    public static let unusedEventDetected = Anomaly.Code(rawValue: "unusedEventDetected")
}
