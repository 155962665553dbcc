package dev.sluice.dashboard.tour;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.signin.Sessions;
import dev.sluice.webhook.TestReceiver;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import javax.imageio.ImageIO;
import tools.jackson.databind.JsonNode;

/// Example merchant that sells coffee in many countries, with its users and programs, at a service with a simulated
/// clock. [Month] and [Today] generate its data.
final class Shop implements AutoCloseable {
    static final String PASSWORD = "a long walk to the market";
    private static final String AGENT =
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /// Opening balances.
    private static final List<Money> OPENING = List.of(
            money("4850000000", Asset.fiat("IDR", 2)),
            money("184250.75", Asset.fiat("USD", 2)),
            money("96400", Asset.fiat("EUR", 2)),
            money("52310.4", Asset.fiat("SGD", 2)),
            money("7250000", Asset.fiat("JPY", 0)),
            money("250000", Asset.crypto("usdc-polygon", 6)),
            money("40000", Asset.crypto("usdt-base", 6)),
            money("18500", Asset.crypto("usdc-stellar", 7)));

    private static final Map<Role, String> NAMES = new EnumMap<>(Map.of(
            Role.OWNER, "Ayu Lestari",
            Role.ADMIN, "Bayu Pratama",
            Role.MAKER, "Citra Dewi",
            Role.CHECKER, "Dimas Saputra",
            Role.DEVELOPER, "Eka Nugroho",
            Role.VIEWER, "Farah Hidayat",
            Role.OPERATOR, "Made Wirawan"));

    private final TestService service;
    private final Calendar calendar;
    private final Users users;
    private final Sessions sessions;
    private final Map<Role, User> people = new EnumMap<>(Role.class);
    private final Map<String, String> found = new HashMap<>();
    private final Merchant merchant;
    private final Merchant newcomer;
    private final User newcomerOwner;

    /// Webhook endpoint that accepts all events.
    final TestReceiver good = new TestReceiver(TestReceiver.answering(200));

    /// Webhook endpoint that always fails.
    final TestReceiver broken = new TestReceiver(TestReceiver.answering(503));

    Shop(TestService service, Calendar calendar, Users users, Sessions sessions) {
        this.service = service;
        this.calendar = calendar;
        this.users = users;
        this.sessions = sessions;
        this.merchant = Merchant.named(service, "Kopi Nusantara", "Storefront", OPENING);
        this.newcomer = Merchant.named(service, "Batik Sekar", "Storefront", List.of());
        var operators = Merchant.named(service, "Nusa Payments", "Monitoring", List.of());
        NAMES.forEach((role, name) -> {
            var mine = role == Role.OPERATOR ? operators : merchant;
            var domain = role == Role.OPERATOR ? "nusapayments.example" : "kopinusantara.example";
            people.put(role, hired(mine, name, domain, role));
        });
        this.newcomerOwner = hired(newcomer, "Sekar Wulandari", "batiksekar.example", Role.OWNER);
        operators.close();
    }

    private User hired(Merchant where, String name, String domain, Role role) {
        var address = name.toLowerCase(java.util.Locale.ROOT).replace(' ', '.') + "@" + domain;
        var user = users.create(where.organizationId(), address, name, role).user();
        users.setPassword(user, PASSWORD, _ -> {});
        return user;
    }

    private static Money money(String amount, Asset asset) {
        return Money.exactly(new BigDecimal(amount), asset);
    }

    TestService service() {
        return service;
    }

    Calendar calendar() {
        return calendar;
    }

    Merchant merchant() {
        return merchant;
    }

    User user(Role role) {
        return people.get(role);
    }

    String userId(String email) {
        return users.find(email).orElseThrow().id().toString();
    }

    /// Returns a signed-in user with a role.
    Person person(Role role) {
        return seated(user(role));
    }

    /// Returns the owner of an organization without any data.
    Person newcomer() {
        return seated(newcomerOwner);
    }

    String newcomerId() {
        return newcomer.organizationId().toString();
    }

    private Person seated(User user) {
        return new Person(service.baseUrl(), user, sessions.open(user, "203.0.113.24", AGENT, true));
    }

    /// Stores an id by a name.
    String keep(String name, String id) {
        found.put(name, id);
        return id;
    }

    /// Returns a stored id.
    String at(String name) {
        var id = found.get(name);
        assertThat(id).as(name).isNotNull();
        return id;
    }

    /// Sends a form that must succeed.
    String sent(Person person, String path, Map<String, String> fields) {
        var answer = person.post(path, fields);
        assertThat(answer.statusCode()).as(path + " " + words(answer.body())).isIn(200, 303);
        return answer.headers().firstValue("Location").orElse("");
    }

    /// Returns the text of a page.
    static String words(String page) {
        return page.replaceAll("(?s)^.*<main", "<")
                .replaceAll("(?s)<[^>]*>", " ")
                .replaceAll("\\s+", " ");
    }

    /// Returns a payout in rupiah to an account at bank 014.
    static String item(String name, String account, String amount, String reference) {
        var json = """
                {"amount":%s,"reference":"%s","recipient":{"name":"%s","email":"%s","bank":{"bankName":\
                "Bank Central Asia","accountName":"%s","accountNumber":"%s","bankCode":"014"}}}""";
        return json.formatted(amount, reference, name, email(name), name, account);
    }

    static String email(String name) {
        var local = name.toLowerCase(java.util.Locale.ROOT).replace("ö", "oe").replaceAll("[^a-z]+", ".");
        return local + "@example.com";
    }

    /// Returns a picture of a cup, as PNG.
    static byte[] logo() {
        var image = new BufferedImage(96, 96, BufferedImage.TYPE_INT_ARGB);
        var pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setColor(new Color(0x5b3a1e));
        pen.fillRoundRect(12, 30, 56, 52, 30, 30);
        pen.fillRect(12, 30, 56, 20);
        pen.setStroke(new BasicStroke(7));
        pen.drawOval(58, 36, 24, 26);
        pen.drawArc(24, 4, 12, 20, 90, 180);
        pen.drawArc(42, 4, 12, 20, 90, 180);
        var png = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", png);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return png.toByteArray();
    }

    JsonNode made(String path, String json) {
        var reply = merchant.client().post(path, json);
        assertThat(reply.status()).as(path + " " + reply).isIn(200, 201);
        return reply.data();
    }

    JsonNode look(String path) {
        return merchant.client().get(path).expect(200).data();
    }

    /// Waits until no payout is pending, and advances the simulated clock by a quarter of a second each time.
    void settle(String kind, List<String> payouts) {
        await("payouts", () -> {
            calendar.pass(Duration.ofMillis(250));
            return payouts.stream().noneMatch(id -> status(kind, id).equals("pending"));
        });
    }

    private String status(String kind, String id) {
        return text(look("/v1/disbursement/" + kind + "/" + id), "status");
    }

    void settleDeposit(String id) {
        await("deposit", () -> {
            calendar.pass(Duration.ofMillis(250));
            var deposit = look("/v1/deposit/" + id);
            return !text(deposit, "status").equals("pending")
                    || !deposit.path("payments").isEmpty();
        });
    }

    static void await(String what, BooleanSupplier condition) {
        Eventually.within(PATIENCE, what, condition);
    }

    @Override
    public void close() {
        merchant.close();
        newcomer.close();
        good.close();
        broken.close();
    }
}
