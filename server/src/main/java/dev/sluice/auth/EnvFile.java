package dev.sluice.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// A file of `KEY=value` lines that a shell can source; only its owner may read it.
public final class EnvFile {
    private EnvFile() {}

    /// Parses the lines of a text; skips blank lines, comments and lines without `=`.
    public static Map<String, String> parse(String text) {
        var values = new LinkedHashMap<String, String>();
        text.lines().map(String::strip).filter(line -> !line.startsWith("#")).forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
            }
        });
        return values;
    }

    public static Map<String, String> read(Path file) throws IOException {
        return parse(Files.readString(file));
    }

    static String text(Map<String, String> values) {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /// Writes the file atomically, with permissions for its owner alone from the first byte on.
    public static void write(Path file, Map<String, String> values) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("not a file: " + file);
        }
        Files.createDirectories(folder);
        var draft = Files.createTempFile(folder, file.getFileName() + ".", ".new", ownerOnly(folder));
        try {
            Files.writeString(draft, text(values));
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path folder) throws IOException {
        return Files.getFileStore(folder).supportsFileAttributeView("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
