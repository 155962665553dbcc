package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.report.Round;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Setting;
import java.util.LinkedHashMap;
import java.util.List;

/// Figure 15, for information: p99 of the webhook lag under the load of figure 1, from the answer to a payout to the
/// arrival of its `disbursement.created`. Taken from the rounds of figure 15b.
final class WebhookLag implements Figure {
    private static final Heading HEADING =
            new Heading("15", "webhook lag p99 under figure 1's load", Goal.none("ms"), Setting.BUSY);

    private static final double MICROS_PER_MILLI = 1_000;

    private final PayoutsWithWebhooks reported;

    WebhookLag(PayoutsWithWebhooks reported) {
        this.reported = reported;
    }

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var rounds = reported.found(environment).rounds().stream()
                .map(WebhookLag::lag)
                .toList();
        return HEADING.found(rounds, List.of("Seen in the rounds of figure 15b."));
    }

    private static Round lag(Round round) {
        var lags = new LinkedHashMap<String, Double>();
        PayoutsWithWebhooks.LAGS.forEach(name -> {
            var lag = round.numbers().get(name);
            if (lag != null) {
                lags.put(name, lag);
            }
        });
        return round.as(lags.getOrDefault(PayoutsWithWebhooks.LAG, Double.NaN) / MICROS_PER_MILLI, lags);
    }
}
