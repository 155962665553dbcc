package dev.sluice.http;

import dev.sluice.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An HTTP request with its raw bytes and texts, not yet parsed. `path` and `rawQuery` are as sent, since the
/// signature covers that form. Header look-up ignores case.
///
/// @param pathParameters values by name, from left to right
/// @param isHead true for HEAD: it is served as GET, and only the head of the answer is sent
public record Request(
        String id,
        Method method,
        String path,
        String rawQuery,
        byte[] body,
        String remoteAddress,
        Map<String, String> pathParameters,
        Function<String, @Nullable String> headers,
        @Nullable Principal principal,
        boolean isHead) {
    private static final String FORM_TYPE = "application/x-www-form-urlencoded";

    /// Creates a request from outside.
    public Request(
            String id,
            Method method,
            String path,
            String rawQuery,
            byte[] body,
            String remoteAddress,
            Map<String, String> pathParameters,
            Function<String, @Nullable String> headers) {
        this(id, method, path, rawQuery, body, remoteAddress, pathParameters, headers, null, false);
    }

    /// Returns a copy that requests only the head of the answer.
    public Request asHead() {
        return new Request(id, method, path, rawQuery, body, remoteAddress, pathParameters, headers, principal, true);
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.apply(name));
    }

    /// Returns a path parameter, percent-decoded.
    public String parameter(String name) {
        var value = pathParameters.get(name);
        if (value == null) {
            throw new IllegalStateException("the route has no parameter " + name);
        }
        return value;
    }

    /// Returns a path parameter that is an id. A malformed id is refused like an unknown one.
    public UUID id(String name, Refusal notFound) {
        return Ids.parse(parameter(name)).orElseThrow(notFound::refused);
    }

    public Query query() {
        return Query.parse(rawQuery);
    }

    /// Returns the body as form fields. Media types other than those of HTML forms are refused.
    public Query form() {
        if (Multipart.isOne(this)) {
            return Multipart.read(this).fields();
        }
        if (body.length > 0 && !mediaType().equals(FORM_TYPE)) {
            throw Refusal.UNSUPPORTED_MEDIA_TYPE
                    .refused()
                    .withMessage("Content-Type must be " + FORM_TYPE + " or " + Multipart.TYPE + " for a form");
        }
        return Query.parse(new String(body, StandardCharsets.UTF_8));
    }

    /// Returns the media type of the body in lower case, without parameters; its case has no meaning (RFC 9110,
    /// 8.3.1).
    String mediaType() {
        return header("Content-Type").orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /// Returns an uploaded file; empty if the field was left empty.
    public Optional<Upload> upload(String field) {
        return Multipart.isOne(this) ? Multipart.read(this).upload(field) : Optional.empty();
    }

    /// An uploaded file with its original name.
    public record Upload(String name, byte[] bytes) {}

    /// Returns a cookie's value as it was sent.
    public Optional<String> cookie(String name) {
        return header("Cookie").stream()
                .flatMap(line -> Stream.of(line.split(";")))
                .map(String::strip)
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst();
    }

    /// Returns the body as the fields of a JSON object.
    public Fields fields() {
        return Fields.of(this);
    }

    /// Returns the fields of a request whose fields are all optional.
    public Fields fieldsIfAny() {
        return Fields.ofOptional(this);
    }

    /// Returns true if the client wants amounts as JSON strings (`Accept: application/json; amounts=string`); the
    /// value may be quoted (RFC 9110, 5.6.6).
    public boolean amountsAsStrings() {
        var accept = headers.apply("Accept");
        return accept != null
                && accept.toLowerCase(Locale.ROOT)
                        .replace(" ", "")
                        .replace("\"", "")
                        .contains(";amounts=string");
    }

    Request withParameters(Map<String, String> parameters) {
        var unmodifiable = Collections.unmodifiableMap(parameters);
        return new Request(id, method, path, rawQuery, body, remoteAddress, unmodifiable, headers, principal, isHead);
    }
}
