package dev.sluice.dashboard.policy;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.disbursement.create.UnpayableAddress;
import dev.sluice.disbursement.create.WalletFields;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.policy.Policies;
import dev.sluice.policy.Policies.RuleAuthor;
import dev.sluice.policy.Wallet;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiFunction;

/// Wallet allowlist: adds and removes wallets.
final class WalletPages {
    private static final String PATH = PolicyPages.PATH + "/wallets";
    private static final int LABEL_LENGTH_MAX = 120;

    private final DashboardGuard guard;
    private final Policies policies;
    private final References references;
    private final BiFunction<PageContext, Map<String, String>, Answer> again;

    /// @param again renders the page of the rules with the problems by field name
    WalletPages(
            DashboardGuard guard,
            Policies policies,
            References references,
            BiFunction<PageContext, Map<String, String>, Answer> again) {
        this.guard = guard;
        this.policies = policies;
        this.references = references;
        this.again = again;
    }

    Route listing() {
        return guard.sensitive(
                PATH,
                Permission.CHANGE_SETTINGS,
                List.of("network", "wallet", "walletMemo", "anyMemo", "label"),
                OptionalReason.optional(this::list));
    }

    Route unlisting() {
        return guard.sensitive(
                PATH + "/{id}/remove",
                Permission.CHANGE_SETTINGS,
                List.of(),
                this::before,
                OptionalReason.optional(this::unlist));
    }

    private Answer list(PageContext context) {
        var texts = context.texts(PolicyPages.BUNDLE);
        var problems = new LinkedHashMap<String, String>();
        var network = references.network(context.form().text("network").orElse(""));
        var label = context.form().text("label").orElse("").strip();
        var typed = context.form().text("wallet").orElse("").strip();
        var address = network.flatMap(on -> WalletFields.written(on, typed));
        if (network.isEmpty()) {
            problems.put("network", texts.get("networkUnknown"));
        } else if (address.isEmpty()) {
            problems.put("wallet", texts.get("addressMalformed", network.get().name()));
        } else {
            UnpayableAddress.find(references, network.get(), address.get())
                    .ifPresent(unpayable -> problems.put("wallet", unpayable(texts, unpayable)));
        }
        var memo = context.form().text("walletMemo").orElse("").strip();
        boolean anyMemo = context.form().text("anyMemo").filter("true"::equals).isPresent();
        if (anyMemo && !memo.isEmpty()) {
            problems.put("walletMemo", texts.get("memoOrAny"));
        } else if (problems.isEmpty() && (anyMemo || !memo.isEmpty())) {
            WalletFields.faultOfMemo(network.orElseThrow(), address.orElseThrow(), anyMemo ? null : memo)
                    .ifPresent(fault -> problems.put(
                            "walletMemo",
                            texts.get("memoFault." + fault, network.get().name())));
        }
        if (label.isEmpty() || label.length() > LABEL_LENGTH_MAX) {
            problems.put("label", texts.get("labelLength", LABEL_LENGTH_MAX));
        }
        if (problems.isEmpty()) {
            context.requireApproval();
            var user = context.visitor().user();
            var wallet = new Wallet(network.orElseThrow().network(), address.orElseThrow(), WalletFields.meant(memo));
            var listed = policies.list(
                    context.visitor().organizationId(), wallet, anyMemo, label, new RuleAuthor(user.id(), user.name()));
            if (listed.isPresent()) {
                context.recordCreated(listed.get().id().toString());
                return context.redirect(PolicyPages.PATH, texts.get("listed"));
            }
            problems.put("wallet", texts.get("listedAlready", Policies.WALLETS_MAX));
        }
        return again.apply(context, problems);
    }

    /// Explains why an address cannot be paid.
    static String unpayable(Texts texts, UnpayableAddress unpayable) {
        return texts.get("unpayable." + unpayable.kind(), Objects.requireNonNullElse(unpayable.token(), ""));
    }

    /// Returns the wallet before its removal from the allowlist, for the audit log.
    private Map<String, String> before(PageContext context) {
        var id = id(context);
        var before = new LinkedHashMap<String, String>();
        policies.wallets(context.visitor().organizationId()).stream()
                .filter(listed -> listed.id().equals(id))
                .forEach(listed -> {
                    before.put("before.network", listed.wallet().network());
                    before.put("before.wallet", listed.wallet().address());
                    before.put("before.label", listed.label());
                    if (listed.wallet().memo() != null) {
                        before.put("before.walletMemo", listed.wallet().memo());
                    }
                    if (listed.anyMemo()) {
                        before.put("before.anyMemo", "true");
                    }
                });
        return before;
    }

    private Answer unlist(PageContext context) {
        if (!policies.unlist(context.visitor().organizationId(), id(context))) {
            throw Refusal.NOT_FOUND.refused();
        }
        return context.redirect(
                PolicyPages.PATH, context.texts(PolicyPages.BUNDLE).get("unlisted"));
    }

    private static UUID id(PageContext context) {
        return context.request().id("id", Refusal.NOT_FOUND);
    }
}
