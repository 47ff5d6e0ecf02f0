import CascadingTable
import TableModels
import Mustache
import TestSupport
import Testing

@testable import TableRendering

/// Tests that any text used as a template is refused, or gives the output of swift-mustache.
@TableActor
@Suite struct CellTemplatePropertyTests {
    /// No field is named like a property of the cell, because the property takes precedence inside of `fields`.
    private static let cells = [CellTemplateWorld.full, CellTemplateWorld.bare]

    @Test(arguments: 1...400 as ClosedRange<UInt64>)
    func `Any template says the same as by swift-mustache`(seed: UInt64) throws {
        var maker = TemplateMaker(generator: SeededRandomNumberGenerator(seed: seed))
        let (inline, lines) = (maker.template(), maker.template(hasLines: true))
        for cell in Self.cells {
            let written = try CellTemplateWorld.written(inline, cell)
            #expect(try written == Self.byMustache(inline, cell), "\(inline)")
            // swift-mustache and the specification differ in which tags stand alone on their line.
            let words = try CellTemplateWorld.written(lines, cell).filter { !$0.isWhitespace }
            #expect(try words == Self.byMustache(lines, cell).filter { !$0.isWhitespace }, "\(lines)")
        }
    }

    @Test(arguments: 1...400 as ClosedRange<UInt64>)
    func `Whatever stands between braces is refused or the same as by swift-mustache`(seed: UInt64) throws {
        var maker = TemplateMaker(generator: SeededRandomNumberGenerator(seed: seed))
        for _ in 0..<10 { try Self.check(maker.broken()) }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `Any bytes are refused or the same as by swift-mustache`(seed: UInt64) throws {
        var generator = SeededRandomNumberGenerator(seed: seed)
        let common = Array("{{{}}}#^/!&>=.title \r\n\t".utf8)
        for _ in 0..<20 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                Int.random(in: 0..<10, using: &generator) == 0
                    ? UInt8.random(in: 0...255, using: &generator) : common.randomElement(using: &generator) ?? 0
            }
            try Self.check(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func check(_ template: String) throws {
        let template = template + "|"
        do {
            let steps = try CellTemplateWorld.compiled(template).steps
            for (index, step) in steps.enumerated() {
                guard case .section(_, _, let end) = step else { continue }
                #expect(end > index && end <= steps.count, "\(template)")
            }
        } catch let error as TemplateError {
            #expect((1...template.utf8.count(where: { $0 == 0x0A }) + 1).contains(error.line), "\(template)")
            return
        }
        // swift-mustache reads by characters, so a brace with a combining accent is no brace. It also loses a name that
        // follows a line end.
        guard template.utf8.allSatisfy({ $0 < 0x80 }), !template.contains("{{\n") else { return }
        for cell in cells {
            let words = try CellTemplateWorld.written(template, cell).filter { !$0.isWhitespace }
            let expected = try byMustache(template, cell).filter { !$0.isWhitespace }
            #expect(words == expected, "\(template.debugDescription)")
        }
    }

    private static func byMustache(_ template: String, _ cell: TableViewCell) throws -> String {
        try MustacheTemplate(string: template).render(CellModel(cell: cell))
    }
}

/// A cell as a value for swift-mustache.
private struct CellModel: MustacheParent {
    let cell: TableViewCell

    func child(named name: String) -> Any? {
        switch name {
        case "label": "<span class=\"label\">\(cell.title ?? "Row 1")</span>"
        case "title": Self.text(cell.title)
        case "subtitle": Self.text(cell.subtitle)
        case "image": image
        case "fields": fields { field in field.value == true ? "Yes" : field.value == 1234.5 ? "1,234.5" : nil }
        case "values": fields { _ in nil }
        default: nil
        }
    }

    private var image: Any {
        guard let image = cell.image else { return Nothing() }
        return ["source": "/t/\(image.source)", "description": image.description]
    }

    private func fields(_ said: (Field) -> String?) -> Any {
        guard !cell.fields.isEmpty else { return Nothing() }
        return Dictionary(cell.fields.map { ($0.name, Self.text(said($0) ?? $0.value.text)) }) { first, _ in first }
    }

    private static func text(_ text: String?) -> Any {
        if let text, !text.isEmpty { text } else { Nothing() }
    }

    /// A value that is present and renders as nothing.
    private struct Nothing: MustacheCustomRenderable {
        var renderText: String { "" }
        var isNull: Bool { true }
    }
}

/// A generator of templates that use the properties of a cell, with nested sections.
private struct TemplateMaker {
    var generator: SeededRandomNumberGenerator

    private static let texts = ["a", " ", "<b>", "{ ", "} ", "é", "\"", "&amp;", "  ", "\t"]
    private static let lines = ["\n", "\r\n", "\n  ", "x\n", "\n\n"]
    private static let values = [
        "{{title}}", "{{{title}}}", "{{& subtitle }}", "{{ subtitle }}", "{{image.source}}", "{{&image.description}}",
        "{{{label}}}", "{{&label}}", "{{fields.price}}", "{{fields.note}}", "{{{fields.none}}}", "{{values.sold}}",
        "{{values.range}}", "{{! no {{ tag }}",
    ]
    private static let sections = [
        "title", "subtitle", "image", "fields", "values", "image.source", "fields.price", "fields.note", "fields.none",
        "values.range", "label",
    ]
    private static let others = [
        "{{", "}}", "{{{", "}}}", "{", "}", "{{#", "{{/", "{{^", "{{!", "{{&", "{{>", "{{=", "{{<", "{{$", "{{%",
        "{{}}", "title",
        "{{titel}}", "{{upper(title)}}", "{{.}}", "{{..}}", "{{source}}", "{{> _none}}", "{{label}}", "{{image}}", "#",
        ".",
        "{{#title}}", "{{/title}}", "{{#fields}}", "{{/fields}}", "{{price}}", "\n", "{{=<% %>=}}", "{{title.x}}",
    ]

    /// Returns a valid template.
    mutating func template(hasLines: Bool = false) -> String {
        content(in: [], depth: 0, Self.texts + (hasLines ? Self.lines + Self.lines : [])) + "|"
    }

    private mutating func content(in sections: [String], depth: Int, _ texts: [String]) -> String {
        var template = ""
        for _ in 0..<Int.random(in: 0...(depth == 0 ? 8 : 4), using: &generator) {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...2: template += any(texts)
            case 3...4: template += any(Self.values + inside(sections))
            default:
                guard depth < 4 else { continue }
                let name = any(Self.sections)
                let isInverted = Int.random(in: 0..<4, using: &generator) == 0
                template += isInverted ? "{{^\(name)}}" : "{{# \(name) }}"
                template += content(in: isInverted ? sections : sections + [name], depth: depth + 1, texts)
                template += "{{/\(name)}}"
            }
        }
        return template
    }

    /// Returns tags that have a meaning only inside of these sections.
    private func inside(_ sections: [String]) -> [String] {
        var values: [String] = []
        if sections.contains("image") { values += ["{{source}}", "{{{description}}}"] }
        if sections.contains("fields") || sections.contains("values") {
            values += ["{{price}}", "{{&range}}", "{{none}}"]
        }
        if let last = sections.last, !["image", "fields", "values", "label"].contains(last) { values.append("{{.}}") }
        return values
    }

    /// Returns a template that is most often invalid.
    mutating func broken() -> String {
        var template = template(hasLines: true)
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = template.unicodeScalars.indices.randomElement(using: &generator) ?? template.startIndex
            template.unicodeScalars.insert(contentsOf: any(Self.others).unicodeScalars, at: place)
        }
        return template
    }

    private mutating func any(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
}
