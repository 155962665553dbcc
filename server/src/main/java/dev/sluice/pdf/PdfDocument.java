package dev.sluice.pdf;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdfwriter.compress.CompressParameters;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.graphics.state.PDExtendedGraphicsState;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionURI;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDBorderStyleDictionary;
import org.apache.pdfbox.pdmodel.interactive.viewerpreferences.PDViewerPreferences;

/// A PDF under construction: A4 pages that share their fonts. Equal drawings give equal bytes, regardless of time.
final class PdfDocument implements Closeable {
    /// Graphics state of the watermark.
    static final COSName FAINT = COSName.getPDFName("Faint");

    private static final float FAINT_ALPHA = 0.11f;

    static final float WIDTH = PDRectangle.A4.getWidth();
    static final float HEIGHT = PDRectangle.A4.getHeight();

    private final PDDocument document = new PDDocument();
    private final PDResources resources = new PDResources();
    private final Map<Typeface, EmbeddedFont> fonts = new LinkedHashMap<>();
    private final List<PdfPage> sheets = new ArrayList<>();

    PdfPage addSheet() {
        var page = new PDPage(PDRectangle.A4);
        page.setResources(resources);
        document.addPage(page);
        var sheet = new PdfPage(this);
        sheets.add(sheet);
        return sheet;
    }

    List<PdfPage> sheets() {
        return List.copyOf(sheets);
    }

    EmbeddedFont font(Typeface face) throws IOException {
        var known = fonts.get(face);
        if (known != null) {
            return known;
        }
        var font = new EmbeddedFont(COSName.getPDFName("F" + (fonts.size() + 1)), face);
        fonts.put(face, font);
        return font;
    }

    /// Makes a part of the newest page a link.
    ///
    /// @param title description for screen readers
    void link(URI target, String title, float x, float y, float width, float height) throws IOException {
        var action = new PDActionURI();
        action.setURI(target.toASCIIString());
        var border = new PDBorderStyleDictionary();
        border.setWidth(0);
        var link = new PDAnnotationLink();
        link.setAction(action);
        link.setBorderStyle(border);
        link.setContents(title);
        link.setRectangle(new PDRectangle(x, y, width, height));
        document.getPage(sheets.size() - 1).getAnnotations().add(link);
    }

    byte[] finish(PaymentDocument.About about) throws IOException {
        var dictionary = new COSDictionary();
        for (var font : fonts.values()) {
            font.finish(document);
            dictionary.setItem(font.name(), font.dictionary());
        }
        resources.getCOSObject().setItem(COSName.FONT, dictionary);
        var faint = new PDExtendedGraphicsState();
        faint.setNonStrokingAlphaConstant(FAINT_ALPHA);
        resources.put(FAINT, faint);
        for (int i = 0; i < sheets.size(); i++) {
            var content = new PDStream(document);
            try (var out = content.createOutputStream(COSName.FLATE_DECODE)) {
                out.write(sheets.get(i).content());
            }
            document.getPage(i).setContents(content);
        }
        describe(about);
        var bytes = new ByteArrayOutputStream();
        document.save(bytes, CompressParameters.NO_COMPRESSION);
        return bytes.toByteArray();
    }

    private void describe(PaymentDocument.About about) {
        var information = document.getDocumentInformation();
        information.setTitle(about.title());
        information.setAuthor(about.author());
        information.setSubject(about.subject());
        information.setCreator("Sluice");
        information.setCreationDate(calendar(about.at()));
        information.setModificationDate(calendar(about.at()));
        var catalog = document.getDocumentCatalog();
        catalog.setLanguage(about.language());
        var preferences = new PDViewerPreferences(new COSDictionary());
        preferences.setDisplayDocTitle(true);
        catalog.setViewerPreferences(preferences);
        // Without a seed, the identifier depends on the time of saving.
        document.setDocumentId((long) about.subject().hashCode());
    }

    private static Calendar calendar(Instant at) {
        var calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        calendar.setTimeInMillis(at.toEpochMilli());
        return calendar;
    }

    @Override
    public void close() throws IOException {
        document.close();
    }
}
