package dev.sluice.cli;

import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.inbound.InboundFile;
import dev.sluice.rail.iso20022.transport.InboundContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bank import`: a file of a bank, by the same path as a fetched one.
@Command(
        name = "import",
        description = {
            "Store a file of a bank, check it and apply it, as if it had been fetched. Archives and PGP messages are",
            "unpacked, and a signature is checked if the profile requires one.",
            "The exit code is 0 if it is applied, also if it was before; 1 if it is held; 2 if it cannot be read."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  ./sluice bank import statement.xml --account eur-main"})
final class BankImport implements Callable<Integer> {
    private static final int HELD = 1;
    private static final int UNREADABLE = 2;

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "The file.")
    private Path file = Path.of("");

    @Option(names = "--account", paramLabel = "ID", required = true, description = "The id of the account's profile.")
    private String account = "";

    BankImport(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        var bytes = read();
        try (var accounts = program.bankAccounts()) {
            var profile = accounts.profile(account);
            var content = InboundContent.of(profile.transport());
            int worst = 0;
            for (var stored : accounts.inbox()
                    .receive(profile, content, file.getFileName().toString(), bytes)) {
                var read = accounts.inbox().apply(profile, stored.file().id());
                print(read, stored.isNew());
                worst = Math.max(worst, code(read));
            }
            return worst;
        }
    }

    private static int code(InboundFile read) {
        return switch (read.state()) {
            case APPLIED -> 0;
            case RECEIVED, HELD, REJECTED -> HELD;
            case UNREADABLE -> UNREADABLE;
        };
    }

    private byte[] read() throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("no such file: " + PlainText.of(file.toString()));
        }
        if (Files.size(file) > BankInbox.SIZE_MAX) {
            throw new IllegalArgumentException("the file has more than " + BankInbox.SIZE_MAX + " bytes");
        }
        return Files.readAllBytes(file);
    }

    private void print(InboundFile read, boolean isNew) {
        var out = spec.commandLine().getOut();
        out.println((isNew ? "" : "known before: ") + read.state().name().toLowerCase(java.util.Locale.ROOT)
                + (read.kind() == null ? "" : " " + PlainText.of(read.kind())) + ", file " + read.id());
        var hold = read.hold();
        if (hold != null) {
            out.println("  " + PlainText.of(hold.reason())
                    + (hold.difference() == null
                            ? ""
                            : " (difference " + hold.difference().toPlainString() + ")"));
        }
        out.flush();
    }
}
