package dev.sluice.operator.bank;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.operator.OperatorPages;
import dev.sluice.operator.OperatorServices;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.operator.bank.BankHead.Tab;
import dev.sluice.operator.bank.BankHead.TabLink;
import dev.sluice.operator.bank.BankHead.Tasks;
import dev.sluice.page.Texts;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.decision.DecisionPerson;
import dev.sluice.rail.iso20022.decision.DecisionRefused;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import dev.sluice.rail.iso20022.inbound.BankBreaks;
import dev.sluice.rail.iso20022.inbound.BankEntries;
import dev.sluice.rail.iso20022.inbound.InboundFile;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BusinessDays;
import dev.sluice.refusal.Refusal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/// Services and look-ups that the pages of bank accounts share.
record BankDesk(
        DashboardGuard guard, OperatorServices services, BankServices banks, BankEntries entries, BankBreaks breaks) {
    static final String BANKS = Section.BANKS.path();
    static final String ACCOUNT = BANKS + "/{account}";
    private static final int DECISIONS_MAX = 100;
    private static final Page.Request FIRST = new Page.Request(1, 1, Page.Sort.CREATED_DESCENDING);

    BankDesk(DashboardGuard guard, OperatorServices services, BankServices banks) {
        this(
                guard,
                services,
                banks,
                new BankEntries(services.core().vault()),
                new BankBreaks(services.core().vault(), services.core().clocks()));
    }

    /// Returns the profile of the account in the address.
    BankProfile profile(PageContext context) {
        var id = context.request().parameter("account");
        return banks.profiles().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// Returns the day of the account.
    LocalDate today(BankProfile profile) {
        return BusinessDays.of(profile.windows()).day(services.core().clocks().instant());
    }

    <R> R read(Function<Handle, R> work) {
        return services.core().database().read(work);
    }

    Tasks tasks(BankProfile profile) {
        var account = profile.id();
        return new Tasks(
                banks.outgoing().list(account, "doubtful", FIRST).total(),
                banks.inbox().list(account, InboundFile.State.HELD, FIRST).total()
                        + banks.inbox()
                                .list(account, InboundFile.State.UNREADABLE, FIRST)
                                .total(),
                read(handle -> entries.open(handle, account, FIRST)).total(),
                read(handle -> BankBreaks.byKind(handle, account)).stream()
                        .mapToLong(BankBreaks.OfKind::count)
                        .sum(),
                waiting(profile).size());
    }

    List<BankDecision> waiting(BankProfile profile) {
        return banks.decisions().waiting(profile.id(), DECISIONS_MAX);
    }

    BankHead head(Texts texts, BankProfile profile, Tab here) {
        var tasks = tasks(profile);
        return new BankHead(
                profile.id(),
                profile.account().number().number(),
                profile.account().holder(),
                profile.account().currency(),
                Stream.of(Tab.values())
                        .map(tab -> new TabLink(
                                texts.get("bank.tab." + tab), tab.link(profile.id()), tab == here, tasks.of(tab)))
                        .toList());
    }

    static DecisionPerson person(PageContext context) {
        var user = context.visitor().user();
        return new DecisionPerson(user.id().toString(), user.name(), DecisionPerson.Place.DASHBOARD);
    }

    /// Returns the decision about a subject that waits for a second person.
    Optional<BankDecision> waitingAbout(BankProfile profile, UUID subject) {
        return banks.decisions().about(profile.id(), subject.toString()).stream()
                .filter(BankDecision::isWaiting)
                .findFirst();
    }

    /// Requests a decision, and shows it; a refused one shows its form again.
    Answer request(PageContext context, Supplier<DecisionRequest> request, Function<Rejection, Answer> again) {
        return decide(context, again, () -> {
            var decision = banks.decisions().request(request.get(), person(context));
            var texts = context.texts(OperatorPages.TEXTS);
            return context.redirect(DecisionPages.link(decision), texts.get("bank.decision.requested"));
        });
    }

    /// Runs an action on a decision; a refused one shows its form again.
    static Answer decide(PageContext context, Function<Rejection, Answer> again, Supplier<Answer> action) {
        try {
            return action.get();
        } catch (DecisionRefused refused) {
            var texts = context.texts(OperatorPages.TEXTS);
            int status = refused.reason() == DecisionRefused.Reason.INVALID ? 400 : 409;
            var message = texts.get("bank.refused." + refused.reason(), String.valueOf(refused.getMessage()));
            return again.apply(new Rejection(status, Problems.general(message)));
        }
    }

    /// Returns a download of a bank's file.
    static Answer download(String name, byte[] bytes) {
        var plain = name.replaceAll("[^A-Za-z0-9._-]", "_");
        return new Answer(200, "application/octet-stream", bytes)
                .with("Content-Disposition", "attachment; filename=\"" + plain + "\"")
                .with("Cache-Control", "no-store");
    }
}
