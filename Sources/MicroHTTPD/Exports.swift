// A handler takes requests and returns responses. Importing this module is enough for them.
@_exported public import HTTPMessages
