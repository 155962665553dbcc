package dev.sluice.rail.stellar.payout;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.StellarAddress;
import dev.sluice.rail.stellar.StellarToken;
import dev.sluice.rail.stellar.horizon.Account;
import dev.sluice.rail.stellar.horizon.StellarLedgerHeader;
import java.util.Optional;
import org.stellar.sdk.Memo;
import org.stellar.sdk.MemoNone;

/// Preflight of a payment, before anything is signed. A payment that fails on the network still costs its fee, and a
/// payment that lacks a required memo is not returned.
final class Checks {
    private Checks() {}

    /// Result of the preflight.
    sealed interface PreflightResult {}

    /// The payment can be made; `create` is true if it creates the payee's account.
    record Pay(Memo memo, boolean create) implements PreflightResult {}

    /// The payment is rejected.
    record Refuse(Payment.Rejected rejected) implements PreflightResult {}

    /// @param payee the account behind the address; empty if it does not exist
    static PreflightResult of(
            Payment payment, StellarToken token, Optional<Account> payee, StellarLedgerHeader ledger) {
        var address = StellarAddress.parse(payment.address());
        if (address.isEmpty()) {
            return refuse("it is not a Stellar address");
        }
        var memo = MemoForm.of(payment.memo());
        if (memo.isEmpty()) {
            return refuse("the memo is too long: a text has at most 28 bytes");
        }
        boolean named = address.get().id() != null;
        if (named && !(memo.get() instanceof MemoNone)) {
            return refuse("a muxed address (M…) contains its ID and takes no memo");
        }
        if (payee.isEmpty()) {
            return absent(payment, token, named, memo.get(), ledger);
        }
        if (payee.get().memoRequired() && memo.get() instanceof MemoNone && !named) {
            return refuse("it requires a memo (SEP-29), and none was given");
        }
        return token.isCoin() || payee.get().id().equals(token.issuer())
                ? new Pay(memo.get(), false)
                : trusting(payment, token, payee.get(), memo.get());
    }

    private static PreflightResult absent(
            Payment payment, StellarToken token, boolean named, Memo memo, StellarLedgerHeader ledger) {
        if (!token.isCoin() || named) {
            return refuse("the account does not exist");
        }
        return payment.stroops() < ledger.accountReserve()
                ? refuse("the account does not exist, and creating it takes at least "
                        + token.money(ledger.accountReserve()).decimal().toPlainString() + " XLM")
                : new Pay(memo, true);
    }

    private static PreflightResult trusting(Payment payment, StellarToken token, Account payee, Memo memo) {
        var line = payee.balance(token);
        if (line.isEmpty()) {
            return refuse("the account has no trustline for " + token.code());
        }
        if (!line.get().authorized()) {
            return refuse("the issuer has not authorized the account to hold " + token.code());
        }
        return line.get().receivable() < payment.stroops()
                ? refuse("the amount is over the limit of the account's trustline for " + token.code())
                : new Pay(memo, false);
    }

    private static Refuse refuse(String reason) {
        var code = FailureCode.ADDRESS_CANNOT_RECEIVE;
        return new Refuse(new Payment.Rejected(code, code.message() + ": " + reason));
    }
}
