package dev.sluice.deposit.create;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.http.RawJson;
import dev.sluice.money.Money;
import dev.sluice.qr.QrPayee;
import dev.sluice.qr.QrPayload;
import dev.sluice.qr.QrPayment;
import dev.sluice.qr.QrScheme;
import dev.sluice.rail.AccountRange;
import dev.sluice.rail.CollectionAccount;
import dev.sluice.rail.Destination;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.Wallet;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Payment instructions by method: the rail, the possible destinations, and the details for the payer.
public final class PaymentInstructions {
    /// Letters and digits without similar ones, because people copy them.
    private static final String ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    private static final int REFERENCE_LENGTH = 10;
    private static final int CODE_LENGTH = 16;
    /// Number of candidates: all of them are taken only if a bank's range is nearly full.
    private static final int CANDIDATES = 4;

    /// Number of digits up to which many numbers of a range may be taken.
    private static final int DIGITS_FEW = 7;

    private static final int CANDIDATES_OF_FEW = 32;
    /// Currencies that are also sent from abroad, where a bank is known by its BIC.
    private static final Set<String> WIRED = Set.of("USD", "EUR", "CHF");

    private final References references;
    private final PayinRails rails;
    private final RandomGenerator random;

    public PaymentInstructions(References references, PayinRails rails, RandomGenerator random) {
        this.references = references;
        this.rails = rails;
        this.random = random;
    }

    /// A rail, candidate destinations (one of them is taken), and the details for the payer.
    public record InstructionOption(String rail, List<Destination> candidates, Draft.Payable payment) {}

    /// Reports whether a configured rail serves a method, be it stopped or not.
    public static boolean serves(PayinRails rails, DepositMethod method) {
        return rails.isConfigured(rail -> serves(rail, method));
    }

    /// Reports whether a rail that is not stopped serves a method.
    public static boolean isOpen(PayinRails rails, DepositMethod method) {
        return rails.first(rail -> serves(rail, method)).isPresent();
    }

    boolean isOpen(DepositMethod method) {
        return isOpen(rails, method);
    }

    /// Reports whether a configured rail takes a token, be it stopped, out of reach, or neither.
    boolean takes(Token token) {
        return rails.isConfigured(
                rail -> rail.supports(token.id(), token.network().network()));
    }

    private static boolean serves(PayinRail rail, DepositMethod method) {
        return switch (method.type()) {
            case VIRTUAL_ACCOUNT, BANK_TRANSFER ->
                rail.account(method.currency(), scheme(method)).isPresent();
            case QR ->
                QrScheme.of(scheme(method)).isPresent()
                        && rail.qrPayee(method.currency(), scheme(method)).isPresent();
            case EWALLET ->
                rail.wallet(new Destination(method.currency(), method.bankCode(), ""))
                        .isPresent();
        };
    }

    /// Returns the maximum number of decimals of an amount paid by a method. Its rail or its QR scheme may take
    /// fewer than the currency has, and the payer must be able to pay exactly the requested amount.
    static int decimals(DepositMethod method) {
        return QrScheme.of(scheme(method))
                .map(scheme -> Math.min(scheme.decimals(), method.amountDecimals()))
                .orElse(method.amountDecimals());
    }

    /// Returns the payment instructions of a method, or nothing if no open rail serves it.
    ///
    /// @param payee name that payers see
    Optional<InstructionOption> of(DepositMethod method, Money amount, String payee) {
        return switch (method.type()) {
            case VIRTUAL_ACCOUNT -> virtualAccount(method, payee);
            case BANK_TRANSFER -> transfer(method);
            case QR -> qr(method, amount);
            case EWALLET -> wallet(method);
        };
    }

    /// Returns the payment instructions of a token, or nothing if no rail takes it now. The wallet is derived from
    /// the deposit's id.
    Optional<InstructionOption> of(Token token, UUID depositId) {
        var network = token.network().network();
        return rails.all().stream()
                .flatMap(rail -> rail.wallet(token.id(), network, depositId).stream()
                        .map(wallet -> new InstructionOption(
                                rail.name(),
                                List.of(destination(token, wallet)),
                                (_, _) -> raw(new JsonObject()
                                        .put("payoutWallet", wallet.address())
                                        .put("network", network)
                                        .putPresent("memo", wallet.memo())))))
                .findFirst();
    }

    private static Destination destination(Token token, Wallet wallet) {
        var memo = wallet.memo();
        return new Destination(
                token.id(), wallet.network(), memo == null ? wallet.address() : wallet.address() + ":" + memo);
    }

    private Optional<InstructionOption> virtualAccount(DepositMethod method, String payee) {
        return account(method)
                .map(serving -> serving.rail()
                        .virtualAccounts(method.currency(), scheme(method))
                        .map(range -> ofBank(method, serving, range))
                        .orElseGet(() -> ofReferenceData(method, serving, payee)));
    }

    /// A virtual account out of the range that a bank gave to the rail. Its holder is the holder of the account behind
    /// it, because the payer's bank compares that name with the one that the payer gives.
    private InstructionOption ofBank(DepositMethod method, ServingRail serving, AccountRange range) {
        return new InstructionOption(
                serving.rail().name(),
                VirtualAccounts.draw(range, random).stream()
                        .map(number -> destination(method, number))
                        .toList(),
                (destination, _) ->
                        bank(method, serving.account(), serving.account().name(), destination.number(), null));
    }

    private InstructionOption ofReferenceData(DepositMethod method, ServingRail serving, String payee) {
        var range = Objects.requireNonNull(method.virtualAccount());
        return new InstructionOption(
                serving.rail().name(),
                candidates(
                        method,
                        VirtualAccounts.digits(range) > DIGITS_FEW ? CANDIDATES : CANDIDATES_OF_FEW,
                        () -> VirtualAccounts.next(method.currency(), range, random)),
                (destination, _) -> bank(method, serving.account(), payee, destination.number(), null));
    }

    private Optional<InstructionOption> transfer(DepositMethod method) {
        return account(method)
                .map(serving -> new InstructionOption(
                        serving.rail().name(),
                        candidates(
                                method,
                                () -> serving.rail()
                                        .paymentReference(method.currency(), scheme(method), random)
                                        .orElseGet(() -> code(REFERENCE_LENGTH))),
                        (destination, _) -> bank(
                                method,
                                serving.account(),
                                serving.account().name(),
                                serving.account().number(),
                                destination.number())));
    }

    private Optional<InstructionOption> qr(DepositMethod method, Money amount) {
        var scheme = QrScheme.of(scheme(method));
        var rail = rails.first(
                each -> each.qrPayee(method.currency(), scheme(method)).isPresent());
        if (scheme.isEmpty() || rail.isEmpty()) {
            return Optional.empty();
        }
        QrPayee payee = rail.get().qrPayee(method.currency(), scheme(method)).orElseThrow();
        return Optional.of(new InstructionOption(
                rail.get().name(), candidates(method, () -> code(CODE_LENGTH)), (destination, expiresAt) -> {
                    var text =
                            QrPayload.of(scheme.get(), new QrPayment(payee, amount, destination.number(), expiresAt));
                    return raw(named(method).put("qrCode", text).put("qrData", text));
                }));
    }

    private Optional<InstructionOption> wallet(DepositMethod method) {
        var candidates = candidates(method, () -> code(CODE_LENGTH));
        return rails.first(each -> each.wallet(candidates.getFirst()).isPresent())
                .map(rail -> new InstructionOption(
                        rail.name(),
                        candidates,
                        (destination, _) -> raw(named(method)
                                .put(
                                        "checkoutUrl",
                                        rail.wallet(destination).orElseThrow().toString()))));
    }

    private record ServingRail(PayinRail rail, CollectionAccount account) {}

    private Optional<ServingRail> account(DepositMethod method) {
        return rails.all().stream()
                .flatMap(rail -> rail.account(method.currency(), scheme(method)).stream()
                        .map(account -> new ServingRail(rail, account)))
                .findFirst();
    }

    private RawJson bank(
            DepositMethod method,
            CollectionAccount account,
            String accountName,
            String accountNumber,
            @Nullable String paymentReference) {
        var bank = references.payoutMethod(method.currency(), scheme(method));
        return raw(new JsonObject()
                .put("bankName", bank.map(PayoutMethod::bankName).orElse(method.name()))
                .put("bankCode", scheme(method))
                .put("accountName", accountName)
                .put("accountNumber", accountNumber)
                .put("accountAddress", account.address())
                .putPresent(
                        "bankAddress", bank.map(PaymentInstructions::address).orElse(null))
                .putPresent("paymentReference", paymentReference)
                .putPresent("routingNumber", account.routing().json())
                .putPresent(
                        "intlCode", intlCode(method, bank.map(PayoutMethod::bic).orElse(account.bic()))));
    }

    private static @Nullable JsonObject intlCode(DepositMethod method, @Nullable String bic) {
        return bic == null || !WIRED.contains(method.currency())
                ? null
                : new JsonObject().put("swift", bic).put("bic", bic);
    }

    private static String address(PayoutMethod bank) {
        return Stream.of(bank.address(), bank.city(), bank.province(), bank.postCode(), bank.country())
                .filter(part -> part != null && !part.isBlank())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static JsonObject named(DepositMethod method) {
        return new JsonObject().put("bankName", method.name()).put("bankCode", method.bankCode());
    }

    private List<Destination> candidates(DepositMethod method, Supplier<String> number) {
        return candidates(method, CANDIDATES, number);
    }

    private static List<Destination> candidates(DepositMethod method, int count, Supplier<String> number) {
        return Stream.generate(number)
                .limit(count)
                .map(each -> destination(method, each))
                .toList();
    }

    private static Destination destination(DepositMethod method, String number) {
        return new Destination(method.currency(), method.bankCode(), number);
    }

    /// Five bits of each byte: the alphabet has 32 letters and digits.
    private String code(int length) {
        var chance = new byte[length];
        random.nextBytes(chance);
        var code = new StringBuilder(length);
        for (byte each : chance) {
            code.append(ALPHABET.charAt(each & (ALPHABET.length() - 1)));
        }
        return code.toString();
    }

    private static String scheme(DepositMethod method) {
        var scheme = method.scheme();
        return scheme == null ? method.bankCode() : scheme;
    }

    private static RawJson raw(JsonObject json) {
        return new RawJson(new String(Json.bytes(json), StandardCharsets.UTF_8));
    }
}
