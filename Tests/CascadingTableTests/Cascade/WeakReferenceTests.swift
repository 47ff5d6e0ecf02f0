import Dispatch
import Testing

@testable import CascadingTable

@Suite struct WeakReferenceTests {
    private final class Node: Sendable {}

    @Test func isNilOnceTheObjectIsGone() {
        var node: Node? = Node()
        let link = node.map(WeakReference.init)
        #expect(link?.object === node)
        node = nil
        #expect(link != nil && link?.object == nil)
    }

    @Test func doesNotKeepTheObject() {
        let node = Node()
        let link = WeakReference(node)
        for _ in 0..<100 { #expect(link.object === node) }
        weak let other = node
        withExtendedLifetime(node) { #expect(other != nil) }
        #expect(link.object === node)
    }

    /// One thread releases the last reference while another thread reads the weak reference.
    @Test(.timeLimit(.minutes(5))) func followingItWhileTheObjectGoesIsSafe() {
        for _ in 0..<20_000 {
            var node: Node? = Node()
            let link = node.map(WeakReference.init)
            let reader = DispatchWorkItem { for _ in 0..<20 { _ = link?.object } }
            DispatchQueue.global().async(execute: reader)
            node = nil
            reader.wait()
            #expect(link?.object == nil)
        }
    }
}
