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

/// One request as it came in: raw bytes and raw text, nothing parsed yet. `path` and `rawQuery` are as sent, which is
/// what is signed; header look-up ignores case.
///
/// @param pathParameters from left to right
/// @param isHead whether the head of the answer alone is wanted: HEAD is served as GET
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

    /// A request from outside.
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

    /// The same where the head of the answer alone is wanted.
    Request asHead() {
        return new Request(id, method, path, rawQuery, body, remoteAddress, pathParameters, headers, principal, true);
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.apply(name));
    }

    /// The text of a path parameter, percent-decoded.
    public String parameter(String name) {
        var value = pathParameters.get(name);
        if (value == null) {
            throw new IllegalStateException("the route has no parameter " + name);
        }
        return value;
    }

    /// A path parameter that is an id. A malformed id is an id that nothing has, so it is refused the same way.
    public UUID id(String name, Refusal notFound) {
        return Ids.parse(parameter(name)).orElseThrow(notFound::refused);
    }

    public Query query() {
        return Query.parse(rawQuery);
    }

    /// The body as the fields of a form of a page. What is sent as another type than browsers send forms is none.
    public Query form() {
        if (Multipart.isOne(this)) {
            return Multipart.read(this).fields();
        }
        if (body.length > 0 && !mediaType().equals(FORM_TYPE)) {
            throw Refusal.UNSUPPORTED_MEDIA_TYPE
                    .refused()
                    .saying("Content-Type must be " + FORM_TYPE + " or " + Multipart.TYPE + " for a form");
        }
        return Query.parse(new String(body, StandardCharsets.UTF_8));
    }

    /// What the body says it is, without parameters; the case of its letters means nothing (RFC 9110, 8.3.1).
    String mediaType() {
        return header("Content-Type").orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /// A file that was sent with a form, unless the field was left empty.
    public Optional<Upload> upload(String field) {
        return Multipart.isOne(this) ? Multipart.read(this).upload(field) : Optional.empty();
    }

    /// A file, under the name that it had where it came from.
    public record Upload(String name, byte[] bytes) {}

    /// A cookie's value, as it was sent.
    public Optional<String> cookie(String name) {
        return header("Cookie").stream()
                .flatMap(line -> Stream.of(line.split(";")))
                .map(String::strip)
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst();
    }

    /// The body as a JSON object's fields.
    public Fields fields() {
        return Fields.of(this);
    }

    /// The same for a request whose fields are all optional.
    public Fields fieldsIfAny() {
        return Fields.ofOptional(this);
    }

    /// Whether the client asked for amounts as JSON strings (`Accept: application/json; amounts=string`); in quotes the
    /// value is the same (RFC 9110, 5.6.6).
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
