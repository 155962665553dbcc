package dev.sluice.rail.iso20022.inbound;

import dev.sluice.iso20022.CreditorReference;
import dev.sluice.iso20022.QrReference;
import dev.sluice.iso20022.Remittance;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Deposits;
import dev.sluice.rail.iso20022.profile.BankProfile.Deposits.Recognition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Numbers in a credit that may be those of a deposit, the strongest first.
///
/// @param structured numbers that the payer's bank sent as such: a virtual account, then creditor references
/// @param text whole words of the remittance text
record DepositReferences(List<Set<String>> structured, Set<String> text) {
    private static final Pattern WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final Pattern WRITTEN = Pattern.compile("[^\\p{L}\\p{N}-]+");
    private static final int WORDS_MAX = 500;
    /// Banks cut text into lines of this length, also inside a word.
    private static final int CUT = 35;
    /// A creditor reference has at most 27 characters, written in groups of two to five.
    private static final int GROUPS_MAX = 8;

    DepositReferences {
        structured = List.copyOf(structured);
        text = Set.copyOf(text);
    }

    static DepositReferences of(BankProfile profile, Deposits deposits, StoredEntry.Content content) {
        var structured = new ArrayList<Set<String>>();
        if (deposits.by().contains(Recognition.VIRTUAL_ACCOUNT)) {
            var number = virtualAccount(deposits, content.ownAccount());
            if (number != null) {
                structured.add(Set.of(number));
            }
        }
        if (deposits.by().contains(Recognition.CREDITOR_REFERENCE)) {
            var references = creditorReferences(profile, deposits, content);
            if (!references.isEmpty()) {
                structured.add(references);
            }
        }
        return new DepositReferences(
                structured, deposits.by().contains(Recognition.REMITTANCE) ? words(content) : Set.of());
    }

    private static @Nullable String virtualAccount(Deposits deposits, @Nullable String ownAccount) {
        var range = deposits.virtualAccounts();
        if (range == null || ownAccount == null) {
            return null;
        }
        var plain = Booking.plain(ownAccount);
        return range.numbers().contains(plain) ? plain : null;
    }

    /// QR references are valid with a QR-IBAN only. A bank that does not name our side sends them for that account.
    private static Set<String> creditorReferences(BankProfile profile, Deposits deposits, StoredEntry.Content content) {
        var qrIban = deposits.qrIban();
        var own = content.ownAccount();
        boolean isQr = qrIban != null
                && (own == null
                        || Booking.plain(own).equals(Booking.plain(qrIban))
                        || Booking.plain(own)
                                .equals(Booking.plain(profile.account().number().number())));
        var found = new LinkedHashSet<String>();
        for (var reference : content.remittance().references()) {
            CreditorReference.parse(reference).ifPresent(found::add);
            if (isQr) {
                QrReference.parse(reference).ifPresent(found::add);
            }
        }
        return found;
    }

    /// Returns the words of the text with its lines joined with a space, without one, and as the bank cut them; and
    /// creditor references that are written in groups.
    private static Set<String> words(StoredEntry.Content content) {
        var remittance = content.remittance();
        var lines = remittance.text() == null ? List.of(content.text()) : remittance.lines();
        var words = new LinkedHashSet<String>();
        for (var text : new LinkedHashSet<>(List.of(
                Objects.requireNonNullElse(remittance.text(), ""),
                String.join(" ", remittance.references()),
                String.join(" ", lines),
                String.join("", lines),
                Remittance.joined(lines, CUT)))) {
            var plain = text.toUpperCase(Locale.ROOT);
            var split = split(WORDS, plain);
            words.addAll(split);
            words.addAll(split(WRITTEN, plain));
            words.addAll(grouped(split));
        }
        return words.size() > WORDS_MAX ? Set.of() : Set.copyOf(words);
    }

    private static List<String> split(Pattern separators, String text) {
        return separators.splitAsStream(text).filter(each -> !each.isEmpty()).toList();
    }

    private static Set<String> grouped(List<String> words) {
        var found = new LinkedHashSet<String>();
        for (int from = 0; from < words.size(); from++) {
            var joined = new StringBuilder(words.get(from));
            for (int at = from + 1; at < words.size() && at < from + GROUPS_MAX; at++) {
                joined.append(words.get(at));
                CreditorReference.parse(joined.toString()).ifPresent(found::add);
                QrReference.parse(joined.toString()).ifPresent(found::add);
            }
        }
        return found;
    }

    Set<String> all() {
        var all = new LinkedHashSet<String>();
        structured.forEach(all::addAll);
        all.addAll(text);
        return all;
    }

    /// Returns the number of the deposit: the first kind of number of which any is in use, if there is one only. A
    /// structured number that nobody uses is returned as well: the payment is for an unknown deposit.
    @Nullable
    String choose(Set<String> used) {
        for (var numbers : structured) {
            var hits = numbers.stream().filter(used::contains).toList();
            if (!hits.isEmpty()) {
                return hits.size() == 1 ? hits.getFirst() : null;
            }
        }
        var hits = text.stream().filter(used::contains).toList();
        if (!hits.isEmpty()) {
            return hits.size() == 1 ? hits.getFirst() : null;
        }
        var unknown = structured.stream().flatMap(Set::stream).toList();
        return unknown.size() == 1 ? unknown.getFirst() : null;
    }
}
