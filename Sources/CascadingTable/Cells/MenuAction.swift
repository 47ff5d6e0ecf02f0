/// An entry of a row's menu, by name.
public struct MenuAction: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let copy = MenuAction(rawValue: "copy")
    public static let cut = MenuAction(rawValue: "cut")
    public static let paste = MenuAction(rawValue: "paste")
}
