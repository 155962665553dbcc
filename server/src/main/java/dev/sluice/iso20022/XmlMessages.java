package dev.sluice.iso20022;

import dev.sluice.iso20022.camt.CamtReader;
import dev.sluice.iso20022.pain.OutboundReader;
import dev.sluice.iso20022.pain.StatusReportReader;
import dev.sluice.iso20022.xml.XmlCursor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds the messages of an XML file. They may stand in an envelope, in any namespace, several in one file.
final class XmlMessages {
    private static final String DOCUMENT = "Document";

    /// Elements that hold a message, and its kind without variant and version.
    private static final Map<String, String> KINDS = Map.of(
            "BkToCstmrAcctRpt", "camt.052",
            "BkToCstmrStmt", "camt.053",
            "BkToCstmrDbtCdtNtfctn", "camt.054",
            "CstmrPmtStsRpt", "pain.002",
            "CstmrCdtTrfInitn", "pain.001",
            "RsltnOfInvstgtn", "camt.029",
            "CstmrPmtCxlReq", "camt.055");

    private final XmlCursor at;
    private final Findings findings;
    private final List<Message> messages = new ArrayList<>();
    private final Set<String> kinds = new HashSet<>();

    private String kind = "";
    /// Kind that the nearest `Document` names.
    private String declared = "";

    private XmlMessages(XmlCursor at, Findings findings) {
        this.at = at;
        this.findings = findings;
    }

    static BankFile read(XmlCursor at, Findings findings) throws Unreadable {
        var reading = new XmlMessages(at, findings);
        at.children(name -> reading.find(name, false));
        if (reading.kind.isEmpty()) {
            throw new Unreadable("the file is XML, but holds no message of ISO 20022; ask the bank what it sends");
        }
        return new BankFile(reading.kind, reading.messages, List.of());
    }

    /// @param inDocument true directly below `Document`, where nothing but a message can stand
    private void find(String name, boolean inDocument) throws Unreadable {
        var known = KINDS.get(name);
        var kindHere = kindHere();
        if (known != null) {
            note(kindHere.startsWith(known) ? kindHere : known);
            messages.add(message(known));
        } else if (inDocument) {
            note(kindHere.isEmpty() ? name : kindHere);
            findings.problem("unexpected kind " + (kindHere.isEmpty() ? "" : kindHere + " ") + "(" + name
                    + "): nothing of it was read");
        } else {
            boolean document = name.equals(DOCUMENT);
            declared = kindHere;
            at.children(child -> find(child, document));
        }
    }

    private Message message(String known) throws Unreadable {
        return switch (known) {
            case "pain.001", "camt.055" -> new OutboundReader(findings).read(at);
            case "pain.002", "camt.029" -> new StatusReportReader(findings).read(at);
            default -> new CamtReader(findings).read(at);
        };
    }

    private void note(String found) {
        if (kind.isEmpty()) {
            kind = found;
        } else if (kinds.add(found) && !found.equals(kind)) {
            findings.problem("the file mixes kinds: " + kind + " and " + found);
        }
    }

    private String kindHere() {
        for (var name : at.names()) {
            var found = kind(name);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return declared;
    }

    /// Returns the kind that a namespace names, without suffixes of a national variant: `camt.053.001.08`.
    private static String kind(String namespace) {
        var parts = namespace
                .substring(Math.max(namespace.lastIndexOf(':'), namespace.lastIndexOf('/')) + 1)
                .split("\\.", 6);
        boolean named = parts.length >= 4
                && parts[0].length() == 4
                && isNumber(parts[1], 3)
                && isNumber(parts[2], 3)
                && isNumber(parts[3], 2);
        return named ? String.join(".", parts[0], parts[1], parts[2], parts[3]) : "";
    }

    private static boolean isNumber(String text, int length) {
        return text.length() == length && text.chars().allMatch(Character::isDigit);
    }
}
