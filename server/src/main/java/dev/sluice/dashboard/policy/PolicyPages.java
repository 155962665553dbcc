package dev.sluice.dashboard.policy;

import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.page.Texts;
import dev.sluice.policy.DayLimit;
import dev.sluice.policy.ListedWallet;
import dev.sluice.policy.Maker;
import dev.sluice.policy.Policies;
import dev.sluice.policy.Policies.NewRule;
import dev.sluice.policy.Rule;
import dev.sluice.reference.Currency;
import dev.sluice.reference.Network;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import dev.sluice.refusal.Refusal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/// Payout rules of an organization, its wallet allowlist, and test payouts.
public final class PolicyPages {
    public static final String PATH = "/dashboard/policy";
    static final String BUNDLE = "dashboard.policy";
    private static final String RULE = PATH + "/rules/{id}";
    static final String RULE_PAGE = PATH + "/new";
    private static final String REVIEW = RULE_PAGE + "/review";

    private final DashboardGuard guard;
    private final Policies policies;
    private final References references;
    private final Clocks clocks;
    private final WalletPages wallets;

    public PolicyPages(DashboardGuard guard, Policies policies, References references, Clocks clocks) {
        this.guard = guard;
        this.policies = policies;
        this.references = references;
        this.clocks = clocks;
        this.wallets = new WalletPages(
                guard, policies, references, (context, problems) -> show(context, 400, problems, RuleDryRun.nothing()));
    }

    public List<Route> routes() {
        var see = Permission.SEE_POLICY;
        var change = Permission.CHANGE_SETTINGS;
        return List.of(
                guard.page(PATH, see, context -> show(context, 200, Map.of(), RuleDryRun.nothing())),
                guard.page(PATH + "/test", see, this::attempt),
                guard.page(
                        RULE_PAGE,
                        change,
                        context -> form(context, 200, RuleForm.of(context.query()), Problems.none())),
                guard.page(REVIEW, change, this::review),
                guard.sensitive(RULE_PAGE, change, RuleForm.SENT, OptionalReason.optional(this::add)),
                guard.sensitive(RULE, change, RuleForm.SENT, this::ruleBefore, OptionalReason.optional(this::change)),
                guard.sensitive(
                        RULE + "/remove", change, List.of(), this::ruleBefore, OptionalReason.optional(this::remove)),
                wallets.listing(),
                wallets.unlisting());
    }

    private Answer show(PageContext context, int status, Map<String, String> problems, RuleDryRun trying) {
        var organization = context.visitor().organizationId();
        var texts = context.texts(BUNDLE);
        return context.page(
                status,
                "dashboard/policy/policy.jte",
                Section.POLICY,
                texts.get("title"),
                frame -> new RulesPage(
                        frame,
                        RuleWords.of(context),
                        policies.rules(organization),
                        Wallets.of(
                                policies.wallets(organization),
                                context.query().text("find").orElse("")),
                        new Days(policies.dayLimits(organization), today()),
                        references.payableNetworks(),
                        assets(),
                        context.form().all(),
                        new Problems(null, problems),
                        trying,
                        context.may(Permission.CHANGE_SETTINGS)));
    }

    private List<String> assets() {
        return Stream.concat(
                        references.payableCurrencies().stream().map(Currency::asset),
                        references.payableTokens().stream().map(Token::asset))
                .map(Asset::code)
                .distinct()
                .sorted()
                .toList();
    }

    private Answer attempt(PageContext context) {
        var trying = RuleDryRun.of(
                context, references, policies.dryRun(context.visitor().organizationId()));
        return show(context, trying.problems().isEmpty() ? 200 : 400, trying.problems(), trying);
    }

    private Answer form(PageContext context, int status, RuleForm form, Problems problems) {
        var texts = context.texts(BUNDLE);
        return context.page(
                status,
                "dashboard/policy/rule.jte",
                Section.POLICY,
                texts.get(form.isChange() ? "changeRule" : "newRule"),
                frame -> new RuleAsked(frame, texts, context.formats(), form, assets(), problems));
    }

    /// Shows a rule in words, with a test payout, before it is turned on.
    private Answer review(PageContext context) {
        var texts = context.texts(BUNDLE);
        var form = RuleForm.of(context.query());
        var problems = new LinkedHashMap<String, String>();
        var newRule = form.newRule(references, texts, problems);
        if (newRule.isEmpty()) {
            return form(context, 400, form, new Problems(null, problems));
        }
        var rule = form.isChange() ? policies.rule(changed(form), newRule.get()) : policies.rule(newRule.get());
        var trying = RuleDryRun.isAsked(context)
                ? RuleDryRun.of(
                        context, references, policies.dryRun(context.visitor().organizationId(), rule))
                : RuleDryRun.nothing();
        return context.page(
                trying.problems().isEmpty() ? 200 : 400,
                "dashboard/policy/review.jte",
                Section.POLICY,
                texts.get(form.isChange() ? "changeRule" : "newRule"),
                frame -> new Review(
                        rule,
                        form,
                        new RuleDryRunPage(
                                frame,
                                RuleWords.of(context),
                                assets(),
                                references.paysWithMemos(),
                                trying,
                                REVIEW,
                                form.parameters())));
    }

    private Answer add(PageContext context) {
        return put(
                context,
                newRule -> policies.add(context.visitor().organizationId(), newRule)
                        .map(rule -> {
                            context.recordCreated(rule.id().toString());
                            return "added";
                        }));
    }

    private Answer change(PageContext context) {
        if (rule(context).isEmpty()) {
            throw Refusal.NOT_FOUND.refused();
        }
        var version = FormVersion.sent(context);
        return FormVersion.orOvertaken(
                () -> put(context, newRule -> {
                    var rule = policies.rule(id(context), newRule);
                    var wanted = RuleForm.values(rule);
                    if (!policies.change(context.visitor().organizationId(), id(context), newRule, stored -> {
                        if (!rule.isAsStrictAs(stored)) {
                            context.requireApproval();
                        }
                        return version.allows(RuleForm.values(stored), wanted);
                    })) {
                        throw Refusal.NOT_FOUND.refused();
                    }
                    return Optional.of("changed");
                }),
                () -> overtaken(context));
    }

    /// Shows the input with the stored rule.
    private Answer overtaken(PageContext context) {
        var rule = rule(context).orElseThrow(Refusal.NOT_FOUND::refused);
        var says = RuleWords.of(context).text(rule);
        var told = FormVersion.conflictMessage(context, guard.last(context, RULE)) + " "
                + FormVersion.stored(context, says) + ".";
        return form(context, 409, RuleForm.of(context.form()).knowing(rule), Problems.general(told));
    }

    /// @param putting stores the rule and returns the key of the message; empty if the maximum number of rules is
    ///     reached
    private Answer put(PageContext context, Function<NewRule, Optional<String>> putting) {
        var texts = context.texts(BUNDLE);
        var form = RuleForm.of(context.form());
        var problems = new LinkedHashMap<String, String>();
        var newRule = form.newRule(references, texts, problems);
        if (context.form()
                .text("kind")
                .filter(kind -> !RuleForm.KINDS.contains(kind))
                .isPresent()) {
            throw Refusal.NOT_FOUND.refused();
        }
        if (newRule.isEmpty()) {
            return form(context, 400, form, new Problems(null, problems));
        }
        return putting.apply(newRule.get())
                .map(done -> context.redirect(PATH, texts.get(done)))
                .orElseGet(() ->
                        form(context, 409, form, Problems.of("effect", texts.get("full", Policies.RULES_MAX))));
    }

    private static UUID changed(RuleForm form) {
        return Ids.parse(form.at(RuleForm.RULE)).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// Returns the rule before it is changed or removed, for the audit log.
    private Map<String, String> ruleBefore(PageContext context) {
        return rule(context).map(RuleForm::before).orElse(Map.of());
    }

    private Optional<Rule> rule(PageContext context) {
        var id = id(context);
        return policies.rules(context.visitor().organizationId()).stream()
                .filter(rule -> rule.id().equals(id))
                .findFirst();
    }

    private Answer remove(PageContext context) {
        if (rule(context).isPresent()) {
            context.requireApproval();
        }
        if (!policies.remove(context.visitor().organizationId(), id(context))) {
            throw Refusal.NOT_FOUND.refused();
        }
        return context.redirect(PATH, context.texts(BUNDLE).get("removed"));
    }

    private static UUID id(PageContext context) {
        return context.request().id("id", Refusal.NOT_FOUND);
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clocks.instant(), ZoneOffset.UTC);
    }

    /// Daily limits by operators, and the rest of each for today.
    public record Days(List<DayLimit> limits, LocalDate today) {
        public Days {
            limits = List.copyOf(limits);
        }
    }

    /// Page of the payout rules.
    ///
    /// @param sent input of a wallet that was refused
    /// @param mayChange true if the visitor may change rules, not only read and test them
    public record RulesPage(
            Frame frame,
            RuleWords ruleTexts,
            List<Rule> rules,
            Wallets wallets,
            Days days,
            List<Network> networks,
            List<String> assets,
            Map<String, String> sent,
            Problems problems,
            RuleDryRun trying,
            boolean mayChange) {
        public RulesPage {
            rules = List.copyOf(rules);
            networks = List.copyOf(networks);
            assets = List.copyOf(assets);
            sent = Map.copyOf(sent);
        }

        public Texts texts() {
            return ruleTexts.texts();
        }

        public Formats formats() {
            return ruleTexts.formats();
        }

        /// Reports whether payments on the wallet's network may have a memo.
        public boolean knowsMemos(ListedWallet wallet) {
            return networks.stream()
                    .anyMatch(each ->
                            each.memo() && each.network().equals(wallet.wallet().network()));
        }

        /// Returns the link to the form that changes a rule.
        public String change(Rule rule) {
            var parameters = new LinkedHashMap<>(RuleForm.of(rule).parameters());
            // The link contains amounts in plain notation in every language of the page.
            parameters.put(PageContext.FORM_LANGUAGE, Locale.ENGLISH.getLanguage());
            return Links.of(RULE_PAGE, parameters);
        }

        /// Reports whether a payout to any network may have a memo.
        public boolean areMemos() {
            return networks.stream().anyMatch(Network::memo);
        }

        public RuleDryRunPage dryRun() {
            return new RuleDryRunPage(frame, ruleTexts, assets, areMemos(), trying, PATH + "/test", Map.of());
        }
    }

    /// Form of a test payout.
    ///
    /// @param memos true if a payout to any network may have a memo
    /// @param path path to which it is sent
    /// @param besides further fields to send
    public record RuleDryRunPage(
            Frame frame,
            RuleWords ruleTexts,
            List<String> assets,
            boolean memos,
            RuleDryRun trying,
            String path,
            Map<String, String> besides) {
        public RuleDryRunPage {
            assets = List.copyOf(assets);
        }

        public Texts texts() {
            return ruleTexts.texts();
        }

        public Problems problems() {
            return new Problems(null, trying.problems());
        }

        public Maker[] makers() {
            return Maker.values();
        }
    }

    /// Page for the review of a rule.
    public record Review(Rule rule, RuleForm form, RuleDryRunPage trial) {
        /// Returns the path that stores the rule.
        public String path() {
            return form.isChange() ? PATH + "/rules/" + rule.id() : RULE_PAGE;
        }

        /// Returns the address of the rule's form.
        public String back() {
            return Links.of(RULE_PAGE, form.parameters());
        }
    }
}
