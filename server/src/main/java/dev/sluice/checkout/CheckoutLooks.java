package dev.sluice.checkout;

import dev.sluice.db.Database;
import dev.sluice.deposit.Offers.Offer;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;

/// How the payment pages of organizations look, and which methods they offer.
public final class CheckoutLooks {
    private final Database database;
    private final References references;

    CheckoutLooks(Database database, References references) {
        this.database = database;
        this.references = references;
    }

    public CheckoutLook of(UUID organizationId) {
        return database.read(handle -> LookStore.find(handle, organizationId)).orElse(CheckoutLook.PLAIN);
    }

    /// @param seen whether it is still what whoever sets it has seen
    /// @throws Refused `CHANGED_MEANWHILE` where it is not
    public void set(UUID organizationId, CheckoutLook look, Predicate<CheckoutLook> seen) {
        database.run(tx -> {
            LookStore.lock(tx, organizationId);
            require(seen.test(LookStore.find(tx.handle(), organizationId).orElse(CheckoutLook.PLAIN)));
            LookStore.put(tx, organizationId, look);
        });
    }

    private static void require(boolean seen) {
        if (!seen) {
            throw Refusal.CHANGED_MEANWHILE.refused();
        }
    }

    /// The methods of a currency, by their codes: those that pages offer, in their order.
    public List<String> methods(UUID organizationId, String currency) {
        return database.read(handle -> methods(handle, organizationId, currency));
    }

    private List<String> methods(Handle handle, UUID organizationId, String currency) {
        var all = all(currency);
        var chosen = LookStore.methods(handle, organizationId, currency);
        return chosen.isEmpty() ? all : chosen.stream().filter(all::contains).toList();
    }

    /// QR codes first, since any payer can use one; then banks, then e-wallets.
    private List<String> all(String currency) {
        return references.depositMethods(currency).stream()
                .sorted(Comparator.comparingInt(method -> switch (method.type()) {
                    case QR -> 0;
                    case VIRTUAL_ACCOUNT, BANK_TRANSFER -> 1;
                    case EWALLET -> 2;
                }))
                .map(DepositMethod::bankCode)
                .toList();
    }

    /// Offers some methods of a currency, in an order. All of them in the usual order is no choice:
    /// then those are offered too that are added later.
    ///
    /// @param seen whether those on offer are still what whoever chooses has seen
    /// @throws IllegalArgumentException where there is none, or one that the currency has not
    /// @throws Refused `CHANGED_MEANWHILE` where others are on offer than were seen
    public void offer(UUID organizationId, String currency, List<String> codes, Predicate<List<String>> seen) {
        var all = all(currency);
        if (codes.isEmpty()
                || !all.containsAll(codes)
                || codes.stream().distinct().count() < codes.size()) {
            throw new IllegalArgumentException("not methods of " + currency + ": " + codes);
        }
        database.run(tx -> {
            LookStore.lock(tx, organizationId);
            require(seen.test(methods(tx.handle(), organizationId, currency)));
            LookStore.putMethods(tx, organizationId, currency, codes.equals(all) ? List.of() : codes);
        });
    }

    /// Whether pages offer a method.
    boolean isOffered(UUID organizationId, String currency, String code) {
        return methods(organizationId, currency).contains(code);
    }

    /// Of some offers those that pages show, in their order.
    List<Offer> shown(UUID organizationId, String currency, List<Offer> offers) {
        var order = methods(organizationId, currency);
        return offers.stream()
                .filter(offer -> order.contains(offer.method().bankCode()))
                .sorted(Comparator.comparingInt(
                        offer -> order.indexOf(offer.method().bankCode())))
                .toList();
    }
}
