package dev.sluice.dashboard.policy;

import dev.sluice.dashboard.Visit;
import dev.sluice.disbursement.WalletFields;
import dev.sluice.http.Query;
import dev.sluice.money.Money;
import dev.sluice.page.Texts;
import dev.sluice.policy.Maker;
import dev.sluice.policy.Policies;
import dev.sluice.policy.Proposal;
import dev.sluice.policy.Verdict;
import dev.sluice.policy.Wallet;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// "Would this pass?": a payout that nobody makes, and what the rules say of it.
public record Trying(
        Map<String, String> sent,
        Map<String, String> problems,
        @Nullable Verdict verdict) {
    private static final List<String> FIELDS = List.of("unit", "sum", "by", "address", "memo", "known");
    private static final List<String> KNOWN = List.of("new", "day", "month");

    public Trying {
        sent = Map.copyOf(sent);
        problems = Map.copyOf(problems);
    }

    static Trying nothing() {
        return new Trying(Map.of(), Map.of(), null);
    }

    static Trying of(Visit visit, References references, Policies policies, Instant now) {
        Query query = visit.query();
        var texts = visit.texts("dashboard.policy");
        var sent = new LinkedHashMap<String, String>();
        FIELDS.forEach(field -> query.text(field).ifPresent(value -> sent.put(field, value.strip())));
        var problems = new LinkedHashMap<String, String>();
        var asset = references.asset(sent.getOrDefault("unit", ""));
        var amount = RuleForm.amount(sent.getOrDefault("sum", ""));
        var maker = Maker.named(sent.getOrDefault("by", ""));
        if (asset.isEmpty()) {
            problems.put("unit", texts.get("assetMissing"));
        } else if (amount.isEmpty() || !Money.isWrittenFor(amount.get(), asset.get())) {
            problems.put("sum", texts.get("amountMalformed"));
        }
        if (maker.isEmpty()) {
            problems.put("by", texts.get("makerUnknown"));
        }
        var network = asset.flatMap(each -> references.token(each.code())).map(Token::network);
        var address = network.flatMap(on -> WalletFields.written(on, sent.getOrDefault("address", "")));
        if (network.isPresent() && address.isEmpty()) {
            problems.put("address", texts.get("addressMalformed", network.get().name()));
        }
        var memo = sent.getOrDefault("memo", "");
        if (network.isPresent() && address.isPresent() && !memo.isEmpty()) {
            WalletFields.faultOfMemo(network.get(), address.get(), memo)
                    .ifPresent(fault -> problems.put(
                            "memo",
                            texts.get("memoFault." + fault, network.get().name())));
        }
        var organization = visit.visitor().organizationId();
        Verdict verdict = null;
        if (problems.isEmpty()) {
            var money = Money.exactly(amount.orElseThrow(), asset.orElseThrow());
            var proposal = network.map(on -> Proposal.toWallet(
                            organization,
                            maker.orElseThrow(),
                            money,
                            new Wallet(on.network(), address.orElseThrow(), WalletFields.meant(memo)),
                            now))
                    .orElseGet(() -> Proposal.toAccount(
                            organization, maker.orElseThrow(), money, since(sent.getOrDefault("known", ""), now), now));
            verdict = policies.trial(organization).judge(proposal);
        }
        return new Trying(sent, problems, verdict);
    }

    private static @Nullable Instant since(String known, Instant now) {
        return switch (known) {
            case "day" -> now.minusSeconds(86_400);
            case "month" -> now.minusSeconds(31 * 86_400L);
            default -> null;
        };
    }

    public String at(String field) {
        return sent.getOrDefault(field, "");
    }

    /// How long the payee is known, of a bank account.
    public List<String> ages() {
        return KNOWN;
    }

    public String result(Texts texts) {
        if (verdict == null) {
            return "";
        }
        if (verdict.isRefused()) {
            return texts.get("wouldBeRefused");
        }
        return texts.get(verdict.reservations().isEmpty() ? "wouldPass" : "wouldWait");
    }
}
