package dev.sluice.http.server;

import com.github.f4b6a3.uuid.UuidCreator;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.util.regex.Pattern;

/// Picks the id of a request: a valid one of the client, otherwise a new one. The id only serves to find the request
/// in logs and is never trusted, so that a fast random source is enough.
final class RequestIds {
    static final HeaderName HEADER = HeaderNames.create("X-Request-Id");

    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    private RequestIds() {}

    static String of(Headers headers) {
        return headers.first(HEADER)
                .filter(id -> VALID.matcher(id).matches())
                .orElseGet(() -> UuidCreator.getRandomBasedFast().toString());
    }
}
