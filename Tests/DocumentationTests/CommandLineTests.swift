import ArgumentParser
import Testing

@testable import cascade

/// Tests that the command line reference has the help of every command.
@Suite struct CommandLineTests {
    @Test func theReferenceIsTheHelp() throws {
        let page = try Repository.text(of: "docs/reference/cli.md")
        let commands = Cascade.configuration.subcommands
        #expect(commands.count == 7)
        for command in commands {
            let help = Cascade.helpMessage(for: command, columns: 80)
            let text = help.hasSuffix("\n") ? help : help + "\n"
            #expect(page.contains("\n```\n\(text)```\n"), "Run script/docs.")
        }
    }
}
