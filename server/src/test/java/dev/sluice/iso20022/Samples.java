package dev.sluice.iso20022;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Files of banks below `src/test/resources/bank`, and shortcuts to read texts.
final class Samples {
    private static final Path FOLDER = Path.of("src/test/resources/bank");

    private Samples() {}

    /// Returns all samples, in the order of their names.
    static List<Path> all() {
        try (var files = Files.list(FOLDER)) {
            return files.filter(each -> each.getFileName().toString().startsWith("O"))
                    .sorted()
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Returns the sample with a number such as `O06`.
    static Path path(String number) {
        return all().stream()
                .filter(each -> each.getFileName().toString().startsWith(number + "_"))
                .findFirst()
                .orElseThrow();
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static BankFile read(String text) throws Unreadable {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    static BankFile read(byte[] bytes) throws Unreadable {
        try {
            return BankFiles.read(new ByteArrayInputStream(bytes));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// Returns the only page of a file.
    static Statement page(BankFile file) {
        var pages = pages(file);
        if (pages.size() != 1) {
            throw new AssertionError("pages: " + pages);
        }
        return pages.getFirst();
    }

    static List<Statement> pages(BankFile file) {
        return file.messages().stream()
                .filter(Message.StatementMessage.class::isInstance)
                .flatMap(each -> ((Message.StatementMessage) each).statements().stream())
                .toList();
    }

    static List<Entry> entries(BankFile file) {
        return pages(file).stream().flatMap(each -> each.entries().stream()).toList();
    }
}
