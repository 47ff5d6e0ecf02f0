/// The messages in a Swift source: the texts of errors, refusals and undos, and of functions that return a message.
/// Each message is written as its key, with `%` for a value.
struct MessageLiterals {
    private(set) var keys: [String] = []
    /// All texts of the source, messages or not.
    private(set) var all: [String] = []

    init(of source: String) {
        var scanner = Scanner(source)
        // The nesting of braces, and the depths at which functions that return a message begin.
        var depth = 0
        var functions: [Int] = []
        let call =
            /(TableViewError|StorageError|SQLiteTableError|HTTPError|ProblemDetails|TableViewValidationError|Issue|registerUndo|Undoably|refuse|unavailable|asQuery|sentences\.append|issues\.append\(\.init)\(/
        let function = /(->|:) LocalizedMessage\??\s*(= nil[^{]*)?\{$/
        while let token = scanner.next() {
            switch token {
            case .open:
                depth += 1
                if scanner.before.contains(function) { functions.append(depth) }
            case .close:
                if functions.last == depth { functions.removeLast() }
                depth -= 1
            case .text(let key):
                all.append(key)
                let isArgument = scanner.before.matches(of: call).contains { call in
                    Self.isOpen(scanner.before[call.range.upperBound...])
                }
                if isArgument || !functions.isEmpty, key.contains(" "), key.contains(where: \.isLetter) {
                    keys.append(key)
                }
            }
        }
    }
}

extension MessageLiterals {
    /// Returns true if the code does not close the parenthesis before it.
    private static func isOpen(_ code: Substring) -> Bool {
        var depth = 1
        for character in code {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case "{", "}": return false
            default: break
            }
            if depth == 0 { return false }
        }
        return true
    }
}

/// A scanner that stops at each brace and at each text of a source.
private struct Scanner {
    enum Token {
        case open
        case close
        case text(key: String)
    }

    private var rest: Substring
    /// The end of the code before the token, without comments and texts.
    private(set) var before = ""

    init(_ source: String) { rest = source[...] }

    mutating func next() -> Token? {
        while let character = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("\"\"\"") {
                rest = rest.dropFirst(3).drop { $0.isWhitespace }
                return .text(key: key(until: "\"\"\""))
            } else if character == "\"" {
                rest.removeFirst()
                return .text(key: key(until: "\""))
            } else {
                rest.removeFirst()
                before = before.suffix(300) + String(character)
                if character == "{" { return .open }
                if character == "}" { return .close }
            }
        }
        return nil
    }

    /// Reads a text to its end.
    private mutating func key(until end: String) -> String {
        var key = ""
        while !rest.isEmpty, !rest.hasPrefix(end) {
            guard rest.first == "\\" else {
                key.append(rest.removeFirst())
                continue
            }
            rest.removeFirst()
            switch rest.popFirst() {
            case "(":
                key.append("%")
                skipValue()
            // The line continues.
            case let character? where character.isNewline: rest = rest.drop { $0.isWhitespace }
            case let character?: key.append(character)
            case nil: break
            }
        }
        rest = rest.dropFirst(end.count)
        return end.count == 1 ? key : String(key.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Skips a value in a text, to the parenthesis that ends it.
    private mutating func skipValue() {
        var depth = 1
        while depth > 0, let character = rest.popFirst() {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"": _ = key(until: "\"")
            default: break
            }
        }
    }
}
