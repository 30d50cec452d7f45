// With its one import a story has the repositories, the sandbox and the calls of the system that it works with.

@_exported public import Platform
@_exported public import TestSupport
