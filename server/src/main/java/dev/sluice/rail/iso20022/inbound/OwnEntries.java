package dev.sluice.rail.iso20022.inbound;

import dev.sluice.rail.iso20022.inbound.StoredEntry.Match;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Entries that the bank or we ourselves cause: charges, interest, and transfers between accounts of ours. The bank's
/// transaction code decides, never its text.
final class OwnEntries {
    /// Subfamilies of the external code list of ISO 20022.
    private static final Set<String> CHARGES = Set.of("CHRG", "FEES", "COMM", "COME", "COMI", "COMT");

    private static final Set<String> INTEREST = Set.of("INTR", "CINT", "DINT");
    private static final Set<String> UNSPECIFIED = Set.of("OTHR", "NTAV");

    /// Families of the bank's own operations, and of charges.
    private static final Set<String> BANK_FAMILIES = Set.of("MDOP", "MCOP", "CHRG", "OPCL");

    /// German business transaction codes: closing of the account, charges, commission.
    private static final Set<String> GERMAN_CHARGES = Set.of("805", "808", "809");

    private static final Set<String> GERMAN_INTEREST = Set.of("814", "815");
    private static final int ISO_PARTS = 3;
    private static final int TYPE_LENGTH = 4;

    private OwnEntries() {}

    /// Returns the cause of an entry; null if its code names none.
    ///
    /// @param accounts other accounts of ours, in their electronic form
    static Match.@Nullable Kind kind(StoredEntry entry, Set<String> accounts) {
        var other = Booking.plain(entry.content().counterparty().account());
        if (!other.isEmpty() && accounts.contains(other)) {
            return Match.Kind.TRANSFER;
        }
        return cost(entry);
    }

    /// Returns true if the bank's code says that an entry is a charge or interest.
    static boolean isCost(StoredEntry entry) {
        return cost(entry) != null;
    }

    private static Match.@Nullable Kind cost(StoredEntry entry) {
        var iso = iso(entry.code());
        if (iso.size() == ISO_PARTS) {
            var subfamily = iso.getLast();
            boolean charge = CHARGES.contains(subfamily);
            return charge ? Match.Kind.CHARGE : INTEREST.contains(subfamily) ? Match.Kind.INTEREST : null;
        }
        var own = List.of(entry.code().toUpperCase(Locale.ROOT).split("\\+", 3));
        var type = own.getFirst();
        var german = own.size() > 1 ? own.get(1) : "";
        if (isType(type, "CHG") || GERMAN_CHARGES.contains(german)) {
            return Match.Kind.CHARGE;
        }
        return isType(type, "INT") || GERMAN_INTEREST.contains(german) ? Match.Kind.INTEREST : null;
    }

    /// Compares the transaction type of field 61 without its first letter, which says who names it.
    private static boolean isType(String type, String swift) {
        return type.length() == TYPE_LENGTH && type.endsWith(swift);
    }

    /// Returns true for a debit of the bank's own that does not say what it is for.
    static boolean isUnexplained(StoredEntry entry) {
        var iso = iso(entry.code());
        return !entry.credit()
                && iso.size() == ISO_PARTS
                && BANK_FAMILIES.contains(iso.get(1))
                && UNSPECIFIED.contains(iso.getLast());
    }

    private static List<String> iso(String code) {
        return List.of(code.toUpperCase(Locale.ROOT).split("/", ISO_PARTS + 1));
    }
}
