import Bytes
import CascadingTable

/// A variable in the template of a cell.
enum CellVariable: TemplateName {
    /// The title inside the link or button of the row, as markup.
    case label
    /// The menu, the buttons and the accessory of the row, as markup.
    case tools
    case title
    case subtitle
    case image
    case imageSource
    case imageDescription
    /// The size of the image: `small`, `medium` or `large`, which are class names of the style sheet.
    case imageSize
    case fields
    case values
    /// The value of a field in the reader's language.
    case field(String)
    /// The value of a field independent of the language, for attributes.
    case value(String)

    /// The list of all variables, for error messages.
    private static let known = """
        Use one of: {{{label}}}, {{{tools}}}, {{title}}, {{subtitle}}, {{image.source}}, \
        {{image.description}}, {{image.size}}, {{fields.NAME}}, {{values.NAME}}.
        """

    /// Reads the name of a tag.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - sections: The enclosing sections, the innermost last.
    init(_ tag: TemplateTag, in sections: [CellVariable]) throws {
        let name = tag.name
        guard let variable = CellVariable(name, in: sections) else {
            throw TemplateTag.Fault(reason: "Unknown name {{\(name)}}. \(Self.known)")
        }
        self = variable
        guard case .value(let isMarkup) = tag.kind else { return }
        guard isText else { throw TemplateTag.Fault(reason: "{{\(name)}} is not a text. \(Self.known)") }
        guard isMarkup || self != .label && self != .tools else {
            let text = self == .label ? "label" : "tools"
            throw TemplateTag.Fault(
                reason: "{{\(text)}} must have three braces, because it is markup: {{{\(text)}}}.")
        }
    }

    /// Returns nil for an unknown name.
    private init?(_ name: String, in sections: [CellVariable]) {
        switch name {
        case ".":
            guard let section = sections.last, section.isText else { return nil }
            self = section
        case "label": self = .label
        case "tools": self = .tools
        case "title": self = .title
        case "subtitle": self = .subtitle
        case "image": self = .image
        case "image.source": self = .imageSource
        case "image.description": self = .imageDescription
        case "image.size": self = .imageSize
        case "source" where sections.contains(.image): self = .imageSource
        case "description" where sections.contains(.image): self = .imageDescription
        case "size" where sections.contains(.image): self = .imageSize
        case "fields": self = .fields
        case "values": self = .values
        case _ where name.hasPrefix("fields."): self = .field(String(name.dropFirst(7)))
        case _ where name.hasPrefix("values."): self = .value(String(name.dropFirst(7)))
        default:
            // Inside `fields` or `values`, other names are names of fields.
            switch sections.last(where: { $0 == .fields || $0 == .values }) {
            case .fields: self = .field(name)
            case .values: self = .value(name)
            default: return nil
            }
        }
    }

    /// A Boolean value that indicates whether the variable has a text. Others only enclose sections.
    private var isText: Bool {
        switch self {
        case .image, .fields, .values: false
        default: true
        }
    }

    /// Returns whether the variable has no value in a cell.
    ///
    /// - Parameters:
    ///   - cell: The cell.
    ///   - image: The image of the cell; nil if its address is not allowed.
    func isEmpty(in cell: TableViewCell, _ image: TableViewImage?) -> Bool {
        switch self {
        case .label, .tools: false
        case .title: cell.shownTitle == nil
        case .subtitle: cell.subtitle?.isEmpty ?? true
        case .image, .imageSize: image == nil
        case .imageSource: image?.source.isEmpty ?? true
        case .imageDescription: image?.description.isEmpty ?? true
        case .fields, .values: cell.fields.isEmpty
        case .field(let name), .value(let name): cell.value(ofFieldNamed: name)?.text.isEmpty ?? true
        }
    }
}

extension TableViewCell {
    /// The title; nil if it is missing or blank.
    var shownTitle: String? {
        guard let title, let first = title.utf8.first else { return nil }
        // Most titles begin with a letter or digit, so that one comparison suffices.
        let isVisible = (0x21...0x7E).contains(first) || !title.allSatisfy(\.isWhitespace)
        return isVisible ? title : nil
    }

    /// Returns what labels and headings call the row: its title, its identifier if a value shows it, or its first text.
    package func name(ofRow identifier: String) -> String {
        if let title = shownTitle { return title }
        var firstText: String?
        for field in fields {
            // The identifier of a row with several keys begins with the first one.
            switch field.value {
            case .integer(let number) where identifier.hasPrefix("\(number)"): return identifier
            case .text(let text) where !text.isEmpty:
                if identifier.hasPrefix(text) { return identifier }
                firstText = firstText ?? text
            default: break
            }
        }
        return firstText ?? identifier
    }

    /// Returns the first value with a name. A linear search suffices, because cells have few fields.
    func value(ofFieldNamed name: String) -> FieldValue? {
        for field in fields where field.name.isExactly(name) { return field.value }
        return nil
    }
}
