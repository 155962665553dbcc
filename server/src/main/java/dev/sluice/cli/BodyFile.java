package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads a file from the command line.
final class BodyFile {
    private BodyFile() {}

    /// @throws IOException with the file and the reason
    static byte[] read(String file) throws IOException {
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (NoSuchFileException missing) {
            throw new IOException("cannot read " + file + ": there is no such file", missing);
        } catch (AccessDeniedException denied) {
            throw new IOException("cannot read " + file + ": it may not be read by you", denied);
        } catch (IOException broken) {
            throw new IOException("cannot read " + file + ": " + broken.getMessage(), broken);
        }
    }
}
