package dev.sluice.signaturecheck;

import dev.sluice.client.WebhookSigner;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/// A decoded signature of a header, with the oddities of its form.
public record GivenSignature(byte[] bytes, List<String> mistakes) {
    private static final int BYTES = 32;
    private static final String HEX = "hex";
    private static final String BASE64 = "base64";
    private static final Pattern VERSION = Pattern.compile("(v[0-9]+[a-z]?|sha256)[,=].*");

    public GivenSignature {
        mistakes = List.copyOf(mistakes);
    }

    /// Signature formats.
    public enum Scheme {
        WEBHOOK(WebhookSigner.VERSION, "v1=", BASE64),
        REQUEST("v1=", WebhookSigner.VERSION, HEX);

        final String prefix;
        final String otherPrefix;
        final String encoding;

        Scheme(String prefix, String otherPrefix, String encoding) {
            this.prefix = prefix;
            this.otherPrefix = otherPrefix;
            this.encoding = encoding;
        }

        String written(byte[] signature) {
            return prefix
                    + (this == WEBHOOK
                            ? Base64.getEncoder().encodeToString(signature)
                            : HexFormat.of().formatHex(signature));
        }
    }

    /// Returns the decodable signatures of a header and reports the others to the diagnosis.
    static List<GivenSignature> all(String header, Scheme scheme, SignatureDiagnosis diagnosis) {
        var all = new ArrayList<GivenSignature>();
        for (var part : header.strip().split(" +")) {
            var found = one(part, scheme, diagnosis);
            all.addAll(found);
        }
        return all;
    }

    private static List<GivenSignature> one(String part, Scheme scheme, SignatureDiagnosis diagnosis) {
        if (part.startsWith(scheme.prefix)) {
            return decoded(part.substring(scheme.prefix.length()), "", scheme, diagnosis);
        }
        if (part.startsWith(scheme.otherPrefix)) {
            return decoded(
                    part.substring(scheme.otherPrefix.length()),
                    scheme.otherPrefix + " before the signature instead of " + scheme.prefix,
                    scheme,
                    diagnosis);
        }
        if (VERSION.matcher(part).matches()) {
            diagnosis.oddity("unknown version: " + part.split("[,=]", 2)[0] + "; only v1 is known");
            return List.of();
        }
        // The service accepts bare hex; a webhook always names the version.
        return decoded(
                part,
                scheme == Scheme.REQUEST ? "" : "no " + scheme.prefix + " before the signature",
                scheme,
                diagnosis);
    }

    private static List<GivenSignature> decoded(
            String text, String mistake, Scheme scheme, SignatureDiagnosis diagnosis) {
        var all = new ArrayList<GivenSignature>();
        if (text.length() == 2 * BYTES && text.chars().allMatch(HexFormat::isHexDigit)) {
            add(all, HexFormat.of().parseHex(text), HEX, mistake, scheme);
        }
        try {
            add(all, Base64.getDecoder().decode(text), BASE64, mistake, scheme);
        } catch (IllegalArgumentException other) {
            addUrlSafe(all, text, mistake, scheme);
        }
        if (all.isEmpty()) {
            diagnosis.oddity("malformed: " + text + " is not " + BYTES + " bytes in " + scheme.encoding);
        }
        return all;
    }

    private static void addUrlSafe(List<GivenSignature> all, String text, String mistake, Scheme scheme) {
        try {
            add(all, Base64.getUrlDecoder().decode(text), "the base64 of URLs", mistake, scheme);
        } catch (IllegalArgumentException neither) {
            all.removeIf(each -> each.bytes().length != BYTES);
        }
    }

    private static void add(List<GivenSignature> all, byte[] bytes, String encoding, String mistake, Scheme scheme) {
        if (bytes.length != BYTES) {
            return;
        }
        var mistakes = new ArrayList<String>();
        if (!mistake.isEmpty()) {
            mistakes.add(mistake);
        }
        if (!encoding.equals(scheme.encoding)) {
            mistakes.add("the signature in " + encoding + " instead of " + scheme.encoding);
        }
        all.add(new GivenSignature(bytes, mistakes));
    }
}
