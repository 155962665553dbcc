package dev.sluice.http;

import dev.sluice.text.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// A file of the class path, kept in memory. An entity tag lets browsers revalidate their copy.
///
/// @param gzipped compressed form for clients that accept gzip
public record StaticFile(String contentType, byte[] bytes, byte[] gzipped, String tag, Map<String, String> headers) {
    /// Content security policy of the service's own pages: only their own style and images.
    static final String OWN_ONLY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none';"
            + " form-action 'none'; frame-ancestors 'none'";

    /// Content security policy of the page with Swagger UI. Its scripts need neither `unsafe-inline` nor
    /// `unsafe-eval`; its icons are `data:` images in its style sheet; it calls only this service.
    static final String WITH_SWAGGER_UI =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final int TAG_LENGTH = 32;

    public static StaticFile read(String resource, String contentType) {
        return read(resource, contentType, Map.of());
    }

    /// Returns an HTML page with its security headers.
    static StaticFile page(String resource, String contentType, String policy) {
        return read(
                resource,
                contentType,
                Map.of(
                        "Content-Security-Policy", policy,
                        "Referrer-Policy", "no-referrer",
                        "Cross-Origin-Opener-Policy", "same-origin",
                        "X-Frame-Options", "DENY"));
    }

    public Answer answer(Request request) {
        boolean known = request.header("If-None-Match").filter(this::matches).isPresent();
        return known
                ? new Answer(304, contentType, headers, new byte[0])
                : new Answer(200, contentType, headers, bytes);
    }

    /// Returns the compressed form if the client accepts gzip.
    public Answer packed(Request request) {
        boolean unpacks = request.header("Accept-Encoding")
                .filter(codings -> codings.contains("gzip"))
                .isPresent();
        var plain = answer(request).with("Vary", "Accept-Encoding");
        return unpacks && plain.status() == 200
                ? new Answer(200, contentType, plain.headers(), gzipped).with("Content-Encoding", "gzip")
                : plain;
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream(bytes.length / 2);
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }

    private boolean matches(String tags) {
        return tags.strip().equals("*") || tags.contains(tag);
    }

    private static StaticFile read(String resource, String contentType, Map<String, String> headers) {
        try (var in = StaticFile.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("not on the class path: " + resource);
            }
            var bytes = in.readAllBytes();
            var tag = "\"" + Sha256.hex(bytes).substring(0, TAG_LENGTH) + "\"";
            var all = new LinkedHashMap<>(headers);
            all.put("ETag", tag);
            all.put("Cache-Control", "no-cache");
            return new StaticFile(contentType, bytes, gzip(bytes), tag, Map.copyOf(all));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
