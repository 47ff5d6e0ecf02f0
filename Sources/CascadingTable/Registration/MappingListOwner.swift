/// Who has lists of mappings.
@TableActor
protocol MappingListOwner: AnyObject {
    func mappingsDidChange()
    func refuse(_ error: any Error)
    func report(_ code: Anomaly.Code, _ message: String)
}
