import Dispatch
import Synchronization

/// A value that is computed once: when it is needed first, or by another thread from now on (`atOnce`).
package final class Later<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let body: @Sendable () throws -> Value

  package init(atOnce: Bool = true, _ body: @escaping @Sendable () throws -> Value) {
    self.body = body
    if atOnce { DispatchQueue.global().async { _ = try? self.value } }
  }

  package var value: Value {
    get throws {
      try result.withLock { result throws in
        let computed = result ?? Result(catching: body)
        result = computed
        return try computed.get()
      }
    }
  }
}
