package dev.sluice.dashboard.payout;

import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Paging;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Uploads;
import dev.sluice.fileimport.SentFile;
import dev.sluice.fileimport.payout.DuplicateReport;
import dev.sluice.fileimport.payout.PayoutColumn;
import dev.sluice.fileimport.payout.PayoutFile;
import dev.sluice.fileimport.payout.PayoutFiles;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.Export;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Bulk payouts from a file: upload, review, correction, confirmation and progress.
public final class PayoutFilePages {
    static final String PATH = "/dashboard/payouts/bulk";
    private static final String BUNDLE = "dashboard.bulk";
    private static final String FILE = PATH + "/{id}";
    private static final int LIMIT = 50;
    private static final int PAGE_MAX = 10_000;

    private final DashboardGuard guard;
    private final PayoutFiles bulks;
    private final References references;
    private final Uploads<PayoutFile> uploads;

    public PayoutFilePages(DashboardGuard guard, PayoutFiles bulks, References references) {
        this.guard = guard;
        this.bulks = bulks;
        this.references = references;
        this.uploads = new Uploads<>(PATH, BUNDLE, Permission.CREATE_PAYOUTS, bulks.files(), bulks::read, this::start);
    }

    public List<Route> routes() {
        return List.of(
                guard.page(PATH, Permission.VIEW, context -> start(context, 200, Problems.none())),
                guard.page(PATH + "/template", Permission.CREATE_PAYOUTS, this::template),
                guard.page(PATH + "/banks", Permission.CREATE_PAYOUTS, PayoutFilePages::banks),
                guard.action(PATH, Permission.CREATE_PAYOUTS, uploads::upload),
                guard.page(FILE, Permission.VIEW, context -> show(context, uploads.file(context), 200, null)),
                guard.export(FILE + "/result", Permission.VIEW, this::result),
                guard.action(FILE + "/confirm", Permission.CREATE_PAYOUTS, this::confirm),
                guard.action(FILE + "/stop", Permission.CREATE_PAYOUTS, OptionalReason.optional(this::stop)),
                guard.action(FILE + "/discard", Permission.CREATE_PAYOUTS, OptionalReason.optional(uploads::discard)));
    }

    private Answer start(PageContext context, int status, Problems problems) {
        var texts = context.texts(BUNDLE);
        var kinds = references.payoutKinds();
        var sending = uploads.sending(context, problems);
        return context.page(
                status,
                "dashboard/payout/bulk.jte",
                Section.PAYOUTS,
                texts.get("title"),
                frame -> new PayoutFileStart(
                        frame,
                        texts,
                        kinds.isEmpty() ? sending.withoutForm() : sending,
                        kinds,
                        references.paysWithMemos()));
    }

    /// Returns a template file with the column titles and an example row.
    private Answer template(PageContext context) {
        boolean crypto = context.request().query().text("kind").orElse("").equals(Filters.CRYPTO);
        var kind = crypto ? Asset.Kind.CRYPTO : Asset.Kind.FIAT;
        if (!references.payoutKinds().contains(kind)) {
            throw Refusal.NOT_FOUND.refused();
        }
        var columns = PayoutFileStart.columns(kind, references.paysWithMemos());
        var texts = context.texts(BUNDLE);
        return new Export<>(
                        columns.stream()
                                .map(column -> new Export.Column<Texts>(
                                        column.title(),
                                        of -> of.find("example." + column.title())
                                                .orElse("")))
                                .toList(),
                        Stream.of(texts))
                .as(context.request().query().text("format"), crypto ? "payouts-to-wallets" : "payouts");
    }

    /// Exports the codes of all supported banks.
    private static Answer banks(PageContext context) {
        var banks = context.client().disbursements().fiatMethods();
        return new Export<>(
                        List.of(
                                new Export.Column<>(PayoutColumn.CURRENCY.title(), FiatDisbursementMethod::currency),
                                new Export.Column<>(PayoutColumn.BANK_CODE.title(), FiatDisbursementMethod::bankCode),
                                new Export.Column<>("bank_name", FiatDisbursementMethod::bankName),
                                new Export.Column<>("min_amount", FiatDisbursementMethod::minAmount),
                                new Export.Column<>("max_amount", FiatDisbursementMethod::maxAmount)),
                        banks.stream())
                .as(context.request().query().text("format"), "banks");
    }

    private Answer show(PageContext context, PayoutFile file, int status, @Nullable String problem) {
        var texts = context.texts(BUNDLE);
        var going = new PayoutFileView.Going(
                texts, context.texts(Uploads.FILES), context.common(), context.look(), file, bulks.progress(file));
        if (context.isFragment()) {
            return context.fragment("dashboard/payout/going.jte", going);
        }
        boolean isRead = file.state() == SentFile.State.READ;
        var query = context.request().query();
        boolean mayAct = context.may(Permission.CREATE_PAYOUTS);
        var duplicates = isRead ? bulks.before(file) : DuplicateReport.NOTHING;
        var whole = part(context, file, Set.of());
        var rest = duplicates.isLeavable(file) ? part(context, file, duplicates.leavable()) : null;
        boolean wrongOnly = query.text("show")
                .map(PayoutFileView.WRONG::equals)
                .orElse(isRead && file.faulty() > 0 && duplicates.isNothing());
        int number = query.integer("page", 1, 1, PAGE_MAX);
        var rows = bulks.rows(file, wrongOnly, LIMIT, (number - 1L) * LIMIT);
        var page = Paging.of(rows, number, LIMIT, wrongOnly ? going.progress().wrong() : file.rows());
        return context.page(
                status,
                "dashboard/payout/file.jte",
                Section.PAYOUTS,
                file.name(),
                frame -> new PayoutFileView(
                        frame,
                        texts,
                        context.look(),
                        file,
                        page,
                        bulks.standings(file, page.docs()),
                        whole,
                        rest,
                        duplicates,
                        isRead ? bulks.shortAccounts(file) : new TreeMap<>(),
                        wrongOnly,
                        mayAct,
                        context.may(Permission.SEE_ACCOUNTS),
                        problem,
                        going));
    }

    /// Returns the payable part of a file without some rows, by their numbers.
    private PayoutFileView.Part part(PageContext context, PayoutFile file, Set<Integer> without) {
        boolean foresees = file.state() == SentFile.State.READ && context.may(Permission.CREATE_PAYOUTS);
        var forecast = foresees ? bulks.foreseen(context.caller(), file, without) : null;
        return new PayoutFileView.Part(file.payable() - without.size(), bulks.costs(file, without, forecast), forecast);
    }

    private Answer stop(PageContext context) {
        return uploads.stop(
                context,
                file -> show(context, file, 409, context.texts(Uploads.FILES).get("nothingToStop")));
    }

    private Answer confirm(PageContext context) {
        var file = uploads.file(context);
        var consent = new PayoutFiles.Consent(
                context.form().text("skipFaulty").isPresent(),
                context.form().text("again").orElse(null),
                context.form().text("waiting").orElse(""),
                context.form().text("waitingOfRest").orElse(""));
        var texts = context.texts(BUNDLE);
        return switch (bulks.confirm(context.caller(), file, consent)) {
            case CONFIRMED -> context.goTo(uploads.pathOf(file));
            case FAULTY -> show(context, file, 409, texts.get("stillFaulty"));
            case PAID_BEFORE -> show(context, file, 409, texts.get("stillPaidBefore"));
            case REPEATED -> show(context, file, 409, texts.get("stillRepeated"));
            case HIDDEN -> show(context, file, 409, context.texts(Uploads.FILES).get("stillHidden"));
            case OTHERS_REPEATED -> show(context, file, 409, texts.get("othersRepeated"));
            case FEWER_WAIT -> show(context, file, 409, texts.get("fewerWait"));
            case NOTHING -> show(context, file, 409, texts.get("nothing"));
            case SHORT -> show(context, file, 409, texts.get("short"));
        };
    }

    private Answer result(PageContext context) {
        return new PayoutFileResult(bulks, context.client(), context.wording(), context.may(Permission.SEE_ACCOUNTS))
                .file(uploads.file(context), context.request().query().text("format"));
    }
}
