package dev.sluice.dashboard.tour;

import com.microsoft.playwright.Page;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.ImageOutputStream;

/// Screenshots of all pages in two sizes, and the document that shows them side by side.
final class Album {
    private static final String PICTURES = "pictures";
    private static final String DOCUMENT = "pages.md";
    private static final Pattern IN_README = Pattern.compile("docs/images/([a-z-]+-(?:desk|phone)[.]jpg)");
    private static final float QUALITY = 0.6f;
    private static final float SCALE = 0.65f;

    /// Maximum height; a longer page is cut off.
    private static final int HEIGHT_MAX = 1_500;

    private static final String INTRODUCTION = """
            # Pages

            All pages of the dashboard and of the checkout on a desktop and on a phone, with the data of a made-up
            shop.
            """;

    private final Path folder;
    private final List<Entry> entries = new ArrayList<>();

    private Album(Path folder) throws IOException {
        this.folder = folder;
        var pictures = folder.resolve(PICTURES);
        Files.createDirectories(pictures);
        try (var old = Files.list(pictures)) {
            for (var each : old.filter(file -> file.toString().endsWith(".jpg")).toList()) {
                Files.delete(each);
            }
        }
    }

    private record Entry(Stop stop, String heading) {}

    /// @param folder folder to write the document and the screenshots into
    static Album in(Path folder) throws IOException {
        return new Album(folder);
    }

    /// Returns the file names of a stop's screenshots.
    static Stream<String> files(Stop stop) {
        return Stream.of(file(stop, "desk"), file(stop, "phone"));
    }

    /// Returns the screenshots of pages that the README shows.
    static List<String> inReadme() throws IOException {
        return IN_README
                .matcher(Files.readString(Path.of("..", "README.md")))
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    void enter(Stop stop, String heading) {
        entries.add(new Entry(stop, heading.strip()));
    }

    void picture(Page page, Stop stop, String size) throws IOException {
        page.evaluate("() => { document.activeElement?.blur(); window.scrollTo(0, 0); }");
        var window = page.viewportSize();
        int height = ((Number) page.evaluate("document.documentElement.scrollHeight")).intValue();
        page.setViewportSize(window.width, Math.clamp(height, window.height, HEIGHT_MAX));
        var taken = ImageIO.read(new ByteArrayInputStream(page.screenshot()));
        page.setViewportSize(window.width, window.height);
        try (var out = ImageIO.createImageOutputStream(
                folder.resolve(PICTURES).resolve(file(stop, size)).toFile())) {
            write(smaller(taken), out);
        }
    }

    private static BufferedImage smaller(BufferedImage taken) {
        int width = Math.round(taken.getWidth() * SCALE);
        int height = Math.round(taken.getHeight() * SCALE);
        var scaled = taken.getScaledInstance(width, height, Image.SCALE_AREA_AVERAGING);
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.createGraphics().drawImage(scaled, 0, 0, null);
        return image;
    }

    private static void write(BufferedImage image, ImageOutputStream out) throws IOException {
        var writer = ImageIO.getImageWritersByFormatName("jpg").next();
        try {
            var how = writer.getDefaultWriteParam();
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionQuality(QUALITY);
            how.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
    }

    private static String file(Stop stop, String size) {
        return stop.name() + "-" + size + ".jpg";
    }

    /// Writes the document.
    void close() throws IOException {
        var text = new StringBuilder(INTRODUCTION);
        for (var area : Stop.Area.values()) {
            text.append("\n## ").append(area.title).append("\n\n| page | desk | phone |\n| --- | --- | --- |\n");
            for (var entry : entries) {
                if (entry.stop().area() == area) {
                    text.append(row(entry));
                }
            }
        }
        Files.writeString(folder.resolve(DOCUMENT), text.toString());
    }

    private static String row(Entry entry) {
        var name = entry.stop().name();
        var heading = entry.heading().replace("|", "\\|");
        return "| " + heading + "<br>`" + name + "` | " + picture(entry, "desk", 560) + " | "
                + picture(entry, "phone", 180) + " |\n";
    }

    private static String picture(Entry entry, String size, int width) {
        return "<img src=\"" + PICTURES + "/" + file(entry.stop(), size) + "\" width=\"" + width + "\" alt=\""
                + entry.heading().replace("\"", "&quot;") + ", " + size + "\">";
    }
}
