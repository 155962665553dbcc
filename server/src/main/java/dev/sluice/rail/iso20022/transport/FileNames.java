package dev.sluice.rail.iso20022.transport;

import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import java.io.IOException;

/// Checks of file names: safe names, temporary names, and names derived from a file that we sent.
final class FileNames {
    static final String TEMPORARY = ".part";
    private static final int LENGTH_MAX = 200;

    private FileNames() {}

    /// Returns the name of a file that we send. A name with a folder in it is a bug of the caller.
    static String outgoing(OutgoingFile file) {
        var name = file.name();
        if (!isInFolder(name)
                || isHidden(name)
                || name.length() > LENGTH_MAX
                || name.chars().anyMatch(each -> each == '\\' || each < ' ' || each == 0x7f)) {
            throw new IllegalArgumentException("no name of an outgoing file: " + name);
        }
        return name;
    }

    /// Returns the temporary name of an attempt.
    static String temporary(OutgoingFile file) {
        return outgoing(file) + "." + file.attempt() + TEMPORARY;
    }

    /// Returns a temporary name of a file that tries the rename.
    static String probe(String id, int number) {
        return ".rename-" + id + "-" + number + TEMPORARY;
    }

    /// Returns true if the name is a temporary one of the file, of any attempt.
    static boolean isTemporaryOf(String name, OutgoingFile file) {
        var begin = outgoing(file) + ".";
        return name.startsWith(begin)
                && name.endsWith(TEMPORARY)
                && name.length() > begin.length() + TEMPORARY.length()
                && name.substring(begin.length(), name.length() - TEMPORARY.length())
                        .chars()
                        .allMatch(each -> each >= '0' && each <= '9');
    }

    /// Returns true if the file is hidden or not complete.
    static boolean isHidden(String name) {
        return name.startsWith(".") || name.endsWith(TEMPORARY);
    }

    /// Returns true if the name cannot lead out of its folder.
    static boolean isInFolder(String name) {
        return !name.isEmpty()
                && !name.equals(".")
                && !name.equals("..")
                && name.indexOf('/') < 0
                && name.indexOf('\0') < 0;
    }

    /// Checks a name that a server lists, so that it cannot lead out of its folder.
    static String listed(String name, String folder) throws IOException {
        if (!isInFolder(name)) {
            throw new IOException("the folder " + folder + " lists a name that is no file name: " + name);
        }
        return name;
    }

    /// Returns true if the text contains the identifier as a whole: `A1` is not in `A12`.
    static boolean contains(String text, String identifier) {
        if (identifier.isEmpty()) {
            return false;
        }
        for (var at = text.indexOf(identifier); at >= 0; at = text.indexOf(identifier, at + 1)) {
            var end = at + identifier.length();
            if ((at == 0 || !isLetterOrDigit(text.charAt(at - 1)))
                    && (end == text.length() || !isLetterOrDigit(text.charAt(end)))) {
                return true;
            }
        }
        return false;
    }

    /// Returns true if the name stands for the file: it contains its MsgId, or its name without the extension.
    static boolean namesFile(String name, OutgoingFile file) {
        return !isHidden(name) && (contains(name, file.msgId()) || contains(name, stem(outgoing(file))));
    }

    private static String stem(String name) {
        var dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private static boolean isLetterOrDigit(char each) {
        return (each >= '0' && each <= '9') || (each >= 'A' && each <= 'Z') || (each >= 'a' && each <= 'z');
    }
}
