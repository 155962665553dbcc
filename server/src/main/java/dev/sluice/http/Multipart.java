package dev.sluice.http;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.fileupload2.core.MultipartInput;
import org.apache.commons.fileupload2.core.ParameterParser;

/// Parses a form with files (RFC 7578). The size of the body was limited when it was read; the number of parts and the
/// length of their headers are limited here.
final class Multipart {
    static final String TYPE = "multipart/form-data";
    private static final int PARTS_MAX = 50;
    private static final int HEADER_BYTES_MAX = 2_048;
    private static final int BUFFER_BYTES = 8_192;

    private final List<Map.Entry<String, String>> fields = new ArrayList<>();
    private final Map<String, Request.Upload> uploads = new HashMap<>();

    private Multipart() {}

    static boolean isOne(Request request) {
        return request.mediaType().equals(TYPE);
    }

    static Multipart read(Request request) {
        var parser = new ParameterParser();
        parser.setLowerCaseNames(true);
        var boundary =
                parser.parse(request.header("Content-Type").orElse(""), ';').get("boundary");
        if (boundary == null) {
            throw malformed();
        }
        try {
            var form = new Multipart();
            form.parts(MultipartInput.builder()
                    .setByteArray(request.body())
                    .setBoundary(boundary.getBytes(StandardCharsets.ISO_8859_1))
                    .setBufferSize(Math.max(BUFFER_BYTES, boundary.length() + BUFFER_BYTES))
                    .setMaxPartHeaderSize(HEADER_BYTES_MAX)
                    .get());
            return form;
        } catch (IOException | IllegalArgumentException broken) {
            throw malformed();
        }
    }

    /// Returns the fields that are not files, like those of a form without files.
    Query fields() {
        return Query.of(fields);
    }

    Optional<Request.Upload> upload(String field) {
        return Optional.ofNullable(uploads.get(field));
    }

    private void parts(MultipartInput input) throws IOException {
        input.setHeaderCharset(StandardCharsets.UTF_8);
        boolean more = input.skipPreamble();
        for (int parts = 0; more; parts++) {
            if (parts == PARTS_MAX) {
                throw malformed();
            }
            var disposition = disposition(input.readHeaders());
            var content = new ByteArrayOutputStream();
            input.readBodyData(content);
            part(disposition, content.toByteArray());
            more = input.readBoundary();
        }
    }

    private void part(Map<String, String> disposition, byte[] content) {
        var name = disposition.get("name");
        if (name == null) {
            throw malformed();
        }
        var fileName = disposition.get("filename");
        if (fileName == null) {
            fields.add(Map.entry(name, new String(content, StandardCharsets.UTF_8)));
        } else if (!fileName.isEmpty() || content.length > 0) {
            uploads.put(name, new Request.Upload(fileName, content));
        }
    }

    private static Map<String, String> disposition(String headers) {
        for (var line : headers.split("\r\n")) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).strip().equalsIgnoreCase("Content-Disposition")) {
                var parser = new ParameterParser();
                parser.setLowerCaseNames(true);
                return parser.parse(line.substring(colon + 1), ';');
            }
        }
        return Map.of();
    }

    private static Refused malformed() {
        return Refusal.VALIDATION_FAILED.refused("body", "must be a form");
    }
}
