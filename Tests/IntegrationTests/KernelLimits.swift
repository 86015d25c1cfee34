/// The machine's own limits, which one test lowers for a moment: who lowers them and who reads them take turns.
actor KernelLimits {
    static let shared = KernelLimits()
    private var isTaken = false

    func take() async throws {
        while isTaken { try await Task.sleep(for: .milliseconds(10)) }
        isTaken = true
    }

    func giveBack() { isTaken = false }
}
