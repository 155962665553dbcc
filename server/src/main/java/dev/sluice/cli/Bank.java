package dev.sluice.cli;

import dev.sluice.http.Json;
import dev.sluice.http.JsonLayout;
import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bank`: files of banks.
@Command(
        name = "bank",
        description = "Read the files that banks send, look at bank accounts, and decide about files and payouts.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class Bank implements Callable<Integer> {
    private static final int USAGE = 2;
    private static final int WITH_PROBLEMS = 1;
    private static final int UNREADABLE = 2;
    private static final String STDIN = "-";

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    static CommandLine commandLine(Program program) {
        return new CommandLine(new Bank())
                .addSubcommand(new BankImport(program))
                .addSubcommand(new BankList(program))
                .addSubcommand(new BankOutgoing(program))
                .addSubcommand(new BankShow(program))
                .addSubcommand(new BankFetch(program))
                .addSubcommand(new BankTake(program))
                .addSubcommand(new BankDelivered(program))
                .addSubcommand(new BankVoid(program))
                .addSubcommand(new BankRequeue(program))
                .addSubcommand(new BankResolve(program))
                .addSubcommand(new BankRelease(program))
                .addSubcommand(new BankDecisionList(program))
                .addSubcommand(new BankRefuse(program));
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return USAGE;
    }

    @Command(
            description = {
                "Read a file of a bank and print what it says.",
                "Kinds: camt.052, camt.053, camt.054, pain.002, camt.029, MT940 and MT942.",
                "Nothing is stored or applied; neither the service nor a database is needed.",
                "The exit code is 0 for a file without problems, 1 for one with problems, 2 for an unreadable one."
            },
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  ./sluice bank read statement.xml --json"})
    int read(
            @Parameters(paramLabel = "FILE", description = "The file; - for stdin.") String file,
            @Option(names = "--json", description = "Print JSON.") boolean json)
            throws IOException {
        try {
            var read = read(file);
            if (json) {
                print(BankFileJson.of(read));
            } else {
                BankFileTable.print(read, spec.commandLine().getOut());
            }
            return read.problems().isEmpty() ? 0 : WITH_PROBLEMS;
        } catch (Unreadable unreadable) {
            var reason = "cannot read " + file + ": " + unreadable.getMessage();
            if (json) {
                print(BankFileJson.unreadable(reason));
            }
            spec.commandLine().getErr().println("error: " + PlainText.of(reason));
            return UNREADABLE;
        }
    }

    private void print(Object document) {
        var out = spec.commandLine().getOut();
        out.println(JsonLayout.pretty(new String(Json.bytes(document), StandardCharsets.UTF_8)));
        out.flush();
    }

    private static BankFile read(String file) throws Unreadable {
        try (var bytes = open(file)) {
            return BankFiles.read(bytes);
        } catch (IOException failed) {
            throw new Unreadable(BodyFile.reason(failed));
        }
    }

    private static InputStream open(String file) throws IOException, Unreadable {
        if (file.equals(STDIN)) {
            return System.in;
        }
        try {
            var path = Path.of(file);
            if (Files.isDirectory(path)) {
                throw new Unreadable("it is a directory; name one of the files in it");
            }
            return Files.newInputStream(path);
        } catch (InvalidPathException invalid) {
            throw new Unreadable("that is no file name");
        }
    }
}
