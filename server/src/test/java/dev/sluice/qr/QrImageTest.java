package dev.sluice.qr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotBlank;
import net.jqwik.api.constraints.StringLength;
import org.w3c.dom.Element;

/// Images of QR codes, decoded by a scanner.
class QrImageTest {
    private static final Pattern BAR = Pattern.compile("M(\\d+) (\\d+)h(\\d+)v1h-(\\d+)z");
    private static final int WHITE = 0xffffff;

    @Example
    void the_codes_of_all_schemes_can_be_scanned() throws Exception {
        for (var scheme : QrScheme.values()) {
            var payload = QrPayload.of(scheme, Payments.of(scheme, "1250"));
            assertThat(scan(QrImage.svg(QrCode.of(payload), "Pay"))).isEqualTo(payload);
            assertThat(scan(QrImage.svg(QrCode.of(payload), "Pay"), 3)).isEqualTo(payload);
        }
    }

    @Example
    void a_name_in_japanese_can_be_scanned() throws Exception {
        var payee = Payments.named(Payments.payee(QrScheme.JPQR), "メルペイ カフェ 𠮷野家");
        var payload = QrPayload.of(QrScheme.JPQR, Payments.of(QrScheme.JPQR, payee, "500"));
        assertThat(scan(QrImage.svg(QrCode.of(payload), "JPQR"))).isEqualTo(payload);
        assertThat(scan(QrImage.svg(QrCode.of(payload), "JPQR"), 3)).isEqualTo(payload);
    }

    @Property(tries = 60)
    void any_text_can_be_scanned_at_any_size(
            @ForAll @NotBlank @StringLength(min = 1, max = 400) @CharRange(from = ' ', to = '~') String text,
            @ForAll @IntRange(min = 2, max = 5) int modulePixels)
            throws Exception {
        assertThat(scan(QrImage.svg(QrCode.of(text), "Pay"), modulePixels)).isEqualTo(text);
    }

    @Example
    void the_drawing_has_a_title_and_nothing_that_a_content_security_policy_forbids() throws Exception {
        var svg = QrImage.svg(QrCode.of("text"), "Pay <b>12.50</b> & \"more\"\u0000 to 王小明");
        var root = parsed(svg);
        assertThat(root.getTagName()).isEqualTo("svg");
        assertThat(root.getAttribute("role")).isEqualTo("img");
        assertThat(root.getAttribute("shape-rendering")).isEqualTo("crispEdges");
        assertThat(root.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("Pay <b>12.50</b> & \"more\"  to 王小明");
        assertThat(root.getElementsByTagName("path").getLength()).isEqualTo(1);
        assertThat(svg).doesNotContain("style", "script", "href", "class=").doesNotContainPattern("\\son\\w+=");
    }

    @Example
    void the_quiet_zone_is_part_of_the_picture() throws Exception {
        var code = QrCode.of("text");
        int side = code.size() + 8;
        assertThat(parsed(QrImage.svg(code, "Pay")).getAttribute("viewBox")).isEqualTo("0 0 " + side + " " + side);
        var pixels = drawn(QrImage.svg(code, "Pay"), 2);
        int width = 2 * side;
        assertThat(pixels).hasSize(width * width);
        for (int i = 0; i < width; i++) {
            for (int edge : new int[] {0, 7, width - 8, width - 1}) {
                assertThat(pixels[edge * width + i]).isEqualTo(WHITE);
                assertThat(pixels[i * width + edge]).isEqualTo(WHITE);
            }
        }
        assertThat(pixels[8 * width + 8]).isZero();
    }

    @Example
    void what_does_not_fit_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QrCode.of("x".repeat(3_000)))
                .withMessage("the text does not fit a QR code");
    }

    private static String scan(String svg) throws Exception {
        return scan(svg, 4);
    }

    private static String scan(String svg, int modulePixels) throws Exception {
        var pixels = drawn(svg, modulePixels);
        return scan(pixels, (int) Math.sqrt(pixels.length));
    }

    /// Draws the bars like a browser; returns the pixels of the square, row by row.
    private static int[] drawn(String svg, int modulePixels) throws Exception {
        var root = parsed(svg);
        int side = modulePixels
                * Integer.parseInt(root.getAttribute("viewBox").substring(4).split(" ", -1)[0]);
        var pixels = new int[side * side];
        Arrays.fill(pixels, WHITE);
        var path = ((Element) root.getElementsByTagName("path").item(0)).getAttribute("d");
        var bars = BAR.matcher(path);
        while (bars.find()) {
            assertThat(bars.group(4)).isEqualTo(bars.group(3));
            int left = modulePixels * Integer.parseInt(bars.group(1));
            int width = modulePixels * Integer.parseInt(bars.group(3));
            int top = modulePixels * Integer.parseInt(bars.group(2));
            for (int y = top; y < top + modulePixels; y++) {
                Arrays.fill(pixels, y * side + left, y * side + left + width, 0);
            }
        }
        assertThat(bars.replaceAll("")).isEmpty();
        return pixels;
    }

    private static String scan(int[] pixels, int side) throws ReaderException {
        var image = new RGBLuminanceSource(side, side, pixels);
        return new QRCodeReader()
                .decode(new BinaryBitmap(new HybridBinarizer(image)), Map.of(DecodeHintType.PURE_BARCODE, true))
                .getText();
    }

    private static Element parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }
}
