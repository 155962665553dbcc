package dev.sluice.deposit.review;

import dev.sluice.db.Tx;
import dev.sluice.disbursement.ScreenedPayee;
import dev.sluice.ledger.Ledger;
import dev.sluice.money.Asset;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.IncomingPayments.Entry;
import dev.sluice.rail.IncomingPayments.ScreenedEntry;
import dev.sluice.screening.Check.Consequence;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.CheckRef;
import dev.sluice.screening.Party;
import dev.sluice.screening.ScreeningRequest;
import dev.sluice.screening.Screenings;
import dev.sluice.text.Sha256;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/// Screening of the payers in rails' reports. A receipt has one check, with a subject that follows from the rail and
/// its key of the payment: a receipt asks once, and no stored link leads to the check of another.
public final class ScreenedPayers {
    /// An answered check wakes its receipts. A wake that another node overtook is made up for after this
    /// time.
    private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

    private final Screenings screenings;
    private final IncomingPayments payments;

    public ScreenedPayers(Screenings screenings, IncomingPayments payments) {
        this.screenings = screenings;
        this.payments = payments;
    }

    /// The subject of a receipt's check.
    public static UUID subject(IncomingPayment payment) {
        var hash = ByteBuffer.wrap(Sha256.of(payment.rail() + "\n" + payment.key()));
        long version = (hash.getLong() & ~0xf000L) | 0x8000L;
        long variant = (hash.getLong() & ~(3L << 62)) | (2L << 62);
        return new UUID(version, variant);
    }

    /// Returns the name of the payer, and on a chain the sending address, as far as the rail reports them.
    static Party party(IncomingPayment payment) {
        var payer = payment.payer();
        var sender = payer.accountNumber();
        return payment.amount().asset().kind() == Asset.Kind.CRYPTO && sender != null
                ? ScreenedPayee.wallet(sender, payer.name())
                : Party.named(null, payer.name());
    }

    private static ScreeningRequest request(UUID organizationId, IncomingPayment payment) {
        return new ScreeningRequest(new CheckRef(organizationId, subject(payment)), CheckKind.DEPOSIT, party(payment));
    }

    /// Returns the consequences for reports before they are applied. Receipts that wait are held in the same
    /// transaction. Money for an unknown destination is credited to nobody, so it does not wait. Its payer is
    /// still screened, in case an operator moves the money to a deposit.
    ///
    /// @param owner organization of a receipt, or the house
    /// @param now time at which the reports were read
    public Map<Entry, Consequence> screen(Tx tx, List<Entry> entries, Function<Entry, UUID> owner, Instant now) {
        var asked = new HashMap<Entry, ScreeningRequest>();
        var gone = new ArrayList<CheckRef>();
        for (var entry : entries) {
            var each = request(owner.apply(entry), entry.payment());
            if (entry.reversed()) {
                gone.add(each.ref());
            } else if (!each.party().isEmpty()) {
                asked.put(entry, each);
            }
        }
        screenings.drop(tx, gone);
        var found = screenings.consequencesOfReceived(tx, List.copyOf(asked.values()));
        var consequences = new HashMap<Entry, Consequence>();
        var held = new ArrayList<ScreenedEntry>();
        for (var entry : entries) {
            var consequence = asked.containsKey(entry)
                    ? found.getOrDefault(subject(entry.payment()), Consequence.PASS)
                    : Consequence.PASS;
            boolean isHouses = owner.apply(entry).equals(Ledger.PLATFORM);
            consequences.put(entry, isHouses && consequence == Consequence.WAIT ? Consequence.PASS : consequence);
            if (consequence == Consequence.WAIT && !isHouses) {
                held.add(new ScreenedEntry(entry, subject(entry.payment())));
            }
        }
        payments.hold(tx, held, now, now.plus(LOOK_AGAIN));
        return consequences;
    }

    /// The consequence for money that a person is about to credit.
    Consequence consequence(Tx tx, UUID organizationId, IncomingPayment payment) {
        var each = request(organizationId, payment);
        return each.party().isEmpty()
                ? Consequence.PASS
                : screenings
                        .consequencesOfReceived(tx, List.of(each))
                        .getOrDefault(each.ref().subjectId(), Consequence.PASS);
    }
}
