import CascadingTable
import MicroHTTPD

/// A gesture at its address below a table's path, the first part of which is the gesture's name.
struct GestureRoute: Sendable {
    let path: RoutePath
    /// Whether it is confirmed first: the same address answers GET with a page that asks.
    let asks: Bool
    /// Whether it is meant for a row, which its path then names.
    let hasRow: Bool
    /// Makes the gesture of what the path says beside the row, or whoever else names the gesture.
    let gesture: @Sendable (_ value: (_ name: String) throws -> String) throws -> Gesture

    private init(
        _ path: RoutePath, asks: Bool = false,
        gesture: @escaping @Sendable (_ value: (_ name: String) throws -> String) throws -> Gesture
    ) {
        self.path = path
        self.asks = asks
        hasRow = path.components.contains(.index("section"))
        self.gesture = gesture
    }

    /// Every gesture that needs no waiting.
    static let all: [GestureRoute] = [
        .init("select/#section/#row") { _ in .select },
        .init("deselect/#section/#row") { _ in .deselect },
        .init("select") { _ in .selectRows },
        .init("deselect") { _ in .deselectRows },
        .init("highlight/#section/#row") { _ in .highlight },
        .init("unhighlight/#section/#row") { _ in .unhighlight },
        .init("accessory/#section/#row") { _ in .tapAccessory },
        .init("primary/#section/#row") { _ in .performPrimaryAction },
        .init("expand/#section/#row") { _ in .expand },
        .init("collapse/#section/#row") { _ in .collapse },
        .init("menu/#section/#row/:entry") { try .performMenuAction($0("entry")) },
        .init("action/#section/#row/:action", asks: true) { .performAction(try $0("action")) },
        .init("commit/#section/#row/:style", asks: true) { try .commit($0("style")) },
        .init("edit/#section/#row") { _ in .edit },
        .init("begin-editing/#section/#row") { _ in .beginEditing },
        .init("end-editing") { _ in .endEditing },
        .init("end-editing/#section/#row") { _ in .endEditing },
        .init("focus/#section/#row") { _ in .focus },
        .init("blur") { _ in .blur },
        .init("move") { _ in .move },
        .init("move-section") { _ in .moveSection },
        .init("drop") { _ in .drop },
        .init("undo/:token") { .undo(try $0("token")) },
    ]
}
