package dev.sluice.http;

import dev.sluice.hash.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// A file of the class path as an answer: kept in memory, with an entity tag, so that a browser that has it asks and is
/// told to keep it.
///
/// @param gzipped the same bytes, for who understands that
public record StaticFile(String contentType, byte[] bytes, byte[] gzipped, String tag, Map<String, String> headers) {
    /// What a page of ours may load: its own style and nothing else.
    static final String OWN_ONLY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none';"
            + " form-action 'none'; frame-ancestors 'none'";

    /// What the page with Swagger UI may load. Its scripts run without `unsafe-inline` and `unsafe-eval`; its icons are
    /// `data:` images in its style sheet; it calls this service alone.
    static final String WITH_SWAGGER_UI =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final int TAG_LENGTH = 32;

    public static StaticFile read(String resource, String contentType) {
        return read(resource, contentType, Map.of());
    }

    /// A page, with the headers that bound what it may do.
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

    /// The same, packed for who can unpack it.
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
