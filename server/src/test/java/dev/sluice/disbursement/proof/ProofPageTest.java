package dev.sluice.disbursement.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.disbursement.proof.TransferProof.Environment;
import dev.sluice.disbursement.proof.TransferProof.Status;
import dev.sluice.page.Pages;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProofPageTest {
    private static final Pages PAGES = new Pages();

    private static String page(TransferProof proof) {
        return page(proof, "");
    }

    private static String page(TransferProof proof, String wanted) {
        return rendered(ProofPage.TEMPLATE, new ProofPage(proof, wanted));
    }

    private static String notFound(String wanted) {
        return rendered(ProofPage.UNKNOWN, ProofPage.texts(wanted));
    }

    private static String rendered(String template, Object model) {
        return new String(PAGES.page(200, template, model).body(), StandardCharsets.UTF_8);
    }

    @Test
    void a_completed_transfer_is_verified() {
        assertThat(page(SampleProofs.paidTo("Somchai Jaidee")))
                .contains("Verified transfer", "Northwind Payouts Ltd", "12,500,000.00", "VND", "Bank of Examples")
                .contains("4 Mar 2026, 05:08:31 UTC", "0197a3c0-1111-7000-8000-000000000002")
                .doesNotContain("SANDBOX");
    }

    @Test
    void personal_details_are_masked() {
        assertThat(page(SampleProofs.paidTo("Somchai Jaidee")))
                .contains("So••• Ja•••", "•••• 3456")
                .doesNotContain("Somchai", "0071000123456", "anna@northwind.example", "Salary");
    }

    @Test
    void a_short_account_number_or_name_is_never_shown_whole() {
        assertThat(Mask.accountNumber("123")).isEqualTo("•••• 3");
        assertThat(Mask.name("Li 王 สมชาย")).isEqualTo("L••• ••• สม•••");
    }

    @ParameterizedTest
    @EnumSource(value = Status.class, mode = EnumSource.Mode.EXCLUDE, names = "COMPLETED")
    void a_transfer_that_is_not_completed_is_never_called_verified(Status status) {
        assertThat(page(SampleProofs.of(Environment.LIVE, "Somchai", "Bank", status, SampleProofs.steps())))
                .contains(Wording.of("").status(status))
                .doesNotContain("Verified", "class=\"verdict good\"");
    }

    @Test
    void markup_in_a_name_stays_text() {
        var page = page(SampleProofs.paidTo("Somchai", "<script>alert('1')</script> & \"Sons\" 100%s"));
        assertThat(page)
                .contains("&lt;script&gt;alert('1')&lt;/script&gt; &amp; \"Sons\" 100%s")
                .doesNotContain("<script");
    }

    @Test
    void a_sandbox_transfer_is_called_one() {
        assertThat(page(SampleProofs.of(Environment.SANDBOX, "S", "B", Status.COMPLETED, SampleProofs.steps())))
                .contains("SANDBOX — not a real transfer");
    }

    @Test
    void the_page_needs_nothing_its_policy_forbids() {
        assertThat(ProofPage.CONTENT_SECURITY_POLICY).doesNotContain("unsafe").startsWith("default-src 'none'");
        assertThat(page(SampleProofs.paidTo("Somchai")))
                .contains("<style>" + ProofPage.CSS + "</style>")
                .doesNotContain("style=\"", "http:", "https:", "<img", "onclick");
        assertThat(ProofPage.CSS).doesNotContain("url(", "@import");
    }

    @Test
    void who_reads_indonesian_is_told_in_indonesian() {
        assertThat(page(SampleProofs.paidTo("Somchai Jaidee"), "id-ID,id;q=0.9,en;q=0.8"))
                .contains("<html lang=\"id\">", "Transfer terverifikasi", "12.500.000,00")
                .contains("<p><bdi>Northwind Payouts Ltd</bdi> membayar</p>", "<p>kepada <bdi>So••• Ja•••</bdi></p>")
                .doesNotContain("Verified", "Completed", "genuine", " paid");
        assertThat(notFound("id")).contains("<html lang=\"id\">", "tidak dapat diverifikasi");
        assertThat(notFound("fr")).contains("<html lang=\"en\">");
    }

    @Test
    void an_unknown_link_is_not_verified() {
        assertThat(notFound("")).contains("could not be verified").doesNotContain("class=\"verdict good\"");
    }
}
