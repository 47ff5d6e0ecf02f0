import Synchronization

/// Leads to an object without keeping it, as a `weak` variable does.
///
/// To an object that was ever referred to weakly Swift adds a side table, through which each later retain and release
/// of it has to go. Of tables, roots and sections, which are retained for every question, that took a third of the
/// time of a page. An unowned reference needs no side table; that the object is there is noted here instead.
package final class WeakLink<Object: AnyObject & Sendable>: Sendable {
    private unowned let target: Object
    private let isThere = Atomic(true)

    init(_ target: Object) {
        self.target = target
    }

    /// Nil once the object has begun to go.
    package var object: Object? { isThere.load(ordering: .acquiring) ? target : nil }

    /// To be called first when the object is deinitialized.
    func end() {
        isThere.store(false, ordering: .releasing)
    }
}
