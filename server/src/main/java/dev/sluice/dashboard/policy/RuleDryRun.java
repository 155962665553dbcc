package dev.sluice.dashboard.policy;

import dev.sluice.client.SluiceException;
import dev.sluice.dashboard.PageContext;
import dev.sluice.disbursement.create.UnpayableAddress;
import dev.sluice.disbursement.create.WalletFields;
import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import dev.sluice.money.Money;
import dev.sluice.page.Texts;
import dev.sluice.policy.Maker;
import dev.sluice.policy.PolicyDecision;
import dev.sluice.policy.PolicyEvaluator;
import dev.sluice.policy.Proposal;
import dev.sluice.policy.Wallet;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Test of a payout against the rules; nothing is sent.
public record RuleDryRun(
        Map<String, String> sent,
        Map<String, String> problems,
        @Nullable PolicyDecision decision) {
    private static final List<String> FIELDS =
            List.of("payoutAsset", "payoutAmount", "payoutMaker", "address", "memo", "known", "payee");
    /// Selectable ages of a recipient, by the keys of their texts.
    private static final Map<String, Duration> KNOWN = known();

    public RuleDryRun {
        sent = Map.copyOf(sent);
        problems = Map.copyOf(problems);
    }

    static RuleDryRun nothing() {
        return new RuleDryRun(Map.of(), Map.of(), null);
    }

    private static Map<String, Duration> known() {
        var known = new LinkedHashMap<String, Duration>();
        known.put("new", Duration.ZERO);
        known.put("hour", Duration.ofHours(1));
        known.put("day", Duration.ofDays(1));
        known.put("week", Duration.ofDays(7));
        known.put("month", Duration.ofDays(31));
        return known;
    }

    /// Reports whether the request contains a test payout.
    static boolean isAsked(PageContext context) {
        return FIELDS.stream().anyMatch(field -> context.query().text(field).isPresent());
    }

    /// @param evaluator evaluator of the rules
    static RuleDryRun of(PageContext context, References references, PolicyEvaluator evaluator) {
        var now = evaluator.now();
        Query query = context.query();
        var texts = context.texts("dashboard.policy");
        var sent = new LinkedHashMap<String, String>();
        FIELDS.forEach(field -> query.text(field).ifPresent(value -> sent.put(field, value.strip())));
        var problems = new LinkedHashMap<String, String>();
        var asset = references.asset(sent.getOrDefault("payoutAsset", ""));
        var amount = RuleForm.amount(sent.getOrDefault("payoutAmount", ""));
        var maker = Maker.named(sent.getOrDefault("payoutMaker", ""));
        if (asset.isEmpty()) {
            problems.put("payoutAsset", texts.get("assetMissing"));
        } else if (amount.isEmpty() || !Money.isWrittenFor(amount.get(), asset.get())) {
            problems.put("payoutAmount", texts.get("amountMalformed"));
        }
        if (maker.isEmpty()) {
            problems.put("payoutMaker", texts.get("makerUnknown"));
        }
        var network = asset.flatMap(each -> references.token(each.code())).map(Token::network);
        var address = network.flatMap(on -> WalletFields.written(on, sent.getOrDefault("address", "")));
        if (network.isPresent() && address.isEmpty()) {
            problems.put("address", texts.get("addressMalformed", network.get().name()));
        } else if (network.isPresent()) {
            UnpayableAddress.find(references, network.get(), address.get())
                    .ifPresent(unpayable -> problems.put("address", WalletPages.unpayable(texts, unpayable)));
        }
        var memo = sent.getOrDefault("memo", "");
        if (network.isPresent() && address.isPresent() && !memo.isEmpty()) {
            WalletFields.faultOfMemo(network.get(), address.get(), memo)
                    .ifPresent(fault -> problems.put(
                            "memo",
                            texts.get("memoFault." + fault, network.get().name())));
        }
        var since = network.isPresent() ? null : since(context, sent, problems, now);
        if (!problems.isEmpty()) {
            return new RuleDryRun(sent, problems, null);
        }
        var organization = context.visitor().organizationId();
        var money = Money.exactly(amount.orElseThrow(), asset.orElseThrow());
        var proposal = network.map(on -> Proposal.toWallet(
                        organization,
                        maker.orElseThrow(),
                        money,
                        new Wallet(on.network(), address.orElseThrow(), WalletFields.meant(memo)),
                        now))
                .orElseGet(() -> Proposal.toAccount(organization, maker.orElseThrow(), money, since, now));
        return new RuleDryRun(sent, problems, evaluator.evaluate(proposal));
    }

    /// Returns the time since which the recipient is known: that of the given saved recipient, or the chosen age.
    private static @Nullable Instant since(
            PageContext context, Map<String, String> sent, Map<String, String> problems, Instant now) {
        var payee = sent.getOrDefault("payee", "");
        if (!payee.isEmpty()) {
            try {
                if (Ids.parse(payee).isPresent()) {
                    return context.client().recipients().get(payee).updatedAt();
                }
            } catch (SluiceException refused) {
                if (refused.status() != 404) {
                    throw refused;
                }
            }
            problems.put("payee", context.texts("dashboard.policy").get("payeeUnknown"));
            return null;
        }
        var known = KNOWN.getOrDefault(sent.getOrDefault("known", ""), Duration.ZERO);
        return known.isZero() ? null : now.minus(known);
    }

    public String at(String field) {
        return sent.getOrDefault(field, "");
    }

    /// Returns the selectable ages of a recipient with a bank account.
    public Set<String> ages() {
        return KNOWN.keySet();
    }

    public String result(Texts texts) {
        if (decision == null) {
            return "";
        }
        if (decision.isRefused()) {
            return texts.get("wouldBeRefused");
        }
        return texts.get(decision.reservations().isEmpty() ? "wouldPass" : "wouldWait");
    }
}
