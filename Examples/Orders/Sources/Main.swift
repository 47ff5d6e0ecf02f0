import Foundation
import TableServer

/// Serves 200,000 orders, at a port of the environment variable `CASCADE_PORT`.
@main
struct Main {
    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        await TableServer.main(configuration: try .init(environment: environment)) { server in
            let store = try OrderStore(
                path: environment["ORDERS_FILE"] ?? "orders.sqlite",
                count: environment["ORDERS_COUNT"].flatMap(Int.init) ?? 200_000)
            server.mount("/", OrdersController(store))
            // An order from elsewhere: curl -d 'customer=Ada&total=1250' http://127.0.0.1:8080/hooks/order
            server.addRoutes { router in
                router.post("/hooks/order") { request, _ in
                    let form = try request.form()
                    guard let customer = form["customer"], let total = form["total"].flatMap(Int.init) else {
                        throw HTTPError(.badRequest, "Send customer, and total in cents.")
                    }
                    try await store.add(customer: customer, total: total)
                    return Response(status: .noContent)
                }
            }
        }
    }
}
