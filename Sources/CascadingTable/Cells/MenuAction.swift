/// An entry of a row's menu.
public enum MenuAction: String, Sendable, Hashable, CaseIterable {
    case copy
    case cut
    case paste
}
