import HTTPTypes

extension HTTPFields {
    /// Returns fields by the text of their names. Fields with invalid names are left out.
    static func named(_ fields: KeyValuePairs<String, String>) -> HTTPFields {
        HTTPFields(fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
    }

    /// Returns all values of the field with this name.
    func values(_ name: String) -> [String] {
        HTTPField.Name(name).map { self[values: $0] } ?? []
    }
}

extension HTTPFields {
    /// The fields without the date and the time that the response took.
    var withoutTimes: HTTPFields {
        HTTPFields(filter { $0.name != .date && $0.name.canonicalName != "server-timing" })
    }
}
