// Re-exported because paths and limits are values of these modules. Programs import only this module.
@_exported public import HTTPMessages

#if canImport(MicroHTTPD)
    @_exported public import MicroHTTPD
#endif
