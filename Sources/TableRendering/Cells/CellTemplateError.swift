/// What a template of a cell has that it may not have.
public struct CellTemplateError: Error, Equatable, CustomStringConvertible {
    public var file: String
    /// From 1.
    public var line: Int
    /// A sentence for who wrote it, with what is allowed.
    public var reason: String

    public var description: String { "\(file):\(line): \(reason)" }
}
