package dev.sluice.dashboard.deposit;

import dev.sluice.auth.Caller;
import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CryptoDepositQuery;
import dev.sluice.client.model.FiatDepositQuery;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.ImportPart;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Uploads;
import dev.sluice.dashboard.deposit.DepositFileView.CreatedDeposits;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.fileimport.deposit.DepositColumn;
import dev.sluice.fileimport.deposit.DepositFiles;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Export.Column;
import dev.sluice.sheet.Unreadable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Bulk deposits from a file: upload, review, correction, confirmation and progress.
public final class DepositFilePages implements Uploads.Kind {
    static final String PATH = DepositPages.PATH + "/import";
    private static final String BUNDLE = "dashboard.depositfiles";

    private final DashboardGuard guard;
    private final DepositFiles files;
    private final FileImport<DepositColumn> imports;
    private final References references;
    private final Uploads uploads;

    public DepositFilePages(DashboardGuard guard, DepositFiles files, References references) {
        this.guard = guard;
        this.files = files;
        this.imports = files.imports();
        this.references = references;
        this.uploads = new Uploads(PATH, BUNDLE, Permission.MANAGE_DEPOSITS, imports.files(), this);
    }

    public List<Route> routes() {
        var methods = guard.page(PATH + "/methods", Permission.MANAGE_DEPOSITS, this::methods);
        return Stream.concat(Stream.of(methods), uploads.routes(guard, Permission.VIEW).stream())
                .toList();
    }

    @Override
    public ImportFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        return files.read(caller, name, bytes, replaced);
    }

    @Override
    public Answer start(PageContext context, int status, Problems problems) {
        var texts = context.texts(BUNDLE);
        boolean isServed = !references.depositKinds().isEmpty();
        var sending = uploads.startPage(context, problems);
        return context.page(
                status,
                "dashboard/deposits/import.jte",
                Section.DEPOSITS,
                texts.get("title"),
                frame -> new DepositFileStart(frame, texts, isServed ? sending : sending.withoutForm(), isServed));
    }

    /// Returns a template file with the column titles and an example row of each kind that a rail accepts.
    @Override
    public Answer template(PageContext context) {
        var texts = context.texts(BUNDLE);
        var columns = Stream.of(DepositColumn.values())
                .map(column -> new Column<String>(
                        column.title(),
                        kind -> texts.find(kind + "." + column.title()).orElse("")))
                .toList();
        return new Export<>(columns, references.depositKinds().stream().map(kind -> switch (kind) {
                    case FIAT -> "example";
                    case CRYPTO -> "exampleToken";
                }))
                .as(context.request().query().text("format"), "deposits");
    }

    /// Payment method or token, as a row contains it.
    private record PaymentMethodRow(String currency, String method, String name, BigDecimal min, BigDecimal max) {}

    /// Exports the codes of all payment methods and the ids of all tokens.
    private Answer methods(PageContext context) {
        var organization = context.caller().organizationId();
        var fiat = context.client().deposits().fiatMethods().stream()
                .map(method -> new PaymentMethodRow(
                        method.currency(),
                        method.bankCode(),
                        method.bankName(),
                        method.minimumAmount(),
                        method.maximumAmount()));
        var tokens = references.depositTokens().stream()
                .map(token -> references.withTerms(organization, token))
                .map(token -> new PaymentMethodRow(
                        token.id(),
                        "",
                        token.label(),
                        token.deposit().min().decimal(),
                        token.deposit().max().decimal()));
        return new Export<>(
                        List.of(
                                new Column<>(DepositColumn.INPUT_CURRENCY.title(), PaymentMethodRow::currency),
                                new Column<>(DepositColumn.PAYMENT_METHOD.title(), PaymentMethodRow::method),
                                new Column<>("name", PaymentMethodRow::name),
                                new Column<>("min_amount", PaymentMethodRow::min),
                                new Column<>("max_amount", PaymentMethodRow::max)),
                        Stream.concat(fiat, tokens))
                .as(context.request().query().text("format"), "deposit-methods");
    }

    @Override
    public Answer show(PageContext context, ImportFile file, int status, @Nullable String problem) {
        var texts = context.texts(BUNDLE);
        var progress = imports.progress(file);
        var going = uploads.progress(context, "deposit_file", file, progress);
        if (context.isFragment()) {
            return context.fragment("dashboard/kit/importprogress.jte", going);
        }
        var part = ImportPart.of(context, imports, file, progress);
        var twin = file.state() == ImportFile.State.READ
                ? files.confirmedBefore(file).orElse(null)
                : null;
        List<CreatedDeposits> created =
                progress.of(State.CREATED) > 0 ? createdDeposits(context.client(), file, texts) : List.of();
        return context.page(
                status,
                "dashboard/deposits/file.jte",
                Section.DEPOSITS,
                file.name(),
                frame -> new DepositFileView(
                        frame,
                        texts,
                        context.formats(),
                        file,
                        part,
                        files.statuses(file, part.page().docs()),
                        created,
                        twin,
                        context.may(Permission.MANAGE_DEPOSITS),
                        problem,
                        going));
    }

    /// Returns links to the deposits that were created from a file, by type.
    private static List<CreatedDeposits> createdDeposits(SluiceClient client, ImportFile file, Texts texts) {
        var id = file.id().toString();
        long fiat = client.deposits()
                .pageFiat(FiatDepositQuery.all().depositBulkId(id).limit(1))
                .totalDocs();
        long crypto = client.deposits()
                .pageCrypto(CryptoDepositQuery.all().depositBulkId(id).limit(1))
                .totalDocs();
        var path = DepositPages.PATH + "?bulk=" + id;
        return Stream.of(
                        new CreatedDeposits(texts.get("listed.fiat"), path, fiat),
                        new CreatedDeposits(texts.get("listed.crypto"), path + "&type=crypto", crypto))
                .filter(created -> created.count() > 0)
                .toList();
    }

    @Override
    public Optional<String> confirm(PageContext context, ImportFile file) {
        return uploads.confirmed(context, imports, file);
    }

    @Override
    public Answer result(PageContext context, ImportFile file) {
        return DepositFileResult.of(
                imports.rows(file),
                context.client(),
                context.wording(),
                file.id(),
                context.request().query().text("format"));
    }
}
