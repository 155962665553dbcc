package dev.sluice.dashboard.policy;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.disbursement.UnpayableAddress;
import dev.sluice.disbursement.WalletFields;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.policy.Policies;
import dev.sluice.policy.Policies.Person;
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

    private final Door door;
    private final Policies policies;
    private final References references;
    private final BiFunction<Visit, Map<String, String>, Answer> again;

    /// @param again renders the page of the rules with the problems by field name
    WalletPages(
            Door door, Policies policies, References references, BiFunction<Visit, Map<String, String>, Answer> again) {
        this.door = door;
        this.policies = policies;
        this.references = references;
        this.again = again;
    }

    Route listing() {
        return door.sensitive(
                PATH,
                Permission.CHANGE_SETTINGS,
                List.of("network", "wallet", "walletMemo", "anyMemo", "label"),
                Why.optional(this::list));
    }

    Route unlisting() {
        return door.sensitive(
                PATH + "/{id}/remove", Permission.CHANGE_SETTINGS, List.of(), this::before, Why.optional(this::unlist));
    }

    private Answer list(Visit visit) {
        var texts = visit.texts(PolicyPages.BUNDLE);
        var problems = new LinkedHashMap<String, String>();
        var network = references.network(visit.form().text("network").orElse(""));
        var label = visit.form().text("label").orElse("").strip();
        var typed = visit.form().text("wallet").orElse("").strip();
        var address = network.flatMap(on -> WalletFields.written(on, typed));
        if (network.isEmpty()) {
            problems.put("network", texts.get("networkUnknown"));
        } else if (address.isEmpty()) {
            problems.put("wallet", texts.get("addressMalformed", network.get().name()));
        } else {
            UnpayableAddress.find(references, network.get(), address.get())
                    .ifPresent(unpayable -> problems.put("wallet", unpayable(texts, unpayable)));
        }
        var memo = visit.form().text("walletMemo").orElse("").strip();
        boolean anyMemo = visit.form().text("anyMemo").filter("true"::equals).isPresent();
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
            visit.requireApproval();
            var who = visit.visitor().user();
            var wallet = new Wallet(network.orElseThrow().network(), address.orElseThrow(), WalletFields.meant(memo));
            var listed = policies.list(
                    visit.visitor().organizationId(), wallet, anyMemo, label, new Person(who.id(), who.name()));
            if (listed.isPresent()) {
                visit.note(listed.get().id().toString());
                return visit.goTo(PolicyPages.PATH, texts.get("listed"));
            }
            problems.put("wallet", texts.get("listedAlready", Policies.WALLETS_MAX));
        }
        return again.apply(visit, problems);
    }

    /// Explains why an address cannot be paid.
    static String unpayable(Texts texts, UnpayableAddress unpayable) {
        return texts.get("unpayable." + unpayable.kind(), Objects.requireNonNullElse(unpayable.token(), ""));
    }

    /// Returns the wallet before its removal from the allowlist, for the audit log.
    private Map<String, String> before(Visit visit) {
        var id = id(visit);
        var before = new LinkedHashMap<String, String>();
        policies.wallets(visit.visitor().organizationId()).stream()
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

    private Answer unlist(Visit visit) {
        if (!policies.unlist(visit.visitor().organizationId(), id(visit))) {
            throw Refusal.NOT_FOUND.refused();
        }
        return visit.goTo(PolicyPages.PATH, visit.texts(PolicyPages.BUNDLE).get("unlisted"));
    }

    private static UUID id(Visit visit) {
        return visit.request().id("id", Refusal.NOT_FOUND);
    }
}
