import CascadingTable

/// What a name in the template of a cell stands for.
enum TemplateVariable: Sendable, Equatable {
    /// The title inside of the link or button that the row is touched by, as markup.
    case label
    case title
    case subtitle
    case image
    case imageSource
    case imageDescription
    /// `small`, `medium` or `large`, which are classes of the style sheet.
    case imageSize
    case fields
    case values
    /// What a field says to the reader.
    case field(String)
    /// The same as it is in every language, for attributes.
    case value(String)

    /// What there is, for who wrote another.
    static let known = """
        A cell has {{{label}}}, {{title}}, {{subtitle}}, {{image.source}}, {{image.description}}, {{image.size}}, \
        {{fields.NAME}} and {{values.NAME}}.
        """

    /// - Parameter sections: what the name is inside of, the innermost last.
    init?(_ name: String, in sections: [TemplateVariable]) {
        switch name {
        case ".":
            guard let section = sections.last, section.isText else { return nil }
            self = section
        case "label": self = .label
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
            // What is none of the cell's own is a field's, inside of the fields.
            switch sections.last(where: { $0 == .fields || $0 == .values }) {
            case .fields: self = .field(name)
            case .values: self = .value(name)
            default: return nil
            }
        }
    }

    /// Whether it can be written, and not only be what other names are inside of.
    var isText: Bool {
        switch self {
        case .image, .fields, .values: false
        default: true
        }
    }

    /// Whether the cell has nothing of that name, or nothing to say by it.
    ///
    /// - Parameter image: that of the cell, where it may be loaded.
    func isEmpty(in cell: TableViewCell, _ image: Image?) -> Bool {
        switch self {
        case .label: false
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
    /// The title, or nil if there is nothing to see of it.
    var shownTitle: String? {
        guard let title, let first = title.utf8.first else { return nil }
        // Most titles begin with a letter or digit, and need no further look.
        let isVisible = (0x21...0x7E).contains(first) || !title.allSatisfy(\.isWhitespace)
        return isVisible ? title : nil
    }

    /// The first one of that name; there are few.
    func value(ofFieldNamed name: String) -> FieldValue? {
        for field in fields where field.name == name { return field.value }
        return nil
    }
}
