package dev.sluice.dashboard.recipient;

import dev.sluice.auth.Caller;
import dev.sluice.client.model.CurrencyReference;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.ImportPart;
import dev.sluice.dashboard.ImportStartPage;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Uploads;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.fileimport.recipient.RecipientColumn;
import dev.sluice.fileimport.recipient.RecipientFiles;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Export.Column;
import dev.sluice.sheet.Unreadable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Bulk recipients from a file: upload, review, correction, confirmation and progress.
final class RecipientFilePages implements Uploads.Kind {
    static final String PATH = RecipientPages.LIST + "/import";
    private static final String BUNDLE = "dashboard.recipientfiles";

    private final RecipientFiles recipientFiles;
    private final FileImport<RecipientColumn> imports;
    private final Uploads uploads;

    RecipientFilePages(RecipientFiles recipientFiles) {
        this.recipientFiles = recipientFiles;
        this.imports = recipientFiles.imports();
        this.uploads = new Uploads(PATH, BUNDLE, Permission.MANAGE_RECIPIENTS, imports.files(), this);
    }

    List<Route> routes(DashboardGuard guard) {
        return uploads.routes(guard, Permission.MANAGE_RECIPIENTS);
    }

    @Override
    public ImportFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        return recipientFiles.read(caller, name, bytes, replaced);
    }

    private static Optional<Needs> needs(PageContext context) {
        var wanted = context.request().query().text("currency").orElse("");
        return Needs.of(context.client(), wanted, "", context.locale());
    }

    @Override
    public Answer start(PageContext context, int status, Problems problems) {
        var sending = uploads.startPage(context, problems);
        return needs(context)
                .map(needs -> start(context, status, needs, sending))
                .orElseGet(() -> Unserved.page(context, status, sending.withoutForm()));
    }

    private static Answer start(PageContext context, int status, Needs needs, ImportStartPage sending) {
        var texts = context.texts(BUNDLE);
        return context.page(
                status,
                "dashboard/recipient/import.jte",
                Section.RECIPIENTS,
                texts.get("title"),
                frame -> new RecipientFileStart(
                        frame,
                        texts,
                        sending,
                        needs.currency().currency(),
                        needs.currencies().stream()
                                .map(CurrencyReference::currency)
                                .distinct()
                                .toList(),
                        columns(needs)));
    }

    /// Returns the columns for a currency: those of every recipient, and those that the currency requires.
    private static List<RecipientFileStart.ColumnChoice> columns(Needs needs) {
        var asked = new ArrayList<RecipientFileStart.ColumnChoice>();
        Stream.of(
                        RecipientColumn.NAME,
                        RecipientColumn.EMAIL,
                        RecipientColumn.ADDRESS,
                        RecipientColumn.CITY,
                        RecipientColumn.POST_CODE)
                .forEach(column -> asked.add(new RecipientFileStart.ColumnChoice(column, true)));
        asked.add(new RecipientFileStart.ColumnChoice(RecipientColumn.RECIPIENT_TYPE, false));
        asked.add(new RecipientFileStart.ColumnChoice(RecipientColumn.REFERENCE, false));
        Stream.of(RecipientColumn.CURRENCY, RecipientColumn.COUNTRY, RecipientColumn.ACCOUNT_NAME)
                .forEach(column -> asked.add(new RecipientFileStart.ColumnChoice(column, true)));
        asked.add(new RecipientFileStart.ColumnChoice(
                RecipientColumn.BANK_NAME, needs.currency().requireBankName()));
        if (needs.asksForAccountNumber()) {
            asked.add(new RecipientFileStart.ColumnChoice(
                    RecipientColumn.ACCOUNT_NUMBER, needs.currency().requireAccountNumber()));
        }
        if (needs.asksForIban()) {
            asked.add(new RecipientFileStart.ColumnChoice(RecipientColumn.IBAN_NUMBER, true));
        }
        if (needs.asksForIfsc()) {
            asked.add(new RecipientFileStart.ColumnChoice(RecipientColumn.IFSC, true));
        }
        if (needs.asksForRouting()) {
            asked.add(new RecipientFileStart.ColumnChoice(RecipientColumn.ACH_NUMBER, true));
            asked.add(new RecipientFileStart.ColumnChoice(RecipientColumn.FEDWIRE_NUMBER, false));
            asked.add(new RecipientFileStart.ColumnChoice(RecipientColumn.ACCOUNT_TYPE, false));
        }
        asked.add(new RecipientFileStart.ColumnChoice(RecipientColumn.PAYMENT_CODE, false));
        return asked;
    }

    /// Returns a template file with the columns of a currency and an example row.
    @Override
    public Answer template(PageContext context) {
        var needs = needs(context).orElseThrow(Refusal.NOT_FOUND::refused);
        var texts = context.texts(BUNDLE);
        var columns = columns(needs).stream()
                .map(asked -> new Column<Needs>(asked.column().title(), of -> switch (asked.column()) {
                    case CURRENCY -> of.currency().currency();
                    case COUNTRY -> of.ownCountry();
                    case BANK_NAME -> of.banks().stream().findFirst().orElse("");
                    default -> texts.find("example." + asked.column().title()).orElse("");
                }))
                .toList();
        return new Export<>(columns, Stream.of(needs))
                .as(
                        context.request().query().text("format"),
                        "recipients-" + needs.currency().currency());
    }

    @Override
    public Answer show(PageContext context, ImportFile file, int status, @Nullable String problem) {
        var texts = context.texts(BUNDLE);
        var progress = imports.progress(file);
        var going = uploads.progress(context, "import", file, progress);
        if (context.isFragment()) {
            return context.fragment("dashboard/kit/importprogress.jte", going);
        }
        var part = ImportPart.of(context, imports, file, progress);
        boolean isRead = file.state() == ImportFile.State.READ;
        var shortAccounts = isRead ? recipientFiles.shortAccounts(file) : new TreeMap<Integer, Integer>();
        return context.page(
                status,
                "dashboard/recipient/file.jte",
                Section.RECIPIENTS,
                file.name(),
                frame -> new RecipientFileView(
                        frame, texts, context.formats(), file, part, shortAccounts, problem, going));
    }

    @Override
    public Optional<String> confirm(PageContext context, ImportFile file) {
        return uploads.confirmed(context, imports, file);
    }

    @Override
    public Answer result(PageContext context, ImportFile file) {
        var columns = new ArrayList<Column<ImportRow<RecipientColumn>>>();
        columns.add(new Column<>("row", ImportRow::number));
        columns.add(new Column<>("result", row -> row.result("stored")));
        columns.add(new Column<>("recipient_id", ImportRow::createdId));
        columns.add(new Column<>("problem", row -> problem(row, context)));
        for (var column : RecipientColumn.values()) {
            columns.add(new Column<>(column.title(), row -> row.at(column)));
        }
        return new Export<>(columns, imports.rows(file))
                .as(context.request().query().text("format"), "recipients-" + file.id());
    }

    private static String problem(ImportRow<RecipientColumn> row, PageContext context) {
        boolean storedBefore = row.state() == State.DUPLICATE && row.createdId() != null;
        return storedBefore ? context.texts(BUNDLE).get("storedBefore") : row.faultsInWords(context.wording()::of);
    }
}
