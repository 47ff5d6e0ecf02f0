import Bytes
package import CascadingTable

/// Texts about rows and their numbers.
extension Words {
    /// Returns what a database has, such as `5 tables, 1 view, 34 MB`.
    func contents(_ inventory: TableHosting.Inventory) -> String {
        var parts = [count(inventory.tables, .tables)]
        if inventory.views > 0 { parts.append(count(inventory.views, .views)) }
        if let size = inventory.size {
            var units = ["B", "kB", "MB", "GB", "TB"][...]
            var number = Double(size)
            while number >= 999.5, units.count > 1 {
                number /= 1000
                units.removeFirst()
            }
            let rounded = number < 9.95 ? (number * 10).rounded() / 10 : number.rounded()
            parts.append(ByteWriter.text { _ = $0.decimal(rounded, in: self, .grouped) } + " \(units.first ?? "")")
        }
        return parts.joined(separator: ", ")
    }

    /// Returns the text of a page whose rows were read slowly.
    func reading(took seconds: Double) -> String {
        let rounded = (seconds * 10).rounded() / 10
        return fill(.readingTook, with: ByteWriter.text { _ = $0.decimal(rounded, in: self, .automatic) })
    }

    /// Returns the text of the shown rows, such as `1–100 of 193`.
    ///
    /// - Parameters:
    ///   - first: The number of the first row, from 1.
    ///   - last: The number of the last row.
    ///   - count: The number of rows.
    ///   - accuracy: How exact `count` is.
    func range(first: Int, last: Int, of count: Int, accuracy: RowCountAccuracy = .exact) -> String {
        guard count > 0 else { return self[.noRows] }
        guard first > 1 || accuracy != .exact || last < count else { return self.count(count, .rows) }
        // A mark keeps the smaller number at the left, as CLDR requires for Hebrew ranges.
        let mark = direction == .rightToLeft ? "\u{200E}" : ""
        let range = first == last ? number(first) : "\(mark)\(number(first))–\(number(last))"
        return fill(.partOf, with: range, rowCount(count, accuracy))
    }

    /// Returns a number of rows, such as `193`, `more than 1,000` or `about 10,000,000`.
    func rowCount(_ count: Int, _ accuracy: RowCountAccuracy) -> String { qualified(number(count), accuracy) }

    /// Returns a number of rows with a noun, such as `193 rows` or `more than 1,000 rows`.
    func numberOfRows(_ count: Int, _ accuracy: RowCountAccuracy) -> String {
        qualified(self.count(count, .rows), accuracy)
    }

    private func qualified(_ count: String, _ accuracy: RowCountAccuracy) -> String {
        switch accuracy {
        case .exact: count
        case .moreThan: fill(.moreThan, with: count)
        case .about: fill(.about, with: count)
        }
    }

    /// Returns what a data source tells about a column, such as `INTEGER · primary key · not null · indexed`.
    func facts(of column: TableViewColumn) -> String {
        var facts = [column.type ?? ""]
        if column.primaryKeyIndex != nil { facts.append(self[.primaryKey]) }
        if !column.isNullable { facts.append(self[.notNull]) }
        if column.isIndexed { facts.append(self[.indexed]) }
        return facts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Returns the title of a separator; nil for the one that fits, and 0 for none.
    func separator(_ byte: UInt8?) -> String {
        switch byte {
        case nil: self[.automatic]
        case 0: self[.oneValue]
        case 0x09: self[.tab]
        case let byte?: "\(Unicode.Scalar(byte))"
        }
    }

    /// Returns the title of a row's result in a rehearsal, such as `insert`.
    func title(ofResult result: String) -> String { file.results[result] ?? file.results["failing"] ?? result }

    /// Returns how many rows have which result, such as `2 new, 1 changed`.
    func counts(of results: [String]) -> String {
        ["failing", "insert", "change", "delete", "equal"].compactMap { result in
            let count = results.count { $0 == result }
            return count == 0 ? nil : "\(number(count)) \(title(ofResult: result))"
        }.joined(separator: ", ")
    }

    /// Returns how a new value has another type than the old one, such as `number → text`; nil if it has not.
    func changeOfType(_ old: FieldValue, _ new: FieldValue) -> String? {
        guard Self.areOfOtherTypes(old, new), let old = Self.type(of: old), let new = Self.type(of: new) else {
            return nil
        }
        return fill(.changeOfType, with: self[old], self[new])
    }

    /// Returns whether two values have different types. NULL has none.
    package static func areOfOtherTypes(_ one: FieldValue, _ other: FieldValue) -> Bool {
        type(of: one) != nil && type(of: other) != nil && type(of: one) != type(of: other)
    }

    /// Returns the type of a stored value; nil for NULL.
    private static func type(of value: FieldValue) -> Phrase? {
        switch value {
        case .integer, .decimal, .number, .boolean: .numberType
        case .text, .excerpt: .textType
        case .bytes: .bytesType
        default: nil
        }
    }
}
