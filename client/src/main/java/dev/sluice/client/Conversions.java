package dev.sluice.client;

import dev.sluice.client.model.Convert;
import dev.sluice.client.model.ConvertCreate;
import dev.sluice.client.model.ConvertCreated;
import dev.sluice.client.model.ConvertEstimate;
import dev.sluice.client.model.ConvertEstimateQuery;
import dev.sluice.client.model.ConvertQuery;
import dev.sluice.client.model.Page;
import java.util.stream.Stream;

/// Tokens exchanged for fiat money, and quotes.
public final class Conversions {
    private final Calls calls;

    Conversions(Calls calls) {
        this.calls = calls;
    }

    private static final String ALL = "/v1/convert";

    /// Returns the result of a conversion, guaranteed for five minutes.
    public ConvertEstimate estimate(ConvertEstimateQuery query) {
        return calls.get(ConvertEstimate.class, ALL + "/estimate", query.parameters());
    }

    public ConvertCreated create(ConvertCreate request) {
        return calls.post(ConvertCreated.class, ALL, request);
    }

    public Convert get(String convertId) {
        return calls.get(Convert.class, Target.path(ALL + "/", convertId));
    }

    /// Streams all conversions.
    public Stream<Convert> list() {
        return list(ConvertQuery.all());
    }

    /// The conversions that a query asks for, from its page on; fetched page by page as the stream is consumed.
    public Stream<Convert> list(ConvertQuery query) {
        return calls.stream(Convert.class, ALL, query);
    }

    /// Returns one page of conversions, with the totals.
    public Page<Convert> page(ConvertQuery query) {
        return calls.page(Convert.class, ALL, query);
    }
}
