package dev.sluice.app;

import dev.sluice.config.Config;
import dev.sluice.rail.iso20022.rehearsal.BankRehearsals;
import dev.sluice.refusal.CannotStart;
import java.util.List;

/// Thrown if `live` has a bank profile whose hash has no passed rehearsal. One line for each profile.
final class NotRehearsed extends CannotStart {
    private static final long serialVersionUID = 1L;
    /// The command prints the first `error: ` itself.
    private static final String NEXT = "\nerror: ";

    private NotRehearsed(List<String> lines) {
        super(String.join(NEXT, lines), null);
    }

    static BankRehearsals rehearsals(Infrastructure infrastructure) {
        return new BankRehearsals(new BankRehearsals.Dependencies(
                infrastructure.database(), infrastructure.clocks(), infrastructure.vault()));
    }

    static void check(Config config, Infrastructure infrastructure) {
        var missing = rehearsals(infrastructure).missing(config.banks());
        if (!missing.isEmpty()) {
            throw new NotRehearsed(missing);
        }
    }
}
