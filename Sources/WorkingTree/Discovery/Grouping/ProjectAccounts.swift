import Platform
import Rules
import Smudge
import Verify

/// The accounts of a project that no rule has.
struct ProjectAccounts {
  /// Those that are munged: the worker and the only database of a project, and others on request.
  private(set) var wanted: [Account]
  /// The others.
  private(set) var others: [Account] = []

  /// `names`: values of the keys of workers.
  init(_ head: HeadTree, known: [String], _ names: [Sighting]) throws {
    var scanner = AccountScanner()
    let files = head.files.filter { file in AccountKind.all.contains { $0.covers(file.path) } }
    try head.forEach(files) { file, content in scanner.read(content, file.path) }
    let found = scanner.accounts
    let databases = found.filter { $0.keys.contains("database_id") }
    wanted = databases.count == 1 ? databases : []
    if let worker = names.min(by: { ($0.path.bytes.count, $0.path) < ($1.path.bytes.count, $1.path) }), !databases.isEmpty {
      let isInDatabase = found.contains { $0.text == worker.value && $0.keys.contains("database_name") }
      let keys = ["name"] + (isInDatabase ? ["database_name"] : []), paths = names.filter { $0.value == worker.value }.map(\.path)
      wanted.append(Account(kind: .worker, text: worker.value, keys: Set(keys), paths: Set(paths)))
    }
    wanted = (wanted + found.filter { $0.keys.contains("zone_name") }).filter { !known.contains($0.text) }
    others = found.filter { account in !(known + wanted.map(\.text)).contains(account.text) }
  }

  /// The others with their number of places, for a question; `nil` without any.
  var question: String? {
    let services = others.map(\.kind.service).uniqued.map { service in
      "\(service.rawValue) (\(count(others.filter { $0.kind.service == service }.map(\.places).reduce(0, +), "place")))"
    }
    return services.isEmpty ? nil : services.joined(separator: ", ")
  }

  mutating func wantAll() { (wanted, others) = (wanted + others, []) }

  /// A rule and a variable for each account: with keys, or for a word that the kept keys keep.
  func rules(besides existing: Rules) -> [(rule: RuleDraft, variable: VariableDraft)] {
    var names = Set(existing.variables.map(\.name)), checked: Set<String> = []
    return wanted.map { account in
      let kind = account.kind, stem = kind.noun.lowercased().replacing(" ", with: "-")
      let name = ([stem] + (2...wanted.count + 2).map { "\(stem)-\($0)" }).first { names.insert($0).inserted } ?? stem
      // The values of other keys are also other things.
      let keys = account.keys.sorted().filter { key in
        let isOfKind = kind.service == .firebase || key == "zone_name" || key.lowercased().hasSuffix("id")
        return kind.isKeyed || isOfKind && checked.insert(key).inserted
      }
      let lines = [RuleDraft.Line(.canonical, account.text)] + keys.map { .init(kind.isKeyed ? .key : .check, $0) }
        + kind.keptKeys.map { .init(.exceptKey, $0) } + [kind.files].compactMap(\.self).map { .init(.path, $0) }
      let rule = RuleDraft(name: name, lines: lines, locals: ["${\(name)}"])
      return (rule, VariableDraft(name: name, kind: kind.kind, description: "Your own \(kind.noun)"))
    }
  }
}
