import MicroHTTPD
import Testing

@testable import TableServer

@Suite struct EnvironmentTests {
    @Test func variablesSetProperties() throws {
        let configuration = try TableServer.Configuration(environment: [
            "CASCADE_PORT": "9000", "CASCADE_HOST": "::1", "CASCADE_THREADS": "3", "CASCADE_MAX_PAGE_SIZE": "50",
            "CASCADE_PAGE_SIZE": "20",
            "CASCADE_REQUEST_TIMEOUT": "2.5", "CASCADE_IDLE_TIMEOUT": "7", "CASCADE_ALLOWS_COMPRESSION": "false",
            "CASCADE_ALLOWED_HOSTS": "a.example,b.example", "CASCADE_PUBLIC_DIRECTORY": "looks",
            "CASCADE_METRICS": "true", "PORT": "1", "CASCADE_OTHER": "x",
        ])
        #expect(configuration.http.port == 9000 && configuration.http.host == "::1")
        #expect(configuration.http.threads == 3 && configuration.maxPageSize == 50)
        #expect(configuration.http.requestTimeout == .milliseconds(2500))
        #expect(configuration.http.idleTimeout == .seconds(7))
        #expect(!configuration.allowsCompression && configuration.metrics != nil)
        #expect(configuration.allowedHosts == ["a.example", "b.example"])
        #expect(configuration.publicDirectory == "looks")
    }

    @Test func defaultsStayWithoutVariables() throws {
        #expect("\(try TableServer.Configuration(environment: [:]))" == "\(TableServer.Configuration())")
    }

    @Test(arguments: [
        ("CASCADE_PORT", "http", #"CASCADE_PORT must be a whole number; it was "http"."#),
        ("CASCADE_PORT", "", #"CASCADE_PORT must be a whole number; it was ""."#),
        (
            "CASCADE_PORT", "99999999999999999999",
            #"CASCADE_PORT must be a whole number; it was "99999999999999999999"."#
        ),
        ("CASCADE_THREADS", "two", #"CASCADE_THREADS must be a whole number; it was "two"."#),
        ("CASCADE_SHUTDOWN_GRACE", "nan", #"CASCADE_SHUTDOWN_GRACE must be a number of seconds; it was "nan"."#),
        ("CASCADE_ALLOWS_ANYONE", "maybe", #"CASCADE_ALLOWS_ANYONE must be true or false; it was "maybe"."#),
        ("CASCADE_PORT", "70000", "CASCADE_PORT must be between 0 and 65,535; it was 70,000."),
        ("CASCADE_HOST", "", #"CASCADE_HOST must be an address; it was ""."#),
        ("CASCADE_PAGE_SIZE", "0", "CASCADE_PAGE_SIZE must be between 1 and 1,000; it was 0."),
        ("CASCADE_METRICS", "maybe", #"CASCADE_METRICS must be true or false; it was "maybe"."#),
    ])
    func otherValuesAreRefused(variable: String, value: String, sentence: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try TableServer.Configuration(environment: [variable: value])
        }
        #expect(error?.description == sentence)
    }
}
