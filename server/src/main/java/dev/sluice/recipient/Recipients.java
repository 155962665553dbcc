package dev.sluice.recipient;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.event.Events;
import dev.sluice.http.Fields;
import dev.sluice.http.Page;
import dev.sluice.merchant.Organizations;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Rails;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.recipient.Recipient.Account;
import dev.sluice.recipient.Recipient.Profile;
import dev.sluice.recipient.Recipient.Revision;
import dev.sluice.recipient.RecipientRows.Checked;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import dev.sluice.screening.Screenings;
import dev.sluice.vault.Vault;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Recipients of the organizations. Every change and its event are written in the caller's transaction.
public final class Recipients implements AutoCloseable {
    private final Database database;
    private final Clocks clocks;
    private final References references;
    private final Organizations organizations;
    private final PaidAccounts accounts;
    private final RecipientStore store;
    private final ScreenedRecipients screened;
    private final RecipientWrites writes;
    private final AccountNames names;
    private final RecipientFields reading;
    private final UsableRecipients usable;

    private Recipients(
            Database database,
            Vault vault,
            Clocks clocks,
            References references,
            Organizations organizations,
            Rails rails,
            Events events,
            BankRules rules,
            TamperAlarm alarm,
            Screenings screenings) {
        this.database = database;
        this.clocks = clocks;
        this.references = references;
        this.organizations = organizations;
        this.accounts = new PaidAccounts(references, rules);
        this.store = new RecipientStore(vault);
        this.screened = new ScreenedRecipients(screenings);
        this.writes = new RecipientWrites(store, events, clocks, screened);
        this.names = new AccountNames(rails, clocks);
        this.reading = new RecipientFields(references, rules);
        this.usable = new UsableRecipients(database, store, screened, alarm);
    }

    /// @param rules in a sandbox, [BankRules#sparing] its test account numbers
    /// @param alarm reports recipients that were changed outside of the service
    /// @param screenings checks recipients that are stored
    public static Recipients wire(
            Database database,
            Vault vault,
            Clocks clocks,
            References references,
            Organizations organizations,
            Rails rails,
            Events events,
            BankRules rules,
            TamperAlarm alarm,
            Screenings screenings) {
        return new Recipients(
                database, vault, clocks, references, organizations, rails, events, rules, alarm, screenings);
    }

    /// Reports each recipient whose row differs from the record that the service wrote.
    public static void prove(Handle snapshot, Vault vault, Consumer<String> fault) {
        new RecipientMacStore(vault).prove(snapshot, fault);
    }

    /// Filter of a list: the name contains the search or the e-mail address equals it, both case-insensitive; the
    /// bank is in the country; the account is in the currency. Null filters nothing.
    public record Filter(
            @Nullable String search,
            @Nullable String country,
            @Nullable String currency) {}

    /// Returns a recipient that is not deleted.
    public Optional<Recipient> find(UUID organizationId, UUID id) {
        return database.read(handle -> store.find(handle, organizationId, id)).map(Checked::recipient);
    }

    /// Returns a recipient that is not deleted, in order to change it.
    ///
    /// @throws dev.sluice.refusal.Refused `RECIPIENT_HELD` if its row was changed outside of the service
    Optional<Recipient> findToChange(UUID organizationId, UUID id) {
        return usable.findToChange(organizationId, id);
    }

    /// Returns the newest recipients with a reference; the whole reference must match, case-insensitively.
    public List<Recipient> ofReference(UUID organizationId, String reference, int limit) {
        return database.browse(handle -> store.ofReference(handle, organizationId, reference, limit));
    }

    /// Returns the organization of a recipient.
    ///
    /// @param organizations to look in
    public Optional<UUID> owner(List<UUID> organizations, UUID id) {
        return database.browse(handle -> RecipientStore.owner(handle, organizations, id));
    }

    /// Returns recipients by ids, in one query, without deleted ones or those of other organizations.
    public StoredRecipients find(UUID organizationId, Collection<UUID> ids) {
        return usable.find(organizationId, ids);
    }

    public Page<Recipient> list(UUID organizationId, Filter filter, Page.Request page) {
        return database.browse(handle -> store.list(handle, organizationId, filter, page));
    }

    /// Reads an inline recipient of a payout: `email?`, `name?` and `bank` of `bankName`, `accountName`,
    /// `accountNumber` and `bankCode`. Problems are recorded under the path of their field. The recipient has an
    /// id and is not stored yet; see [#insert].
    ///
    /// @return empty if there are problems, or if the currency is unknown: that is the payout's problem
    public Optional<Recipient> inline(Fields recipient, Caller caller, String currency) {
        return reading.inline(recipient, currency).map(inline -> fresh(caller, inline.profile(), inline.bank()));
    }

    /// Stores new recipients, with an event for each, and has them screened.
    public void insert(Tx tx, List<Recipient> recipients) {
        writes.insert(tx, recipients);
        screened.stored(tx, recipients);
    }

    /// Stores inline recipients of payouts, with an event for each. They are screened with those payouts.
    public void insertPaid(Tx tx, List<Recipient> recipients) {
        writes.insert(tx, recipients);
    }

    /// Returns the bank's answer about the account's holder. Takes two seconds at most and never throws: no answer
    /// is [Verification.Outcome#UNAVAILABLE]. Must be called with no transaction open.
    public Verification verify(Recipient recipient) {
        return verify(recipient.organizationId(), recipient.bank());
    }

    /// Returns recipients of one organization, each with the bank's answer. All look-ups together take two seconds
    /// at most.
    public List<Recipient> verified(List<Recipient> recipients) {
        return verified(recipients, false);
    }

    /// Verifies recipients that are paid now. If the organization blocks names other than the account's, and the
    /// bank could not be asked about a recipient for lack of capacity, none is paid, however many are paid at
    /// once.
    ///
    /// @throws dev.sluice.refusal.Refused `UNAVAILABLE` if there are such recipients; a retry finds fewer
    public List<Recipient> verifiedToPay(List<Recipient> recipients) {
        return verified(recipients, true);
    }

    private List<Recipient> verified(List<Recipient> recipients, boolean paid) {
        if (recipients.isEmpty()) {
            return List.of();
        }
        var organizationId = recipients.getFirst().organizationId();
        var asked = recipients.stream().map(this::accountOf).toList();
        var answers = paid && organizations.switches(organizationId).verificationBlocks()
                ? names.verifyAll(organizationId, asked)
                : names.verify(organizationId, asked);
        return IntStream.range(0, recipients.size())
                .mapToObj(i -> recipients.get(i).with(answers.get(i)))
                .toList();
    }

    /// Reports whether the organization forbids storing and paying recipients whose name is not the account's, and
    /// this is such a recipient.
    public boolean isBlocked(Recipient recipient) {
        var verification = recipient.verification();
        return verification != null && isBlocked(recipient.organizationId(), verification);
    }

    /// Reports whether to ask the bank again before paying a stored recipient: the bank gave no answer before, and
    /// the organization forbids paying recipients whose name is not the account's.
    public boolean isUnanswered(Recipient recipient) {
        var verification = recipient.verification();
        return (verification == null || verification.outcome() == Verification.Outcome.UNAVAILABLE)
                && organizations.switches(recipient.organizationId()).verificationBlocks();
    }

    /// Returns the payout method of a recipient: the one in the account's currency whose code is the payment code,
    /// else whose name is the bank's name, both case-insensitive, else the one that an IFSC or an IBAN leads to.
    public Optional<PayoutMethod> methodOf(Recipient recipient) {
        return PayoutMethods.of(references, recipient.bank());
    }

    /// Returns the account for a rail. The number is the IBAN if the currency requires one or there is no other
    /// number. The bank's code is that of the payout method, else the payment code as sent, else empty. The
    /// routing codes are the given ones, unless the currency requires an IBAN, which contains them.
    public BankAccount accountOf(Recipient recipient) {
        return accounts.of(recipient.bank());
    }

    Recipient create(Fields fields, Caller caller) {
        var read = read(fields, caller);
        fields.findings().throwIfAny();
        return unlessBlocked(verifiedAnew(read.orElseThrow(), null));
    }

    /// Reads a new recipient from a request without problems. It is not verified by the bank and not stored yet.
    /// See [#verified], [#isBlocked] and [#insert].
    ///
    /// @return empty if there are problems
    public Optional<Recipient> read(Fields fields, Caller caller) {
        var profile = reading.profile(fields, caller, null);
        var bank = reading.bank(fields, null);
        return fields.findings().isEmpty() ? Optional.of(fresh(caller, profile, bank)) : Optional.empty();
    }

    /// Returns the identity by which two recipients count as the same: the e-mail address and the account,
    /// regardless of the names.
    public Identity identity(Recipient recipient) {
        var account = accountOf(recipient);
        var bank = account.bankCode().isEmpty() ? text(recipient.bank().bankName()) : account.bankCode();
        return new Identity(
                text(recipient.email()).toLowerCase(Locale.ROOT),
                account.currency(),
                bank.toLowerCase(Locale.ROOT),
                account.routing(),
                account.accountNumber());
    }

    /// Returns the ids of stored recipients by identity, one id each. Any number of stored recipients may share an
    /// e-mail address: in a transaction, they are read in batches, and those with another identity are discarded.
    public Map<Identity, UUID> known(Handle handle, UUID organizationId, Collection<Recipient> recipients) {
        if (recipients.isEmpty()) {
            return Map.of();
        }
        var wanted = recipients.stream().map(this::identity).collect(Collectors.toSet());
        var emails = wanted.stream().map(Identity::email).distinct().toList();
        var known = new HashMap<Identity, UUID>();
        store.findByEmail(handle, organizationId, emails, found -> {
            var identity = identity(found);
            if (wanted.contains(identity)) {
                known.putIfAbsent(identity, found.id());
            }
        });
        return known;
    }

    /// Returns a recipient as changed by a request, validated and verified again, and not stored yet.
    Recipient change(Recipient before, Fields fields, Caller caller) {
        var profile = reading.profile(fields, caller, before.profile());
        var bank = reading.bank(fields, before.bank());
        fields.findings().throwIfAny();
        var after = new Recipient(
                before.organizationId(),
                before.id(),
                before.userId(),
                profile,
                new Account(before.account().id(), bank, null),
                before.revision().next(clocks.instant()));
        return unlessBlocked(verifiedAnew(after, before));
    }

    /// Stores a changed recipient, with its event.
    ///
    /// @return false if the recipient was changed or deleted in the meantime
    boolean update(Tx tx, Recipient before, Recipient after) {
        return writes.update(tx, before, after);
    }

    /// Hides a recipient, with its event; its row stays.
    Recipient delete(Tx tx, UUID organizationId, UUID id) {
        return writes.delete(tx, organizationId, id);
    }

    /// Verifies the account in `bank` without storing it.
    Verification verify(Fields fields, Caller caller) {
        var bank = reading.bank(fields, null);
        fields.findings().throwIfAny();
        return verify(caller.organizationId(), bank);
    }

    private Recipient fresh(Caller caller, Profile profile, BankDetails bank) {
        var id = clocks.newId();
        return new Recipient(
                caller.organizationId(),
                id,
                caller.actorId(),
                profile,
                new Account(clocks.newId(), bank, null),
                new Revision(1, Clocks.timeOf(id)));
    }

    /// Returns an account number as it is stored, so that two spellings of one account are equal.
    ///
    /// @param bankCode the payout method's
    public static String accountNumber(References references, String currency, String bankCode, String typed) {
        var bank =
                BankDetails.builder().currency(currency).paymentCode(bankCode).accountNumber(typed);
        return text(new PhoneAccounts(references, BankRules.standard())
                .inOneForm(bank.build().normalised())
                .accountNumber());
    }

    /// Returns the lengths of the account numbers of banks.
    public AccountLengths lengths() {
        return new AccountLengths(references);
    }

    /// An unavailable bank does not revoke its earlier answer about the same account.
    private Recipient verifiedAnew(Recipient recipient, @Nullable Recipient before) {
        var answer = verify(recipient);
        var earlier = before == null || !before.bank().equals(recipient.bank()) ? null : before.verification();
        var silent = answer.outcome() == Verification.Outcome.UNAVAILABLE;
        return recipient.with(silent && earlier != null ? earlier : answer);
    }

    private Recipient unlessBlocked(Recipient recipient) {
        if (isBlocked(recipient)) {
            throw recipient.isAtNoAccount()
                    ? Refusal.RECIPIENT_VERIFICATION_FAILED.refused(
                            "bank.accountNumber", "does not exist, according to the bank")
                    : Refusal.RECIPIENT_VERIFICATION_FAILED.refused(
                            "bank.accountName", "no longer matches the account holder's name at the bank");
        }
        return recipient;
    }

    private boolean isBlocked(UUID organizationId, Verification verification) {
        return verification.outcome() == Verification.Outcome.NO_MATCH
                && organizations.switches(organizationId).verificationBlocks();
    }

    private Verification verify(UUID organizationId, BankDetails bank) {
        return names.verify(organizationId, List.of(accounts.of(bank))).getFirst();
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    /// Answers the pending look-ups.
    @Override
    public void close() {
        usable.close();
    }
}
