package dev.sluice.cli;

import dev.sluice.cli.AuditEntries.What;
import java.math.BigDecimal;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `admin balance`: credits money without a payment, in the sandbox alone.
@Command(name = "balance", description = "Sandbox balances.", mixinStandardHelpOptions = true)
final class AdminBalance {
    /// No balance is near this.
    private static final int DIGITS_MAX = 18;

    private final AdminRunner database;

    AdminBalance(AdminRunner database) {
        this.database = database;
    }

    @Command(description = "Add an amount to an organization's balance.", mixinStandardHelpOptions = true)
    int deposit(
            @Parameters(paramLabel = "ORG", description = "Organization ID or name.") String organization,
            @Parameters(paramLabel = "AMOUNT", description = "Amount, such as 1250.50.") BigDecimal amount,
            @Parameters(paramLabel = "CURRENCY", description = "Currency or token, such as IDR or usdc-polygon.")
                    String currency)
            throws Exception {
        if (amount.precision() > DIGITS_MAX || amount.scale() > DIGITS_MAX) {
            throw new IllegalArgumentException("the amount has too many digits");
        }
        if (amount.signum() <= 0) {
            throw new IllegalArgumentException("the amount must be positive");
        }
        return database.open(services -> {
            if (!services.session().isSandbox()) {
                throw new IllegalArgumentException("only available in the sandbox environment");
            }
            var owner = services.organization(organization).id();
            var fields = Map.of("amount", amount.toPlainString(), "currency", currency);
            services.auditEntries()
                    .run(
                            owner,
                            new What("admin/balance/deposit", null, fields),
                            () -> services.session().deposit().deposit(owner, amount, currency));
        });
    }
}
