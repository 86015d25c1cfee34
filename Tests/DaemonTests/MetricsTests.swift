import Testing

@testable import Daemon

@Suite("The metrics' text") struct MetricsTests {
    @Test func aHistogramAddsUpItsBucketsToTheCount() {
        var histogram = Histogram([0.1, 1])
        for seconds in [0.05, 0.1, 0.5, 7, -1] { histogram.observe(seconds) }
        var text = MetricsText()
        text.add(histogram, "x_seconds", "Time.")
        #expect(
            text.text == """
                # HELP x_seconds Time.
                # TYPE x_seconds histogram
                x_seconds_bucket{le="0.1"} 3
                x_seconds_bucket{le="1"} 4
                x_seconds_bucket{le="+Inf"} 5
                x_seconds_sum 7.65
                x_seconds_count 5

                """)
    }

    @Test func aQueueMayHaveAnyName() {
        var text = MetricsText()
        text.add(.gauge, "files", "Files.", [.init(3, ("queue", "a\"b\\c\nd"))])
        #expect(text.text.hasSuffix("files{queue=\"a\\\"b\\\\c\\nd\"} 3\n"))
    }

    @Test func aFamilyWithoutSamplesIsLeftOut() {
        var text = MetricsText()
        text.add(.gauge, "files", "Files.", [])
        #expect(text.text.isEmpty)
    }
}
