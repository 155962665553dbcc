package dev.sluice.disbursement.proof;

import dev.sluice.text.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Renders the public page `/proof/{token}`, the target of a proof's QR code, as a complete HTML document.
///
/// It has no script and loads nothing; personal details are masked, see [Mask]. Serve it with [#CONTENT_TYPE],
/// [#CONTENT_SECURITY_POLICY], `Referrer-Policy: no-referrer` and `Cache-Control: no-store`.
public final class ProofPage {
    /// The page's media type.
    public static final String CONTENT_TYPE = "text/html; charset=utf-8";

    /// The page's inline stylesheet.
    public static final String CSS = stylesheet();

    /// The `Content-Security-Policy` of the page: only this stylesheet, by its hash.
    public static final String CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'sha256-"
            + Base64.getEncoder().encodeToString(Sha256.of(CSS))
            + "'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String CHECK = """
            <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="3" \
            stroke-linecap="round" stroke-linejoin="round"><circle cx="20" cy="20" r="17"/><path d="M12.5 20.5l5 5 \
            10-11"/></svg>""";

    private static final String EXCLAMATION = """
            <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="3" \
            stroke-linecap="round"><circle cx="20" cy="20" r="17"/><path d="M20 11.5v11M20 28.2v.1"/></svg>""";

    /// Placeholder for markup while the text around it is escaped.
    private static final String PLACE = "\uFFFC";

    private final Wording words;

    private ProofPage(Wording words) {
        this.words = words;
    }

    /// Returns the page of a valid link.
    ///
    /// @param wanted value of `Accept-Language`; English if no language is supported
    public static String html(TransferProof proof, String wanted) {
        return new ProofPage(Wording.of(wanted)).html(proof);
    }

    /// Returns the page for an invalid link or a deleted transfer, without revealing the difference.
    public static String notFound(String wanted) {
        return new ProofPage(Wording.of(wanted)).notFound();
    }

    private String html(TransferProof proof) {
        var status = proof.status();
        var completed = proof.completedAt();
        return document(words.get("title") + " — " + proof.organizationName(), """
                %s<main>
                <article class="card">
                <header class="verdict %s">%s<div><h1>%s</h1><p>%s</p></div></header>
                <section class="amount" aria-label="%s">
                <p>%s</p>
                <p class="sum">%s <span>%s</span></p>
                <p>%s</p>
                </section>
                <dl>
                %s</dl>
                </article>
                <p class="hint">%s</p>
                </main>
                """.formatted(
                banner(proof),
                tone(status),
                status == TransferProof.Status.COMPLETED ? CHECK : EXCLAMATION,
                text("verdict." + word(status)),
                text("verdictText." + word(status)),
                text("amount"),
                around("paid", isolated(proof.organizationName())),
                escaped(words.amount(proof.amounts().amount())),
                escaped(proof.amounts().currency()),
                around("to", isolated(Mask.name(proof.payee().name()))),
                row("status", words.status(status))
                        + row("bank", proof.payee().bankName())
                        + row("account", Mask.accountNumber(proof.payee().accountNumber()))
                        + row("created", words.time(proof.createdAt()))
                        + row("completed", completed == null ? null : words.time(completed))
                        + row("reference", proof.transfer().reference())
                        + row("disbursementId", proof.transfer().disbursementId()),
                text("compare")));
    }

    private String notFound() {
        return document(words.get("notFound"), """
                <main>
                <article class="card">
                <header class="verdict bad">%s<div><h1>%s</h1>
                <p>%s</p></div></header>
                <div class="plain"><p>%s</p></div>
                </article>
                </main>
                """.formatted(
                        EXCLAMATION, text("notVerified"), text("notVerifiedText"), text("notVerifiedHint")));
    }

    private static String tone(TransferProof.Status status) {
        return switch (status) {
            case COMPLETED -> "good";
            case PENDING -> "warning";
            case REVERSED, FAILED, CANCELLED -> "bad";
        };
    }

    private static String word(TransferProof.Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    private String banner(TransferProof proof) {
        return switch (proof.environment()) {
            case LIVE -> "";
            case SANDBOX -> "<header><p class=\"banner\" role=\"note\">" + text("sandbox") + "</p></header>\n";
        };
    }

    private String row(String key, @Nullable String value) {
        return value == null ? "" : "<div><dt>" + text(key) + "</dt><dd>" + isolated(value) + "</dd></div>\n";
    }

    private String text(String key) {
        return escaped(words.get(key));
    }

    /// Returns an escaped text with markup at its placeholder.
    private String around(String key, String markup) {
        return escaped(words.get(key, PLACE)).replace(PLACE, markup);
    }

    private String document(String title, String body) {
        return """
                <!DOCTYPE html>
                <html lang="%s">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="robots" content="noindex, nofollow">
                <meta name="referrer" content="no-referrer">
                <link rel="icon" href="data:,">
                <title>%s</title>
                <style>%s</style>
                </head>
                <body>
                %s</body>
                </html>
                """.formatted(words.language(), escaped(title), CSS, body);
    }

    /// Isolates the writing direction of a value from its surroundings.
    private static String isolated(String value) {
        return "<bdi>" + escaped(value) + "</bdi>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static String stylesheet() {
        try (var in = ProofPage.class.getResourceAsStream("page.css")) {
            if (in == null) {
                throw new IllegalStateException("page.css is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
