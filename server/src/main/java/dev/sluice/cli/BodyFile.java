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
            throw new IOException("cannot read " + file + ": file not found", missing);
        } catch (AccessDeniedException denied) {
            throw new IOException("cannot read " + file + ": permission denied", denied);
        } catch (IOException broken) {
            throw new IOException("cannot read " + file + ": " + broken.getMessage(), broken);
        }
    }
}
