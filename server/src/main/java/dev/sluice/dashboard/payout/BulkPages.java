package dev.sluice.dashboard.payout;

import dev.sluice.bulk.BulkFile;
import dev.sluice.bulk.BulkRow;
import dev.sluice.bulk.Bulks;
import dev.sluice.bulk.Column;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Paging;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Unreadable;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Many payouts from a file: sent, looked at, mended, confirmed, followed.
public final class BulkPages {
    static final String PATH = "/dashboard/payouts/bulk";
    private static final String FILE = PATH + "/{id}";
    private static final int LATEST = 10;
    private static final int LIMIT = 50;
    private static final int PAGE_MAX = 10_000;

    private final Door door;
    private final Bulks bulks;

    public BulkPages(Door door, Bulks bulks) {
        this.door = door;
        this.bulks = bulks;
    }

    public List<Route> routes() {
        return List.of(
                door.page(PATH, Permission.CREATE_PAYOUTS, visit -> start(visit, 200, Problems.none())),
                door.page(PATH + "/template", Permission.CREATE_PAYOUTS, BulkPages::template),
                door.action(PATH, Permission.CREATE_PAYOUTS, this::upload),
                door.page(FILE, Permission.VIEW, visit -> show(visit, file(visit), 200, null)),
                door.page(FILE + "/result", Permission.VIEW, this::result),
                door.action(FILE + "/confirm", Permission.CREATE_PAYOUTS, this::confirm),
                door.action(FILE + "/discard", Permission.CREATE_PAYOUTS, this::discard));
    }

    private Answer start(Visit visit, int status, Problems problems) {
        var texts = visit.texts("dashboard.bulk");
        return visit.page(
                status,
                "dashboard/payout/bulk.jte",
                Section.PAYOUTS,
                texts.get("title"),
                frame -> new BulkStart(
                        frame,
                        texts,
                        visit.look(),
                        problems,
                        bulks.latest(visit.caller().organizationId(), LATEST)));
    }

    /// A file with the titles of its columns, and a row that shows what belongs there.
    private static Answer template(Visit visit) {
        boolean crypto = visit.request().query().text("kind").orElse("").equals(Filters.CRYPTO);
        var columns = Column.of(crypto ? Asset.Kind.CRYPTO : Asset.Kind.FIAT);
        var texts = visit.texts("dashboard.bulk");
        return new Export<>(
                        columns.stream()
                                .map(column -> new Export.Column<Texts>(
                                        column.title(), of -> of.get("example." + column.title())))
                                .toList(),
                        Stream.of(texts))
                .csv(crypto ? "payouts-to-wallets" : "payouts");
    }

    private Answer upload(Visit visit) {
        var texts = visit.texts("dashboard.bulk");
        var upload = visit.upload("file");
        if (upload.isEmpty()) {
            return start(visit, 400, Problems.of("file", texts.get("noFile")));
        }
        try {
            var replaced = visit.form().text("replaces").flatMap(Ids::parse);
            var file =
                    bulks.read(visit.caller(), upload.get().name(), upload.get().bytes(), replaced);
            return visit.goTo(PATH + "/" + file.id());
        } catch (Unreadable unreadable) {
            var text = texts.get("unreadable." + unreadable.reason(), unreadable.detail());
            return start(visit, 400, Problems.of("file", text));
        }
    }

    private Answer show(Visit visit, BulkFile file, int status, @Nullable String problem) {
        var texts = visit.texts("dashboard.bulk");
        var going = new BulkView.Going(texts, visit.texts("dashboard.frame"), visit.look(), file, bulks.progress(file));
        if (visit.isFragment()) {
            return visit.fragment("dashboard/payout/going.jte", going);
        }
        var query = visit.request().query();
        boolean faultyOnly = query.text("show")
                .map("faulty"::equals)
                .orElse(file.state() == BulkFile.State.READ && file.faulty() > 0);
        int number = query.integer("page", 1, 1, PAGE_MAX);
        var rows = bulks.rows(file, faultyOnly ? BulkRow.State.FAULTY : null, LIMIT, (number - 1L) * LIMIT);
        var page = Paging.of(rows, number, LIMIT, faultyOnly ? file.faulty() : file.rows());
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
                        bulks.costs(file),
                        faultyOnly,
                        visit.may(Permission.CREATE_PAYOUTS),
                        problem,
                        going));
    }

    private Answer confirm(Visit visit) {
        var file = file(visit);
        boolean skip = visit.form().text("skipFaulty").isPresent();
        var texts = visit.texts("dashboard.bulk");
        return switch (bulks.confirm(visit.caller(), file, skip)) {
            case CONFIRMED -> visit.goTo(PATH + "/" + file.id());
            case FAULTY -> show(visit, file, 409, texts.get("stillFaulty"));
            case NOTHING -> show(visit, file, 409, texts.get("nothing"));
            case SHORT -> show(visit, file, 409, texts.get("short"));
        };
    }

    private Answer discard(Visit visit) {
        bulks.discard(file(visit));
        return visit.goTo(PATH, visit.texts("dashboard.bulk").get("discarded"));
    }

    private Answer result(Visit visit) {
        return new BulkResult(bulks, visit.client(), visit.texts("dashboard.payout")).file(file(visit));
    }

    private BulkFile file(Visit visit) {
        var id = visit.request().id("id", Refusal.NOT_FOUND);
        return bulks.find(visit.caller().organizationId(), id).orElseThrow(Refusal.NOT_FOUND::refused);
    }
}
