package dev.sluice.rail.iso20022.simulate;

import dev.sluice.iso20022.write.EndToEndIds;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Rail;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.sandbox.bank.SimulatedBank;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Compares the books of the bank with those of the service.
record Accounting(SimulationSite site, BankProfile profile, SimulatedBank bank) {
    private static final int PAYMENTS_MAX = 10_000;

    /// Returns the payouts that the bank paid twice, that have no end and no doubt, or that ended unlike at the bank.
    List<String> payouts(Rail rail, List<PayoutRef> payouts) {
        var booked = bank.timesBooked();
        var faults = new ArrayList<String>();
        booked.forEach((id, times) -> {
            if (times > 1) {
                faults.add(id + " was paid " + times + " times");
            }
        });
        var outcomes = rail.queryOutcomes(payouts);
        for (int at = 0; at < payouts.size(); at++) {
            var id = EndToEndIds.of(payouts.get(at).payoutId());
            var fault = fault(outcomes.get(at), booked.getOrDefault(id, 0) > 0);
            if (fault != null) {
                faults.add(id + " " + fault);
            }
        }
        return faults;
    }

    private static @Nullable String fault(Outcome outcome, boolean paid) {
        return switch (outcome) {
            case Outcome.Settled _ -> paid ? null : "is settled, but the bank did not pay it";
            case Outcome.Returned _ -> paid ? null : "is returned, but the bank did not pay it";
            case Outcome.Rejected rejected -> paid ? "is rejected, but the bank paid it: " + rejected : null;
            case Outcome.Stopped _ -> "is cancelled, although nobody cancelled it";
            case Outcome.Unknown unknown -> unknown.reason().isBlank() ? "is unknown without a reason" : null;
            case Outcome.Accepted _ -> "has no end and no doubt, and the bank " + (paid ? "paid it" : "did not pay it");
            case Outcome.NotSeen _ -> "is lost";
        };
    }

    /// Returns the credits that are missing or were made twice.
    ///
    /// @param expected amounts by the text of the payer
    List<String> credits(Map<String, BigInteger> expected, Instant now) {
        var payments = new IncomingPayments(site.vault());
        var found = new HashMap<String, BigInteger>();
        var faults = new ArrayList<String>();
        var unread = site.database()
                .inTx(tx ->
                        payments.unread(tx, now.plusSeconds(60), PAYMENTS_MAX).notices());
        for (var each : unread) {
            var payment = each.payment();
            if (payment.rail().equals(profile.rail())
                    && found.put(
                                    payment.destination().number(),
                                    payment.amount().units())
                            != null) {
                faults.add(payment.destination().number() + " was credited twice");
            }
        }
        site.database().inTx(tx -> {
            payments.markRead(tx, unread, now);
            return true;
        });
        if (!found.equals(expected)) {
            faults.add("The credits are " + found + " instead of " + expected);
        }
        return faults;
    }
}
