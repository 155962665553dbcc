package dev.sluice.fileimport.recipient;

import dev.sluice.auth.Caller;
import dev.sluice.fileimport.Fault;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.http.Fields;
import dev.sluice.http.JsonObject;
import dev.sluice.recipient.Identity;
import dev.sluice.recipient.Recipient;
import dev.sluice.recipient.RecipientType;
import dev.sluice.recipient.Recipients;
import dev.sluice.sheet.Grid.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Validates rows as recipients, as the API would, and finds those that exist already.
record RecipientPreview(Recipients recipients, Caller caller) {
    private static final String BANK = "bank.";
    private static final int FAULTS_MAX = 20;

    /// A row with its recipient, or with faults.
    record Candidate(ImportRow<RecipientColumn> row, Optional<Recipient> recipient) {}

    /// Returns the candidate of a fresh row, which may contain misread cells.
    private Candidate candidate(Row<RecipientColumn> row) {
        var misread = Fault.of(row, RecipientColumn.NAME);
        return candidate(ImportRow.read(row, misread));
    }

    Candidate candidate(ImportRow<RecipientColumn> row) {
        var fields = Fields.of(request(row.cells()));
        var recipient = recipients.read(fields, caller).filter(_ -> row.faults().isEmpty());
        var faults = new ArrayList<>(row.faults());
        for (var detail : fields.findings().details()) {
            if (faults.size() < FAULTS_MAX) {
                var column = RecipientColumn.filling(detail.field());
                Fault.add(faults, new Fault<>(column, detail.code(), detail.message()));
            }
        }
        var state = recipient.isPresent() ? State.READY : State.FAULTY;
        return new Candidate(row.is(state, faults, null), recipient);
    }

    /// Returns the rows in order with their state: ready, faulty or duplicate.
    List<ImportRow<RecipientColumn>> of(Handle handle, List<Row<RecipientColumn>> rows) {
        var candidates = rows.stream().map(this::candidate).toList();
        var known = known(handle, candidates);
        var first = new HashMap<Identity, Integer>();
        return candidates.stream()
                .map(each -> each.recipient()
                        .map(recipient -> checked(each.row(), recipients.identity(recipient), known, first))
                        .orElse(each.row()))
                .toList();
    }

    Map<Identity, UUID> known(Handle handle, List<Candidate> candidates) {
        return recipients.known(
                handle,
                caller.organizationId(),
                candidates.stream().flatMap(each -> each.recipient().stream()).toList());
    }

    /// @param first first row of each account
    private static ImportRow<RecipientColumn> checked(
            ImportRow<RecipientColumn> row,
            Identity identity,
            Map<Identity, UUID> known,
            Map<Identity, Integer> first) {
        var stored = known.get(identity);
        if (stored != null) {
            return row.is(State.DUPLICATE, List.of(), stored);
        }
        var earlier = first.putIfAbsent(identity, row.number());
        return earlier == null
                ? row
                : row.is(
                        State.DUPLICATE,
                        List.of(new Fault<>(
                                RecipientColumn.EMAIL, "DUPLICATE", "and account are also in row " + earlier)),
                        null);
    }

    private static JsonObject request(Map<RecipientColumn, String> cells) {
        var bank = new JsonObject();
        var request = new JsonObject();
        for (var column : RecipientColumn.values()) {
            var field = column.field();
            var text = cells.get(column);
            if (field.startsWith(BANK)) {
                bank.putPresent(field.substring(BANK.length()), text);
            } else if (column == RecipientColumn.RECIPIENT_TYPE && text != null) {
                request.put(field, RecipientType.spelt(text));
            } else {
                request.putPresent(field, text);
            }
        }
        return request.put("bank", bank);
    }
}
