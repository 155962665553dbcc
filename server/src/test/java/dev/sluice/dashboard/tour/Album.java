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
    private static final String PICTURES = "images/pages";
    private static final String DOCUMENT = "pages.md";
    private static final Pattern SHOWN = Pattern.compile("<img src=\"" + PICTURES + "/([^\"]+)\"");
    private static final float QUALITY = 0.6f;
    private static final float SCALE = 0.65f;

    /// Maximum height; a longer page is cut off.
    private static final int HEIGHT_MAX = 1_500;

    private static final String INTRODUCTION = """
            # Pages

            Every page of the dashboard and every page for payers, on a desk and on a phone, with the data of a shop
            that does not exist. A test walks through all of them, by day and by night, and takes these pictures
            ([CONTRIBUTING.md](../CONTRIBUTING.md)); a page that is not among them fails it. What they do is told in
            [dashboard.md](dashboard.md).
            """;

    private final Path docs;
    private final List<Entry> entries = new ArrayList<>();

    private Album(Path docs) throws IOException {
        this.docs = docs;
        var pictures = docs.resolve(PICTURES);
        Files.createDirectories(pictures);
        try (var old = Files.list(pictures)) {
            for (var each : old.filter(file -> file.toString().endsWith(".jpg")).toList()) {
                Files.delete(each);
            }
        }
    }

    private record Entry(Stop stop, String heading) {}

    /// @param docs folder of the documents
    static Album in(Path docs) throws IOException {
        return new Album(docs);
    }

    /// Returns the file names of a stop's screenshots.
    static Stream<String> files(Stop stop) {
        return Stream.of(file(stop, "desk"), file(stop, "phone"));
    }

    /// Returns the existing screenshots.
    static List<String> taken(Path docs) throws IOException {
        try (var files = Files.list(docs.resolve(PICTURES))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /// Returns the screenshots that the document shows.
    static List<String> shown(Path docs) throws IOException {
        return SHOWN.matcher(Files.readString(docs.resolve(DOCUMENT)))
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
                docs.resolve(PICTURES).resolve(file(stop, size)).toFile())) {
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
        Files.writeString(docs.resolve(DOCUMENT), text.toString());
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
