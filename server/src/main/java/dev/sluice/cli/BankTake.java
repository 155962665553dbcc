package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bank take`: the bytes of a file for an upload by hand.
@Command(
        name = "take",
        description = {
            "Take a file to upload it by hand.",
            "From then on, no node sends it. Upload exactly these bytes under exactly this name, then run bank"
                    + " delivered. If you did not upload it, run bank void."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  ./sluice bank take MAGM6QYHV4GZ7PHCKHVQ4LYWGTM --out /media/stick"})
final class BankTake implements Callable<Integer> {
    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "MsgId or name of the file.")
    private String file = "";

    @Option(names = "--out", paramLabel = "PATH", description = "Folder or new file. Default: the current folder.")
    private Path out = Path.of("");

    @CommandLine.Mixin
    private BankBy by = new BankBy();

    BankTake(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            var shown = BankCommands.find(accounts, file);
            var target = target(shown.name());
            var person = by.person(accounts, program);
            var bytes = person.audited(
                    "bank/take",
                    shown.msgId(),
                    Map.of("sha256", shown.sha256()),
                    () -> accounts.outgoing().take(shown.msgId(), person.person()));
            write(target, bytes);
            BankCommands.print(
                    spec,
                    person.person().name() + " took the file " + shown.msgId() + "; its bytes are in " + target,
                    "Upload it under the name " + shown.name() + ", then run: ./sluice bank delivered "
                            + shown.msgId());
            return 0;
        }
    }

    private Path target(String name) {
        var target = Files.isDirectory(out.toAbsolutePath()) ? out.resolve(name) : out;
        if (Files.exists(target)) {
            throw new IllegalArgumentException("--out: " + PlainText.of(target.toString()) + " exists already");
        }
        return target;
    }

    /// Writes the bytes. If this fails, the same person can run the command again.
    private static void write(Path target, byte[] bytes) throws IOException {
        try {
            Files.write(target, bytes, StandardOpenOption.CREATE_NEW);
        } catch (IOException failed) {
            throw new IOException(
                    "the file is taken, but its bytes cannot be written: " + BodyFile.reason(failed)
                            + "; run the command again with another --out",
                    failed);
        }
    }
}
