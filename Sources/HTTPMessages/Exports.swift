// Errors are written in terms of `Message`: importing this module is enough for it.
@_exported public import LocalizedMessages
// Statuses, methods and header names are values of `HTTPTypes`. A handler needs them.
@_exported public import HTTPTypes
