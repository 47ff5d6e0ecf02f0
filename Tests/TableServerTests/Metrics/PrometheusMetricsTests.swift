import CascadingTable
import HTTPTypes
import Metrics
import TableTesting
import Testing

@testable import TableServer

@Suite struct PrometheusMetricsTests {
    @Test func eachKindHasItsLines() {
        let metrics = PrometheusMetrics()
        Counter(label: "jobs.done", dimensions: [("kind", "a\"b\\\n")], factory: metrics).increment(by: 2)
        Counter(label: "jobs.done", dimensions: [("kind", "a\"b\\\n")], factory: metrics).increment()
        FloatingPointCounter(label: "watts", factory: metrics).increment(by: 1.5)
        Meter(label: "load", factory: metrics).set(0.5)
        Gauge(label: "9lives", factory: metrics).record(9)
        Recorder(label: "sizes", factory: metrics).record(3)
        Recorder(label: "sizes", factory: metrics).record(4)
        #expect(
            metrics.text == #"""
                # TYPE _9lives gauge
                _9lives 9
                # TYPE jobs_done_total counter
                jobs_done_total{kind="a\"b\\\n"} 3
                # TYPE load gauge
                load 0.5
                # TYPE sizes summary
                sizes_sum 7
                sizes_count 2
                # TYPE watts_total counter
                watts_total 1.5

                """#)
    }

    @Test func aTimerIsAHistogram() {
        let metrics = PrometheusMetrics()
        let timer = Timer(label: "t", dimensions: [("a", "b")], factory: metrics)
        for duration in [Int64(400_000), 500_000, 20_000_000, 60_000_000_000] { timer.recordNanoseconds(duration) }
        let lines = metrics.text.split(separator: "\n")
        #expect(lines.first == "# TYPE t_seconds histogram")
        #expect(lines.contains(#"t_seconds_bucket{a="b",le="0.0005"} 2"#))
        #expect(lines.contains(#"t_seconds_bucket{a="b",le="0.01"} 2"#))
        #expect(lines.contains(#"t_seconds_bucket{a="b",le="0.025"} 3"#))
        #expect(lines.contains(#"t_seconds_bucket{a="b",le="10"} 3"#))
        #expect(lines.contains(#"t_seconds_bucket{a="b",le="+Inf"} 4"#))
        #expect(lines.contains(#"t_seconds_count{a="b"} 4"#))
        #expect(lines.contains { $0.hasPrefix(#"t_seconds_sum{a="b"} 60.02"#) })
        #expect(lines.count == 18)
    }

    @Test func aNameHasOneKindAndTheSeriesAreLimited() {
        let metrics = PrometheusMetrics(maxSeries: 2)
        Gauge(label: "a", factory: metrics).record(1)
        Recorder(label: "a", factory: metrics).record(2)
        for index in 0..<5 { Counter(label: "b", dimensions: [("i", "\(index)")], factory: metrics).increment() }
        #expect(metrics.text == "# TYPE a gauge\na 1\n# TYPE b_total counter\nb_total{i=\"0\"} 1\n")
    }

    @Test(arguments: TestRig.allCases)
    func requestsAreCountedByRoute(rig: TestRig) async throws {
        let server = await Market().server { $0.metrics = PrometheusMetrics() }
        try await server.test(rig) { client in
            for target in ["/", "/?_size=1", "/rows/0/0", "/rows/0/1", "/rows/0/99", "/table.css", "/nowhere", "/x"] {
                _ = try await client.get(target)
            }
            let page = try await client.get("/").text
            let sheet = try #require(page.firstMatch(of: /\/public-[^"]+\/table.css/)?.output)
            _ = try await client.get(String(sheet))
            let answer = try await client.get("/metrics")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = answer.text.split(separator: "\n")
            for line in [
                #"http_requests_total{method="GET",route="/",status="200"} 3"#,
                #"http_requests_total{method="GET",route="/rows/#section/#row",status="200"} 2"#,
                #"http_requests_total{method="GET",route="/rows/#section/#row",status="404"} 1"#,
                #"http_requests_total{method="GET",route="/table.css",status="200"} 1"#,
                #"http_requests_total{method="GET",route="/public",status="200"} 1"#,
                #"http_requests_total{method="GET",route="none",status="404"} 2"#,
                #"http_request_duration_seconds_count{method="GET",route="/rows/#section/#row"} 3"#,
            ] { #expect(lines.contains(Substring(line)), "\(line)") }
        }
    }

    @Test func metricsAreOffByDefault() async throws {
        try await Market().server().test(.inProcess) { client in
            let answer = try await client.get("/metrics")
            #expect(answer.status == 404)
        }
    }
}
