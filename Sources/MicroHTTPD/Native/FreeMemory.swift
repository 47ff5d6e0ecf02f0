import CMicroHTTPD

/// The memory that the C library keeps after it was freed.
package enum FreeMemory {
    /// Limits it for this process. Call it before other threads start.
    package static func limit() {
        cmh_limit_free_memory(Int32(clamping: max(HTTPServer.activeCores, 2)))
    }
}
