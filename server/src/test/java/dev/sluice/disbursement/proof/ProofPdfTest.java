package dev.sluice.disbursement.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.disbursement.proof.TransferProof.Activity;
import dev.sluice.disbursement.proof.TransferProof.Environment;
import dev.sluice.disbursement.proof.TransferProof.Status;
import dev.sluice.pdf.PlainText;
import dev.sluice.qr.Camera;
import java.io.IOException;
import java.text.Normalizer;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProofPdfTest {
    private static byte[] rendered(TransferProof proof) {
        return ProofPdf.render(proof, "");
    }

    @Test
    void the_document_tells_every_fact() throws IOException {
        assertThat(text(rendered(SampleProofs.paidTo("Nguyễn Thị Minh Khai"))))
                .contains("Transfer proof", "Northwind Payouts Ltd", "Completed", "Nguyễn Thị Minh Khai")
                .contains("12,500,000.00 VND", "11,000.00 VND", "12,511,000.00 VND")
                .contains("Bank of Examples", "970436", "BFTVVNVX", "0071000123456", "Vietnam")
                .contains("4 Mar 2026, 05:06:07 UTC", "4 Mar 2026, 05:08:31 UTC")
                .contains("0197a3c0-1111-7000-8000-000000000002", "0197a3c0-2222-7000-8000-000000000003")
                .contains("INV-2026-00042", "FT26063XK81Z", "anna@northwind.example")
                .contains("Salary for February, with the travel costs of the fair")
                .contains("System validation", "Accepted by the bank", "Credited to the payee's account")
                .contains("Page 1 of 1")
                .doesNotContain("SANDBOX");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "สมชาย ใจดี ที่ปั๊มน้ำมัน",
                "Nguyễn Văn Đức",
                "王小明",
                "山田太郎 ヤマダ・タロウ",
                "김철수",
                "अनुष्का क्षत्रिय किस्त्री",
                "Александр Ёлкин",
                "Γιώργος Παπαδόπουλος",
                "অনির্বাণ চট্টোপাধ্যায়",
                "தமிழ்ச்செல்வி",
                "సత్యనారాయణ",
                "ಕೃಷ್ಣಮೂರ್ತಿ",
                "ശ്രീകുമാർ",
                "ક્ષિતિજ",
                "ਗੁਰਪ੍ਰੀਤ",
                "ලක්ෂ්මන්",
                "សុខា",
                "ສົມໃຈ",
                "အောင်ဆန်း",
                "გიორგი",
                "Արմեն",
                "አበበ",
                "Łukasz Żółć & <Søn> \"GmbH\" 'Ltd'"
            })
    void a_name_in_any_script_can_be_copied_from_it(String name) throws IOException {
        assertThat(text(rendered(SampleProofs.paidTo(name)))).contains(name);
    }

    @Test
    void a_letter_that_no_font_has_is_told_by_its_code_point() throws IOException {
        assertThat(text(rendered(SampleProofs.paidTo("吉田𠮷野家")))).contains("吉田[U+20BB7]野家");
        assertThat(text(rendered(SampleProofs.paidTo("Budi 🙂")))).contains("Budi [U+1F642]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"محمد عبد الله", "דוד כהן"})
    void a_name_read_from_right_to_left_can_be_copied_from_it(String name) throws IOException {
        assertThat(Normalizer.normalize(text(rendered(SampleProofs.paidTo(name))), Normalizer.Form.NFKC))
                .contains(name);
    }

    @ParameterizedTest
    @EnumSource(Environment.class)
    void the_qr_code_leads_to_the_public_page(Environment environment) throws Exception {
        var proof = SampleProofs.of(environment, "Somchai Jaidee", "Bank", Status.COMPLETED, SampleProofs.steps());
        assertThat(Camera.read(rendered(proof))).isEqualTo(proof.verifyUrl().toString());
    }

    @Test
    void two_downloads_are_the_same_bytes() {
        var proof = SampleProofs.paidTo("สมชาย محمد 王小明");
        assertThat(rendered(proof)).isEqualTo(rendered(proof));
    }

    @Test
    void many_threads_get_what_one_gets() {
        var proof = SampleProofs.paidTo("สมชาย محمد 王小明 क्षत्रिय");
        var alone = rendered(proof);
        for (var answer : AtOnce.times(8, _ -> rendered(proof))) {
            assertThat(answer).isEqualTo(alone);
        }
    }

    @Test
    void every_page_of_a_sandbox_proof_says_that_it_is_no_transfer() throws IOException {
        var steps = IntStream.range(0, 60)
                .mapToObj(i -> new Activity("Step " + i, "pending", "Waiting", SampleProofs.CREATED))
                .toList();
        var proof = SampleProofs.of(Environment.SANDBOX, "Somchai", "Bank", Status.COMPLETED, steps);
        try (var document = Loader.loadPDF(rendered(proof))) {
            assertThat(document.getNumberOfPages()).isGreaterThan(2);
            for (int page = 1; page <= document.getNumberOfPages(); page++) {
                var stripper = new PDFTextStripper();
                stripper.setStartPage(page);
                stripper.setEndPage(page);
                assertThat(stripper.getText(document))
                        .contains("SANDBOX — not a real transfer")
                        .contains("Page " + page + " of " + document.getNumberOfPages());
            }
        }
    }

    @Test
    void the_longest_texts_are_printed_in_full() throws IOException {
        var description = "word ".repeat(799) + "last.";
        var name = "永".repeat(PlainText.NAME_LENGTH_MAX);
        var steps = List.of(new Activity("Transfer", "completed", description, SampleProofs.COMPLETED));
        var text = text(rendered(SampleProofs.of(Environment.LIVE, name, name, Status.REVERSED, steps)));
        assertThat(text).contains("last.");
        assertThat(text.codePoints().filter(c -> c == '永').count()).isEqualTo(2L * name.length());
    }

    @Test
    void the_file_names_its_title_language_and_date() throws IOException {
        try (var document = Loader.loadPDF(rendered(SampleProofs.paidTo("Somchai")))) {
            var about = document.getDocumentInformation();
            assertThat(about.getTitle()).isEqualTo("Transfer proof 0197a3c0-1111-7000-8000-000000000002");
            assertThat(about.getAuthor()).isEqualTo("Northwind Payouts Ltd");
            assertThat(about.getCreationDate().toInstant()).isEqualTo(SampleProofs.COMPLETED);
            assertThat(document.getDocumentCatalog().getLanguage()).isEqualTo("en");
        }
    }

    @Test
    void in_indonesian_all_of_it_is() throws IOException {
        var steps = List.of(
                new Activity("Approval", "completed", "Approved by Ana: as agreed", SampleProofs.CREATED),
                new Activity("Sent to recipient account", "completed", "Transfer completed", SampleProofs.COMPLETED),
                new Activity(
                        "Returned by recipient bank",
                        "completed",
                        "The payee returned the payment",
                        SampleProofs.COMPLETED));
        var proof = SampleProofs.of(Environment.SANDBOX, "Somchai", "Bank", Status.COMPLETED, steps);
        var bytes = ProofPdf.render(proof, "id-ID,id;q=0.9");
        assertThat(text(bytes))
                .contains("Bukti transfer", "Jumlah dibayarkan", "Dibayarkan kepada", "12.511.000,00 VND", "Selesai")
                .contains("Disetujui oleh Ana: as agreed", "Dikirim ke rekening penerima", "Transfer selesai")
                .contains("Dikembalikan bank penerima", "Penerima mengembalikan pembayaran")
                .contains("bukan transfer sungguhan", "Halaman 1 dari 1")
                .doesNotContain("Paid to", "Completed", "Details", "Page 1", "Bank reference");
        try (var document = Loader.loadPDF(bytes)) {
            assertThat(document.getDocumentCatalog().getLanguage()).isEqualTo("id");
            assertThat(document.getDocumentInformation().getTitle()).startsWith("Bukti transfer ");
        }
    }

    private static String text(byte[] bytes) throws IOException {
        try (var document = Loader.loadPDF(bytes)) {
            return new PDFTextStripper().getText(document);
        }
    }
}
