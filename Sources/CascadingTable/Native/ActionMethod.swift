/// The methods for actions, each with a form that waits and a form that does not.
///
/// The order is that of ``CascadingBareTableDelegate``, where the form that waits stands right after the other form.
package enum ActionMethod: String, CaseIterable {
    case didSelectRowAt, didDeselectRowAt, accessoryButtonTappedForRowWith
    case commit = "commit:forRowAt"
    case commitValues = "commitValues:forRowAt"
    case createRowWith = "createRowWith:inSection"
    case moveRowAt = "moveRowAt:to"
    case moveSection = "moveSection:to"
    case performAction = "performAction:forRowAt:withSender"
    case performPrimaryActionForRowAt, didExpandRowAt, didCollapseRowAt, performDropWith

    /// Returns whether a class overrides a form of the method.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - base: The superclass whose own forms do not count.
    package func isOverridden(in type: AnyClass, of base: AnyClass = CascadingBareTableDelegate.self) -> Bool {
        guard let place = Self.places[self] else { return true }
        return Self.forms(of: type, at: place) != Self.forms(of: base, at: place)
    }

    /// Returns a sentence for each override without `async` in a class or its superclasses, below an override with
    /// `async`.
    ///
    /// The table calls the form with `async`. Swift has no way to override it by the other form.
    static func hiddenOverrides(in type: AnyClass) -> [String] {
        allCases.compactMap { method in
            guard let place = places[method] else { return nil }
            var (hidden, next): (AnyClass?, AnyClass) = (nil, type)
            while next is CascadingBareTableDelegate.Type, next != CascadingBareTableDelegate.self,
                let superclass = _getSuperclass(next)
            {
                let (own, inherited) = (forms(of: next, at: place), forms(of: superclass, at: place))
                if own[1] != inherited[1] {
                    return hidden.map {
                        "\($0) overrides tableView(_:\(method.rawValue):) without async, which is never called: its "
                            + "superclass \(next) overrides it with async. Write async in \($0) too."
                    }
                }
                if own[0] != inherited[0], hidden == nil { hidden = next }
                next = superclass
            }
            return nil
        }
    }
}

extension TableView {
    /// A sentence for each override in the table's tree that is never called, because a superclass overrides the form
    /// that waits.
    package var hiddenOverrides: [String] {
        let first: [AnyObject?] = [dataSource, delegate, owner]
        var objects = first.compactMap { $0 }
        var nodes = root?.childDelegates ?? []
        // At most 1,000 nodes are checked.
        while let node = nodes.popLast(), objects.count < 1000 {
            objects.append(node)
            nodes += node.childDelegates
        }
        var known: Set<ObjectIdentifier> = []
        let classes = objects.map { type(of: $0) }.filter { known.insert(ObjectIdentifier($0)).inserted }
        return Set(classes.flatMap(ActionMethod.hiddenOverrides)).sorted()
    }
}

// How Swift lays out a class (docs/ABI/TypeMetadata.rst of the compiler): its metadata holds a pointer to its descriptor,
// and later one pointer for each method. The descriptor of the class that declares the methods has flags for each.
extension ActionMethod {
    #if _runtime(_ObjC)
        private static let descriptorOffset = 64
    #else
        private static let descriptorOffset = 40
    #endif

    /// The place of each method without `async` in the metadata of classes; empty if Swift lays them out otherwise.
    static let places: [ActionMethod: Int] = {
        let descriptor = metadata(of: CascadingBareTableDelegate.self)
            .load(fromByteOffset: descriptorOffset, as: UnsafeRawPointer.self)
        func number(_ offset: Int) -> Int { Int(descriptor.load(fromByteOffset: offset, as: UInt32.self)) }
        // A class that is not generic (0x80), has methods (bit 31), no superclass in another library (bit 29), and is
        // initialized by the compiler or once (bits 16 and 17).
        let flags = number(0)
        guard flags & 0x9F == 16, flags >> 28 & 0b1010 == 0b1000, flags >> 16 & 3 < 2 else { return [:] }
        let header = 44 + (flags >> 16 & 3) * 12
        let first = number(header)
        let waiting = (0..<number(header + 4)).filter { number(header + 8 + $0 * 8) & 0x4F == 0x40 }
        guard waiting.count == allCases.count else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: zip(allCases, waiting.map { (first + $0 - 1) * MemoryLayout<Int>.size }))
    }()

    private static func metadata(of type: AnyClass) -> UnsafeRawPointer {
        unsafeBitCast(type, to: UnsafeRawPointer.self)
    }

    /// The addresses of a method's forms in a class: without `async`, and with it.
    private static func forms(of type: AnyClass, at place: Int) -> SIMD2<Int> {
        metadata(of: type).loadUnaligned(fromByteOffset: place, as: SIMD2<Int>.self)
    }
}
