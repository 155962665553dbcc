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

/// What operators change: limits and fees, what is on offer, and prices. A changed row is the operator's from then on,
/// later data files leave it alone; every node takes the change over within seconds. Each edit says whether there was
/// such a row.
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

    /// Sets what one unit of `base` costs in `quote`.
    public boolean price(String base, String quote, BigDecimal price) {
        return price(base, quote, price, _ -> {});
    }

    /// The same, and what is done with it in the same transaction.
    public boolean price(String base, String quote, BigDecimal price, Consumer<Tx> also) {
        if (price.signum() <= 0) {
            throw new IllegalArgumentException("a price is positive: " + price);
        }
        return edit(tx -> {
            also.accept(tx);
            return EditStore.price(tx, base, quote, price, clock.instant());
        });
    }

    /// Takes a price off whose pair no data file lists, so that what follows from others holds, and does something in
    /// the same transaction. False where the table has no such price; then nothing is done.
    public boolean removePrice(String base, String quote, BigDecimal price, Consumer<Tx> also) {
        return edit(tx -> {
            int removed = EditStore.removePrice(tx, base, quote, price);
            if (removed > 0) {
                also.accept(tx);
            }
            return removed;
        });
    }

    /// Sets what a conversion costs, in its currency: from then on for everybody who has no fee of their own.
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

    /// Sets how much of a token everybody may convert at once; both are included.
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

    /// Sets the terms of an organization that depart from everybody's.
    ///
    /// @param seen whether what it has agreed upon, all of it, is still what whoever sets them has seen
    /// @throws Refused `CHANGED_MEANWHILE` where it is not
    public boolean agree(Agreement agreement, Predicate<List<Agreement>> seen) {
        return edit(tx -> {
            require(seen, tx, agreement.scope());
            return AgreementStore.put(tx, agreement, clock.instant());
        });
    }

    /// From now on an organization has the terms of everybody.
    ///
    /// @param seen the same
    /// @throws Refused the same
    public boolean endAgreement(Agreement.Scope scope, Predicate<List<Agreement>> seen) {
        return edit(tx -> {
            require(seen, tx, scope);
            return AgreementStore.end(tx, scope);
        });
    }

    /// Edits are made one after the other, so that what is read here stays so until the end.
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

    /// Terms in another asset, or with other decimals, would make the whole catalogue unreadable.
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
