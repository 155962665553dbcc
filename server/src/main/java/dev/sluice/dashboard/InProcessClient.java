package dev.sluice.dashboard;

import dev.sluice.client.RetryPolicy;
import dev.sluice.client.SluiceClient;
import dev.sluice.http.IfMatch;
import dev.sluice.http.InternalApi;
import dev.sluice.http.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// API client whose requests stay in this process, with the permissions of a page's visitor. Its responses are
/// translated into the language of the page.
final class InProcessClient {
    private InProcessClient() {}

    /// @param version version in which the client changes a resource, if any
    static SluiceClient.Builder of(PageContext context, Supplier<InternalApi> api, FormVersion version) {
        var caller = context.caller();
        return SluiceClient.builder().retries(RetryPolicy.none()).carrier((method, target, body, headers) -> {
            var answer = api.get()
                    .call(
                            caller,
                            context.request(),
                            Method.valueOf(method),
                            target,
                            body,
                            headers(headers, context.language(), version));
            return new InternalResponse(context.wording().of(answer));
        });
    }

    /// Adds the language of the page, in which the service renders documents such as a proof of payment.
    private static Map<String, String> headers(Map<String, String> given, String language, FormVersion version) {
        var all = new HashMap<>(given);
        version.tag().ifPresent(tag -> all.put(IfMatch.HEADER, tag));
        all.put("Accept-Language", language);
        return all;
    }
}
