package dev.sluice.dashboard.payout;

import dev.sluice.http.Ids;
import dev.sluice.http.Request;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Payouts that this browser's latest reviews created. A person who goes back to a review sees that it was sent. The
/// cookie lasts as long as the reviews.
///
/// @param payouts payout ids by the idempotency keys of the reviews, latest first
record SentPayouts(Map<UUID, UUID> payouts) {
    static final String COOKIE = "sluice_sent";
    static final Duration KEPT = Duration.ofHours(1);

    private static final int REMEMBERED_MAX = 10;

    static SentPayouts of(Request request) {
        var payouts = new LinkedHashMap<UUID, UUID>();
        Stream.of(request.cookie(COOKIE).orElse("").split("_", REMEMBERED_MAX + 1))
                .limit(REMEMBERED_MAX)
                .map(pair -> pair.split("\\.", -1))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> Ids.parse(pair[0])
                        .ifPresent(key -> Ids.parse(pair[1]).ifPresent(payout -> payouts.putIfAbsent(key, payout))));
        return new SentPayouts(payouts);
    }

    Optional<UUID> find(String formKey) {
        return Ids.parse(formKey).map(payouts::get);
    }

    SentPayouts with(String formKey, String payoutId) {
        var more = new LinkedHashMap<UUID, UUID>();
        Ids.parse(formKey).ifPresent(key -> Ids.parse(payoutId).ifPresent(payout -> more.put(key, payout)));
        payouts.forEach(more::putIfAbsent);
        return new SentPayouts(more);
    }

    /// Returns the value of the cookie.
    String text() {
        return payouts.entrySet().stream()
                .limit(REMEMBERED_MAX)
                .map(each -> each.getKey() + "." + each.getValue())
                .collect(Collectors.joining("_"));
    }
}
