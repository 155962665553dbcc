package dev.sluice.bench.seed;

import dev.sluice.auth.Caller;
import dev.sluice.bench.seed.Merchant.MarketRecipients;
import dev.sluice.db.Database;
import dev.sluice.disbursement.Payee;
import dev.sluice.disbursement.PayeeDocument;
import dev.sluice.http.Answer;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.recipient.Recipient;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import dev.sluice.vault.Vault;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.iban4j.CountryCode;
import org.iban4j.Iban;
import org.jspecify.annotations.Nullable;

/// Creates recipients with the service's own validation, verification and storage code, at the fill's time.
final class Beneficiaries {
    /// Number of recipients per batch.
    private static final int STORED_AT_ONCE = 200;
    /// Time between two creations.
    private static final int APART_MILLIS = 250;

    private static final String SEALED = "disbursement/payee";
    private static final long ACCOUNT_MIN = 1_000_000_000L;
    private static final long ACCOUNT_MAX = 9_900_000_000L;

    private final Database database;
    private final Vault vault;
    private final References references;
    private final Recipients recipients;
    private final Past past;
    private final RandomGenerator random;

    Beneficiaries(
            Database database,
            Vault vault,
            References references,
            Recipients recipients,
            Past past,
            RandomGenerator random) {
        this.database = database;
        this.vault = vault;
        this.references = references;
        this.recipients = recipients;
        this.past = past;
        this.random = random;
    }

    /// Stores recipients for a caller: ordinary ones spread over all markets, and one in each market for every
    /// magic account.
    Map<Market, MarketRecipients> make(Caller caller, int ordinary) {
        var byMarket = new EnumMap<Market, MarketRecipients>(Market.class);
        for (var market : Market.values()) {
            var wanted = new ArrayList<Magic>(Ending.magicAccounts());
            for (int i = market.share(ordinary); i > 0; i--) {
                wanted.add(Magic.ORDINARY);
            }
            var created = new ArrayList<Beneficiary>(wanted.size());
            for (int from = 0; from < wanted.size(); from += STORED_AT_ONCE) {
                created.addAll(
                        store(caller, market, wanted.subList(from, Math.min(wanted.size(), from + STORED_AT_ONCE))));
            }
            byMarket.put(market, MarketRecipients.of(created));
        }
        return byMarket;
    }

    private List<Beneficiary> store(Caller caller, Market market, List<Magic> wanted) {
        var given = new ArrayList<Recipient>(wanted.size());
        for (var magic : wanted) {
            past.goTo(past.millis() + APART_MILLIS);
            given.add(given(caller, market, magic));
        }
        var verified = recipients.verified(given);
        database.run(tx -> recipients.insert(tx, verified));
        var created = new ArrayList<Beneficiary>(wanted.size());
        for (int i = 0; i < wanted.size(); i++) {
            created.add(beneficiary(verified.get(i), wanted.get(i)));
        }
        return created;
    }

    /// Returns a recipient as parsed from a request, or throws the request's errors.
    private Recipient given(Caller caller, Market market, Magic magic) {
        var methods = references.payoutMethods(market.name());
        var method = methods.get(random.nextInt(methods.size()));
        var name = PersonName.any(random);
        var body = new JsonObject()
                .put("email", name.email(random))
                .put("name", name.full())
                .put(
                        "bank",
                        new JsonObject()
                                .put("bankName", method.bankName())
                                .put("accountName", name.full())
                                .put("accountNumber", account(market, method, magic))
                                .put("bankCode", method.bankCode()));
        var fields = request(Json.bytes(body)).fields();
        var recipient = recipients.inline(fields, caller, market.name());
        fields.findings().throwIfAny();
        return recipient.orElseThrow();
    }

    private String account(Market market, PayoutMethod method, Magic magic) {
        if (magic != Magic.ORDINARY) {
            return magic.accountNumber();
        }
        if (method.accountNumberType() == PayoutMethod.AccountNumberType.PHONE_NUMBER) {
            return "0917" + random.nextInt(1_000_000, 10_000_000);
        }
        return market == Market.EUR
                ? Iban.random(method.reachesAnyBank() ? CountryCode.DE : CountryCode.getByCode(method.country()))
                        .toString()
                : Long.toString(random.nextLong(ACCOUNT_MIN, ACCOUNT_MAX));
    }

    private static Request request(byte[] body) {
        return new Request("fill", Method.POST, "/", "", body, "127.0.0.1", Map.of(), Beneficiaries::header);
    }

    private static @Nullable String header(String name) {
        return name.equals("Content-Type") ? Answer.JSON : null;
    }

    private Beneficiary beneficiary(Recipient recipient, Magic magic) {
        var method = recipients.methodOf(recipient).orElseThrow();
        var payee = PayeeDocument.of(payee(recipient, method));
        var sealed = vault.seal(recipient.organizationId(), SEALED, payee.bytes());
        return new Beneficiary(payee, sealed, method, magic);
    }

    /// Returns the snapshot of the recipient in a payout.
    private Payee payee(Recipient recipient, PayoutMethod method) {
        var verification = recipient.verification();
        var account = recipients.accountOf(recipient);
        return new Payee(
                recipient.id(),
                recipient.email(),
                recipient.name(),
                new Payee.Bank(
                        method.bankName(),
                        recipient.accountName(),
                        account.accountNumber(),
                        method.bankCode(),
                        account.routing(),
                        account.accountType(),
                        method.bic(),
                        method.currency(),
                        recipient.country(),
                        method.address(),
                        method.city(),
                        method.province(),
                        method.postCode()),
                verification == null
                        ? null
                        : new Payee.Check(
                                verification.outcome().wire(),
                                verification.suppliedName(),
                                verification.bankName(),
                                verification.provider(),
                                verification.checkedAt()));
    }
}
