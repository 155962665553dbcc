package dev.sluice.rail.evm.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.payout.TransactionTracker.Mined;
import dev.sluice.rail.evm.rpc.Erc20;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.wallet.HotWallet;
import dev.sluice.rail.evm.wallet.HouseCharges;
import dev.sluice.rail.evm.wallet.NonceSlot;
import dev.sluice.rail.evm.wallet.NonceStore;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Effect of a final transaction on its payout. Money moved only if the chain shows the payment: a transaction that
/// did not fail is no proof.
record ReceiptResult(Clocks clocks, PayoutStatusReports statusReports) {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiptResult.class);
    private static final String NOT_TAKEN = "The network would not take the transaction";

    void end(Tx tx, HotWallet wallet, List<Mined> ended) {
        var refs = ended.stream()
                .map(each -> each.slot().payout())
                .filter(Objects::nonNull)
                .map(PayoutRef.class::cast)
                .toList();
        var payouts = PayoutStore.read(tx, refs);
        for (var mined : ended) {
            var ref = mined.slot().payout();
            if (!NonceStore.end(tx, mined.slot(), mined.receipt())) {
                continue;
            }
            var payout = ref == null ? null : payouts.get(ref);
            if (payout != null && isOf(wallet, payout, mined.slot())) {
                report(tx, wallet, payout, mined);
            } else if (ref == null || mined.transaction().filler()) {
                HouseCharges.add(tx, wallet.network(), mined.receipt(), clocks);
            }
        }
    }

    /// Reports whether a slot may belong to the payout that it names. Anybody can sign for a wallet of their own.
    private static boolean isOf(HotWallet wallet, Payout payout, NonceSlot slot) {
        return switch (payout.state()) {
            case Payout.State.Signed signed -> signed.sender().equals(slot.sender());
            case Payout.State.Settled settled -> settled.sender().equals(slot.sender());
            case Payout.State.Rejected _ -> true;
            case Payout.State.Queued _, Payout.State.Stopped _ -> slot.sender().equals(wallet.address());
        };
    }

    /// Applies a transaction that is found later, in a final block, for a payout whose outcome was already
    /// reported.
    void reconsider(Tx tx, HotWallet wallet, Mined mined) {
        var ref = mined.slot().payout();
        var payout = ref == null ? null : PayoutStore.read(tx, List.of(ref)).get(ref);
        if (payout != null) {
            reportAgain(tx, wallet, payout, mined, reason(wallet, payout, mined));
        }
    }

    private void report(Tx tx, HotWallet wallet, Payout payout, Mined mined) {
        var now = clocks.instant();
        var reason = reason(wallet, payout, mined);
        if (!(payout.state() instanceof Payout.State.Signed)) {
            reportAgain(tx, wallet, payout, mined, reason);
            return;
        }
        reason.ifPresentOrElse(
                words -> PayoutStore.rejectSigned(tx, payout.ref(), words, mined.receipt(), now),
                () -> PayoutStore.settle(tx, payout.ref(), mined.receipt(), mined.at(), now));
    }

    /// Handles a chain that was rewritten after its blocks were final (reorg). The reported outcome stays. A
    /// different outcome is stored for operators, and a payout that may have been paid is not paid again.
    private void reportAgain(Tx tx, HotWallet wallet, Payout payout, Mined mined, Optional<String> reason) {
        if (mined.transaction().filler()) {
            HouseCharges.add(tx, wallet.network(), mined.receipt(), clocks);
        }
        boolean moved = reason.isEmpty();
        if (moved != payout.state() instanceof Payout.State.Settled) {
            LOG.error(
                    "payout {} on {} was reported as {}, but after a chain reorganization its transaction {} {}:"
                            + " resolve it manually",
                    payout.ref().payoutId(),
                    payout.network(),
                    payout.state().getClass().getSimpleName(),
                    mined.receipt().transaction(),
                    moved ? "paid the payee" : "transferred nothing");
            var hash = mined.receipt().transaction();
            Outcome outcome = reason.<Outcome>map(
                            words -> new Outcome.Rejected(FailureCode.TRANSACTION_FAILED, words, hash, null))
                    .orElseGet(() -> new Outcome.Settled(hash, mined.at()));
            var key = payout.network() + ":" + mined.receipt().blockHash() + ":" + hash;
            statusReports.add(
                    tx, List.of(new PayoutStatusReport(EvmRail.NAME, key, payout.ref(), outcome, clocks.instant())));
        }
    }

    private static Optional<String> reason(HotWallet wallet, Payout payout, Mined mined) {
        if (mined.transaction().filler()) {
            return Optional.of(NOT_TAKEN);
        }
        boolean moved =
                mined.receipt().succeeded() && (payout.token().equals(wallet.coin()) || isTransferred(payout, mined));
        return moved ? Optional.empty() : Optional.of(FailureCode.TRANSACTION_FAILED.message());
    }

    /// The event has to be of the called contract, the token's. An event with another amount than requested, as of
    /// tokens that keep a fee, shows that money moved: the payout is not paid again.
    private static boolean isTransferred(Payout payout, Mined mined) {
        var contract = Transaction.target(mined.transaction().raw());
        var units = Erc20.transfers(
                        mined.receipt().logs(), contract, mined.slot().sender())
                .filter(each -> each.to().equals(payout.payee()))
                .map(Erc20.Transfer::units)
                .reduce(BigInteger.ZERO, BigInteger::add);
        if (units.signum() > 0 && !units.equals(payout.units())) {
            LOG.error(
                    "payout {} on {} has {} units, but the token's event has {}: {}",
                    payout.ref().payoutId(),
                    payout.network(),
                    payout.units(),
                    units,
                    mined.receipt().transaction());
        }
        return units.signum() > 0;
    }
}
