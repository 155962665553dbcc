package dev.sluice.disbursement.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// The public page `/proof/{token}` that a proof's QR code leads to, as a whole HTML document.
///
/// It has no script and asks for nothing further; personal details are masked, see [Mask]. Serve it with
/// [#CONTENT_TYPE], [#CONTENT_SECURITY_POLICY], `Referrer-Policy: no-referrer` and `Cache-Control: no-store`.
public final class ProofPage {
    /// The page's media type.
    public static final String CONTENT_TYPE = "text/html; charset=utf-8";

    /// The page's stylesheet, which stands in the page itself.
    public static final String CSS = stylesheet();

    /// The `Content-Security-Policy` of the page: the one stylesheet, named by its hash, and nothing else.
    public static final String CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'sha256-" + sha256(CSS)
            + "'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String CHECK = """
            <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="3" \
            stroke-linecap="round" stroke-linejoin="round"><circle cx="20" cy="20" r="17"/><path d="M12.5 20.5l5 5 \
            10-11"/></svg>""";

    private static final String EXCLAMATION = """
            <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="3" \
            stroke-linecap="round"><circle cx="20" cy="20" r="17"/><path d="M20 11.5v11M20 28.2v.1"/></svg>""";

    private ProofPage() {}

    /// What the page says first.
    private record Verdict(String tone, String icon, String headline, String explanation) {}

    /// The page of a genuine link.
    public static String html(Proof proof) {
        var verdict = verdict(proof.status());
        var completed = proof.completedAt();
        return document(Wording.TITLE + " — " + proof.organizationName(), """
                %s<main>
                <article class="card">
                <header class="verdict %s">%s<div><h1>%s</h1><p>%s</p></div></header>
                <section class="amount" aria-label="Amount">
                <p>%s paid</p>
                <p class="sum">%s <span>%s</span></p>
                <p>to <bdi>%s</bdi></p>
                </section>
                <dl>
                %s</dl>
                </article>
                <p class="hint">Compare these facts with the document you hold. Names and account numbers are partly
                hidden here, because anyone with the link can open this page.</p>
                </main>
                """.formatted(
                banner(proof),
                verdict.tone(),
                verdict.icon(),
                verdict.headline(),
                verdict.explanation(),
                isolated(proof.organizationName()),
                escaped(proof.amounts().amount()),
                escaped(proof.amounts().currency()),
                escaped(Mask.name(proof.payee().name())),
                row("Status", proof.status().label())
                        + row("Bank", proof.payee().bankName())
                        + row("Account", Mask.accountNumber(proof.payee().accountNumber()))
                        + row("Created", Wording.time(proof.createdAt()))
                        + row("Completed", completed == null ? null : Wording.time(completed))
                        + row("Reference", proof.transfer().reference())
                        + row("Disbursement ID", proof.transfer().disbursementId())));
    }

    /// The page of a link that was not made here, or whose transfer is gone. It does not say which.
    public static String notFound() {
        return document("Transfer proof not found", """
                <main>
                <article class="card">
                <header class="verdict bad">%s<div><h1>This transfer could not be verified</h1>
                <p>No transfer belongs to this link.</p></div></header>
                <div class="plain"><p>Check that the address is complete, or scan the code again. If it still
                fails, do not rely on the document, and ask the organisation that gave it to you.</p></div>
                </article>
                </main>
                """.formatted(EXCLAMATION));
    }

    private static Verdict verdict(Proof.Status status) {
        return switch (status) {
            case COMPLETED ->
                new Verdict(
                        "good", CHECK, "Verified transfer", "This proof is genuine and the transfer was completed.");
            case PENDING ->
                new Verdict(
                        "warning",
                        EXCLAMATION,
                        "Transfer not completed",
                        "This link is genuine, but the transfer is still pending.");
            case REVERSED ->
                new Verdict(
                        "bad",
                        EXCLAMATION,
                        "Transfer reversed",
                        "This proof is genuine, but the money has since been returned to the sender.");
            case FAILED ->
                new Verdict(
                        "bad", EXCLAMATION, "Transfer failed", "This link is genuine, but no money reached the payee.");
            case CANCELLED ->
                new Verdict(
                        "bad",
                        EXCLAMATION,
                        "Transfer cancelled",
                        "This link is genuine, but the transfer was cancelled.");
        };
    }

    private static String banner(Proof proof) {
        return switch (proof.environment()) {
            case LIVE -> "";
            case SANDBOX -> "<header><p class=\"banner\" role=\"note\">" + escaped(Wording.SANDBOX) + "</p></header>\n";
        };
    }

    private static String row(String label, @Nullable String value) {
        return value == null ? "" : "<div><dt>" + escaped(label) + "</dt><dd>" + isolated(value) + "</dd></div>\n";
    }

    private static String document(String title, String body) {
        return """
                <!DOCTYPE html>
                <html lang="en">
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
                """.formatted(escaped(title), CSS, body);
    }

    /// A value whose writing direction does not reach beyond it.
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

    private static String sha256(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
