import MicroHTTPD

/// Where a row is that is known by how it begins, or by being the first or last: for scripts that lead there.
///
///     GET ./find?text=ab&after=0.3
///     GET ./find?edge=last
struct FindRoute {
    let handler: TableHandler

    func route(_ mount: Mount, in router: inout Router) {
        router.get(mount.path.appending("find")) { [handler] request, parameters in
            let finding = try Finding(
                request, base: request.base(without: "find"), limits: handler.configuration)
            return try handler.withTable(of: mount, parameters) { try handler.find(finding, in: $0, for: request) }
        }
    }
}
