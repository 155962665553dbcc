package dev.sluice.dashboard.payout;

import dev.sluice.bulk.Before;
import dev.sluice.bulk.BulkFile;
import dev.sluice.bulk.Bulks;
import dev.sluice.bulk.Column;
import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Paging;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Uploads;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.file.SentFile;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Bulk payouts from a file: upload, review, correction, confirmation and progress.
public final class BulkPages {
    static final String PATH = "/dashboard/payouts/bulk";
    private static final String BUNDLE = "dashboard.bulk";
    private static final String FILE = PATH + "/{id}";
    private static final int LIMIT = 50;
    private static final int PAGE_MAX = 10_000;

    private final Door door;
    private final Bulks bulks;
    private final References references;
    private final Uploads<BulkFile> uploads;

    public BulkPages(Door door, Bulks bulks, References references) {
        this.door = door;
        this.bulks = bulks;
        this.references = references;
        this.uploads = new Uploads<>(PATH, BUNDLE, Permission.CREATE_PAYOUTS, bulks.files(), bulks::read, this::start);
    }

    public List<Route> routes() {
        return List.of(
                door.page(PATH, Permission.VIEW, visit -> start(visit, 200, Problems.none())),
                door.page(PATH + "/template", Permission.CREATE_PAYOUTS, this::template),
                door.page(PATH + "/banks", Permission.CREATE_PAYOUTS, BulkPages::banks),
                door.action(PATH, Permission.CREATE_PAYOUTS, uploads::upload),
                door.page(FILE, Permission.VIEW, visit -> show(visit, uploads.file(visit), 200, null)),
                door.export(FILE + "/result", Permission.VIEW, this::result),
                door.action(FILE + "/confirm", Permission.CREATE_PAYOUTS, this::confirm),
                door.action(FILE + "/stop", Permission.CREATE_PAYOUTS, Why.optional(this::stop)),
                door.action(FILE + "/discard", Permission.CREATE_PAYOUTS, Why.optional(uploads::discard)));
    }

    private Answer start(Visit visit, int status, Problems problems) {
        var texts = visit.texts(BUNDLE);
        var kinds = references.payoutKinds();
        var sending = uploads.sending(visit, problems);
        return visit.page(
                status,
                "dashboard/payout/bulk.jte",
                Section.PAYOUTS,
                texts.get("title"),
                frame -> new BulkStart(
                        frame,
                        texts,
                        kinds.isEmpty() ? sending.withoutForm() : sending,
                        kinds,
                        references.paysWithMemos()));
    }

    /// Returns a template file with the column titles and an example row.
    private Answer template(Visit visit) {
        boolean crypto = visit.request().query().text("kind").orElse("").equals(Filters.CRYPTO);
        var kind = crypto ? Asset.Kind.CRYPTO : Asset.Kind.FIAT;
        if (!references.payoutKinds().contains(kind)) {
            throw Refusal.NOT_FOUND.refused();
        }
        var columns = BulkStart.columns(kind, references.paysWithMemos());
        var texts = visit.texts(BUNDLE);
        return new Export<>(
                        columns.stream()
                                .map(column -> new Export.Column<Texts>(
                                        column.title(),
                                        of -> of.find("example." + column.title())
                                                .orElse("")))
                                .toList(),
                        Stream.of(texts))
                .as(visit.request().query().text("format"), crypto ? "payouts-to-wallets" : "payouts");
    }

    /// Exports the codes of all supported banks.
    private static Answer banks(Visit visit) {
        var banks = visit.client().disbursements().fiatMethods();
        return new Export<>(
                        List.of(
                                new Export.Column<>(Column.CURRENCY.title(), FiatDisbursementMethod::currency),
                                new Export.Column<>(Column.BANK_CODE.title(), FiatDisbursementMethod::bankCode),
                                new Export.Column<>("bank_name", FiatDisbursementMethod::bankName),
                                new Export.Column<>("min_amount", FiatDisbursementMethod::minAmount),
                                new Export.Column<>("max_amount", FiatDisbursementMethod::maxAmount)),
                        banks.stream())
                .as(visit.request().query().text("format"), "banks");
    }

    private Answer show(Visit visit, BulkFile file, int status, @Nullable String problem) {
        var texts = visit.texts(BUNDLE);
        var going = new BulkView.Going(
                texts, visit.texts(Uploads.FILES), visit.common(), visit.look(), file, bulks.progress(file));
        if (visit.isFragment()) {
            return visit.fragment("dashboard/payout/going.jte", going);
        }
        boolean isRead = file.state() == SentFile.State.READ;
        var query = visit.request().query();
        boolean mayAct = visit.may(Permission.CREATE_PAYOUTS);
        var before = isRead ? bulks.before(file) : Before.NOTHING;
        var whole = part(visit, file, Set.of());
        var rest = before.isLeavable(file) ? part(visit, file, before.leavable()) : null;
        boolean wrongOnly = query.text("show")
                .map(BulkView.WRONG::equals)
                .orElse(isRead && file.faulty() > 0 && before.isNothing());
        int number = query.integer("page", 1, 1, PAGE_MAX);
        var rows = bulks.rows(file, wrongOnly, LIMIT, (number - 1L) * LIMIT);
        var page = Paging.of(rows, number, LIMIT, wrongOnly ? going.progress().wrong() : file.rows());
        return visit.page(
                status,
                "dashboard/payout/file.jte",
                Section.PAYOUTS,
                file.name(),
                frame -> new BulkView(
                        frame,
                        texts,
                        visit.look(),
                        file,
                        page,
                        bulks.standings(file, page.docs()),
                        whole,
                        rest,
                        before,
                        isRead ? bulks.shortAccounts(file) : new TreeMap<>(),
                        wrongOnly,
                        mayAct,
                        visit.may(Permission.SEE_ACCOUNTS),
                        problem,
                        going));
    }

    /// Returns the payable part of a file without some rows, by their numbers.
    private BulkView.Part part(Visit visit, BulkFile file, Set<Integer> without) {
        boolean foresees = file.state() == SentFile.State.READ && visit.may(Permission.CREATE_PAYOUTS);
        var foreseen = foresees ? bulks.foreseen(visit.caller(), file, without) : null;
        return new BulkView.Part(file.payable() - without.size(), bulks.costs(file, without, foreseen), foreseen);
    }

    private Answer stop(Visit visit) {
        return uploads.stop(
                visit, file -> show(visit, file, 409, visit.texts(Uploads.FILES).get("nothingToStop")));
    }

    private Answer confirm(Visit visit) {
        var file = uploads.file(visit);
        var consent = new Bulks.Consent(
                visit.form().text("skipFaulty").isPresent(),
                visit.form().text("again").orElse(null),
                visit.form().text("waiting").orElse(""),
                visit.form().text("waitingOfRest").orElse(""));
        var texts = visit.texts(BUNDLE);
        return switch (bulks.confirm(visit.caller(), file, consent)) {
            case CONFIRMED -> visit.goTo(uploads.pathOf(file));
            case FAULTY -> show(visit, file, 409, texts.get("stillFaulty"));
            case PAID_BEFORE -> show(visit, file, 409, texts.get("stillPaidBefore"));
            case REPEATED -> show(visit, file, 409, texts.get("stillRepeated"));
            case HIDDEN -> show(visit, file, 409, visit.texts(Uploads.FILES).get("stillHidden"));
            case OTHERS_REPEATED -> show(visit, file, 409, texts.get("othersRepeated"));
            case FEWER_WAIT -> show(visit, file, 409, texts.get("fewerWait"));
            case NOTHING -> show(visit, file, 409, texts.get("nothing"));
            case SHORT -> show(visit, file, 409, texts.get("short"));
        };
    }

    private Answer result(Visit visit) {
        return new BulkResult(bulks, visit.client(), visit.wording(), visit.may(Permission.SEE_ACCOUNTS))
                .file(uploads.file(visit), visit.request().query().text("format"));
    }
}
