import Bytes
import CascadingTable

/// The layout of cells of a style of their own: what to write, one step after the other.
///
/// It is compiled once from Mustache, so that a row costs about as much as in a layout written in Swift.
struct CellTemplate: Sendable {
    let steps: [Step]

    enum Step: Sendable, Equatable {
        /// What the template has there, as it is.
        case bytes([UInt8])
        /// What the name stands for: escaped, unless it is taken for markup.
        case value(TemplateVariable, isMarkup: Bool)
        /// Goes on at that step where there is nothing of that name; where inverted, where there is something.
        case section(TemplateVariable, isInverted: Bool, end: Int)
    }

    var hasLabel: Bool { steps.contains(.value(.label, isMarkup: true)) }

    func write(_ row: TableRow, to writer: inout HTMLTableWriter) {
        let image = row.cell.image.flatMap { SafeURL.isAllowedForImage($0.source) ? $0 : nil }
        var index = 0
        while index < steps.count {
            switch steps[index] {
            case .bytes(let bytes): writer.output.raw(bytes)
            case .value(let name, let isMarkup): writer.write(name, of: row, image, isMarkup: isMarkup)
            case .section(let name, let isInverted, let end):
                if name.isEmpty(in: row.cell, image) != isInverted {
                    index = end
                    continue
                }
            }
            index += 1
        }
    }
}

extension HTMLTableWriter {
    /// - Parameter image: that of the row, where it may be loaded.
    fileprivate mutating func write(_ name: TemplateVariable, of row: TableRow, _ image: Image?, isMarkup: Bool) {
        switch name {
        case .label:
            let label = beginLabel(of: row)
            title(of: row)
            end(label)
        case .title: output.write(row.cell.title ?? "", isMarkup: isMarkup)
        case .subtitle: output.write(row.cell.subtitle ?? "", isMarkup: isMarkup)
        case .imageSource:
            if let image { output.write(links.resolve(image.source), isMarkup: isMarkup) }
        case .imageSize: if let image { output.raw(image.size.rawValue.utf8) }
        case .imageDescription: output.write(image?.description ?? "", isMarkup: isMarkup)
        case .field(let name):
            guard let value = row.cell.value(ofFieldNamed: name) else { return }
            if let text = value.ownText { output.write(text, isMarkup: isMarkup) } else { output.said(value, words) }
        case .value(let name):
            if let value = row.cell.value(ofFieldNamed: name) { output.write(value.text, isMarkup: isMarkup) }
        case .image, .fields, .values: return
        }
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ text: String, isMarkup: Bool) {
        if isMarkup { raw(text.utf8) } else { html(text) }
    }
}

/// What a template of a cell has that it may not have.
public struct CellTemplateError: Error, Equatable, CustomStringConvertible {
    public var file: String
    /// From 1.
    public var line: Int
    /// A sentence for who wrote it, with what is allowed.
    public var reason: String

    public var description: String { "\(file):\(line): \(reason)" }
}
