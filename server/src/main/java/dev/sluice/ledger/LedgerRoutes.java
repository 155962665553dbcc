package dev.sluice.ledger;

import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.http.Envelope;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.ledger.Statement.AssetBalance;
import dev.sluice.ledger.Statement.Line;
import dev.sluice.money.Asset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// API routes of the balance and the statement.
public final class LedgerRoutes {
    private LedgerRoutes() {}

    public static List<Route> routes(Guard guard, Envelope envelope, Statement statement, PayoutStatuses payouts) {
        return List.of(
                guard.read(
                        Method.GET,
                        "/v1/balance",
                        Scope.READ,
                        (caller, request) -> envelope.ok(
                                request,
                                "Balances retrieved",
                                statement.balances(caller.organizationId()).stream()
                                        .map(LedgerRoutes::json)
                                        .toList())),
                guard.read(Method.GET, "/v1/balance/transactions", Scope.READ, (caller, request) -> {
                    var query = request.query();
                    var page = Page.Request.newestFirst(query);
                    var currency = query.text("currency").map(Asset::codeOf).orElse(null);
                    var between = query.dates().orElse(null);
                    query.findings().throwIfAny();
                    var lines = statement.page(caller.organizationId(), currency, between, page);
                    var statuses = statuses(payouts, caller.organizationId(), lines.docs());
                    return envelope.ok(
                            request,
                            "Balance transactions retrieved",
                            lines.json(each -> line(each, statuses.get(each.paymentId()))));
                }));
    }

    private static JsonObject json(AssetBalance balance) {
        var asset = balance.available().asset();
        return new JsonObject()
                .put("currency", asset.code())
                .put("assetType", asset.kind().wire())
                .put("available", balance.available().decimal())
                .put("held", balance.held().decimal())
                .put("total", balance.total().decimal())
                .putPresent("owed", balance.owed().isPositive() ? balance.owed().decimal() : null);
    }

    private static Map<UUID, String> statuses(PayoutStatuses payouts, UUID organizationId, List<Line> lines) {
        return payouts.of(organizationId, lines.stream().map(Line::paymentId).collect(Collectors.toSet()));
    }

    private static JsonObject line(Line line, @Nullable String payoutStatus) {
        var asset = line.amount().asset();
        return new JsonObject()
                .put("id", line.paymentId() + "-" + line.sequence())
                .put("currency", asset.code())
                .put("assetType", asset.kind().wire())
                .put("kind", kind(line))
                .put("direction", line.isCredit() ? "credit" : "debit")
                .put("amount", line.amount().decimal())
                .put("balanceAfter", line.availableAfter().decimal())
                .putPresent("paymentId", line.kind() == TransferKind.FUNDING ? null : line.paymentId())
                .putPresent("payoutStatus", payoutStatus)
                .put("effectiveAt", line.effectiveAt())
                .put("recordedAt", line.recordedAt());
    }

    /// Returns the statement's name for the reason of a movement.
    private static String kind(Line line) {
        return switch (line.kind()) {
            case HOLD -> "hold";
            case VOID -> "release";
            case REVERSAL -> "reversal";
            case DEPOSIT -> "deposit";
            case CONVERSION -> "conversion";
            case ADVANCE -> "advance";
            case RECOVERY -> "recovery";
            case POST, FEE, FUNDING, SUSPENSE, GAS, CHARGE, INTEREST, CORRECTION -> line.isCredit() ? "credit" : "debit";
        };
    }
}
