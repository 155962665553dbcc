package dev.sluice.dashboard.payout;

import dev.sluice.auth.Caller;
import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.ImportPart;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Uploads;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.payout.DuplicateReport;
import dev.sluice.fileimport.payout.PayoutColumn;
import dev.sluice.fileimport.payout.PayoutFiles;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Unreadable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Bulk payouts from a file: upload, review, correction, confirmation and progress.
public final class PayoutFilePages implements Uploads.Kind {
    static final String PATH = "/dashboard/payouts/bulk";
    private static final String BUNDLE = "dashboard.payoutfiles";

    private final DashboardGuard guard;
    private final PayoutFiles payoutFiles;
    private final References references;
    private final Uploads uploads;

    public PayoutFilePages(DashboardGuard guard, PayoutFiles payoutFiles, References references) {
        this.guard = guard;
        this.payoutFiles = payoutFiles;
        this.references = references;
        this.uploads = new Uploads(
                PATH, BUNDLE, Permission.CREATE_PAYOUTS, payoutFiles.imports().files(), this);
    }

    public List<Route> routes() {
        var banks = guard.page(PATH + "/banks", Permission.CREATE_PAYOUTS, PayoutFilePages::banks);
        return Stream.concat(Stream.of(banks), uploads.routes(guard, Permission.VIEW).stream())
                .toList();
    }

    @Override
    public ImportFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        return payoutFiles.read(caller, name, bytes, replaced);
    }

    @Override
    public Answer start(PageContext context, int status, Problems problems) {
        var texts = context.texts(BUNDLE);
        var kinds = references.payoutKinds();
        var sending = uploads.startPage(context, problems);
        return context.page(
                status,
                "dashboard/payout/import.jte",
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
    @Override
    public Answer template(PageContext context) {
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

    @Override
    public Answer show(PageContext context, ImportFile file, int status, @Nullable String problem) {
        var texts = context.texts(BUNDLE);
        var progress = new PayoutFileView.FileProgress(
                texts,
                context.texts(Uploads.FILES),
                context.common(),
                context.formats(),
                file,
                payoutFiles.progress(file));
        if (context.isFragment()) {
            return context.fragment("dashboard/payout/importprogress.jte", progress);
        }
        boolean isRead = file.state() == ImportFile.State.READ;
        boolean mayAct = context.may(Permission.CREATE_PAYOUTS);
        var duplicates = isRead ? payoutFiles.duplicates(file) : DuplicateReport.NOTHING;
        var whole = part(context, file, Set.of());
        var rest = duplicates.isLeavable(file) ? part(context, file, duplicates.leavable()) : null;
        var part = ImportPart.of(
                context,
                payoutFiles.imports(),
                file,
                progress.progress().rows(),
                PayoutFileView.WRONG,
                isRead && file.faulty() > 0 && duplicates.isNothing());
        return context.page(
                status,
                "dashboard/payout/file.jte",
                Section.PAYOUTS,
                file.name(),
                frame -> new PayoutFileView(
                        frame,
                        texts,
                        context.formats(),
                        file,
                        part,
                        payoutFiles.states(file, part.page().docs()),
                        whole,
                        rest,
                        duplicates,
                        isRead ? payoutFiles.shortAccounts(file) : new TreeMap<>(),
                        mayAct,
                        context.may(Permission.SEE_ACCOUNTS),
                        problem,
                        progress));
    }

    /// Returns the payable part of a file without some rows, by their numbers.
    private PayoutFileView.Part part(PageContext context, ImportFile file, Set<Integer> without) {
        boolean foresees = file.state() == ImportFile.State.READ && context.may(Permission.CREATE_PAYOUTS);
        var forecast = foresees ? payoutFiles.forecast(context.caller(), file, without) : null;
        return new PayoutFileView.Part(
                file.payable() - without.size(), payoutFiles.costs(file, without, forecast), forecast);
    }

    @Override
    public Optional<String> confirm(PageContext context, ImportFile file) {
        var consent = new PayoutFiles.Consent(
                context.form().text("skipFaulty").isPresent(),
                context.form().text("duplicates").orElse(null),
                context.form().text("waiting").orElse(""),
                context.form().text("waitingOfRest").orElse(""));
        var texts = context.texts(BUNDLE);
        return switch (payoutFiles.confirm(context.caller(), file, consent)) {
            case CONFIRMED -> Optional.empty();
            case FAULTY -> Optional.of(texts.get("stillFaulty"));
            case PAID_BEFORE -> Optional.of(texts.get("stillPaidBefore"));
            case REPEATED -> Optional.of(texts.get("stillRepeated"));
            case HIDDEN -> Optional.of(context.texts(Uploads.FILES).get("stillHidden"));
            case OTHERS_REPEATED -> Optional.of(texts.get("othersRepeated"));
            case FEWER_WAIT -> Optional.of(texts.get("fewerWait"));
            case NOTHING -> Optional.of(texts.get("nothing"));
            case SHORT -> Optional.of(texts.get("short"));
        };
    }

    @Override
    public Answer result(PageContext context, ImportFile file) {
        return new PayoutFileResult(
                        payoutFiles, context.client(), context.wording(), context.may(Permission.SEE_ACCOUNTS))
                .file(file, context.request().query().text("format"));
    }
}
