package dev.sluice.checkout;

import dev.sluice.db.Database;
import dev.sluice.deposit.create.PaymentOptions.Offer;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;

/// Branding of organizations' payment pages, and the payment methods that they offer.
public final class CheckoutDesigns {
    private final Database database;
    private final References references;

    CheckoutDesigns(Database database, References references) {
        this.database = database;
        this.references = references;
    }

    public CheckoutDesign of(UUID organizationId) {
        return database.read(handle -> DesignStore.find(handle, organizationId)).orElse(CheckoutDesign.PLAIN);
    }

    /// Stores the branding.
    ///
    /// @param seen optimistic lock: returns true if the current branding is the one that the user saw
    /// @throws Refused `CHANGED_MEANWHILE` if it returns false
    public void set(UUID organizationId, CheckoutDesign design, Predicate<CheckoutDesign> seen) {
        database.run(tx -> {
            DesignStore.lock(tx, organizationId);
            require(seen.test(DesignStore.find(tx.handle(), organizationId).orElse(CheckoutDesign.PLAIN)));
            DesignStore.put(tx, organizationId, design);
        });
    }

    private static void require(boolean seen) {
        if (!seen) {
            throw Refusal.CHANGED_MEANWHILE.refused();
        }
    }

    /// Returns the codes of a currency's methods that pages offer, in their order.
    public List<String> methods(UUID organizationId, String currency) {
        return database.read(handle -> methods(handle, organizationId, currency));
    }

    private List<String> methods(Handle handle, UUID organizationId, String currency) {
        var all = all(currency);
        var chosen = DesignStore.methods(handle, organizationId, currency);
        return chosen.isEmpty() ? all : chosen.stream().filter(all::contains).toList();
    }

    /// Returns the default order: QR codes first, since any payer can use one; then banks, then e-wallets.
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

    /// Sets the offered methods of a currency, and their order. All methods in the default order count as no
    /// selection: methods that are added later are then offered too.
    ///
    /// @param seen optimistic lock: returns true if the offered methods are those that the user saw
    /// @throws IllegalArgumentException if there is no method, or one that the currency does not have
    /// @throws Refused `CHANGED_MEANWHILE` if `seen` returns false
    public void offer(UUID organizationId, String currency, List<String> codes, Predicate<List<String>> seen) {
        var all = all(currency);
        if (codes.isEmpty()
                || !all.containsAll(codes)
                || codes.stream().distinct().count() < codes.size()) {
            throw new IllegalArgumentException("not methods of " + currency + ": " + codes);
        }
        database.run(tx -> {
            DesignStore.lock(tx, organizationId);
            require(seen.test(methods(tx.handle(), organizationId, currency)));
            DesignStore.putMethods(tx, organizationId, currency, codes.equals(all) ? List.of() : codes);
        });
    }

    /// Reports whether pages offer a method.
    boolean isOffered(UUID organizationId, String currency, String code) {
        return methods(organizationId, currency).contains(code);
    }

    /// Filters offers by the methods that pages show, and sorts them in the pages' order.
    List<Offer> visible(UUID organizationId, String currency, List<Offer> offers) {
        var order = methods(organizationId, currency);
        return offers.stream()
                .filter(offer -> order.contains(offer.method().bankCode()))
                .sorted(Comparator.comparingInt(
                        offer -> order.indexOf(offer.method().bankCode())))
                .toList();
    }
}
