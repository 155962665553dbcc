package dev.sluice.dashboard.policy;

import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Seen;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
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
import dev.sluice.policy.Policies.Wish;
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

    private final Door door;
    private final Policies policies;
    private final References references;
    private final Clocks clocks;
    private final WalletPages wallets;

    public PolicyPages(Door door, Policies policies, References references, Clocks clocks) {
        this.door = door;
        this.policies = policies;
        this.references = references;
        this.clocks = clocks;
        this.wallets = new WalletPages(
                door, policies, references, (visit, problems) -> show(visit, 400, problems, Trying.nothing()));
    }

    public List<Route> routes() {
        var see = Permission.SEE_POLICY;
        var change = Permission.CHANGE_SETTINGS;
        return List.of(
                door.page(PATH, see, visit -> show(visit, 200, Map.of(), Trying.nothing())),
                door.page(PATH + "/try", see, this::attempt),
                door.page(RULE_PAGE, change, visit -> form(visit, 200, RuleForm.of(visit.query()), Problems.none())),
                door.page(REVIEW, change, this::review),
                door.sensitive(RULE_PAGE, change, RuleForm.SENT, Why.optional(this::add)),
                door.sensitive(RULE, change, RuleForm.SENT, this::ruleBefore, Why.optional(this::change)),
                door.sensitive(RULE + "/remove", change, List.of(), this::ruleBefore, Why.optional(this::remove)),
                wallets.listing(),
                wallets.unlisting());
    }

    private Answer show(Visit visit, int status, Map<String, String> problems, Trying trying) {
        var organization = visit.visitor().organizationId();
        var texts = visit.texts(BUNDLE);
        return visit.page(
                status,
                "dashboard/policy/policy.jte",
                Section.POLICY,
                texts.get("title"),
                frame -> new Shown(
                        frame,
                        RuleWords.of(visit),
                        policies.rules(organization),
                        Wallets.of(
                                policies.wallets(organization),
                                visit.query().text("find").orElse("")),
                        new Days(policies.dayLimits(organization), today()),
                        references.payableNetworks(),
                        assets(),
                        visit.form().all(),
                        new Problems(null, problems),
                        trying,
                        visit.may(Permission.CHANGE_SETTINGS)));
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

    private Answer attempt(Visit visit) {
        var trying = Trying.of(visit, references, policies.trial(visit.visitor().organizationId()));
        return show(visit, trying.problems().isEmpty() ? 200 : 400, trying.problems(), trying);
    }

    private Answer form(Visit visit, int status, RuleForm form, Problems problems) {
        var texts = visit.texts(BUNDLE);
        return visit.page(
                status,
                "dashboard/policy/rule.jte",
                Section.POLICY,
                texts.get(form.isChange() ? "changeRule" : "newRule"),
                frame -> new RuleAsked(frame, texts, visit.look(), form, assets(), problems));
    }

    /// Shows a rule in words, with a test payout, before it is turned on.
    private Answer review(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var form = RuleForm.of(visit.query());
        var problems = new LinkedHashMap<String, String>();
        var wish = form.wish(references, texts, problems);
        if (wish.isEmpty()) {
            return form(visit, 400, form, new Problems(null, problems));
        }
        var rule = form.isChange() ? policies.rule(changed(form), wish.get()) : policies.rule(wish.get());
        var trying = Trying.isAsked(visit)
                ? Trying.of(visit, references, policies.trial(visit.visitor().organizationId(), rule))
                : Trying.nothing();
        return visit.page(
                trying.problems().isEmpty() ? 200 : 400,
                "dashboard/policy/review.jte",
                Section.POLICY,
                texts.get(form.isChange() ? "changeRule" : "newRule"),
                frame -> new Review(
                        rule,
                        form,
                        new Trial(
                                frame,
                                RuleWords.of(visit),
                                assets(),
                                references.paysWithMemos(),
                                trying,
                                REVIEW,
                                form.parameters())));
    }

    private Answer add(Visit visit) {
        return put(
                visit,
                wish -> policies.add(visit.visitor().organizationId(), wish).map(rule -> {
                    visit.note(rule.id().toString());
                    return "added";
                }));
    }

    private Answer change(Visit visit) {
        if (rule(visit).isEmpty()) {
            throw Refusal.NOT_FOUND.refused();
        }
        var seen = Seen.sent(visit);
        return Seen.orOvertaken(
                () -> put(visit, wish -> {
                    var rule = policies.rule(id(visit), wish);
                    var wanted = RuleForm.says(rule);
                    if (!policies.change(visit.visitor().organizationId(), id(visit), wish, stored -> {
                        if (!rule.isAsStrictAs(stored)) {
                            visit.requireApproval();
                        }
                        return seen.allows(RuleForm.says(stored), wanted);
                    })) {
                        throw Refusal.NOT_FOUND.refused();
                    }
                    return Optional.of("changed");
                }),
                () -> overtaken(visit));
    }

    /// Shows the input with the stored rule.
    private Answer overtaken(Visit visit) {
        var rule = rule(visit).orElseThrow(Refusal.NOT_FOUND::refused);
        var says = RuleWords.of(visit).says(rule);
        var told = Seen.told(visit, door.last(visit, RULE)) + " " + Seen.stored(visit, says) + ".";
        return form(visit, 409, RuleForm.of(visit.form()).knowing(rule), Problems.whole(told));
    }

    /// @param putting stores the rule and returns the key of the message; empty if the maximum number of rules is
    ///     reached
    private Answer put(Visit visit, Function<Wish, Optional<String>> putting) {
        var texts = visit.texts(BUNDLE);
        var form = RuleForm.of(visit.form());
        var problems = new LinkedHashMap<String, String>();
        var wish = form.wish(references, texts, problems);
        if (visit.form()
                .text("kind")
                .filter(kind -> !RuleForm.KINDS.contains(kind))
                .isPresent()) {
            throw Refusal.NOT_FOUND.refused();
        }
        if (wish.isEmpty()) {
            return form(visit, 400, form, new Problems(null, problems));
        }
        return putting.apply(wish.get())
                .map(done -> visit.goTo(PATH, texts.get(done)))
                .orElseGet(() -> form(visit, 409, form, Problems.of("effect", texts.get("full", Policies.RULES_MAX))));
    }

    private static UUID changed(RuleForm form) {
        return Ids.parse(form.at(RuleForm.RULE)).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// Returns the rule before it is changed or removed, for the audit log.
    private Map<String, String> ruleBefore(Visit visit) {
        return rule(visit).map(RuleForm::before).orElse(Map.of());
    }

    private Optional<Rule> rule(Visit visit) {
        var id = id(visit);
        return policies.rules(visit.visitor().organizationId()).stream()
                .filter(rule -> rule.id().equals(id))
                .findFirst();
    }

    private Answer remove(Visit visit) {
        if (rule(visit).isPresent()) {
            visit.requireApproval();
        }
        if (!policies.remove(visit.visitor().organizationId(), id(visit))) {
            throw Refusal.NOT_FOUND.refused();
        }
        return visit.goTo(PATH, visit.texts(BUNDLE).get("removed"));
    }

    private static UUID id(Visit visit) {
        return visit.request().id("id", Refusal.NOT_FOUND);
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
    public record Shown(
            Frame frame,
            RuleWords words,
            List<Rule> rules,
            Wallets wallets,
            Days days,
            List<Network> networks,
            List<String> assets,
            Map<String, String> sent,
            Problems problems,
            Trying trying,
            boolean mayChange) {
        public Shown {
            rules = List.copyOf(rules);
            networks = List.copyOf(networks);
            assets = List.copyOf(assets);
            sent = Map.copyOf(sent);
        }

        public Texts texts() {
            return words.texts();
        }

        public Look look() {
            return words.look();
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
            parameters.put(Visit.FORM_LANGUAGE, Locale.ENGLISH.getLanguage());
            return Links.of(RULE_PAGE, parameters);
        }

        /// Reports whether a payout to any network may have a memo.
        public boolean areMemos() {
            return networks.stream().anyMatch(Network::memo);
        }

        public Trial trial() {
            return new Trial(frame, words, assets, areMemos(), trying, PATH + "/try", Map.of());
        }
    }

    /// Form of a test payout.
    ///
    /// @param memos true if a payout to any network may have a memo
    /// @param path path to which it is sent
    /// @param besides further fields to send
    public record Trial(
            Frame frame,
            RuleWords words,
            List<String> assets,
            boolean memos,
            Trying trying,
            String path,
            Map<String, String> besides) {
        public Trial {
            assets = List.copyOf(assets);
        }

        public Texts texts() {
            return words.texts();
        }

        public Problems problems() {
            return new Problems(null, trying.problems());
        }

        public Maker[] makers() {
            return Maker.values();
        }
    }

    /// Page for the review of a rule.
    public record Review(Rule rule, RuleForm form, Trial trial) {
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
