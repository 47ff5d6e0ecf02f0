import Essentials
import LocalizedMessages

extension [TableViewEditableField] {
    /// Returns the normalized value of every field. Fields without an entry in `values` keep their value.
    ///
    /// - Parameters:
    ///   - values: The entered texts, by field name.
    ///   - files: The chosen files, by field name.
    /// - Throws: ``TableViewValidationError`` with every invalid value and unknown field name.
    func checked(
        _ values: [String: String], _ files: [String: TableViewFile] = [:]
    ) throws(TableViewValidationError) -> [String: String] {
        var issues: [TableViewValidationError.Issue] = []
        var checked: [String: String] = [:]
        for field in self {
            if case .file(let accept, let maxBytes) = field.kind {
                let file = files[field.name]
                let message = field.complaint(about: file, insteadOf: values[field.name], accept, maxBytes)
                if let message { issues.append(.init(field.name, message)) }
                checked[field.name] = file?.name ?? field.value
                continue
            }
            let value = field.normalized(values[field.name] ?? field.value)
            if let message = field.complaint(about: value) { issues.append(.init(field.name, message)) }
            checked[field.name] = value
        }
        let fileFields = filter(\.kind.isFile).map(\.name)
        for name in Set(values.keys).union(files.keys).sorted()
        where checked[name] == nil || files[name] != nil && !fileFields.contains(name) {
            issues.append(.init(name, "Unknown field."))
        }
        guard issues.isEmpty else { throw TableViewValidationError(issues) }
        return checked
    }
}

extension TableViewEditableField {
    /// Returns a value as the delegate gets it.
    ///
    /// Numbers, dates and choices lose white space at their ends. Texts of several lines get LF line ends. For a
    /// Boolean, `1` and `on` become `true`, and `0` and an empty text become `false`. Texts of one line are unchanged.
    func normalized(_ value: String) -> String {
        switch kind {
        case .text, .password: value
        case .multilineText: value.replacing("\r\n", with: "\n")
        case .integer, .decimal, .date, .email, .choice, .file: value.trimmed
        case .boolean:
            switch value.trimmed.lowercased() {
            case "true", "1", "on": "true"
            case "false", "0", "": "false"
            default: value
            }
        }
    }

    /// Returns the error message for a normalized value; nil if the value is valid.
    func complaint(about value: String) -> LocalizedMessage? {
        let isMissing = kind == .boolean ? value == "false" : value.trimmed.isEmpty
        if isMissing { return isRequired ? "Enter a value." : nil }
        switch kind {
        case .text where value.contains(where: \.isNewline), .password where value.contains(where: \.isNewline):
            return "Use a single line."
        case .email where !Self.isEmail(value): return "Enter an e-mail address, such as anna@example.org."
        case .text, .multilineText, .email, .password:
            guard let maxLength, value.count > maxLength else { return nil }
            return "Use at most \(maxLength) characters (now \(value.count))."
        case .integer:
            guard let number = Int64(value) else { return "Enter a whole number." }
            return complaint(about: Double(number))
        case .decimal:
            guard let number = Double(value), number.isFinite, !value.utf8.contains(where: { $0 | 0x20 == 0x78 }) else {
                return "Enter a number."
            }
            return complaint(about: number)
        case .date: return Self.isDay(value) ? nil : "Enter a day, such as 2026-05-31."
        case .boolean: return value == "true" ? nil : "Choose yes or no."
        case .choice(let choices): return choices.contains(value) ? nil : "Choose one of the options."
        case .file: return "Choose a file."
        }
    }

    /// Returns the error message for a file.
    ///
    /// - Parameters:
    ///   - file: The chosen file; nil without one.
    ///   - text: The text that was sent for the field. A client may send the current value back.
    ///   - kinds: The accepted files; empty for all.
    ///   - maxBytes: The limit of the size; nil for none.
    func complaint(
        about file: TableViewFile?, insteadOf text: String?, _ kinds: [String], _ maxBytes: Int?
    ) -> LocalizedMessage? {
        guard let file else {
            let isOther = text.map { !$0.isEmpty && $0 != value } ?? false
            return isOther || isRequired && value.isEmpty ? "Choose a file." : nil
        }
        guard file.isOne(of: kinds) else {
            let list = kinds.joined(separator: ", ")
            return "Choose a file of one of these kinds: \(list)."
        }
        guard let maxBytes, file.bytes.count > maxBytes else { return nil }
        return "Choose a file of at most \(maxBytes) bytes (this one has \(file.bytes.count))."
    }

    private func complaint(about number: Double) -> LocalizedMessage? {
        if let minimum, number < minimum { return "Enter \(Self.text(minimum)) or more." }
        if let maximum, number > maximum { return "Enter \(Self.text(maximum)) or less." }
        return nil
    }

    private static func text(_ number: Double) -> String {
        Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    /// Returns whether a text looks like an e-mail address: a name, an at sign, and a domain, without white space.
    static func isEmail(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !text.contains(where: \.isWhitespace)
    }

    /// Returns whether a text is a day of the Gregorian calendar in the ISO 8601 format, such as `2026-05-31`.
    package static func isDay(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ (0x30...0x39).contains($0) }) else {
            return false
        }
        let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard (1...12).contains(month) else { return false }
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }
}

extension TableViewEditableField.Kind {
    /// A Boolean value that indicates whether the value is a file.
    package var isFile: Bool {
        if case .file = self { true } else { false }
    }
}

extension String {
    fileprivate var trimmed: String {
        let kept = drop { $0.isWhitespace }
        return String(kept.reversed().drop { $0.isWhitespace }.reversed())
    }
}
