package dev.sluice.disbursement.proof;

import dev.sluice.page.Texts;
import dev.sluice.text.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Model of the public page `/proof/{token}`, the target of a proof's QR code.
///
/// The page has no script and loads nothing; personal details are masked, see [Mask]. Serve it with
/// [#CONTENT_SECURITY_POLICY], `Referrer-Policy: no-referrer` and `Cache-Control: no-store`.
public final class ProofPage {
    /// Template of the page of a valid link; its model is a [ProofPage].
    public static final String TEMPLATE = "proof/proof.jte";

    /// Template of the page for an invalid link or a deleted transfer, which does not reveal the difference; its
    /// model is [#texts(String)].
    public static final String UNKNOWN = "proof/unknown.jte";

    /// The page's inline stylesheet.
    public static final String CSS = stylesheet();

    /// The `Content-Security-Policy` of the page: only this stylesheet, by its hash.
    public static final String CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'sha256-"
            + Base64.getEncoder().encodeToString(Sha256.of(CSS))
            + "'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /// Placeholder for a value while the text around it is split.
    private static final String PLACE = "\uFFFC";

    private final TransferProof proof;
    private final Wording words;

    /// @param wanted value of `Accept-Language`; English if no language is supported
    public ProofPage(TransferProof proof, String wanted) {
        this.proof = proof;
        this.words = Wording.of(wanted);
    }

    /// Returns the texts of both pages.
    public static Texts texts(String wanted) {
        return Wording.of(wanted).texts();
    }

    public Texts texts() {
        return words.texts();
    }

    public String title() {
        return words.get("title") + " — " + proof.organizationName();
    }

    public boolean isSandbox() {
        return switch (proof.environment()) {
            case LIVE -> false;
            case SANDBOX -> true;
        };
    }

    public boolean isCompleted() {
        return proof.status() == TransferProof.Status.COMPLETED;
    }

    /// Returns the status as the last part of its texts' keys.
    public String status() {
        return proof.status().name().toLowerCase(Locale.ROOT);
    }

    public String tone() {
        return switch (proof.status()) {
            case COMPLETED -> "good";
            case PENDING -> "warning";
            case REVERSED, FAILED, CANCELLED -> "bad";
        };
    }

    public Around paid() {
        return around("paid");
    }

    public String organization() {
        return proof.organizationName();
    }

    public String amount() {
        return words.amount(proof.amounts().amount());
    }

    public String currency() {
        return proof.amounts().currency();
    }

    public Around to() {
        return around("to");
    }

    public String payee() {
        return Mask.name(proof.payee().name());
    }

    public List<Row> rows() {
        var completed = proof.completedAt();
        var rows = new ArrayList<Row>();
        add(rows, "status", words.status(proof.status()));
        add(rows, "bank", proof.payee().bankName());
        add(rows, "account", Mask.accountNumber(proof.payee().accountNumber()));
        add(rows, "created", words.time(proof.createdAt()));
        add(rows, "completed", completed == null ? null : words.time(completed));
        add(rows, "reference", proof.transfer().reference());
        add(rows, "disbursementId", proof.transfer().disbursementId());
        return rows;
    }

    private void add(List<Row> rows, String key, @Nullable String value) {
        if (value != null) {
            rows.add(new Row(words.get(key), value));
        }
    }

    private Around around(String key) {
        var text = words.get(key, PLACE);
        int place = text.indexOf(PLACE);
        return new Around(text.substring(0, place), text.substring(place + PLACE.length()));
    }

    /// Text around a value.
    public record Around(String before, String after) {}

    /// Detail of the transfer.
    public record Row(String label, String value) {}

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
