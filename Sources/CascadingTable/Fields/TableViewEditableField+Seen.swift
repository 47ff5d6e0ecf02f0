import Bytes
import Essentials

extension [TableViewEditableField] {
    /// The values that the maker of a form sees, as a short text that the form sends back.
    package var seen: String { map(\.hash).joined(separator: ".") }

    /// Returns the values of a form without those that only others have changed since the form was made.
    ///
    /// - Parameters:
    ///   - values: The entered texts, by field name.
    ///   - seen: The values that the form had, see ``seen``; nil if the client does not tell.
    /// - Throws: ``TableViewValidationError`` with the values that the visitor and others have changed.
    func merged(_ values: [String: String], saw seen: String?) throws(TableViewValidationError) -> [String: String] {
        guard let seen = seen?.split(separator: ".", omittingEmptySubsequences: false), seen.count == count else {
            return values
        }
        typealias Issue = TableViewValidationError.Issue
        var (merged, issues): ([String: String], [Issue]) = (values, [])
        for (field, seen) in zip(self, seen) where field.hash != seen {
            guard let value = values[field.name] else { continue }
            var entered = field
            entered.value = value
            if entered.hash == seen {
                merged[field.name] = nil
            } else if entered.hash != field.hash {
                issues.append(
                    Issue(field.name, "This was changed to \"\(field.value)\" since. Save again to replace it."))
            }
        }
        guard issues.isEmpty else { throw TableViewValidationError(issues, isConflict: true) }
        return merged
    }
}

extension TableViewEditableField {
    /// The hash of the value. Passwords and files are shown by no form, so they have none.
    fileprivate var hash: String {
        guard !kind.isFile, kind != .password else { return "" }
        return ContentHash(of: Array(normalized(value.replacing("\r\n", with: "\n")).utf8)).text
    }
}
