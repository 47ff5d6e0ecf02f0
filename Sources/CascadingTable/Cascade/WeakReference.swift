import CSwiftRuntime

/// A weak reference to an object that is retained often. Thread-safe.
///
/// Swift adds a side table to an object when a `weak` variable first refers to it. From then on, every retain and
/// release of the object goes through the side table. Tables and sections are retained for every question, which took a
/// third of the time of a page. An unowned reference needs no side table.
package final class WeakReference<Object: AnyObject & Sendable>: Sendable {
    // Keeps the memory of the object, so that its reference count can be read after it was deinitialized.
    private unowned let target: Object
    // The address is never written to and only given to the Swift runtime.
    private nonisolated(unsafe) let address: UnsafeMutableRawPointer

    package init(_ target: Object) {
        self.target = target
        address = Unmanaged.passUnretained(target).toOpaque()
    }

    /// The object, or nil if its last strong reference is gone.
    package var object: Object? {
        // Reading `target` would trap if another thread released the object at this moment.
        swift_tryRetain(address).map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
    }
}
