// Errors are written in terms of `Message`: importing this module is enough for it.
@_exported public import LocalizedMessages
