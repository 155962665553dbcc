package dev.sluice.qr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
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
            assertThat(scan(QrImage.png(QrCode.of(payload), 3))).isEqualTo(payload);
        }
    }

    @Example
    void a_name_in_japanese_can_be_scanned() throws Exception {
        var payee = Payments.named(Payments.payee(QrScheme.JPQR), "メルペイ カフェ 𠮷野家");
        var payload = QrPayload.of(QrScheme.JPQR, Payments.of(QrScheme.JPQR, payee, "500"));
        assertThat(scan(QrImage.svg(QrCode.of(payload), "JPQR"))).isEqualTo(payload);
        assertThat(scan(QrImage.png(QrCode.of(payload), 3))).isEqualTo(payload);
    }

    @Property(tries = 60)
    void any_text_can_be_scanned_at_any_size(
            @ForAll @NotBlank @StringLength(min = 1, max = 400) @CharRange(from = ' ', to = '~') String text,
            @ForAll @IntRange(min = 2, max = 5) int modulePixels)
            throws Exception {
        assertThat(scan(QrImage.png(QrCode.of(text), modulePixels))).isEqualTo(text);
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
        var image = ImageIO.read(new ByteArrayInputStream(QrImage.png(code, 2)));
        assertThat(image.getWidth()).isEqualTo(2 * side).isEqualTo(image.getHeight());
        for (int i = 0; i < 2 * side; i++) {
            for (int edge : new int[] {0, 7, 2 * side - 8, 2 * side - 1}) {
                assertThat(image.getRGB(i, edge) & WHITE).isEqualTo(WHITE);
                assertThat(image.getRGB(edge, i) & WHITE).isEqualTo(WHITE);
            }
        }
        assertThat(image.getRGB(8, 8) & WHITE).isZero();
    }

    @Example
    void a_picture_has_a_reasonable_size() {
        var code = QrCode.of("text");
        for (int pixels : new int[] {0, -1, QrImage.MODULE_PIXELS_MAX + 1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> QrImage.png(code, pixels))
                    .withMessage("a module is 1 to 32 pixels wide, not " + pixels);
        }
        assertThat(QrImage.png(code, QrImage.MODULE_PIXELS_MAX)).hasSizeLessThan(20_000);
    }

    @Example
    void what_does_not_fit_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QrCode.of("x".repeat(3_000)))
                .withMessage("the text does not fit a QR code");
    }

    private static String scan(byte[] png) throws IOException, ReaderException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        int width = image.getWidth();
        return scan(image.getRGB(0, 0, width, image.getHeight(), null, 0, width), width);
    }

    /// Draws the bars like a browser, four pixels per module.
    private static String scan(String svg) throws Exception {
        var root = parsed(svg);
        int side =
                4 * Integer.parseInt(root.getAttribute("viewBox").substring(4).split(" ", -1)[0]);
        var pixels = new int[side * side];
        Arrays.fill(pixels, WHITE);
        var path = ((Element) root.getElementsByTagName("path").item(0)).getAttribute("d");
        var bars = BAR.matcher(path);
        while (bars.find()) {
            assertThat(bars.group(4)).isEqualTo(bars.group(3));
            int left = 4 * Integer.parseInt(bars.group(1));
            int top = 4 * Integer.parseInt(bars.group(2));
            for (int y = top; y < top + 4; y++) {
                Arrays.fill(pixels, y * side + left, y * side + left + 4 * Integer.parseInt(bars.group(3)), 0);
            }
        }
        assertThat(bars.replaceAll("")).isEmpty();
        return scan(pixels, side);
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
