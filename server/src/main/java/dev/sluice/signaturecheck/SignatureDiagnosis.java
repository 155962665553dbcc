package dev.sluice.signaturecheck;

import dev.sluice.auth.SignedTime;
import dev.sluice.client.WebhookSigner;
import dev.sluice.http.Timestamps;
import dev.sluice.text.Sha256;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Findings about a signature, and their output.
public final class SignatureDiagnosis {
    private static final int FAILED = 1;
    private static final int SHOWN_MAX = 4_000;
    private static final String INDENT = "  | ";

    private final GivenSignature.Scheme scheme;
    private final String header;
    private final List<String> lines = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final List<String> oddities = new ArrayList<>();

    public SignatureDiagnosis(GivenSignature.Scheme scheme, String header) {
        this.scheme = scheme;
        this.header = header;
    }

    /// Adds a fault that invalidates the request regardless of its signature.
    void fault(String fault) {
        faults.add(fault);
    }

    /// Adds an oddity that is harmless if another signature of the header matches.
    void oddity(String oddity) {
        oddities.add(oddity);
    }

    public void time(Optional<Instant> signed, Instant now) {
        signed.ifPresent(time -> {
            long age = Duration.between(time, now).toSeconds();
            long allowed = SignedTime.TOLERANCE.toSeconds();
            var text = age < 0 ? -age + " s in the future" : age + " s old";
            lines.add("timestamp  " + Timestamps.text(time) + ", " + text);
            if (Duration.between(time, now).abs().compareTo(SignedTime.TOLERANCE) > 0) {
                fault("the timestamp is " + text + ", " + (Math.abs(age) - allowed) + " s more than the " + allowed
                        + " s that are allowed");
            }
        });
    }

    /// Prints all findings and returns the exit code.
    ///
    /// @param recipes ways of signing, the right one first
    public int print(PrintWriter out, List<Recipe> recipes) {
        var right = recipes.getFirst();
        var message = right.message();
        lines.forEach(out::println);
        printSigned(out, message);
        out.println("expected   " + scheme.written(WebhookSigner.hmac(right.key(), message)));
        out.println("given      " + header);
        var given = GivenSignature.all(header, scheme, this);
        boolean fits = given.stream().anyMatch(each -> each.mistakes().isEmpty() && right.makes(each.bytes()));
        if (fits && faults.isEmpty()) {
            out.println("valid");
            out.flush();
            return 0;
        }
        out.println("INVALID");
        (fits ? Stream.of("the signature itself is correct") : oddities.stream())
                .forEach(each -> out.println("- " + each));
        faults.forEach(each -> out.println("- " + each));
        if (!fits) {
            explain(out, given, recipes);
        }
        out.flush();
        return FAILED;
    }

    /// Prints only the likely causes of a refused signature.
    ///
    /// @param recipes ways of signing, the right one first
    public void explain(PrintWriter out, List<Recipe> recipes) {
        var given = GivenSignature.all(header, scheme, this);
        oddities.forEach(each -> out.println("- " + each));
        explain(out, given, recipes);
        out.flush();
    }

    private void printSigned(PrintWriter out, byte[] message) {
        out.println("signed     " + message.length + " bytes, SHA-256 " + Sha256.hex(message) + ":");
        var text = new String(message, StandardCharsets.UTF_8);
        text.substring(0, Math.min(text.length(), SHOWN_MAX)).lines().forEach(line -> out.println(INDENT + line));
        if (text.endsWith("\n")) {
            out.println(INDENT);
        }
        if (text.length() > SHOWN_MAX) {
            out.println(INDENT + "… and " + (text.length() - SHOWN_MAX) + " more characters");
        }
    }

    /// Prints the recipe with the fewest mistakes that produces one of the given signatures.
    private static void explain(PrintWriter out, List<GivenSignature> given, List<Recipe> recipes) {
        var best = recipes.stream()
                .flatMap(recipe -> recipe.matching(given).stream()
                        .map(each -> Stream.concat(recipe.mistakes().stream(), each.mistakes().stream())
                                .toList()))
                .min(Comparator.comparingInt(List::size));
        if (best.isPresent()) {
            out.println("- the signature was computed with this secret over:");
            best.get().forEach(mistake -> out.println("    " + mistake));
        } else if (!given.isEmpty()) {
            out.println("- no signature matches, and none of " + (recipes.size() - 1) + " common mistakes explains it");
            out.println("  A signature does not show which part differs: the secret is another one, or the signed");
            out.println("  bytes differ from those above.");
        }
    }
}
