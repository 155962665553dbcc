package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.write.MsgIds;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.iso20022.payout.SentFilesStore.Found;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Transport;
import dev.sluice.rail.iso20022.transport.BankTransport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stops the rail if the bank has files that this database never sent: it was restored from a backup,
/// and its queued orders may be paid already. The check runs before files are sealed and sent. It lists
/// the bank's folders at the start of the process and every ten minutes. In between, the newest files
/// of this process have to be in the database.
final class SentFilesCheck {
    private static final Logger LOG = LoggerFactory.getLogger(SentFilesCheck.class);
    private static final Duration LISTED_EVERY = Duration.ofMinutes(10);
    /// A look-ahead, so that a letter `M` before an identifier does not hide it.
    private static final Pattern MSG_ID = Pattern.compile("(?=(M[A-Z2-7]{26}))");

    private static final String PLACEHOLDER = "{msgId}";

    private final BankPayouts.Dependencies dependencies;
    private final BankProfile profile;
    private final String prefix;
    private final String suffix;

    /// The sealer and the sender are different workers.
    private volatile @Nullable Instant listedAt;

    private volatile @Nullable BankFile sealed;
    private volatile @Nullable BankFile delivered;

    SentFilesCheck(BankPayouts.Dependencies dependencies, BankProfile profile) {
        this.dependencies = dependencies;
        this.profile = profile;
        var pattern = profile.transport().folders().name();
        int at = pattern.indexOf(PLACEHOLDER);
        this.prefix = pattern.substring(0, at);
        this.suffix = pattern.substring(at + PLACEHOLDER.length());
    }

    /// Remembers a file after the transaction that sealed it.
    void sealed(BankFile file) {
        sealed = file;
    }

    /// Remembers a file after the transaction that stored its delivery.
    void delivered(BankFile file) {
        delivered = file;
    }

    /// Returns true if the folders have to be listed. The simulated bank has its books in the same
    /// database, so that a backup restores both.
    boolean isDue(Instant now) {
        var last = listedAt;
        return !(profile.transport() instanceof Transport.Simulated)
                && (last == null || now.isBefore(last) || !now.isBefore(last.plus(LISTED_EVERY)));
    }

    /// Returns true if files may be sealed and sent. Lists the folders if it is time to.
    boolean passes(BankTransport transport) throws IOException {
        var now = dependencies.clocks().instant();
        if (!isDue(now)) {
            return dependencies.database().inTx(tx -> allows(tx, now));
        }
        // The list comes first: each file in it was stored before it was sent.
        var files = ours(transport.sentNames());
        boolean known = dependencies.database().inTx(tx -> allows(tx, now) && areKnown(tx, files, now));
        if (known) {
            listedAt = now;
        }
        return known;
    }

    /// Returns true if the rail is not stopped in the database, and the database has the newest files of
    /// this process. A node learns of a stop some seconds late, and files that were reported once do not
    /// stop the rail again.
    boolean allows(Tx tx, Instant now) {
        return !RailStops.isStopped(tx, profile.rail())
                && isStored(tx, sealed, false, now)
                && isStored(tx, delivered, true, now);
    }

    private boolean isStored(Tx tx, @Nullable BankFile file, boolean isDelivered, Instant now) {
        if (file == null || SentFilesStore.isStored(tx, file, isDelivered)) {
            return true;
        }
        var lost = new Found(file.msgId(), file.name(), isDelivered ? file.id() : null);
        stop(tx, List.of(lost), "The database has lost the file " + file.name() + ", which this service made", now);
        return false;
    }

    private boolean areKnown(Tx tx, List<Found> files, Instant now) {
        var unknown = SentFilesStore.neverSent(tx, profile.id(), files);
        if (unknown.isEmpty()) {
            return true;
        }
        var more = unknown.size() == 1 ? "" : " and " + (unknown.size() - 1) + " more";
        var reason = "The bank has the file " + unknown.getFirst().name() + more + ", which this database never sent";
        stop(tx, unknown, reason, now);
        return false;
    }

    private void stop(Tx tx, List<Found> files, String reason, Instant now) {
        SentFilesStore.report(tx, profile.id(), files, now);
        RailStops.stop(
                tx,
                profile.rail(),
                reason + ": it was restored from a backup, or another service uses the bank's folders. Queued payouts"
                        + " may be paid already: compare them with the bank (docs/operations/backup.md)",
                now);
        var msgId = files.getFirst().msgId();
        dependencies
                .alerts()
                .raise(
                        tx,
                        new Alert(
                                profile.rail(),
                                "restored/" + msgId,
                                "Stopped: file " + msgId + " was not sent by this database, which may be an old backup:"
                                        + " see docs/operations/backup.md"));
        LOG.error("{}: stopped: {}", profile.rail(), reason);
    }

    private List<Found> ours(List<String> names) {
        return names.stream()
                .flatMap(name -> msgId(name).map(id -> new Found(id, name, null)).stream())
                .toList();
    }

    /// Returns the MsgId in the name of a file, to which the bank may have added a time or an ending.
    private Optional<String> msgId(String name) {
        var matcher = MSG_ID.matcher(name);
        while (matcher.find()) {
            var id = matcher.group(1);
            int begin = matcher.start();
            int end = begin + id.length();
            boolean begins = begin == 0
                    || !Character.isLetterOrDigit(name.charAt(begin - 1))
                    || (!prefix.isEmpty() && name.substring(0, begin).endsWith(prefix));
            boolean ends = end == name.length()
                    || !Character.isLetterOrDigit(name.charAt(end))
                    || (!suffix.isEmpty() && name.startsWith(suffix, end));
            if (begins && ends && MsgIds.file(id).isPresent()) {
                return Optional.of(id);
            }
        }
        return Optional.empty();
    }
}
