package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.BankSettings.Charset;
import dev.sluice.rail.sandbox.bank.PaymentFile.Address;
import dev.sluice.rail.sandbox.bank.PaymentFile.Payee;
import dev.sluice.rail.sandbox.bank.PaymentFile.Transfer;
import dev.sluice.rail.sandbox.bank.Verdict.OfTransfer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks of one transfer. A fault refuses this transfer alone.
final class TransferChecks {
    private static final Pattern SEPA_LATIN = Pattern.compile("[A-Za-z0-9/?:().,'+ -]*");
    private static final Pattern LATIN_EXTENDED =
            Pattern.compile("[\\x20-\\x7E\\u00A0-\\u017F\\u0218-\\u021B\\u20AC]*");
    private static final Pattern UNICODE = Pattern.compile("[^\\p{Cntrl}]*");
    private static final Pattern COUNTRY = Pattern.compile("[A-Z]{2}");
    private static final Pattern OTHER_ACCOUNT = Pattern.compile("[A-Za-z0-9]{1,34}");
    private static final Pattern UETR =
            Pattern.compile("[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}");

    private static final int ADDRESS_LINES_MAX = 2;

    private final BankSettings settings;

    TransferChecks(BankSettings settings) {
        this.settings = settings;
    }

    OfTransfer check(Transfer transfer) {
        var faults = new Rejection[] {ids(transfer), amount(transfer), payee(transfer.payee()), text(transfer)};
        for (var fault : faults) {
            if (fault != null) {
                return FileChecks.rejected(transfer, fault);
            }
        }
        var account = transfer.payee().account();
        var behaviour = TransferBehaviour.of(transfer.currency(), account == null ? "" : account);
        if (behaviour.isRefused() && behaviour.rejectCode() != null) {
            return FileChecks.rejected(transfer, new Rejection(behaviour.rejectCode(), "refused by the payee's bank"));
        }
        long units =
                Units.parse(transfer.amount(), settings.account().decimals()).orElseThrow();
        return new OfTransfer(transfer, units, null, behaviour);
    }

    private static @Nullable Rejection ids(Transfer transfer) {
        var ids = transfer.ids();
        if (ids.endToEnd() == null) {
            return new Rejection("CH21", "EndToEndId is missing");
        }
        if (!FileChecks.isId(ids.endToEnd())) {
            return new Rejection("CH16", "EndToEndId has characters that are not accepted, or more than 35");
        }
        if (ids.instruction() != null && !FileChecks.isId(ids.instruction())) {
            return new Rejection("CH16", "InstrId has characters that are not accepted, or more than 35");
        }
        return ids.uetr() == null || UETR.matcher(ids.uetr()).matches()
                ? null
                : new Rejection("CH16", "UETR is no UUID of version 4");
    }

    private @Nullable Rejection amount(Transfer transfer) {
        if (!transfer.currency().equals(settings.account().currency())) {
            return new Rejection(
                    "AM03",
                    "payments of this account are in " + settings.account().currency());
        }
        var units = Units.parse(transfer.amount(), settings.account().decimals());
        if (units.isEmpty()) {
            return new Rejection("AM12", "InstdAmt " + FileChecks.shown(transfer.amount()) + " is no amount");
        }
        if (units.getAsLong() == 0) {
            return new Rejection("AM01", "InstdAmt is zero");
        }
        long limit = settings.accepts().limit();
        return limit > 0 && units.getAsLong() > limit
                ? new Rejection("AM02", "InstdAmt is over the limit of this scheme")
                : null;
    }

    private @Nullable Rejection payee(Payee payee) {
        if (payee.name() == null || payee.name().isBlank()) {
            return new Rejection("BE22", "the payee has no name");
        }
        if (length(payee.name()) > settings.accepts().names()) {
            return new Rejection(
                    "CH16",
                    "the payee's name has more than " + settings.accepts().names() + " characters");
        }
        var account = payee.account();
        if (account == null
                || (payee.iban()
                        ? !CheckDigits.isIban(account)
                        : !OTHER_ACCOUNT.matcher(account).matches())) {
            return new Rejection("AC03", "the payee's account number is not valid");
        }
        return address(payee.address());
    }

    /// Lines alone are refused. Town and country are always needed, and lines stand beside these only.
    private @Nullable Rejection address(@Nullable Address address) {
        if (address == null) {
            return settings.accepts().addressRequired()
                    ? new Rejection("BE04", "the payee's address is missing")
                    : null;
        }
        if (address.town() == null) {
            return new Rejection("BE04", "the payee's address has no town");
        }
        if (address.country() == null || !COUNTRY.matcher(address.country()).matches()) {
            return new Rejection("BE09", "the payee's address has no country");
        }
        if (address.lines().size() > ADDRESS_LINES_MAX
                || (address.structured() && !address.lines().isEmpty())) {
            return new Rejection("CH16", "the payee's address mixes elements and lines");
        }
        return null;
    }

    private @Nullable Rejection text(Transfer transfer) {
        if (!transfer.remittance().isEmpty() && transfer.reference() != null) {
            return new Rejection("CH17", "RmtInf has both a text and a reference");
        }
        if (transfer.remittance().size() > 1) {
            return new Rejection("CH17", "RmtInf has several texts");
        }
        var reference = transfer.reference();
        if (reference != null && !CheckDigits.isReference(reference)) {
            return new Rejection("CH16", "the creditor reference is not valid");
        }
        if (transfer.remittance().stream()
                .anyMatch(each -> length(each) > settings.accepts().remittance())) {
            return new Rejection(
                    "CH16", "Ustrd has more than " + settings.accepts().remittance() + " characters");
        }
        var bearer = settings.accepts().chargeBearer();
        if (bearer != null && transfer.chargeBearer() != null && !bearer.equals(transfer.chargeBearer())) {
            return new Rejection("CH16", "ChrgBr must be " + bearer);
        }
        var charset = charset(settings.accepts().charset());
        return texts(transfer).stream().allMatch(each -> charset.matcher(each).matches())
                ? null
                : new Rejection("CH16", "a text has characters that are not accepted");
    }

    private static List<String> texts(Transfer transfer) {
        var texts = new ArrayList<>(transfer.remittance());
        texts.add(String.valueOf(transfer.payee().name()));
        var address = transfer.payee().address();
        if (address != null) {
            texts.addAll(address.lines());
            texts.add(String.valueOf(address.town()));
        }
        return texts;
    }

    private static Pattern charset(Charset charset) {
        return switch (charset) {
            case SEPA_LATIN -> SEPA_LATIN;
            case LATIN_EXTENDED -> LATIN_EXTENDED;
            case UNICODE -> UNICODE;
        };
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
