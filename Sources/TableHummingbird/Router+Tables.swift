#if Hummingbird
    public import Hummingbird
    import NIOCore
    public import class TableServer.TableResponder

    extension Router where Context: RemoteAddressRequestContext {
        /// Passes the requests that no other route answers to the tables.
        ///
        /// Files, exports and event streams are sent while they are read.
        ///
        /// - Parameters:
        ///   - tables: The responder of the tables.
        ///   - paths: The paths of the tables. Add `/` for a table at the root, which `**` does not match. Default: `**`.
        public func addTables(_ tables: TableResponder, at paths: [RouterPath] = ["**"]) {
            for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete, .options] {
                for path in paths {
                    on(path, method: method) { request, context in
                        let (head, body) = try await tables.respond(
                            to: request.head, body: request.body.map(\.readableBytesView),
                            remoteAddress: context.remoteAddress?.ipAddress ?? "")
                        return Response(
                            status: head.status, headers: head.headerFields,
                            body: ResponseBody(contentLength: body.count) { writer in
                                for try await bytes in body { try await writer.write(ByteBuffer(bytes: bytes)) }
                                try await writer.finish(nil)
                            })
                    }
                }
            }
        }
    }
#endif
