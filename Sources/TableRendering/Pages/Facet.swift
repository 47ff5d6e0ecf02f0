import Bytes
package import CascadingTable

/// The values of a column with the numbers of their rows.
package struct Facet: Sendable {
    /// The name and the title of the column.
    package let column: String
    let title: String
    /// The address of the table with all values.
    let url: String
    /// The address of the page without the facet.
    let removal: String
    package var values: [Value] = []
    /// A Boolean value that indicates whether all rows were counted.
    package var isComplete = true
    /// A Boolean value that indicates whether there are more values, with fewer rows.
    package var hasMore = false

    package init(column: String, title: String, url: String, removal: String) {
        (self.column, self.title, self.url, self.removal) = (column, title, url, removal)
    }

    /// A value of the column.
    package struct Value: Sendable {
        package var value: FieldValue
        package var count: Int64
        /// The name of the row that the value refers to; nil for none.
        package var label: String?
        /// A Boolean value that indicates whether a filter of the page is this value.
        package var isSelected = false
        /// The address of its rows, or of all rows if it is selected; nil if no filter finds it.
        package var url: String?

        package init(value: FieldValue, count: Int64) { (self.value, self.count) = (value, count) }
    }

    var json: JSON {
        let values = values.map { value in
            let label: JSON? = value.label.map { #","label":\#($0)"# }
            return #"""
                {"value":\#(JSON { $0.value(value.value, quotesNotFinite: true) })\#(label),"count":\#(value.count),\#
                "selected":\#(value.isSelected),"url":\#(orNull: value.url)}
                """# as JSON
        }
        return #"""
            {"column":\#(column),"title":\#(title),"complete":\#(isComplete),"more":\#(hasMore),"url":\#(url),\#
            "values":\#(values)}
            """#
    }
}
