package dev.sluice.dashboard.tour;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import dev.sluice.app.TestService;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Visits every page, with a month of a merchant's data, on a desktop and on a phone, in the light and dark theme.
/// With `-Dsluice.pictures=target/pages` (a folder, from the root of the repository) it takes screenshots, writes the
/// document that shows them, and lists the slowest pages. With `-Dsluice.pictures.night=true` the screenshots are
/// dark.
@Tag("slow")
class TourTest extends DashboardTest {
    private static final String PICTURES = "sluice.pictures";
    private static final String NIGHT = "sluice.pictures.night";
    private static final int SLOWEST = 10;
    private static final int TRIES = 5;

    private static Shop shop;
    private static List<Stop> stops;

    private final Map<Stop.Visitor, Page> windows = new EnumMap<>(Stop.Visitor.class);

    @BeforeAll
    static void open(@TempDir Path folder) throws IOException {
        service.close();
        var calendar = new Calendar(Month.begin());
        service = TestService.start(Today.screening(folder), calendar);
        shop = new Shop(service, calendar, users(), sessions());
        new Month(shop).happen();
        new Today(shop).happen();
        new Traces(shop).find(mails());
        calendar.stop();
        stops = dev.sluice.dashboard.tour.Route.through(shop);
    }

    @AfterAll
    static void leave() {
        shop.close();
    }

    @Override
    @BeforeEach
    protected void enter() {
        merchant = shop.merchant().again();
    }

    @Test
    void every_page_is_well_made() throws IOException {
        var folder = System.getProperty(PICTURES);
        var album = folder == null ? null : Album.in(Path.of("..").resolve(folder));
        var faults = new ArrayList<String>();
        for (var stop : stops) {
            look(stop, album).forEach(fault -> faults.add(stop.name() + ": " + fault));
        }
        windows.values().forEach(page -> page.context().close());
        if (album != null) {
            album.close();
            slowest().forEach(System.out::println);
        }
        assertThat(faults).isEmpty();
        assertInReadme();
    }

    private List<String> look(Stop stop, @Nullable Album album) throws IOException {
        complaints.clear();
        var page = windows.computeIfAbsent(stop.visitor(), this::opened);
        var inspection = new Inspection(page);
        page.setViewportSize(Inspection.DESK_WIDTH, Inspection.DESK_HEIGHT);
        try {
            var statuses = visit(page, stop);
            if (!statuses.contains(stop.status())) {
                inspection.faults().add("it is answered with " + statuses);
            }
            inspection.document();
            if (album != null) {
                album.enter(stop, page.locator("h1").first().textContent());
                picture(album, inspection, stop, "desk");
            }
            inspection.desk();
            page.setViewportSize(Inspection.PHONE_WIDTH, Inspection.PHONE_HEIGHT);
            if (album != null) {
                picture(album, inspection, stop, "phone");
            }
            inspection.phone();
        } catch (RuntimeException stuck) {
            inspection.faults().add(String.valueOf(stuck.getMessage()));
        }
        complaints.removeIf(each -> each.contains("status of " + stop.status()));
        inspection.faults().addAll(complaints);
        return inspection.faults();
    }

    @Test
    void in_indonesian_nothing_is_cut_off_on_a_phone() {
        var faults = new ArrayList<String>();
        var seen = new HashSet<String>();
        for (var stop : stops) {
            if (stop.status() == 200 && stop.path().startsWith("/dashboard") && seen.add(stop.path())) {
                var page = windows.computeIfAbsent(stop.visitor(), this::opened);
                page.context()
                        .addCookies(List.of(new Cookie("sluice_language", "id")
                                .setUrl(service.baseUrl().toString())));
                page.setViewportSize(Inspection.PHONE_WIDTH, Inspection.PHONE_HEIGHT);
                page.navigate(stop.path());
                var inspection = new Inspection(page);
                inspection.narrow();
                if (!page.locator("html").getAttribute("lang").equals("id")) {
                    inspection.faults().add("it is in another language");
                }
                inspection.faults().forEach(fault -> faults.add(stop.name() + ": " + fault));
            }
        }
        windows.values().forEach(page -> page.context().close());
        assertThat(faults).isEmpty();
    }

    private static void picture(Album album, Inspection inspection, Stop stop, String size) throws IOException {
        inspection.theme(Boolean.getBoolean(NIGHT) ? ColorScheme.DARK : ColorScheme.LIGHT);
        album.picture(inspection.page(), stop, size);
        inspection.theme(ColorScheme.LIGHT);
    }

    /// Visits a stop, performs its actions, and returns the statuses of the shown documents.
    private static List<Integer> visit(Page page, Stop stop) {
        var statuses = new ArrayList<Integer>();
        java.util.function.Consumer<Response> note = response -> {
            if (response.request().isNavigationRequest() && response.frame() == page.mainFrame()) {
                statuses.add(response.status());
            }
        };
        page.onResponse(note);
        try {
            page.navigate(stop.path());
            stop.act().accept(page);
            page.waitForLoadState();
        } finally {
            page.offResponse(note);
        }
        return statuses;
    }

    private Page opened(Stop.Visitor visitor) {
        var context = context(Inspection.DESK_WIDTH);
        context.clock().setFixedTime(java.util.Date.from(shop.calendar().instant()));
        if (visitor != Stop.Visitor.NOBODY) {
            var token = seated(visitor).token();
            context.addCookies(Stream.of("127.0.0.1", "localhost")
                    .map(host ->
                            new Cookie("sluice_session", token).setDomain(host).setPath("/"))
                    .toList());
        }
        var page = page(context);
        return page;
    }

    private static Person seated(Stop.Visitor visitor) {
        return visitor == Stop.Visitor.NEWCOMER ? shop.newcomer() : shop.person(Role.valueOf(visitor.name()));
    }

    @Test
    void every_page_is_on_the_tour() {
        var seen = stops.stream().map(stop -> path(stop.path())).collect(Collectors.toCollection(ArrayList::new));
        seen.add("/dashboard/sign-in/code"); // behind the form of the stop "sign-in-code"
        seen.add("/dashboard/payouts/review"); // behind the form of the stop "payout-review"
        seen.add("/dashboard/live"); // a stream without an end
        var others = others();
        for (var route : routes()) {
            boolean visited = seen.stream().anyMatch(path -> template(path).equals(route.template()));
            assertThat(visited || others.containsKey(route.template()))
                    .as(route.template() + " is neither on the tour nor known to be no page")
                    .isTrue();
        }
        others.forEach((template, path) -> {
            var person = shop.person(path.contains("/operator") ? Role.OPERATOR : Role.OWNER);
            var answer = person.get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            assertThat(answer.body()).as(template + " is a page").doesNotContain("<html");
        });
    }

    /// Returns routes that are not pages: exports and fragments.
    private static Map<String, String> others() {
        var dashboard = "/dashboard";
        return Map.ofEntries(
                Map.entry(dashboard + "/audit/export", dashboard + "/audit/export"),
                Map.entry(dashboard + "/balances/statement.csv", dashboard + "/balances/statement.csv?currency=IDR"),
                Map.entry(dashboard + "/balances/statement.xlsx", dashboard + "/balances/statement.xlsx?currency=IDR"),
                Map.entry(
                        dashboard + "/checkouts/{id}/live",
                        dashboard + "/checkouts/" + shop.at("checkoutId.choice") + "/live"),
                Map.entry(dashboard + "/conversions/quote", dashboard + "/conversions/quote"),
                Map.entry(dashboard + "/deposits.csv", dashboard + "/deposits.csv"),
                Map.entry(dashboard + "/deposits/import/methods", dashboard + "/deposits/import/methods"),
                Map.entry(dashboard + "/deposits/import/template", dashboard + "/deposits/import/template"),
                Map.entry(dashboard + "/deposits/import/{id}/result", shop.at("intake") + "/result"),
                Map.entry(dashboard + "/deposits/{id}/live", dashboard + "/deposits/" + shop.at("ORD-88397") + "/live"),
                Map.entry(
                        dashboard + "/deposits/{id}/receipt",
                        dashboard + "/deposits/" + shop.at("ORD-88391") + "/receipt"),
                Map.entry(dashboard + "/notifications/bell", dashboard + "/notifications/bell"),
                Map.entry(dashboard + "/payouts/bulk/banks", dashboard + "/payouts/bulk/banks"),
                Map.entry(dashboard + "/payouts/bulk/template", dashboard + "/payouts/bulk/template?kind=fiat"),
                Map.entry(dashboard + "/payouts/bulk/{id}/result", shop.at("bulk") + "/result"),
                Map.entry(dashboard + "/payouts/export", dashboard + "/payouts/export"),
                Map.entry(dashboard + "/payouts/{id}/proof", dashboard + "/payouts/" + shop.at("INV-2602") + "/proof"),
                Map.entry(
                        dashboard + "/recipients/import/template",
                        dashboard + "/recipients/import/template?currency=IDR"),
                Map.entry(dashboard + "/recipients/import/{id}/result", shop.at("import") + "/result"),
                Map.entry(dashboard + "/settings/logo", dashboard + "/settings/logo"));
    }

    private static void assertInReadme() throws IOException {
        var pictures = stops.stream().flatMap(Album::files).toList();
        assertThat(Album.inReadme()).isNotEmpty().isSubsetOf(pictures);
    }

    private static List<Route> routes() {
        return service.routes().all().stream()
                .filter(route -> route.method() == Method.GET)
                .filter(route -> route.template().startsWith("/dashboard"))
                .toList();
    }

    private static String path(String target) {
        return URI.create(target).getPath();
    }

    /// Returns the route template of a path: the matching one with the fewest parameters.
    private static String template(String path) {
        return routes().stream()
                .map(Route::template)
                .filter(template -> path.matches(template.replaceAll("\\{[^}]*}", "[^/]+")))
                .min(Comparator.comparingLong(
                        template -> template.chars().filter(each -> each == '{').count()))
                .orElse("");
    }

    /// Returns the slowest pages with the median of five response times in milliseconds.
    private static List<String> slowest() {
        var times = new TreeMap<Long, String>(Comparator.reverseOrder());
        for (var stop : stops) {
            if (stop.visitor() != Stop.Visitor.NOBODY && stop.status() == 200) {
                var person = seated(stop.visitor());
                var middle = IntStream.range(0, TRIES)
                        .mapToObj(_ -> nanos(person, stop.path()))
                        .sorted()
                        .toList()
                        .get(TRIES / 2);
                times.put(middle, stop.name());
            }
        }
        return times.entrySet().stream()
                .limit(SLOWEST)
                .map(each -> Duration.ofNanos(each.getKey()).toMillis() + " ms " + each.getValue())
                .collect(Collectors.toList());
    }

    private static long nanos(Person person, String path) {
        long begun = System.nanoTime();
        person.get(path);
        return System.nanoTime() - begun;
    }
}
