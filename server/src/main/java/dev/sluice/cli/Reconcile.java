package dev.sluice.cli;

import dev.sluice.http.Json;
import dev.sluice.http.JsonLayout;
import dev.sluice.rail.iso20022.inbound.AlteredRecord;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.reconcile.Reconciliations;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// `reconcile`: the three-way reconciliation of bank accounts.
@Command(
        name = "reconcile",
        description = {
            "Compare bank accounts with the ledger and the orders, to the cent, and list the breaks.",
            "A day is closed by its statement. Without --until, the last closed day is compared.",
            "The exit code is 0 if the books agree and no break is open, 1 if not, and 2 if that cannot be told: "
                    + "no statement, an unknown account, or an unreadable database."
        },
        mixinStandardHelpOptions = true,
        exitCodeOnExecutionException = Reconcile.UNKNOWN,
        footer = {
            "",
            "--json prints an object for one account and an array for several. An age is an ISO 8601 duration in whole",
            "days, such as P3D, since the day of the cause in the time zone of the account.",
            "",
            "Examples:",
            "  ./sluice reconcile",
            "  ./sluice reconcile --account eur-main --until 2026-03-31 --json"
        })
final class Reconcile implements Callable<Integer> {
    static final int UNKNOWN = 2;
    private static final int DIFFERS = 1;

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--account", paramLabel = "ID", description = "The id of the account's profile. Default: all.")
    private @Nullable String account;

    @Option(
            names = "--until",
            paramLabel = "DAY",
            description = "The last closed day up to this one, such as 2026-03-31, with the breaks up to it.")
    private @Nullable String untilText;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    Reconcile(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        var until = day();
        try (var accounts = program.bankAccounts()) {
            var profiles = profiles(accounts);
            var reconciliations =
                    new Reconciliations(accounts.database(), accounts.clocks(), accounts.vault(), accounts.inbox());
            var results = new ArrayList<ReconcileOutput>();
            for (var profile : profiles) {
                reconciliations.expectStatements(profile);
                reconciliations.compare(profile);
                results.add(accounts.database()
                        .read(handle -> new ReconcileOutput(
                                profile,
                                reconciliations.of(handle, profile, until).orElse(null),
                                reconciliations.breaks(handle, profile, until),
                                reconciliations.today(profile))));
            }
            print(results);
            return results.stream().mapToInt(Reconcile::code).max().orElse(UNKNOWN);
        } catch (AlteredRecord altered) {
            throw new IllegalArgumentException(
                    altered.getMessage() + "; ./sluice verify-ledger lists the altered records", altered);
        }
    }

    private @Nullable LocalDate day() {
        try {
            return untilText == null ? null : LocalDate.parse(untilText);
        } catch (DateTimeParseException malformed) {
            throw new IllegalArgumentException("--until must be a day such as 2026-03-31", malformed);
        }
    }

    private List<BankProfile> profiles(BankAccounts accounts) {
        if (account != null) {
            return List.of(accounts.profile(account));
        }
        if (accounts.profiles().isEmpty()) {
            throw new IllegalArgumentException("SLUICE_BANKS names no bank account");
        }
        return accounts.profiles();
    }

    private static int code(ReconcileOutput result) {
        var known = result.reconciliation();
        return known == null ? UNKNOWN : known.isClean() ? 0 : DIFFERS;
    }

    private void print(List<ReconcileOutput> results) {
        var out = spec.commandLine().getOut();
        if (json) {
            var documents = results.stream().map(ReconcileOutput::document).toList();
            Object all = documents.size() == 1 ? documents.getFirst() : documents;
            out.println(JsonLayout.pretty(new String(Json.bytes(all), StandardCharsets.UTF_8)));
        } else {
            results.forEach(each -> each.print(out));
        }
        out.flush();
    }
}
