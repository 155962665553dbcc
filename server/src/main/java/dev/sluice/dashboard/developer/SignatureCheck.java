package dev.sluice.dashboard.developer;

import dev.sluice.auth.ApiClients;
import dev.sluice.http.Query;
import dev.sluice.requestlog.Entry;
import dev.sluice.requestlog.Entry.Signing;
import dev.sluice.signaturecheck.GivenSignature;
import dev.sluice.signaturecheck.RequestRecipes;
import dev.sluice.signaturecheck.SignatureDiagnosis;
import dev.sluice.text.Sha256;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compares the string that the service signed, when it refused a signature, with the string that the developer's
/// program signed.
///
/// @param stringToSign string that the service signed, possibly with a hidden query; null if it is not stored
/// @param lines both strings, line by line
/// @param foreign true if the given body differs from the received one
/// @param explanation likely cause, in the words of `verify-signature`; null as long as the query or the body is
/// unknown
public record SignatureCheck(
        @Nullable String stringToSign,
        String signature,
        String timestamp,
        Sent sent,
        List<Line> lines,
        boolean foreign,
        @Nullable String explanation) {
    private static final List<String> PARTS =
            List.of("version", "clientId", "timestamp", "method", "path", "query", "body");
    private static final int PATH_LINE = 4;
    private static final int QUERY_LINE = 5;
    private static final int BODY_LINE = 6;

    /// Limit far above the number of parts; the last line contains the rest.
    private static final int LINES_MAX = 50;

    public SignatureCheck {
        lines = List.copyOf(lines);
    }

    /// Reports whether only the hash of the query is stored.
    public boolean queryHidden() {
        return stringToSign != null && Signing.isHidden(stringToSign.split("\n", -1)[QUERY_LINE]);
    }

    /// Input of the developer: the string that their program signed, and the body that it sent.
    ///
    /// @param tooLong true if the input was too long and therefore ignored
    public record Sent(String signed, String body, boolean tooLong) {
        /// Limit on each of the two, because the check tries hundreds of variants of a body.
        public static final int LENGTH_MAX = 64 << 10;

        static final Sent NOTHING = new Sent("", "", false);

        static Sent of(Query form) {
            var signed = form.lines("signed").orElse("");
            var body = form.lines("body").orElse("");
            return Math.max(signed.length(), body.length()) > LENGTH_MAX
                    ? new Sent("", "", true)
                    : new Sent(signed, body, false);
        }
    }

    /// Line of the signed string.
    ///
    /// @param part key of the part's name; null for a surplus line
    /// @param from position of the first difference; negative if equal
    public record Line(
            @Nullable String part,
            @Nullable String ours,
            @Nullable String theirs,
            int from) {
        public boolean same() {
            return from < 0;
        }

        /// Reports whether the service stores only a hash of the line, so that the position of a difference is
        /// unknown.
        public boolean isHidden() {
            return ours != null && Signing.isHidden(ours);
        }
    }

    /// Returns null unless a signature was refused.
    static @Nullable SignatureCheck of(Entry entry, ApiClients clients, Sent sent) {
        var fault = entry.fault();
        var signing = fault == null ? null : fault.signing();
        if (signing == null) {
            return null;
        }
        var ours = signing.stringToSign();
        if (ours == null || ours.split("\n", -1).length <= BODY_LINE) {
            return new SignatureCheck(null, signing.signature(), signing.timestamp(), sent, List.of(), false, null);
        }
        var body = body(ours, sent.body());
        var verdict = body.flatMap(bytes -> query(ours, sent.signed())
                .flatMap(query -> clients.withSecrets(
                        entry.organizationId(),
                        entry.actorId(),
                        secrets -> explanation(secrets, ours, query, signing.signature(), bytes))));
        return new SignatureCheck(
                ours,
                signing.signature(),
                signing.timestamp(),
                sent,
                sent.signed().isEmpty() ? List.of() : lines(ours, sent.signed()),
                body.isEmpty() && !sent.body().isEmpty(),
                verdict.orElse(null));
    }

    private static List<Line> lines(String ours, String theirs) {
        var right = ours.split("\n", LINES_MAX);
        var other = theirs.split("\n", LINES_MAX);
        var lines = new ArrayList<Line>();
        for (int i = 0; i < Math.max(right.length, other.length); i++) {
            var first = i < right.length ? right[i] : null;
            var second = i < other.length ? other[i] : null;
            var part = i < PARTS.size() ? PARTS.get(i) : null;
            boolean same = i == QUERY_LINE && isSameHidden(first, second);
            lines.add(new Line(part, first, second, same ? -1 : difference(first, second)));
        }
        return lines;
    }

    private static int difference(@Nullable String first, @Nullable String second) {
        if (first == null || second == null) {
            return 0;
        }
        int at = 0;
        while (at < Math.min(first.length(), second.length()) && first.charAt(at) == second.charAt(at)) {
            at++;
        }
        return first.equals(second) ? -1 : at;
    }

    private static boolean isSameHidden(@Nullable String ours, @Nullable String theirs) {
        return ours != null && theirs != null && ours.equals(Signing.hidden(theirs));
    }

    /// Returns the received query, from the stored string or else from the pasted one if its hash matches.
    private static Optional<String> query(String ours, String pasted) {
        var stored = ours.split("\n", -1)[QUERY_LINE];
        var lines = pasted.split("\n", LINES_MAX);
        return Stream.of(stored, lines.length > QUERY_LINE ? lines[QUERY_LINE] : "")
                .filter(query -> Signing.isHidden(stored) ? stored.equals(Signing.hidden(query)) : stored.equals(query))
                .findFirst();
    }

    /// Returns the received body if it is empty or matches the pasted one, whose line ends a browser may have
    /// changed.
    private static Optional<byte[]> body(String ours, String pasted) {
        var sha256 = ours.split("\n", -1)[BODY_LINE];
        return Stream.of("", pasted, pasted.replace("\n", "\r\n"), pasted + "\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .filter(bytes -> sha256.equals(Sha256.hex(bytes)))
                .findFirst();
    }

    private static String explanation(List<String> secrets, String ours, String query, String signature, byte[] body) {
        var lines = ours.split("\n", -1);
        var target = query.isEmpty() ? lines[PATH_LINE] : lines[PATH_LINE] + "?" + query;
        var recipes = secrets.stream()
                .flatMap(secret -> new RequestRecipes(
                                secret, lines[1], "", lines[2], lines[3].toUpperCase(Locale.ROOT), target, body)
                        .all().stream())
                .toList();
        var mismatches = new StringWriter();
        new SignatureDiagnosis(GivenSignature.Scheme.REQUEST, signature).explain(new PrintWriter(mismatches), recipes);
        return mismatches.toString();
    }
}
