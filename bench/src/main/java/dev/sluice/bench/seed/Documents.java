package dev.sluice.bench.seed;

import dev.sluice.bench.seed.RowStore.Remembered;
import dev.sluice.bench.seed.RowStore.Table;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementJson;
import dev.sluice.disbursement.query.DisbursementGroup;
import dev.sluice.event.Event;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.vault.Vault;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Documents of a payout that are kept for a month: its events, and the stored answers to its requests. Encrypted as
/// by the service.
final class Documents {
    private static final String EVENT = "event";
    private static final String ANSWER = "idempotency";
    private static final int SHA256_BYTES = 32;
    private static final long VERSION_BITS = 0xF000L;
    private static final long VERSION_4 = 0x4000L;
    private static final long VARIANT_BITS = 0b11L << 62;
    private static final long VARIANT = 0b10L << 62;

    private final Vault vault;
    private final Past past;
    private final Envelope envelope;
    private final Map<UUID, Long> positions;
    private final RandomGenerator random;

    /// @param positions last positions of the organizations' feeds
    Documents(Vault vault, Past past, Map<UUID, Long> positions, RandomGenerator random) {
        this.vault = vault;
        this.past = past;
        this.envelope = new Envelope(past);
        this.positions = new HashMap<>(positions);
        this.random = random;
    }

    /// Adds the event of a payout's latest change.
    void event(Chunk chunk, Merchant merchant, Disbursement payout, String what) {
        var event = new Event(
                payout.organizationId(),
                payout.id(),
                "disbursement." + what,
                payout.progress().events(),
                DisbursementJson.bytes(payout, merchant.name()),
                payout.progress().updatedAt());
        long position = positions.merge(event.organizationId(), 1L, Long::sum);
        chunk.feed(event.organizationId(), position);
        RowStore.event(
                chunk.rows(Table.EVENT), event, position, vault.seal(event.organizationId(), EVENT, event.data()));
    }

    /// Adds the answer to the request that created a group.
    void created(Chunk chunk, Merchant merchant, List<Disbursement> payouts) {
        var request = request(Method.POST, "/v2/disbursement/fiat");
        var group = DisbursementGroup.second(payouts, merchant.name());
        remember(chunk, merchant, request, envelope.created(request, "Fiat disbursement created", group));
    }

    /// Adds the answer to the request that cancelled a payout.
    void cancelled(Chunk chunk, Merchant merchant, Disbursement payout) {
        var request = request(Method.PATCH, "/v1/disbursement/" + payout.id() + "/cancel");
        var json = DisbursementJson.of(payout, merchant.name());
        remember(chunk, merchant, request, envelope.ok(request, "Disbursement cancelled", json));
    }

    /// Request and signature are stored only as digests, so random bytes can replace them.
    private void remember(Chunk chunk, Merchant merchant, Request request, Answer answer) {
        RowStore.answer(
                chunk.rows(Table.ANSWER),
                new Remembered(
                        merchant.organizationId(),
                        id(),
                        digest(),
                        digest(),
                        request.id(),
                        answer.status(),
                        vault.seal(merchant.organizationId(), ANSWER, answer.body()),
                        past.instant()));
    }

    private Request request(Method method, String path) {
        return new Request(id(), method, path, "", new byte[0], "127.0.0.1", Map.of(), _ -> null);
    }

    /// Returns a random id (version 4), like those of callers' requests and keys.
    private String id() {
        return new UUID((random.nextLong() & ~VERSION_BITS) | VERSION_4, (random.nextLong() & ~VARIANT_BITS) | VARIANT)
                .toString();
    }

    private byte[] digest() {
        var bytes = new byte[SHA256_BYTES];
        random.nextBytes(bytes);
        return bytes;
    }
}
