import HTTPTypes

extension HTTPFields {
    /// Fields by their names as text; one whose name is no token is left out.
    static func named(_ fields: KeyValuePairs<String, String>) -> HTTPFields {
        HTTPFields(fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
    }

    /// Every value of the field with that name.
    func values(_ name: String) -> [String] {
        HTTPField.Name(name).map { self[values: $0] } ?? []
    }
}

extension HTTPFields {
    /// All but what differs from second to second.
    var withoutDate: HTTPFields { HTTPFields(filter { $0.name != .date }) }
}
