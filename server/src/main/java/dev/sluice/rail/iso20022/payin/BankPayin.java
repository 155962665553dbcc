package dev.sluice.rail.iso20022.payin;

import dev.sluice.iso20022.CreditorReference;
import dev.sluice.iso20022.QrReference;
import dev.sluice.rail.AccountRange;
import dev.sluice.rail.CollectionAccount;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Deposits;
import dev.sluice.rail.iso20022.profile.BankProfile.Deposits.Recognition;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The deposit rail of one bank account: transfers to it, recognized by the number of a virtual account or by
/// a reference.
public final class BankPayin implements PayinRail {
    /// Letters and digits without similar ones, because people copy them.
    private static final String ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    private static final int REFERENCE_LENGTH = 10;
    private static final int QR_DIGITS = 26;
    private static final int TEN = 10;

    private final BankProfile profile;
    private final Deposits deposits;

    /// @param profile a profile with deposits
    public BankPayin(BankProfile profile) {
        this.profile = profile;
        this.deposits = Objects.requireNonNull(profile.deposits());
    }

    @Override
    public String name() {
        return profile.rail();
    }

    @Override
    public Optional<CollectionAccount> account(String currency, String bankCode) {
        var account = profile.account();
        if (!currency.equals(account.currency()) || !bankCode.equals(deposits.method())) {
            return Optional.empty();
        }
        var qrIban = deposits.qrIban();
        var address = account.address();
        return Optional.of(new CollectionAccount(
                account.holder(),
                qrIban == null ? account.number().number() : qrIban,
                address == null
                        ? ""
                        : Stream.of(
                                        address.street(),
                                        address.buildingNumber(),
                                        address.postalCode(),
                                        address.town(),
                                        address.country())
                                .filter(Objects::nonNull)
                                .collect(Collectors.joining(" ")),
                RoutingNumbers.NONE,
                account.bic()));
    }

    @Override
    public Optional<AccountRange> virtualAccounts(String currency, String bankCode) {
        var range = deposits.virtualAccounts();
        return range == null || account(currency, bankCode).isEmpty() ? Optional.empty() : Optional.of(range.numbers());
    }

    /// Returns a QR reference with a QR-IBAN, an RF reference if the bank sends them, else a code for the text.
    @Override
    public Optional<String> paymentReference(String currency, String bankCode, RandomGenerator random) {
        if (account(currency, bankCode).isEmpty()) {
            return Optional.empty();
        }
        if (deposits.qrIban() != null) {
            var digits = new StringBuilder();
            random.ints(QR_DIGITS, 0, TEN).forEach(digits::append);
            return Optional.of(QrReference.create(digits.toString()));
        }
        var code = new StringBuilder();
        random.ints(REFERENCE_LENGTH, 0, ALPHABET.length()).forEach(at -> code.append(ALPHABET.charAt(at)));
        return Optional.of(
                deposits.by().contains(Recognition.CREDITOR_REFERENCE)
                        ? CreditorReference.create(code.toString())
                        : code.toString());
    }
}
