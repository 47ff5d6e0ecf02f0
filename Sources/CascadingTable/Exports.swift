// A delegate is written in terms of `IndexPath`, and its cells of `Date`: importing this module is enough for both.
@_exported public import FoundationEssentials
