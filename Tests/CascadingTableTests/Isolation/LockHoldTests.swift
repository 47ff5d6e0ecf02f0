#if DEBUG
    import Foundation
    import Testing

    @testable import CascadingTable

    @Suite struct LockHoldTests {
        /// The test tries several times, because a thread that is preempted is not reported.
        @Test func aThreadThatSleepsIsReported() {
            var problem: LockHold.Problem?
            for _ in 0..<50 where problem == nil {
                let hold = LockHold()
                usleep(60_000)
                problem = hold.problem
            }
            #expect(problem?.description.hasPrefix("A thread held TableActor for ") == true)
        }

        @Test func aThreadThatWorksIsNot() {
            let hold = LockHold()
            let end = ContinuousClock.now + .milliseconds(80)
            while .now < end {}
            #expect(hold.problem == nil)
        }

        @Test func onlyALongSleepStopsAStrictProgram() {
            let short = LockHold.Problem(held: .milliseconds(90), slept: .milliseconds(60))
            let long = LockHold.Problem(held: .milliseconds(900), slept: .milliseconds(600))
            #expect(!short.isCertain)
            #expect(long.isCertain)
        }
    }
#endif
