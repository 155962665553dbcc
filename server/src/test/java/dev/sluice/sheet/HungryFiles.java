package dev.sluice.sheet;

import dev.sluice.refusal.Refused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A process with little memory that reads many files with a large unpacked size in parallel. It prints the number of
/// refusals.
final class HungryFiles {
    static final int AT_ONCE = 12;

    private static final int TEXT_LENGTH = 30 * 1024 * 1024;

    private HungryFiles() {}

    public static void main(String[] arguments) throws Exception {
        int refused = 0;
        for (var file : files()) {
            var asked = new ArrayList<Future<Boolean>>();
            try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
                for (int i = 0; i < AT_ONCE; i++) {
                    asked.add(threads.submit(() -> isRefused(file)));
                }
            }
            for (var each : asked) {
                refused += each.get() ? 1 : 0;
            }
        }
        System.out.println("refused " + refused);
    }

    static int count() {
        return files().size() * AT_ONCE;
    }

    private static boolean isRefused(byte[] file) {
        try (var _ = SheetLimiter.acquire(UUID.randomUUID())) {
            SheetReader.read(file);
            return false;
        } catch (Unreadable | Refused words) {
            return true;
        }
    }

    private static List<byte[]> files() {
        var text = "x".repeat(TEXT_LENGTH);
        return List.of(
                zip(Map.of("xl/worksheets/sheet1.xml", cell("t=\"inlineStr\"", "<is><t>" + text + "</t></is>"))),
                zip(Map.of("xl/sharedStrings.xml", "<sst><si><t>" + text + "</t></si></sst>")),
                zip(Map.of("xl/sharedStrings.xml", "<sst><si t=\"" + text.substring(0, 7_000_000) + "\"/></sst>")),
                zip(Map.of("xl/worksheets/sheet1.xml", cell("", "<v>1</v></c>" + "<c/>".repeat(1_500_000) + "<c>"))));
    }

    private static String cell(String attributes, String value) {
        return "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" " + attributes + ">" + value
                + "</c></row></sheetData></worksheet>";
    }

    private static byte[] zip(Map<String, String> entries) {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (var entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return bytes.toByteArray();
    }
}
