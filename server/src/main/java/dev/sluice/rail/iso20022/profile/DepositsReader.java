package dev.sluice.rail.iso20022.profile;

import dev.sluice.rail.iso20022.profile.BankProfile.Account;
import dev.sluice.rail.iso20022.profile.BankProfile.Deposits;
import dev.sluice.rail.iso20022.profile.BankProfile.Deposits.Recognition;
import dev.sluice.rail.iso20022.profile.BankProfile.Deposits.VirtualRange;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `deposits`: a method of deposits by transfer.
final class DepositsReader {
    private static final Grammar<String> METHOD = Grammars.pattern(
            "must be a code of 1 to 35 capitals, digits and underscores, such as EUR_BANK",
            Pattern.compile("[A-Z0-9_]{1,35}"));
    private static final Grammar<Recognition> BY = Grammars.words(Recognition.values());
    private static final String QR_IBAN = "qr-iban";
    private static final String RANGE = "virtual-accounts";
    private static final int NAME_MAX = 70;

    private DepositsReader() {}

    static Deposits read(Section deposits, Account account) {
        var amount = Grammars.amount(account.currency(), false);
        var read = new Deposits(
                deposits.required("method", "", METHOD),
                deposits.required("name", "", Grammars.line(NAME_MAX)),
                deposits.required("min", BigDecimal.ONE, amount),
                deposits.required("max", BigDecimal.ONE, amount),
                deposits.value("fee-flat", BigDecimal.ZERO, Grammars.amount(account.currency(), true)),
                deposits.value("fee-percentage", BigDecimal.ZERO, Grammars.PERCENTAGE),
                recognition(deposits),
                range(deposits, account),
                deposits.optional(QR_IBAN, AccountNumbers.IBAN).orElse(null));
        if (deposits.isFree("min") && deposits.isFree("max")) {
            deposits.check(read.max().compareTo(read.min()) >= 0, "max", "must not be below min");
        }
        checkWays(deposits, read);
        return read;
    }

    /// Reads the ways to recognize a deposit. Virtual accounts without a range have no effect beside other ways.
    private static Set<Recognition> recognition(Section deposits) {
        if (!deposits.has("by")) {
            deposits.missing("by", "it must be a list such as [virtual-account, creditor-reference, remittance]");
        }
        var by = deposits.set("by", Set.of(), BY);
        deposits.check(!by.isEmpty(), "by", "must name at least one way to recognize a deposit");
        if (by.size() > 1 && !deposits.has(RANGE)) {
            var others = new HashSet<>(by);
            others.remove(Recognition.VIRTUAL_ACCOUNT);
            return others;
        }
        return by;
    }

    private static @Nullable VirtualRange range(Section deposits, Account account) {
        if (!deposits.has(RANGE)) {
            return null;
        }
        var range = deposits.section(RANGE);
        var grammar = number(account);
        var read = new VirtualRange(range.required("first", "", grammar), range.required("last", "", grammar));
        if (range.isFree("first") && range.isFree("last")) {
            try {
                read.numbers();
            } catch (IllegalArgumentException none) {
                range.check(false, "last", String.valueOf(none.getMessage()));
            }
        }
        return read;
    }

    /// Beside an IBAN, a number in the shape of an IBAN is meant as one, so that its check digits are checked.
    private static Grammar<String> number(Account account) {
        return new Grammar<>(
                AccountNumbers.VIRTUAL.rule(),
                text -> account.number().iban() && AccountNumbers.looksLikeIban(text.replace(" ", ""))
                        ? AccountNumbers.IBAN.parser().apply(text)
                        : AccountNumbers.VIRTUAL.parser().apply(text));
    }

    private static void checkWays(Section deposits, Deposits read) {
        if (!deposits.isFree("by")) {
            return;
        }
        boolean virtual = read.by().contains(Recognition.VIRTUAL_ACCOUNT);
        if (virtual && !deposits.has(RANGE)) {
            deposits.missing(RANGE, "virtual-account needs the bank's range: {first: …, last: …}");
        }
        deposits.check(virtual || !deposits.has(RANGE), RANGE, "has no effect unless by has virtual-account");
        if (deposits.has(QR_IBAN)) {
            deposits.check(!virtual, QR_IBAN, "has no effect with virtual-account, which needs no reference");
            deposits.check(
                    read.by().contains(Recognition.CREDITOR_REFERENCE),
                    QR_IBAN,
                    "has no effect unless by has creditor-reference");
            deposits.check(
                    read.qrIban() != null && dev.sluice.iso20022.AccountNumbers.isQrIban(read.qrIban()),
                    QR_IBAN,
                    "must be a QR-IBAN: a Swiss IBAN whose bank has a number from 30000 to 31999");
        }
    }
}
