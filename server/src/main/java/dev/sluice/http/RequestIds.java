package dev.sluice.http;

import com.github.f4b6a3.uuid.UuidCreator;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.util.regex.Pattern;

/// The id of a request: the client's own where it sent a valid one, otherwise a new one. It is to be found again by,
/// and nothing trusts it, so that a fast source of chance will do.
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
