package dev.sluice.dashboard.recipient;

import dev.sluice.client.model.CurrencyReference;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Going;
import dev.sluice.dashboard.IntakePart;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Sending;
import dev.sluice.dashboard.Uploads;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.recipient.intake.IntakeColumn;
import dev.sluice.recipient.intake.Intakes;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Export.Column;
import dev.sluice.sheet.file.Hidden;
import dev.sluice.sheet.file.Intake;
import dev.sluice.sheet.file.IntakeFile;
import dev.sluice.sheet.file.IntakeRow;
import dev.sluice.sheet.file.IntakeRow.State;
import dev.sluice.sheet.file.SentFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Bulk recipients from a file: upload, review, correction, confirmation and progress.
final class ImportPages {
    static final String PATH = RecipientPages.LIST + "/import";
    private static final String FILE = PATH + "/{id}";
    private static final String BUNDLE = "dashboard.intake";

    private final Intakes intakes;
    private final Intake<IntakeColumn> kept;
    private final Uploads<IntakeFile> uploads;

    ImportPages(Intakes intakes) {
        this.intakes = intakes;
        this.kept = intakes.kept();
        this.uploads =
                new Uploads<>(PATH, BUNDLE, Permission.MANAGE_RECIPIENTS, kept.files(), intakes::read, this::start);
    }

    List<Route> routes(Door door) {
        return List.of(
                door.page(PATH, Permission.MANAGE_RECIPIENTS, visit -> start(visit, 200, Problems.none())),
                door.page(PATH + "/template", Permission.MANAGE_RECIPIENTS, ImportPages::template),
                door.action(PATH, Permission.MANAGE_RECIPIENTS, uploads::upload),
                door.page(FILE, Permission.MANAGE_RECIPIENTS, visit -> show(visit, uploads.file(visit), 200, null)),
                door.export(FILE + "/result", Permission.MANAGE_RECIPIENTS, this::result),
                door.action(FILE + "/confirm", Permission.MANAGE_RECIPIENTS, this::confirm),
                door.action(FILE + "/stop", Permission.MANAGE_RECIPIENTS, Why.optional(this::stop)),
                door.action(FILE + "/discard", Permission.MANAGE_RECIPIENTS, Why.optional(uploads::discard)));
    }

    private static Optional<Needs> needs(Visit visit) {
        var wanted = visit.request().query().text("currency").orElse("");
        return Needs.of(visit.client(), wanted, "", visit.locale());
    }

    private Answer start(Visit visit, int status, Problems problems) {
        var sending = uploads.sending(visit, problems);
        return needs(visit)
                .map(needs -> start(visit, status, needs, sending))
                .orElseGet(() -> Unserved.page(visit, status, sending.withoutForm()));
    }

    private static Answer start(Visit visit, int status, Needs needs, Sending sending) {
        var texts = visit.texts(BUNDLE);
        return visit.page(
                status,
                "dashboard/recipient/import.jte",
                Section.RECIPIENTS,
                texts.get("title"),
                frame -> new ImportStart(
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
    private static List<ImportStart.Asked> columns(Needs needs) {
        var asked = new ArrayList<ImportStart.Asked>();
        Stream.of(
                        IntakeColumn.NAME,
                        IntakeColumn.EMAIL,
                        IntakeColumn.ADDRESS,
                        IntakeColumn.CITY,
                        IntakeColumn.POST_CODE)
                .forEach(column -> asked.add(new ImportStart.Asked(column, true)));
        asked.add(new ImportStart.Asked(IntakeColumn.RECIPIENT_TYPE, false));
        asked.add(new ImportStart.Asked(IntakeColumn.REFERENCE, false));
        Stream.of(IntakeColumn.CURRENCY, IntakeColumn.COUNTRY, IntakeColumn.ACCOUNT_NAME)
                .forEach(column -> asked.add(new ImportStart.Asked(column, true)));
        asked.add(new ImportStart.Asked(IntakeColumn.BANK_NAME, needs.currency().requireBankName()));
        if (needs.asksForAccountNumber()) {
            asked.add(new ImportStart.Asked(
                    IntakeColumn.ACCOUNT_NUMBER, needs.currency().requireAccountNumber()));
        }
        if (needs.asksForIban()) {
            asked.add(new ImportStart.Asked(IntakeColumn.IBAN_NUMBER, true));
        }
        if (needs.asksForIfsc()) {
            asked.add(new ImportStart.Asked(IntakeColumn.IFSC, true));
        }
        if (needs.asksForRouting()) {
            asked.add(new ImportStart.Asked(IntakeColumn.ACH_NUMBER, true));
            asked.add(new ImportStart.Asked(IntakeColumn.FEDWIRE_NUMBER, false));
            asked.add(new ImportStart.Asked(IntakeColumn.ACCOUNT_TYPE, false));
        }
        asked.add(new ImportStart.Asked(IntakeColumn.PAYMENT_CODE, false));
        return asked;
    }

    /// Returns a template file with the columns of a currency and an example row.
    private static Answer template(Visit visit) {
        var needs = needs(visit).orElseThrow(Refusal.NOT_FOUND::refused);
        var texts = visit.texts(BUNDLE);
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
                        visit.request().query().text("format"),
                        "recipients-" + needs.currency().currency());
    }

    private Answer show(Visit visit, IntakeFile file, int status, @Nullable String problem) {
        var texts = visit.texts(BUNDLE);
        var progress = kept.progress(file);
        var going = new Going(
                texts, visit.texts(Uploads.FILES), visit.look(), uploads.pathOf(file), "import", file, progress);
        if (visit.isFragment()) {
            return visit.fragment("dashboard/kit/going.jte", going);
        }
        var part = IntakePart.of(visit, kept, file, progress);
        boolean isRead = file.state() == SentFile.State.READ;
        var shortAccounts = isRead ? intakes.shortAccounts(file) : new TreeMap<Integer, Integer>();
        return visit.page(
                status,
                "dashboard/recipient/file.jte",
                Section.RECIPIENTS,
                file.name(),
                frame -> new ImportView(frame, texts, visit.look(), file, part, shortAccounts, problem, going));
    }

    private Answer stop(Visit visit) {
        return uploads.stop(
                visit, file -> show(visit, file, 409, visit.texts(Uploads.FILES).get("nothingToStop")));
    }

    private Answer confirm(Visit visit) {
        var file = uploads.file(visit);
        boolean skip = visit.form().text("skipWrong").isPresent();
        var texts = visit.texts(BUNDLE);
        return switch (intakes.confirm(
                visit.caller(), file, skip, Hidden.of(visit.form().text("hidden")))) {
            case CONFIRMED -> visit.goTo(uploads.pathOf(file));
            case FAULTY -> show(visit, file, 409, texts.get("stillWrong"));
            case HIDDEN -> show(visit, file, 409, visit.texts(Uploads.FILES).get("stillHidden"));
            case NOTHING -> show(visit, file, 409, texts.get("nothing"));
        };
    }

    /// Exports the results of a file, row by row.
    private Answer result(Visit visit) {
        var file = uploads.file(visit);
        var columns = new ArrayList<Column<IntakeRow<IntakeColumn>>>();
        columns.add(new Column<>("row", IntakeRow::number));
        columns.add(new Column<>("result", row -> row.state().name().toLowerCase(Locale.ROOT)));
        columns.add(new Column<>("recipient_id", IntakeRow::storedId));
        columns.add(new Column<>("problem", row -> problem(row, visit)));
        for (var column : IntakeColumn.values()) {
            columns.add(new Column<>(column.title(), row -> row.at(column)));
        }
        return new Export<>(columns, kept.rows(file))
                .as(visit.request().query().text("format"), "recipients-" + file.id());
    }

    private static String problem(IntakeRow<IntakeColumn> row, Visit visit) {
        boolean storedBefore = row.state() == State.DUPLICATE && row.storedId() != null;
        return storedBefore ? visit.texts(BUNDLE).get("storedBefore") : row.faultsInWords(visit.wording()::of);
    }
}
