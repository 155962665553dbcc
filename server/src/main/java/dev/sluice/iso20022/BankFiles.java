package dev.sluice.iso20022;

import dev.sluice.iso20022.Message.OutboundMessage;
import dev.sluice.iso20022.Message.StatementMessage;
import dev.sluice.iso20022.csv.CsvMapping;
import dev.sluice.iso20022.csv.CsvReader;
import dev.sluice.iso20022.mt.MtReader;
import dev.sluice.iso20022.xml.XmlCursor;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads any file that a bank sends. The kind is recognized by the content; names of files say nothing.
public final class BankFiles {
    /// Maximum size of a file, in bytes.
    public static final int SIZE_MAX = 64 * 1024 * 1024;

    private static final int HEAD_LENGTH = 8 * 1024;
    private static final String NO_BANK_FILE =
            "the file is no bank file that can be read: it is neither XML of ISO 20022"
                    + " (camt.052, camt.053, camt.054, pain.002, camt.029) nor MT940 or MT942; a CSV statement needs"
                    + " the mapping of a profile (in.csv)";

    private BankFiles() {}

    /// Reads a file to its end. Memory is bounded by the limits of the readers, and not by the length of the stream.
    ///
    /// @throws Unreadable if it is cut off, damaged, too large or no bank file
    /// @throws IOException if the stream cannot be read
    public static BankFile read(InputStream bytes) throws Unreadable, IOException {
        return read(bytes, null);
    }

    /// Reads a file as [#read(InputStream)] does, or as a CSV statement if it is no other file.
    ///
    /// @param csv mapping of the columns; null if the bank sends no CSV
    public static BankFile read(InputStream bytes, @Nullable CsvMapping csv) throws Unreadable, IOException {
        var in = new BufferedInputStream(bytes, HEAD_LENGTH);
        in.mark(HEAD_LENGTH);
        var head = in.readNBytes(HEAD_LENGTH);
        in.reset();
        var start = Head.of(head);
        in.skipNBytes(isCsv(start, csv) ? 0 : start.skipped());
        var findings = new Findings();
        var file = switch (start.format()) {
            case XML -> XmlMessages.read(XmlCursor.over(in, start.charset(), SIZE_MAX, start.lines()), findings);
            case MT -> MtReader.read(in, SIZE_MAX, findings);
            case EMPTY -> throw new Unreadable("the file is empty: fetch it again, or ask the bank for it");
            case ZIP -> throw new Unreadable("the file is compressed: unpack it, and read the files in it");
            case PGP -> throw new Unreadable("the file is encrypted or signed with PGP: decrypt it first");
            case OTHER -> {
                if (csv == null) {
                    throw new Unreadable(NO_BANK_FILE);
                }
                yield CsvReader.read(in, csv, findings);
            }
        };
        check(file.messages(), findings);
        return new BankFile(file.kind(), file.messages(), findings.all());
    }

    /// White space and empty lines at the beginning count as lines of a CSV file.
    private static boolean isCsv(Head start, @Nullable CsvMapping csv) {
        return start.format() == Head.Format.OTHER && csv != null;
    }

    private static void check(List<Message> messages, Findings findings) {
        var statements = messages.stream()
                .filter(StatementMessage.class::isInstance)
                .flatMap(each -> ((StatementMessage) each).statements().stream())
                .toList();
        StatementChecks.check(statements, findings);
        for (var message : messages) {
            if (message instanceof StatementMessage pages && pages.statements().isEmpty()) {
                findings.problem("message " + message.msgId() + " has no statement, report or notice");
            }
            if (message instanceof OutboundMessage) {
                findings.problem("not an inbound kind");
            }
        }
    }
}
