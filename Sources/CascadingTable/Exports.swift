// A delegate is written in terms of `IndexPath`, its cells of `Date` and its errors of `Message`: importing this module is
// enough for all of them.
@_exported public import FoundationEssentials
@_exported public import LocalizedMessages
