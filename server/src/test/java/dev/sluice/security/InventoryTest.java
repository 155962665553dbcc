package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// API9:2023, improper inventory management: a running service serves exactly the documented operations, deprecated
/// ones are marked, and trial operations exist only in the sandbox. `FunctionLevelTest` covers the answers of the
/// sandbox's operations in a live deployment, `AuthorizationTest` the dashboard's pages.
class InventoryTest {
    /// Routes outside the contract: files of pages, and the page that links to them.
    private static final Set<String> FILES = Set.of(
            "GET /",
            "GET /docs/{file}",
            "GET /assets/checkout/{file}",
            "GET /assets/dashboard/{edition}/{file}",
            "GET /assets/logo/{kind}/{name}",
            "GET /assets/pages/{file}");
    private static final String WALLET = "/sandbox/wallet/{currency}/{method}/{number}";
    private static final Pattern SUCCESSOR = Pattern.compile("<([^>]+)>; rel=\"successor-version\"");

    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Set<String> served(TestService by) {
        return by.routes().all().stream()
                .map(route -> route.method() + " " + route.template())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Removes parameter names, because they do not matter.
    private static String nameless(String operation) {
        return operation.replaceAll("\\{[^}]*}", "{}");
    }

    @Test
    void what_is_served_is_in_the_contract_or_a_page_or_one_of_a_few_files() {
        var described = new TreeSet<String>();
        Names.forEachOperation((name, _) -> described.add(nameless(name)));
        var others = served(service);
        others.removeIf(name -> described.contains(nameless(name)) || name.contains(" /dashboard"));
        assertThat(others).containsExactlyInAnyOrderElementsOf(FILES);
    }

    @Test
    void the_contract_that_is_served_is_the_one_that_is_tested() throws IOException {
        try (var anybody = TestClient.anonymous(service.baseUrl());
                var file = Objects.requireNonNull(InventoryTest.class.getResourceAsStream("/api/openapi.yaml"))) {
            assertThat(anybody.get("/openapi.yaml").expect(200).text())
                    .isEqualTo(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /// Any status is accepted: a request for an object that does not exist is mostly refused.
    @Test
    void what_is_old_says_so_with_each_answer_and_what_takes_its_place() {
        var templates = service.routes().all().stream()
                .map(route -> nameless(route.template()))
                .collect(Collectors.toSet());
        var old = new TreeSet<String>();
        try (var merchant = Merchant.at(service)) {
            SoftAssertions.assertSoftly(all -> Names.forEachOperation((name, operation) -> {
                var method = name.substring(0, name.indexOf(' '));
                var path = name.substring(name.indexOf(' ') + 1)
                        .replaceAll("\\{[^}]*}", "01993f80-4d0a-7c21-9a5e-1b7f3c2d4e60");
                var answer = merchant.client().send(method, path, method.equals("GET") ? null : "{}", Map.of());
                boolean isOld = operation.path("deprecated").asBoolean(false);
                if (isOld) {
                    old.add(name);
                    all.assertThat(answer.header("Deprecation")).as(name).matches("@\\d+");
                    for (var link : answer.header("Link").split(", ", -1)) {
                        var successor = SUCCESSOR.matcher(link);
                        all.assertThat(successor.matches() ? nameless(successor.group(1)) : answer.toString())
                                .as(name)
                                .isIn(templates);
                    }
                } else {
                    all.assertThat(answer.header("Deprecation")).as(name).isEmpty();
                }
            }));
        }
        assertThat(old).hasSizeGreaterThanOrEqualTo(5).contains("POST /v1/disbursement/fiat");
    }

    @Test
    void a_live_service_serves_the_same_but_for_the_telephone_of_a_payer() {
        try (var live = TestService.start(FunctionLevelTest.LIVE)) {
            var ofTheSandbox = served(service);
            var ofLive = served(live);
            assertThat(ofTheSandbox).containsAll(ofLive);
            ofTheSandbox.removeAll(ofLive);
            assertThat(ofTheSandbox).containsExactlyInAnyOrder("GET " + WALLET, "POST " + WALLET);
        }
    }
}
