// Re-exported because paths and limits are values of `MicroHTTPD`. Programs import only this module.
@_exported public import MicroHTTPD
