package dev.sluice.rail.iso20022.profile;

import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.iso20022.write.TransferFile.Address;
import dev.sluice.rail.iso20022.profile.BankProfile.Account;
import dev.sluice.rail.iso20022.profile.BankProfile.Deposits;
import dev.sluice.rail.iso20022.profile.BankProfile.PayeeCheck;
import dev.sluice.rail.iso20022.profile.BankProfile.Scheme;
import dev.sluice.rail.iso20022.profile.BankProfile.Served;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one profile. All faults of a file are found in one run.
final class ProfileReader {
    private static final Grammar<Scheme> SCHEME = Grammars.words(Scheme.values());
    private static final Grammar<PayeeCheck> PAYEE_CHECK = Grammars.words(PayeeCheck.values());
    private static final String SEPA = "SEPA";

    private static final int NAME_MAX = 140;
    private static final int TOWN_MAX = 35;
    private static final int STREET_MAX = 70;
    private static final int CODE_MAX = 16;

    private ProfileReader() {}

    /// Returns the profile of a YAML text; empty if it has faults.
    static Optional<BankProfile> read(String yaml, Faults faults) {
        return ProfileYaml.read(yaml, faults)
                .map(mapping -> read(mapping, faults))
                .filter(_ -> faults.isEmpty());
    }

    private static BankProfile read(Map<?, ?> mapping, Faults faults) {
        var facts = new Facts();
        var root = new Section(mapping, "", faults, facts);
        var id = root.required("id", "", Grammars.ID);
        var account = account(root.requiredSection("account", "{iban: …, currency: EUR, holder: Example GmbH}"));
        // The stand-in for a missing scheme has the fewest rules.
        var scheme = root.required("scheme", Scheme.CGI_CROSSBORDER, SCHEME);
        var serves = serves(root, account, scheme);
        var out = root.section("out");
        var in = root.requiredSection("in", "{statements: camt.053}");
        var promises = PromisesReader.read(root, in);
        var transport = TransportReader.read(
                root.requiredSection("transport", "{type: folder, out: ./bank/out, in: ./bank/in}"));
        var profile = new BankProfile(
                id,
                account,
                scheme,
                serves,
                OutReader.rules(out, scheme),
                OutReader.limits(out, account.currency()),
                WindowsReader.read(root.requiredSection("windows", "{zone: Europe/Berlin, calendar: TARGET}")),
                InboundReader.read(in, root, account, promises.recalls()),
                promises,
                root.value("vop", PayeeCheck.HOLD, PAYEE_CHECK),
                deposits(root, account),
                transport,
                root.has("rehearsal")
                        ? RehearsalReader.read(root.section("rehearsal"), account, serves, transport)
                        : null,
                "");
        root.finish();
        SchemeRules.check(profile, faults);
        return hashed(profile, facts.hash());
    }

    private static Account account(Section account) {
        boolean other = account.has("number") && !account.has("iban");
        if (!account.has("iban") && !other) {
            account.missing("iban", "it must be an IBAN; at a bank without IBANs, number is its account number");
        }
        account.check(other || !account.has("number"), "number", "must not be given beside iban");
        var number = account.optional(other ? "number" : "iban", other ? AccountNumbers.NUMBER : AccountNumbers.IBAN);
        var bic = account.optional("bic", AccountNumbers.BIC).orElse(null);
        if (other && !account.has("bic")) {
            account.missing("bic", "an account number without IBAN needs the bank's BIC");
        }
        return new Account(
                new AccountNumber(number.orElse(""), !other),
                bic,
                account.required("currency", "EUR", Grammars.CURRENCY),
                account.required("holder", "", Grammars.line(NAME_MAX)),
                account.has("address") ? address(account.section("address")) : null);
    }

    static Address address(Section address) {
        return new Address(
                address.required("town", "", Grammars.line(TOWN_MAX)),
                address.required("country", "", Grammars.COUNTRY),
                address.optional("postal-code", Grammars.line(CODE_MAX)).orElse(null),
                address.optional("street", Grammars.line(STREET_MAX)).orElse(null),
                address.optional("building-number", Grammars.line(CODE_MAX)).orElse(null));
    }

    private static List<Served> serves(Section root, Account account, Scheme scheme) {
        if (!root.has("serves")) {
            root.missing("serves", "it must be a list such as [{currency: EUR, countries: SEPA}], or [] for none");
        }
        var serves = new ArrayList<Served>();
        for (var section : root.sections("serves")) {
            var currency = section.required("currency", account.currency(), Grammars.CURRENCY);
            var amount = Grammars.amount(currency, false);
            var served = new Served(
                    currency,
                    countries(section, account, scheme),
                    amount(section, "max", SchemeDefaults.max(scheme), amount),
                    amount(section, "min", SchemeDefaults.min(scheme), amount));
            if (served.min() != null && served.max() != null) {
                section.check(served.min().compareTo(served.max()) <= 0, "min", "must be at most max");
            }
            serves.add(served);
        }
        return serves;
    }

    private static @Nullable BigDecimal amount(
            Section section, String key, @Nullable BigDecimal otherwise, Grammar<BigDecimal> grammar) {
        return otherwise == null ? section.optional(key, grammar).orElse(null) : section.value(key, otherwise, grammar);
    }

    /// Reads `SEPA` or a list of countries, in which `SEPA` may stand beside others.
    private static Set<String> countries(Section section, Account account, Scheme scheme) {
        var otherwise = SchemeDefaults.countries(scheme, account);
        var grammar = new Grammar<>(
                "must be SEPA or a country of ISO 3166, such as DE",
                text -> text.equals(SEPA)
                        ? Optional.of(text)
                        : Grammars.COUNTRY.parser().apply(text));
        var named = section.words("countries", otherwise, grammar);
        if (section.has("countries")) {
            section.check(!named.isEmpty(), "countries", "must name a country; without the key, the scheme decides");
        }
        var countries = new HashSet<>(named);
        if (countries.remove(SEPA)) {
            countries.addAll(Sepa.ALL);
        }
        section.put("countries", countries.stream().sorted().toList());
        return countries;
    }

    private static @Nullable Deposits deposits(Section root, Account account) {
        return root.has("deposits") ? DepositsReader.read(root.section("deposits"), account) : null;
    }

    private static BankProfile hashed(BankProfile profile, String hash) {
        return new BankProfile(
                profile.id(),
                profile.account(),
                profile.scheme(),
                profile.serves(),
                profile.out(),
                profile.limits(),
                profile.windows(),
                profile.in(),
                profile.promises(),
                profile.payeeCheck(),
                profile.deposits(),
                profile.transport(),
                profile.rehearsal(),
                hash);
    }
}
