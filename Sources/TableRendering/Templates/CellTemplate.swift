import Bytes
import CascadingTable

/// The compiled layout of a custom cell style.
typealias CellTemplate = Template<CellVariable>

extension CellTemplate {
    /// A Boolean value that indicates whether the template contains `{{{label}}}`, which every row needs.
    var hasLabel: Bool { steps.contains(.value(.label, isMarkup: true)) }

    /// Writes a row. Its controls follow at the end, unless the template says where they stand.
    func write(_ row: TableRow, to writer: inout HTMLTableWriter) {
        var needsTools = true
        let image = row.cell.image.flatMap { SafeURL.isAllowedForImage($0.source) ? $0 : nil }
        var index = 0
        while index < steps.count {
            switch steps[index] {
            case .bytes(let bytes): writer.output.raw(bytes)
            case .value(.tools, _):
                if needsTools { writer.tools(of: row, isWide: true) }
                needsTools = false
            case .value(let name, let isMarkup): writer.write(name, of: row, image, isMarkup: isMarkup)
            case .section(let name, let isInverted, let end):
                if name.isEmpty(in: row.cell, image) != isInverted {
                    index = end
                    continue
                }
            }
            index += 1
        }
        if needsTools { writer.tools(of: row, isWide: true) }
    }
}

extension HTMLTableWriter {
    /// Writes the value of a variable.
    ///
    /// - Parameter image: The image of the row; nil if its address is not allowed.
    fileprivate mutating func write(_ name: CellVariable, of row: TableRow, _ image: TableViewImage?, isMarkup: Bool) {
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
        case .image, .fields, .values, .tools: return
        }
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ text: String, isMarkup: Bool) {
        if isMarkup { raw(text.utf8) } else { html(text) }
    }
}
