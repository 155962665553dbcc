package dev.sluice.dashboard.deposit;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CryptoDepositQuery;
import dev.sluice.client.model.FiatDepositQuery;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Going;
import dev.sluice.dashboard.IntakePart;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Uploads;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.dashboard.deposit.DepositFileView.Made;
import dev.sluice.deposit.intake.DepositColumn;
import dev.sluice.deposit.intake.DepositFiles;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Export.Column;
import dev.sluice.sheet.file.Hidden;
import dev.sluice.sheet.file.Intake;
import dev.sluice.sheet.file.IntakeFile;
import dev.sluice.sheet.file.IntakeRow.State;
import dev.sluice.sheet.file.SentFile;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Bulk deposits from a file: upload, review, correction, confirmation and progress.
public final class DepositFilePages {
    static final String PATH = DepositPages.PATH + "/import";
    private static final String BUNDLE = "dashboard.depositfiles";
    private static final String FILE = PATH + "/{id}";

    private final Door door;
    private final DepositFiles files;
    private final Intake<DepositColumn> kept;
    private final References references;
    private final Uploads<IntakeFile> uploads;

    public DepositFilePages(Door door, DepositFiles files, References references) {
        this.door = door;
        this.files = files;
        this.kept = files.kept();
        this.references = references;
        this.uploads = new Uploads<>(PATH, BUNDLE, Permission.MANAGE_DEPOSITS, kept.files(), files::read, this::start);
    }

    public List<Route> routes() {
        return List.of(
                door.page(PATH, Permission.VIEW, visit -> start(visit, 200, Problems.none())),
                door.page(PATH + "/template", Permission.MANAGE_DEPOSITS, this::template),
                door.page(PATH + "/methods", Permission.MANAGE_DEPOSITS, this::methods),
                door.action(PATH, Permission.MANAGE_DEPOSITS, uploads::upload),
                door.page(FILE, Permission.VIEW, visit -> show(visit, uploads.file(visit), 200, null)),
                door.export(FILE + "/result", Permission.VIEW, this::result),
                door.action(FILE + "/confirm", Permission.MANAGE_DEPOSITS, this::confirm),
                door.action(FILE + "/stop", Permission.MANAGE_DEPOSITS, Why.optional(this::stop)),
                door.action(FILE + "/discard", Permission.MANAGE_DEPOSITS, Why.optional(uploads::discard)));
    }

    private Answer start(Visit visit, int status, Problems problems) {
        var texts = visit.texts(BUNDLE);
        boolean isServed = !references.depositKinds().isEmpty();
        var sending = uploads.sending(visit, problems);
        return visit.page(
                status,
                "dashboard/deposits/import.jte",
                Section.DEPOSITS,
                texts.get("title"),
                frame ->
                        new DepositFileStart(frame, texts, isServed ? sending : sending.withoutForm(), isServed));
    }

    /// Returns a template file with the column titles and an example row of each kind that a rail accepts.
    private Answer template(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var columns = Stream.of(DepositColumn.values())
                .map(column -> new Column<String>(
                        column.title(),
                        kind -> texts.find(kind + "." + column.title()).orElse("")))
                .toList();
        return new Export<>(
                        columns,
                        references.depositKinds().stream().map(kind -> switch (kind) {
                            case FIAT -> "example";
                            case CRYPTO -> "exampleToken";
                        }))
                .as(visit.request().query().text("format"), "deposits");
    }

    /// Payment method or token, as a row contains it.
    private record Means(String currency, String method, String name, BigDecimal min, BigDecimal max) {}

    /// Exports the codes of all payment methods and the ids of all tokens.
    private Answer methods(Visit visit) {
        var organization = visit.caller().organizationId();
        var fiat = visit.client().deposits().fiatMethods().stream()
                .map(method -> new Means(
                        method.currency(),
                        method.bankCode(),
                        method.bankName(),
                        method.minimumAmount(),
                        method.maximumAmount()));
        var tokens = references.depositTokens().stream()
                .map(token -> references.agreed(organization, token))
                .map(token -> new Means(
                        token.id(),
                        "",
                        token.label(),
                        token.deposit().min().decimal(),
                        token.deposit().max().decimal()));
        return new Export<>(
                        List.of(
                                new Column<>(DepositColumn.INPUT_CURRENCY.title(), Means::currency),
                                new Column<>(DepositColumn.PAYMENT_METHOD.title(), Means::method),
                                new Column<>("name", Means::name),
                                new Column<>("min_amount", Means::min),
                                new Column<>("max_amount", Means::max)),
                        Stream.concat(fiat, tokens))
                .as(visit.request().query().text("format"), "deposit-methods");
    }

    private Answer show(Visit visit, IntakeFile file, int status, @Nullable String problem) {
        var texts = visit.texts(BUNDLE);
        var progress = kept.progress(file);
        var going = new Going(
                texts, visit.texts(Uploads.FILES), visit.look(), uploads.pathOf(file), "deposit_file", file, progress);
        if (visit.isFragment()) {
            return visit.fragment("dashboard/kit/going.jte", going);
        }
        var part = IntakePart.of(visit, kept, file, progress);
        var twin = file.state() == SentFile.State.READ
                ? files.confirmedBefore(file).orElse(null)
                : null;
        List<Made> made = progress.of(State.STORED) > 0 ? made(visit.client(), file, texts) : List.of();
        return visit.page(
                status,
                "dashboard/deposits/file.jte",
                Section.DEPOSITS,
                file.name(),
                frame -> new DepositFileView(
                        frame,
                        texts,
                        visit.look(),
                        file,
                        part,
                        files.statuses(file, part.page().docs()),
                        made,
                        twin,
                        visit.may(Permission.MANAGE_DEPOSITS),
                        problem,
                        going));
    }

    /// Returns links to the deposits that were created from a file, by type.
    private static List<Made> made(SluiceClient client, IntakeFile file, Texts texts) {
        var id = file.id().toString();
        long fiat = client.deposits()
                .pageFiat(FiatDepositQuery.all().depositBulkId(id).limit(1))
                .totalDocs();
        long crypto = client.deposits()
                .pageCrypto(CryptoDepositQuery.all().depositBulkId(id).limit(1))
                .totalDocs();
        var path = DepositPages.PATH + "?bulk=" + id;
        return Stream.of(
                        new Made(texts.get("listed.fiat"), path, fiat),
                        new Made(texts.get("listed.crypto"), path + "&type=crypto", crypto))
                .filter(made -> made.count() > 0)
                .toList();
    }

    private Answer stop(Visit visit) {
        return uploads.stop(
                visit, file -> show(visit, file, 409, visit.texts(Uploads.FILES).get("nothingToStop")));
    }

    private Answer confirm(Visit visit) {
        var file = uploads.file(visit);
        var form = visit.form();
        var consent = new DepositFiles.Consent(
                form.text("skipWrong").isPresent(), form.text("again").isPresent(), Hidden.of(form.text("hidden")));
        var texts = visit.texts(BUNDLE);
        return switch (files.confirm(visit.caller(), file, consent)) {
            case CONFIRMED -> visit.goTo(uploads.pathOf(file));
            case FAULTY -> show(visit, file, 409, texts.get("stillWrong"));
            case DONE_BEFORE -> show(visit, file, 409, texts.get("stillDoneBefore"));
            case HIDDEN -> show(visit, file, 409, visit.texts(Uploads.FILES).get("stillHidden"));
            case NOTHING -> show(visit, file, 409, texts.get("nothing"));
        };
    }

    private Answer result(Visit visit) {
        var file = uploads.file(visit);
        return DepositFileResult.of(
                kept.rows(file),
                visit.client(),
                visit.wording(),
                file.id(),
                visit.request().query().text("format"));
    }
}
