import Bytes
import Essentials
import Observation
import Synchronization

/// The `@Observable` models that the data source has read for its answers. A change of one announces the answers.
///
/// It registers nothing for answers that read no such model.
@TableActor
final class ModelObservation {
    /// An answer of the data source.
    enum Answer: Hashable {
        case request
        case sectionCount
        case count(Int)
        case header(Int)
        case footer(Int)
        case row(IndexPath)
    }

    /// The answers whose models are observed. An answer is observed once, because an observation ends with a change only.
    private var observed: Set<Answer> = []
    private let changes = ModelChanges()
    /// The number of observers that models hold.
    var observerCount: Int { changes.observerCount }
    /// A Boolean value that indicates whether an answer has read a model.
    private(set) var isNeeded = false
    /// The limit of observations that no change has ended yet.
    private static let limit = 1 << 16

    /// Asks for an answer, and observes the models that it reads.
    ///
    /// Until a model is read, only whole requests are observed, of which there are few.
    func observing<Value, Failure>(
        _ answer: Answer, of tableView: TableView, _ ask: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard isObserved(answer) else { return try ask() }
        weak var kept: ModelObserver?
        let value: Result<Value, Failure>
        do {
            let observer = ModelObserver(answer, of: tableView.link, changes)
            kept = observer
            value = withObservationTracking({ Result(catching: ask) }, onChange: { observer.modelWillChange() })
        }
        if kept != nil { note(answer, in: tableView) }
        return try value.get()
    }

    private func isObserved(_ answer: Answer) -> Bool {
        guard (answer == .request) != isNeeded else { return false }
        return !observed.contains(answer) && changes.observerCount < Self.limit
    }

    private func note(_ answer: Answer, in tableView: TableView) {
        isNeeded = true
        // Answers for one visitor may differ for the next one.
        if tableView.context.reads.isEmpty { observed.insert(answer) }
    }

    /// Forgets which answers are observed, after a change of the rows. They are observed again when they are asked for next.
    ///
    /// - Parameter rows: The rows that were reloaded; nil if rows may have moved.
    func forget(rows: [IndexPath]?) {
        if let rows { observed.subtract(rows.map { .row($0) }) } else { observed.removeAll() }
    }

    /// Returns the answers that have changed since the last call.
    fileprivate func takeChanges() -> Set<Answer> {
        let changed = changes.take()
        observed.subtract(changed)
        return changed
    }
}

/// The observer of the models of one answer, which the models hold until one of them changes.
private final class ModelObserver: Sendable {
    private let answer: ModelObservation.Answer
    private let tableView: WeakReference<TableView>
    private let changes: ModelChanges

    init(_ answer: ModelObservation.Answer, of tableView: WeakReference<TableView>, _ changes: ModelChanges) {
        (self.answer, self.tableView, self.changes) = (answer, tableView, changes)
        changes.count(1)
    }

    deinit { changes.count(-1) }

    /// Announces the change after the current turn, in which the model takes its new value. It is called on any thread.
    func modelWillChange() {
        guard changes.add(answer) else { return }
        Task { @TableActor [tableView] in tableView.object?.modelsDidChange() }
    }
}

/// The answers that have changed, until they are announced together.
private final class ModelChanges: Sendable {
    private let answers = Mutex<Set<ModelObservation.Answer>>([])
    private let observers = Atomic<Int>(0)

    /// The number of observers that models hold.
    var observerCount: Int { observers.load(ordering: .relaxed) }

    func count(_ difference: Int) { observers.wrappingAdd(difference, ordering: .relaxed) }

    /// Adds an answer. Returns whether it is the first one since the last announcement.
    func add(_ answer: ModelObservation.Answer) -> Bool {
        answers.locked { answers in
            defer { answers.insert(answer) }
            return answers.isEmpty
        }
    }

    func take() -> Set<ModelObservation.Answer> {
        answers.locked { answers in
            defer { answers = [] }
            return answers
        }
    }
}

/// A data source that knows which rows have changed with the models that it has read.
@TableActor
package protocol ModelReadingDataSource: TableViewDataSource {
    /// Announces the changes. Returns whether it knows them.
    func announceChangesOfModels(in tableView: TableView) -> Bool
}

extension TableView {
    /// Announces the rows whose models have changed; everything if there are other changes or numbers of rows.
    fileprivate func modelsDidChange() {
        let changed = models.takeChanges()
        var rows: [IndexPath] = []
        var isWhole = false
        for answer in changed {
            switch answer {
            case .row(let row): rows.append(row)
            case .request, .header, .footer: isWhole = true
            case .sectionCount, .count: break
            }
        }
        if let dataSource = dataSource as? any ModelReadingDataSource, dataSource.announceChangesOfModels(in: self) {
            return
        }
        let before = answers.allRowCounts
        answers.forget()
        guard !isWhole, !rows.isEmpty, let before, before == (0..<numberOfSections).map(numberOfRows(inSection:)) else {
            return reloadData()
        }
        reloadRows(at: rows.filter(hasRow).sorted())
    }

    /// Follows a sequence: calls a closure for each of its elements, until the sequence or the table ends.
    ///
    /// ```swift
    /// tableView.follow(market.quotes)
    /// tableView.follow(Observations { shop.orders.count }) { tableView, count in tableView.title = "\(count) orders" }
    /// ```
    ///
    /// An error ends the sequence, and is reported as an ``Anomaly``.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - body: A closure that announces the change. Default: reloads all rows.
    public func follow<Element: Sendable, Failure>(
        _ sequence: some AsyncSequence<Element, Failure> & Sendable,
        _ body: @escaping @TableActor @Sendable (TableView, Element) -> Void = { tableView, _ in tableView.reloadData()
        }
    ) {
        let task = Task { @TableActor [link] in
            do {
                for try await element in sequence {
                    guard let tableView = link.object else { return }
                    body(tableView, element)
                }
            } catch {
                link.object?.report(.failedSequence, "A sequence that the table follows has ended: \(error)")
            }
        }
        followed.append(task)
    }
}
