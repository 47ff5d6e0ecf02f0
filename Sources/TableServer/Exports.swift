// Paths and limits are written in terms of `MicroHTTPD`: importing this module is enough to use them.
@_exported public import MicroHTTPD
