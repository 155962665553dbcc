package dev.sluice.rail.iso20022.profile;

import dev.sluice.iso20022.write.TransferRules.AddressForm;
import dev.sluice.iso20022.write.TransferRules.Charset;
import dev.sluice.rail.iso20022.profile.BankProfile.Scheme;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules of the schemes. A key with another fault is not checked again.
final class SchemeRules {
    private static final String CURRENCY = "account.currency";
    private static final String IBAN = "account.iban";
    private static final int SEPA_NAME_MAX = 70;
    private static final String WITHOUT_HYBRID = "pain.001.001.03";

    private final BankProfile profile;
    private final Faults faults;
    private final String scheme;

    private SchemeRules(BankProfile profile, Faults faults) {
        this.profile = profile;
        this.faults = faults;
        this.scheme = Grammars.word(profile.scheme());
    }

    static void check(BankProfile profile, Faults faults) {
        var rules = new SchemeRules(profile, faults);
        faults.check(
                profile.account()
                                .holder()
                                .codePointCount(0, profile.account().holder().length())
                        <= profile.out().names(),
                "account.holder",
                "must have at most " + profile.out().names() + " characters, as out.names says");
        rules.addresses();
        if (faults.isFree("scheme")) {
            rules.ofScheme();
        }
        rules.currencies();
        if (profile.out().wholeUnits() && faults.isFree("out.whole-units")) {
            rules.wholeUnits();
        }
    }

    private void addresses() {
        var form = profile.out().address();
        faults.check(
                form != AddressForm.REQUIRED || profile.account().address() != null,
                "account.address",
                "is missing; out.address is required, which counts for the account's holder as well");
        faults.check(
                form != AddressForm.HYBRID || !profile.out().message().equals(WITHOUT_HYBRID),
                "out.address",
                "must not be hybrid with " + WITHOUT_HYBRID + ", which has lines alone: banks refuse them since"
                        + " November 2026");
    }

    private void ofScheme() {
        switch (profile.scheme()) {
            case SEPA_CT, SEPA_INST -> sepa();
            case SWISS -> swiss();
            case BI_FAST, BI_RTGS -> indonesian();
            case CGI_DOMESTIC -> domestic();
            case CGI_CROSSBORDER -> {}
        }
        if (profile.scheme() != Scheme.SWISS) {
            faults.check(
                    profile.deposits() == null || profile.deposits().qrIban() == null,
                    "deposits.qr-iban",
                    "needs scheme swiss");
        }
    }

    /// The bank would convert at a rate that is unknown until the booking, so that no debit had the payout's amount.
    private void currencies() {
        if (!faults.isFree(CURRENCY)) {
            return;
        }
        var currency = profile.account().currency();
        for (int i = 0; i < profile.serves().size(); i++) {
            faults.check(
                    profile.serves().get(i).currency().equals(currency),
                    "serves[" + i + "].currency",
                    "must be " + currency + ", the currency of the account");
        }
    }

    private void sepa() {
        must(profile.account().currency().equals("EUR"), CURRENCY, "be EUR");
        iban();
        must(Sepa.ALL.contains(SchemeDefaults.country(profile.account()).orElse("")), IBAN, "be of a SEPA country");
        var out = profile.out();
        must("SLEV".equals(out.chargeBearer()), "out.charge-bearer", "be SLEV");
        must("SEPA".equals(out.serviceLevel()), "out.service-level", "be SEPA");
        if (profile.scheme() == Scheme.SEPA_INST) {
            must(SchemeDefaults.INSTANT.equals(out.localInstrument()), "out.local-instrument", "be INST");
        } else {
            faults.check(
                    !SchemeDefaults.INSTANT.equals(out.localInstrument()),
                    "out.local-instrument",
                    "must not be INST with scheme sepa-ct; scheme sepa-inst sets it");
        }
        must(out.charset() != Charset.SWIFT_X, "out.charset", "be sepa-latin, latin-extended or utf-8");
        must(out.names() <= SEPA_NAME_MAX, "out.names", "be at most " + SEPA_NAME_MAX);
        must(!out.wholeUnits(), "out.whole-units", "be false");
        for (int i = 0; i < profile.serves().size(); i++) {
            within(i, SchemeDefaults.SEPA_MAX, Sepa.ALL, "SEPA or countries of it");
        }
    }

    private void swiss() {
        must(Set.of("CHF", "EUR").contains(profile.account().currency()), CURRENCY, "be CHF or EUR");
        iban();
        var number = profile.account().number().number();
        must(AccountNumbers.isSwiss(number), IBAN, "be of CH or LI");
        faults.check(
                !dev.sluice.iso20022.AccountNumbers.isQrIban(number),
                IBAN,
                "is a QR-IBAN, which only receives; give the account's other IBAN, and this one as deposits.qr-iban");
    }

    private void iban() {
        faults.check(profile.account().number().iban(), IBAN, "is missing; scheme " + scheme + " needs an IBAN");
    }

    private void indonesian() {
        must(profile.account().currency().equals("IDR"), CURRENCY, "be IDR");
        must(profile.out().wholeUnits(), "out.whole-units", "be true");
        for (int i = 0; i < profile.serves().size(); i++) {
            within(i, profile.scheme() == Scheme.BI_FAST ? SchemeDefaults.BI_FAST_MAX : null, Set.of("ID"), "[ID]");
            var min = profile.serves().get(i).min();
            must(
                    profile.scheme() != Scheme.BI_RTGS
                            || (min != null && min.compareTo(SchemeDefaults.BI_RTGS_MIN) >= 0),
                    "serves[" + i + "].min",
                    "be at least " + SchemeDefaults.BI_RTGS_MIN.toPlainString());
        }
    }

    private void domestic() {
        for (int i = 0; i < profile.serves().size(); i++) {
            must(
                    profile.serves().get(i).countries().size() == 1,
                    "serves[" + i + "].countries",
                    "be the one country of the account");
        }
    }

    private void within(int index, @Nullable BigDecimal max, Set<String> countries, String allowed) {
        var path = "serves[" + index + "].";
        var served = profile.serves().get(index);
        must(
                max == null || (served.max() != null && served.max().compareTo(max) <= 0),
                path + "max",
                "be at most " + (max == null ? "" : max.toPlainString()));
        must(
                !served.countries().isEmpty() && countries.containsAll(served.countries()),
                path + "countries",
                "be " + allowed);
    }

    private void wholeUnits() {
        for (int i = 0; i < profile.serves().size(); i++) {
            whole("serves[" + i + "].max", profile.serves().get(i).max());
            whole("serves[" + i + "].min", profile.serves().get(i).min());
        }
        whole("out.max-sum-per-file", profile.limits().sumPerFile());
        whole("out.max-sum-per-day", profile.limits().sumPerDay());
        if (profile.deposits() != null) {
            whole("deposits.min", profile.deposits().min());
            whole("deposits.max", profile.deposits().max());
        }
    }

    private void whole(String path, @Nullable BigDecimal amount) {
        faults.check(
                amount == null || amount.stripTrailingZeros().scale() <= 0,
                path,
                "must be an amount without decimals, because out.whole-units is true");
    }

    private void must(boolean holds, String path, String rule) {
        faults.check(holds, path, "must " + rule + " with scheme " + scheme);
    }
}
