package dev.sluice.rail.iso20022.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailBooks;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.iso20022.inbound.PayoutBook;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Wiring of the payouts of one account.
public final class BankPayouts {
    private final Rail rail;
    private final FileSealer sealer;
    private final FileSender sender;
    private final Acknowledgements acknowledgements;

    private BankPayouts(Rail rail, FileSealer sealer, FileSender sender, Acknowledgements acknowledgements) {
        this.rail = rail;
        this.sealer = sealer;
        this.sender = sender;
        this.acknowledgements = acknowledgements;
    }

    /// Dependencies of all accounts.
    public record Dependencies(
            Database database,
            Clocks clocks,
            Vault vault,
            PayoutSuspension suspension,
            PayoutStatusReports reports,
            Alerts alerts,
            TamperAlarm alarm) {}

    /// @param transports opens the way to the bank, once for each file and each check of the folders
    public static BankPayouts wire(Dependencies dependencies, BankProfile profile, BankTransport.Opener transports) {
        var orders = new OrderContent(dependencies.vault());
        var files = new FileContent(dependencies.vault());
        var times = SealingTimes.of(profile.windows());
        var sent = new SentFilesCheck(dependencies, profile);
        return new BankPayouts(
                new BankRail(dependencies, profile, orders, files, times),
                new FileSealer(dependencies, profile, orders, files, times, sent, transports),
                new FileSender(dependencies, profile, files, transports, sent),
                new Acknowledgements(dependencies, profile, transports));
    }

    /// Returns the rails' books of their payments.
    public static RailBooks books() {
        return new RailBooks(OrderStore.ORDERS);
    }

    /// Returns the payouts of all accounts as the bank's files see them.
    public static PayoutBook book(Dependencies dependencies) {
        var endings = new OrderEndings(dependencies.reports());
        var voidFiles = new VoidFileAlarm(dependencies.alerts());
        return new EntryMatching(endings, new StatusReports(endings, dependencies.alerts(), voidFiles), voidFiles);
    }

    /// A file for a bank, as people see it.
    ///
    /// @param kind `payment`, or `recall`: a request to cancel transfers
    /// @param sum sum of its transfers
    /// @param attempts number of attempts to deliver it
    /// @param status the bank's latest status of the whole file; null if there is none
    public record OutgoingFile(
            String msgId,
            String account,
            String kind,
            Instant sealedAt,
            int transfers,
            String sum,
            String currency,
            String state,
            int attempts,
            @Nullable String status) {}

    /// Returns the newest files.
    ///
    /// @param account id of the profile; null for all accounts
    public static List<OutgoingFile> files(Handle handle, @Nullable String account, int limit) {
        return FileStore.newest(handle, account, limit);
    }

    public Rail rail() {
        return rail;
    }

    /// Seals due orders into a file; returns true if there may be more.
    public boolean seal() {
        return sealer.step();
    }

    /// Delivers a sealed file, or looks for acknowledgements if there is none; returns true if there may be more.
    public boolean send() {
        if (sender.step()) {
            return true;
        }
        acknowledgements.step();
        return false;
    }
}
