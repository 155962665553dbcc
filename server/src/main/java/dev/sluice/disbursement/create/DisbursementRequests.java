package dev.sluice.disbursement.create;

import dev.sluice.auth.Caller;
import dev.sluice.disbursement.Payee;
import dev.sluice.disbursement.Payee.Bank;
import dev.sluice.disbursement.Payee.Check;
import dev.sluice.disbursement.PayeeDocument;
import dev.sluice.disbursement.create.CreatePayouts.ItemReference;
import dev.sluice.disbursement.create.CreatePayouts.Parsed;
import dev.sluice.http.Fields;
import dev.sluice.http.Ids;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.PostalAddress;
import dev.sluice.rail.Rails;
import dev.sluice.recipient.Recipient;
import dev.sluice.recipient.Recipients;
import dev.sluice.recipient.StoredRecipients;
import dev.sluice.reference.Currency;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Parses a create request into drafts. It finds all faults at once, before any money is held.
public final class DisbursementRequests {
    static final int ITEMS_MAX = 1_000;
    private static final int REFERENCE_LENGTH_MAX = 128;
    private static final int NOTE_LENGTH_MAX = 500;
    private static final int CODE_LENGTH_MAX = 64;

    private final References references;
    private final Recipients recipients;
    private final Rails rails;

    public DisbursementRequests(References references, Recipients recipients, Rails rails) {
        this.references = references;
        this.recipients = recipients;
        this.rails = rails;
    }

    /// Version 1: every item names its currency and a stored recipient.
    public Parsed first(Caller caller, Fields fields, boolean duplicateReferencesAllowed) {
        return verified(parsed(caller, fields, this::currency, false, duplicateReferencesAllowed));
    }

    /// Parses a request of version 2: one currency for all; an item names a stored recipient or contains one.
    public Parsed second(Caller caller, Fields fields, boolean duplicateReferencesAllowed) {
        return verified(inOneCurrency(caller, fields, duplicateReferencesAllowed));
    }

    /// Parses a request for a dry run, where each item counts by itself: banks are asked about all items without a
    /// fault.
    Parsed tried(Caller caller, Fields fields, boolean duplicateReferencesAllowed) {
        var unverified = inOneCurrency(caller, fields, duplicateReferencesAllowed);
        var parsed = unverified.parsed();
        var details = parsed.findings().details();
        var right = parsed.drafts().stream()
                .filter(draft -> !draft.isNamedBy(details))
                .toList();
        return new Parsed(
                parsed.kind(),
                verified(right, unverified.stored(), parsed.findings(), recipients::verified),
                parsed.references(),
                parsed.findings());
    }

    /// Parses a request for a dry run without asking banks.
    Parsed unverified(Caller caller, Fields fields, boolean duplicateReferencesAllowed) {
        return inOneCurrency(caller, fields, duplicateReferencesAllowed).parsed();
    }

    private Unverified inOneCurrency(Caller caller, Fields fields, boolean duplicateReferencesAllowed) {
        var currency = currency(fields);
        return parsed(caller, fields, _ -> currency, true, duplicateReferencesAllowed);
    }

    /// A request, parsed as far as possible without asking banks for names.
    ///
    /// @param stored payees in the request
    private record Unverified(Parsed parsed, StoredRecipients stored) {}

    private Unverified parsed(
            Caller caller,
            Fields fields,
            Function<Fields, Optional<Currency>> currencyOf,
            boolean inlineAllowed,
            boolean duplicateReferencesAllowed) {
        var items = fields.requiredObjects("disburseData", ITEMS_MAX);
        var stored = recipients.find(caller.organizationId(), wanted(items));
        var drafts = new ArrayList<Draft>(items.size());
        var named = new ArrayList<ItemReference>();
        for (var item : items) {
            var reference = item.line("reference", REFERENCE_LENGTH_MAX).orElse(null);
            if (reference != null) {
                named.add(new ItemReference(path(item), reference));
            }
            draft(caller, item, currencyOf.apply(item), stored, inlineAllowed, reference)
                    .ifPresent(drafts::add);
        }
        var findings = fields.findings();
        if (!duplicateReferencesAllowed) {
            CreatePayouts.findRepeated(named, findings);
        }
        var parsed = new Parsed(Asset.Kind.FIAT, drafts, named, findings).complete(items.size());
        return new Unverified(parsed, stored);
    }

    private Parsed verified(Unverified unverified) {
        var parsed = unverified.parsed();
        var findings = parsed.findings();
        return findings.isEmpty()
                ? new Parsed(
                        parsed.kind(),
                        verified(parsed.drafts(), unverified.stored(), findings, recipients::verifiedToPay),
                        parsed.references(),
                        findings)
                : parsed;
    }

    /// Asks the rail for the account names of new recipients in this request, and of stored ones without an answer
    /// so far. The answers inform, and block only if the organization wants that. The payouts keep them; stored
    /// recipients stay as they are.
    ///
    /// @param asking returns payees with the answers of their banks
    private List<Draft> verified(
            List<Draft> drafts, StoredRecipients stored, Findings findings, UnaryOperator<List<Recipient>> asking) {
        var asked = Stream.concat(
                        drafts.stream().map(Draft::newRecipient).filter(Objects::nonNull),
                        stored.usable().values().stream().filter(recipients::isUnanswered))
                .toList();
        if (asked.isEmpty()) {
            return drafts;
        }
        var byId = asking.apply(asked).stream().collect(Collectors.toMap(Recipient::id, Function.identity()));
        return drafts.stream().map(draft -> checked(draft, byId, findings)).toList();
    }

    private Draft checked(Draft draft, Map<UUID, Recipient> asked, Findings findings) {
        var checked = asked.get(draft.payee().parts().recipientId());
        if (checked == null) {
            return draft;
        }
        boolean inline = draft.newRecipient() != null;
        if (recipients.isBlocked(checked)) {
            findBlocked(findings, draft::path, checked, inline);
        }
        return draft.with(
                inline ? checked : null,
                payee(checked, recipients.methodOf(checked).orElseThrow()));
    }

    private static void findBlocked(
            Findings findings, UnaryOperator<String> path, Recipient recipient, boolean inline) {
        boolean exists = !recipient.isAtNoAccount();
        var bankField = exists ? "recipient.bank.accountName" : "recipient.bank.accountNumber";
        var inlineFault = exists
                ? "does not match the account holder's name at the bank"
                : "does not exist, according to the bank";
        var storedFault = exists
                ? "has a name that does not match the account holder's name at the bank"
                : "has an account that does not exist, according to the bank";
        findings.named(
                Refusal.RECIPIENT_VERIFICATION_FAILED,
                path.apply(inline ? bankField : "recipientId"),
                inline ? inlineFault : storedFault);
    }

    private Optional<Draft> draft(
            Caller caller,
            Fields item,
            Optional<Currency> currency,
            StoredRecipients stored,
            boolean inlineAllowed,
            @Nullable String reference) {
        var amount = item.requiredPositive("amount");
        var note = item.text("note", NOTE_LENGTH_MAX).orElse(null);
        boolean inline = inlineAllowed && item.has("recipient");
        var recipient = inline ? inlineRecipient(caller, item, currency) : storedRecipient(item, stored, inlineAllowed);
        if (currency.isEmpty()) {
            return Optional.empty();
        }
        var asset = currency.get().asset();
        if (amount.isPresent() && !Money.fits(amount.get(), asset)) {
            item.findings()
                    .add(
                            item.path("amount"),
                            "TOO_MANY_DECIMALS",
                            "must have at most " + asset.exponent() + " decimals in " + asset.code());
            amount = Optional.empty();
        }
        if (!inline) {
            recipient
                    .filter(recipients::isBlocked)
                    .ifPresent(blocked -> findBlocked(item.findings(), item::path, blocked, false));
        }
        var method = recipient
                .flatMap(payee -> method(item, payee, currency.get(), inline))
                .map(match -> references.withTerms(caller.organizationId(), match));
        if (amount.isEmpty() || recipient.isEmpty() || method.isEmpty()) {
            return Optional.empty();
        }
        int decimals = method.get().amountDecimals();
        if (!Money.fits(amount.get(), decimals)) {
            item.findings().add(item.path("amount"), "TOO_MANY_DECIMALS", Money.decimalsRule(decimals, asset.code()));
            return Optional.empty();
        }
        var money = Money.exactly(amount.get(), asset);
        checkRange(item, money, method.get());
        var rail = rails.forPayout(asset.code(), method.get().bankCode());
        if (rail.isEmpty()) {
            item.findings()
                    .named(
                            Refusal.PAYMENT_METHOD_NOT_FOUND,
                            item.path("recipientId"),
                            "is at a bank that is not reached by any rail");
            return Optional.empty();
        }
        return Optional.of(new Draft(
                path(item),
                money,
                method.get().fee(),
                payee(recipient.get(), method.get()),
                rail.get().name(),
                inline ? recipient.get() : null,
                inline ? null : recipient.get().revision(),
                reference,
                note));
    }

    private static void checkRange(Fields item, Money money, PayoutMethod method) {
        if (money.compareTo(method.min()) < 0 || money.compareTo(method.max()) > 0) {
            item.findings()
                    .add(item.path("amount"), "OUT_OF_RANGE", "must be from " + method.min() + " to " + method.max());
        }
    }

    private Optional<Recipient> inlineRecipient(Caller caller, Fields item, Optional<Currency> currency) {
        if (item.text("recipientId", CODE_LENGTH_MAX).isPresent()) {
            item.findings().add(item.path("recipient"), "CONFLICT", "must not be given together with recipientId");
        }
        var fields = item.object("recipient");
        return fields.flatMap(given ->
                recipients.inline(given, caller, currency.map(Currency::code).orElse("")));
    }

    private static Optional<Recipient> storedRecipient(Fields item, StoredRecipients stored, boolean inlineAllowed) {
        int before = item.findings().count();
        var text = item.text("recipientId", CODE_LENGTH_MAX);
        if (text.isEmpty() && item.findings().count() == before) {
            item.findings()
                    .add(
                            item.path("recipientId"),
                            "REQUIRED",
                            inlineAllowed ? "is required unless recipient is given" : "is required");
        }
        var id = text.flatMap(Ids::parse);
        var recipient = id.map(stored.usable()::get);
        if (id.filter(stored.held()::contains).isPresent()) {
            item.findings()
                    .named(
                            Refusal.RECIPIENT_HELD,
                            item.path("recipientId"),
                            "is held: its stored data was changed; delete it and save it again");
        } else if (id.filter(stored.rejected()::contains).isPresent()) {
            item.findings()
                    .named(
                            Refusal.RECIPIENT_HELD,
                            item.path("recipientId"),
                            "is held: a compliance check rejected it; pay another recipient, or contact support");
        } else if (text.isPresent() && recipient.isEmpty()) {
            item.findings()
                    .add(item.path("recipientId"), Refusal.RECIPIENT_NOT_FOUND.code(), "is not one of your recipients");
        }
        return recipient;
    }

    private Optional<PayoutMethod> method(Fields item, Recipient recipient, Currency currency, boolean inline) {
        if (!currency.code().equals(recipient.bank().currency())) {
            item.findings()
                    .add(
                            item.path("recipientId"),
                            "CURRENCY_MISMATCH",
                            "has an account in " + recipient.bank().currency() + ", not in " + currency.code());
            return Optional.empty();
        }
        var method = recipients.methodOf(recipient);
        if (method.isEmpty()) {
            item.findings()
                    .named(
                            Refusal.PAYMENT_METHOD_NOT_FOUND,
                            item.path(inline ? "recipient.bank.bankCode" : "recipientId"),
                            "does not match a bank of the payment methods in " + currency.code());
        }
        return method;
    }

    private Optional<Currency> currency(Fields fields) {
        var code = fields.requiredText("currency", CODE_LENGTH_MAX);
        var currency = references.currency(code);
        if (currency.isEmpty() && !code.isEmpty()) {
            fields.findings().add(fields.path("currency"), "UNKNOWN_VALUE", "is not a supported currency");
        }
        return currency;
    }

    private static List<UUID> wanted(List<Fields> items) {
        return items.stream()
                .flatMap(item -> item.peekText("recipientId").flatMap(Ids::parse).stream())
                .distinct()
                .toList();
    }

    private static String path(Fields item) {
        var path = item.path("");
        return path.substring(0, path.length() - 1);
    }

    private PayeeDocument payee(Recipient recipient, PayoutMethod method) {
        var bank = recipient.bank();
        var account = recipients.accountOf(recipient);
        boolean any = method.reachesAnyBank();
        return PayeeDocument.of(new Payee(
                recipient.id(),
                recipient.email(),
                recipient.name(),
                new Bank(
                        any ? or(bank.bankName(), method.bankName()) : method.bankName(),
                        or(bank.accountName(), recipient.name()),
                        account.accountNumber(),
                        method.bankCode(),
                        account.routing(),
                        account.accountType(),
                        bank.bankIdentifierCode() == null ? method.bic() : bank.bankIdentifierCode(),
                        method.currency(),
                        or(bank.country(), method.country()),
                        any ? null : method.address(),
                        any ? null : method.city(),
                        any ? null : method.province(),
                        any ? null : method.postCode()),
                check(recipient),
                address(recipient)));
    }

    /// Returns the payee's postal address. Its country is that of the account: recipients have no other.
    private static @Nullable PostalAddress address(Recipient recipient) {
        var profile = recipient.profile();
        return PostalAddress.of(
                        profile.address(),
                        profile.city(),
                        profile.postCode(),
                        recipient.bank().country())
                .orElse(null);
    }

    private static @Nullable Check check(Recipient recipient) {
        var verification = recipient.verification();
        return verification == null
                ? null
                : new Check(
                        verification.outcome().wire(),
                        verification.suppliedName(),
                        verification.bankName(),
                        verification.provider(),
                        verification.checkedAt());
    }

    private static String or(@Nullable String first, String otherwise) {
        return first == null ? otherwise : first;
    }
}
