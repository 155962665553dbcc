package dev.sluice.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Payers receive the visible image of a logo, and none of its file's other data.
class LogoTest {
    private static final String HIDDEN = "GPS 6.2088 S, 106.8456 E <script>alert(1)</script>";
    private static final int WIDTH_AT = 16;
    private static final int HEADER_END = 29;

    private static byte[] picture(String format, BufferedImage image) throws IOException {
        var out = new ByteArrayOutputStream();
        assertThat(ImageIO.write(image, format, out)).isTrue();
        return out.toByteArray();
    }

    private static BufferedImage red() {
        var image = new BufferedImage(40, 20, BufferedImage.TYPE_INT_RGB);
        var pen = image.createGraphics();
        pen.setColor(Color.RED);
        pen.fillRect(0, 0, 40, 20);
        pen.dispose();
        return image;
    }

    private static byte[] joined(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (var part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /// After its first two bytes, a JPEG may contain anything in segments that no image needs.
    private static byte[] withSegment(byte[] jpeg) {
        var exif = ("Exif\0\0" + HIDDEN).getBytes(StandardCharsets.ISO_8859_1);
        var head = new byte[] {(byte) 0xFF, (byte) 0xE1, 0, (byte) (exif.length + 2)};
        return joined(Arrays.copyOf(jpeg, 2), head, exif, Arrays.copyOfRange(jpeg, 2, jpeg.length));
    }

    private static byte[] chunk(String type, byte[] data) {
        var body = joined(type.getBytes(StandardCharsets.US_ASCII), data);
        var sum = new CRC32();
        sum.update(body);
        return joined(number(data.length), body, number((int) sum.getValue()));
    }

    private static byte[] number(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private static byte[] withChunk(byte[] png) {
        var told = chunk("tEXt", ("Comment\0" + HIDDEN).getBytes(StandardCharsets.ISO_8859_1));
        int end = HEADER_END + Integer.BYTES;
        return joined(Arrays.copyOf(png, end), told, Arrays.copyOfRange(png, end, png.length));
    }

    @ParameterizedTest
    @CsvSource({"png,image/png", "jpeg,image/jpeg"})
    void what_is_not_seen_of_a_picture_is_gone(String format, String type) throws IOException {
        var plain = picture(format, red());
        var laden = joined(
                format.equals("png") ? withChunk(plain) : withSegment(plain),
                ("PK\u0003\u0004" + HIDDEN).getBytes(StandardCharsets.ISO_8859_1));
        assertThat(text(laden)).contains(HIDDEN);
        var logo = Logo.of(laden);
        assertThat(logo.mediaType()).isEqualTo(type);
        assertThat(text(logo.picture())).doesNotContain(HIDDEN, "Exif", "tEXt", "PK\u0003\u0004");
        var seen = ImageIO.read(new ByteArrayInputStream(logo.picture()));
        assertThat(seen.getWidth()).isEqualTo(40);
        assertThat(seen.getHeight()).isEqualTo(20);
        var colour = new Color(seen.getRGB(20, 10));
        assertThat(colour.getRed()).isGreaterThan(245);
        assertThat(colour.getGreen()).isLessThan(10);
    }

    @Test
    void what_can_be_seen_through_stays_so() throws IOException {
        var image = new BufferedImage(8, 8, BufferedImage.TYPE_INT_ARGB);
        var logo = Logo.of(picture("png", image));
        assertThat(ImageIO.read(new ByteArrayInputStream(logo.picture())).getRGB(3, 3) >>> 24)
                .isZero();
    }

    /// A file of a few bytes that declares forty thousand by forty thousand pixels would take gigabytes.
    @Test
    void a_picture_that_unpacks_to_more_than_a_logo_needs_is_none() throws IOException {
        var png = picture("png", red());
        var header = Arrays.copyOfRange(png, WIDTH_AT, HEADER_END);
        System.arraycopy(number(40_000), 0, header, 0, Integer.BYTES);
        System.arraycopy(number(40_000), 0, header, Integer.BYTES, Integer.BYTES);
        var bomb = joined(
                Arrays.copyOf(png, 8), chunk("IHDR", header), Arrays.copyOfRange(png, HEADER_END + 4, png.length));
        assertThatThrownBy(() -> Logo.of(bomb)).hasMessage("a logo is a PNG, or a JPEG in RGB or grey");
    }

    /// The JDK draws no WebP, so it could be garbage, or sixteen thousand by sixteen thousand pixels.
    @Test
    void a_webp_is_no_logo_whatever_it_holds() {
        int side = 16_000 - 1;
        var canvas = ByteBuffer.allocate(18).order(ByteOrder.LITTLE_ENDIAN);
        canvas.put("VP8X".getBytes(StandardCharsets.US_ASCII)).putInt(10).putInt(0);
        canvas.putShort((short) side).put((byte) 0).putShort((short) side).put((byte) 0);
        var riff = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        riff.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(4 + canvas.capacity());
        riff.put("WEBP".getBytes(StandardCharsets.US_ASCII));
        var huge = joined(riff.array(), canvas.array());
        var garbage = joined(riff.array(), HIDDEN.getBytes(StandardCharsets.ISO_8859_1));
        for (var webp : List.of(huge, garbage)) {
            assertThatThrownBy(() -> Logo.of(webp)).hasMessage("a logo is a PNG, or a JPEG in RGB or grey");
        }
    }

    @ParameterizedTest
    @CsvSource({"png", "jpeg"})
    void what_only_begins_like_a_picture_is_none(String format) throws IOException {
        var whole = picture(format, red());
        var cut = joined(Arrays.copyOf(whole, 12), HIDDEN.getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Logo.of(cut)).hasMessage("a logo is a PNG, or a JPEG in RGB or grey");
    }

    @Test
    void a_photograph_is_written_smaller_until_it_fits() throws IOException {
        var image = new BufferedImage(170, 170, BufferedImage.TYPE_INT_RGB);
        var random = new Random(1);
        for (int x = 0; x < 170; x++) {
            for (int y = 0; y < 170; y++) {
                image.setRGB(x, y, random.nextInt());
            }
        }
        var given = picture("jpeg", image);
        assertThat(given).hasSizeLessThan(Logo.BYTES_MAX);
        assertThat(Logo.of(given).picture()).hasSizeLessThanOrEqualTo(Logo.BYTES_MAX);
        assertThatThrownBy(() -> Logo.of(picture("png", image))).isInstanceOf(Logo.TooLarge.class);
    }
}
