package dev.sluice.app;

import dev.sluice.iso20022.write.TransferRules.AddressForm;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Calendar;
import dev.sluice.rail.iso20022.profile.BankProfile.Inbound;
import dev.sluice.rail.iso20022.profile.BankProfile.PayeeCheck;
import dev.sluice.rail.sandbox.bank.BankSettings;
import dev.sluice.rail.sandbox.bank.SimulatedBank;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The simulated banks of a sandbox: one behind each profile whose transport is the simulator. A bank follows the
/// profile's rules, but keeps its own books.
final class SimulatedBanks {
    private static final Duration DUPLICATES_REMEMBERED = Duration.ofDays(90);
    /// A million in the account's currency.
    private static final long OPENING = 1_000_000;

    private SimulatedBanks() {}

    /// @param decimals decimals of the account's currency
    static SimulatedBank of(Infrastructure infrastructure, BankProfile profile, int decimals) {
        var bank = new SimulatedBank(infrastructure.database(), settings(profile, decimals), infrastructure.clocks());
        bank.open();
        return bank;
    }

    static BankSettings settings(BankProfile profile, int decimals) {
        var account = profile.account();
        var folders = profile.transport().folders();
        var archive = folders.outArchive();
        var acks = folders.acks();
        int printed = profile.out().wholeUnits() ? 0 : decimals;
        return new BankSettings(
                profile.id(),
                new BankSettings.Account(
                        account.number().number(),
                        account.number().iban(),
                        account.bic(),
                        account.currency(),
                        printed,
                        account.holder(),
                        virtualAccounts(profile)),
                new BankSettings.Folders(
                        Path.of(folders.out()),
                        Path.of(folders.in()),
                        acks == null ? null : Path.of(acks),
                        archive == null ? null : Path.of(archive)),
                accepts(profile, printed),
                sends(profile),
                BankSettings.Prices.NONE,
                BankSettings.Timing.ORDINARY,
                OPENING * (long) Math.pow(10, printed),
                profile.windows().zone(),
                profile.windows().calendar() != Calendar.NONE);
    }

    private static BankSettings.@Nullable VirtualAccounts virtualAccounts(BankProfile profile) {
        var deposits = profile.deposits();
        var range = deposits == null ? null : deposits.virtualAccounts();
        return range == null ? null : new BankSettings.VirtualAccounts(range.first(), range.last());
    }

    private static BankSettings.Accepts accepts(BankProfile profile, int decimals) {
        var out = profile.out();
        var max =
                profile.serves().isEmpty() ? null : profile.serves().getFirst().max();
        var promised = profile.promises().duplicatesRefusedFor();
        return new BankSettings.Accepts(
                out.message(),
                switch (out.charset()) {
                    case SEPA_LATIN, SWIFT_X -> BankSettings.Charset.SEPA_LATIN;
                    case LATIN_EXTENDED -> BankSettings.Charset.LATIN_EXTENDED;
                    case UNICODE -> BankSettings.Charset.UNICODE;
                },
                out.names(),
                out.remittance(),
                out.chargeBearer(),
                max == null ? 0 : max.movePointRight(decimals).longValue(),
                out.address() == AddressForm.REQUIRED,
                profile.promises().duplicatesRefusedBy(),
                Objects.requireNonNullElse(promised, DUPLICATES_REMEMBERED),
                profile.promises().recalls(),
                profile.payeeCheck() != PayeeCheck.OPT_OUT);
    }

    private static BankSettings.Sends sends(BankProfile profile) {
        return new BankSettings.Sends(
                kind(profile, "pain.002", ".001.10"),
                BankSettings.Level.GROUP,
                "ACSC",
                kind(profile, "camt.054", ".001.08"),
                kind(profile, "camt.052", ".001.08"),
                kind(profile, "camt.053", ".001.08"),
                profile.in().kinds().contains("mt940"),
                profile.in().numbers() == Inbound.Numbers.YEARLY);
    }

    private static @Nullable String kind(BankProfile profile, String kind, String version) {
        return profile.in().kinds().contains(kind) ? kind + version : null;
    }
}
