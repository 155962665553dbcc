package dev.sluice.reference;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/// Changes by operators: limits, fees, enabled entries, and prices. After a change, later data files no longer modify
/// the row. Every node loads the change within seconds. Each edit returns false if the row does not exist.
public final class ReferenceEdits {
    private static final BigDecimal WHOLE = BigDecimal.valueOf(100);

    private final Database database;
    private final References references;
    private final InstantSource clock;

    public ReferenceEdits(Database database, References references, InstantSource clock) {
        this.database = database;
        this.references = references;
        this.clock = clock;
    }

    public boolean payoutTerms(String currency, String bankCode, TermsChange change) {
        var checked = in(change, currency);
        return edit(tx -> EditStore.payoutTerms(tx, currency, bankCode, checked, clock.instant()));
    }

    public boolean depositTerms(String currency, String bankCode, TermsChange change) {
        var checked = in(change, currency);
        return edit(tx -> EditStore.depositTerms(tx, currency, bankCode, checked, clock.instant()));
    }

    public boolean tokenPayoutTerms(String id, TermsChange change) {
        var checked = in(change, id);
        return edit(tx -> EditStore.tokenPayoutTerms(tx, id, checked, clock.instant()));
    }

    public boolean tokenDepositTerms(String id, TermsChange change) {
        var checked = in(change, id);
        return edit(tx -> EditStore.tokenDepositTerms(tx, id, checked, clock.instant()));
    }

    /// Sets the price of one unit of `base` in `quote`.
    public boolean price(String base, String quote, BigDecimal price) {
        return price(base, quote, price, _ -> {});
    }

    /// Sets a price, and runs an action in the same transaction.
    public boolean price(String base, String quote, BigDecimal price, Consumer<Tx> also) {
        if (price.signum() <= 0) {
            throw new IllegalArgumentException("a price is positive: " + price);
        }
        return edit(tx -> {
            also.accept(tx);
            return EditStore.price(tx, base, quote, price, clock.instant());
        });
    }

    /// Removes a price whose pair no data file lists, so that a derived price applies again, and runs an action in
    /// the same transaction. Returns false, without running the action, if the table has no such price.
    public boolean removePrice(String base, String quote, BigDecimal price, Consumer<Tx> also) {
        return edit(tx -> {
            int removed = EditStore.removePrice(tx, base, quote, price);
            if (removed > 0) {
                also.accept(tx);
            }
            return removed;
        });
    }

    /// Sets the default fee of a conversion, in its currency. It applies to every organization without a fee of
    /// its own.
    public boolean pairFee(String symbol, String currency, FeeSchedule fee) {
        boolean known = references
                .asset(currency)
                .filter(asset -> Money.isWrittenFor(fee.flat(), asset))
                .isPresent();
        if (!known || fee.percentage().compareTo(WHOLE) >= 0) {
            throw new IllegalArgumentException("no fee of a conversion to " + currency + ": " + fee);
        }
        return edit(tx -> EditStore.pairFee(tx, symbol, currency, fee, clock.instant()));
    }

    /// Sets the default limits of a conversion, in the token; both are inclusive.
    public boolean pairLimits(String symbol, String currency, BigDecimal least, BigDecimal most) {
        if (least.signum() <= 0 || most.compareTo(least) < 0) {
            throw new IllegalArgumentException("limits are wrong: " + least + " to " + most);
        }
        return edit(tx -> EditStore.pairLimits(tx, symbol, currency, least, most, clock.instant()));
    }

    public boolean offerCurrency(String code, boolean offered) {
        return edit(tx -> EditStore.offerCurrency(tx, code, offered, clock.instant()));
    }

    public boolean offerPayoutMethod(String currency, String bankCode, boolean offered) {
        return edit(tx -> EditStore.offerPayoutMethod(tx, currency, bankCode, offered, clock.instant()));
    }

    public boolean offerDepositMethod(String currency, String bankCode, boolean offered) {
        return edit(tx -> EditStore.offerDepositMethod(tx, currency, bankCode, offered, clock.instant()));
    }

    public boolean offerToken(String id, boolean offered) {
        return edit(tx -> EditStore.offerToken(tx, id, offered, clock.instant()));
    }

    /// Sets an organization's own terms.
    ///
    /// @param seen optimistic lock: returns true if all present overrides are those that the operator saw
    /// @throws Refused `CHANGED_MEANWHILE` if it returns false
    public boolean agree(Agreement agreement, Predicate<List<Agreement>> seen) {
        return edit(tx -> {
            require(seen, tx, agreement.scope());
            return AgreementStore.put(tx, agreement, clock.instant());
        });
    }

    /// Removes an organization's override, so that the default terms apply.
    ///
    /// @param seen optimistic lock: returns true if all present overrides are those that the operator saw
    /// @throws Refused `CHANGED_MEANWHILE` if it returns false
    public boolean endAgreement(Agreement.Scope scope, Predicate<List<Agreement>> seen) {
        return edit(tx -> {
            require(seen, tx, scope);
            return AgreementStore.end(tx, scope);
        });
    }

    /// Checks the optimistic lock. Edits are serialized by the lock on the version row, so the rows read here do
    /// not change until the end of the transaction.
    private static void require(Predicate<List<Agreement>> seen, Tx tx, Agreement.Scope scope) {
        if (!seen.test(AgreementStore.ofOrganization(tx, scope.organizationId()))) {
            throw Refusal.CHANGED_MEANWHILE.refused();
        }
    }

    private boolean edit(ToIntFunction<Tx> edit) {
        return database.inTx(tx -> {
            EditStore.changed(tx);
            return edit.applyAsInt(tx) > 0;
        });
    }

    /// Checks the asset and decimals of new terms. Terms in another asset, or with too many decimals, would make
    /// the whole catalogue unreadable.
    private TermsChange in(TermsChange change, String code) {
        var asset = references.asset(code);
        var limits = change.limits();
        var fee = change.fee();
        boolean fits =
                (limits == null || asset.filter(limits.min().asset()::equals).isPresent())
                        && (fee == null
                                || asset.filter(each -> Money.isWrittenFor(fee.flat(), each))
                                        .isPresent());
        if (!fits) {
            throw new IllegalArgumentException("no terms of " + code + ": " + change);
        }
        return change;
    }
}
