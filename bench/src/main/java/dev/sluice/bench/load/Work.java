package dev.sluice.bench.load;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Endless sequence of distinct requests.
interface Work {
    byte[] next();

    static Work of(Plan plan) {
        var signer = new Signer(plan.host(), plan.port());
        if (plan.letterBytes() > 0) {
            return new WebhookMessages(plan.host() + ":" + plan.port(), plan.letterBytes());
        }
        return plan.targets().isEmpty()
                ? new Payouts(signer, plan.merchants(), plan.itemsPerRequest())
                : new Reads(signer, plan.merchants(), plan.targets());
    }

    /// Payouts to saved recipients, each with its own reference and idempotency key, round robin over merchants
    /// and their recipients.
    final class Payouts implements Work {
        private final Signer signer;
        private final List<Plan.Merchant> merchants;
        private final int items;
        private final String run = HexFormat.of().toHexDigits(new SecureRandom().nextLong());
        private long created;

        Payouts(Signer signer, List<Plan.Merchant> merchants, int items) {
            this.signer = signer;
            this.merchants = merchants;
            this.items = items;
        }

        @Override
        public byte[] next() {
            var merchant = merchants.get((int) (created % merchants.size()));
            var payees = merchant.recipientIds();
            long turn = created / merchants.size() * items;
            var request = run + "-" + created++;
            var body = new StringBuilder(128 * items).append("{\"currency\":\"IDR\",\"disburseData\":[");
            for (int item = 0; item < items; item++) {
                body.append(item == 0 ? "" : ",")
                        .append("{\"recipientId\":\"")
                        .append(payees.get((int) ((turn + item) % payees.size())))
                        .append("\",\"amount\":")
                        .append(10_000 + (created + item) % 90_000)
                        .append(",\"reference\":\"INV-")
                        .append(request)
                        .append('-')
                        .append(item)
                        .append("\",\"note\":\"Invoice of November\"}");
            }
            return signer.post(
                    merchant, "/v2/disbursement/fiat", body.append("]}").toString(), "key-" + request);
        }
    }

    /// Reads of given targets, in an order that is the same in each run.
    final class Reads implements Work {
        private static final long SEED = 42;

        private final Signer signer;
        private final List<Plan.Merchant> merchants;
        private final List<String> targets;
        private final RandomGenerator random =
                RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);

        Reads(Signer signer, List<Plan.Merchant> merchants, List<String> targets) {
            this.signer = signer;
            this.merchants = merchants;
            this.targets = targets;
        }

        @Override
        public byte[] next() {
            return signer.get(merchants.getFirst(), targets.get(random.nextInt(targets.size())));
        }
    }
}
