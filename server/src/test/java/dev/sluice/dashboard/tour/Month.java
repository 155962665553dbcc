package dev.sluice.dashboard.tour;

import static dev.sluice.app.Merchant.text;

import dev.sluice.app.Merchant;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/// Events of the weeks before the tour: saved recipients, payouts of wages, refunds and invoices, and payments by
/// customers.
final class Month {
    /// Day of the tour.
    static final LocalDate TODAY = LocalDate.of(2026, 11, 12);

    private static final int DAYS = 27;
    private static final String WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

    private static final List<Payee> PAYEES = List.of(
            idr("Siti Rahayu", "Bank Central Asia", "014", "5270314866"),
            idr("Budi Santoso", "Bank Mandiri", "008", "1370012245187"),
            idr("CV Tani Makmur Gayo", "Bank Rakyat Indonesia", "002", "034101000743301"),
            idr("PT Logistik Samudra", "Bank Negara Indonesia", "009", "0238271088"),
            new Payee(
                    "Priya Raman",
                    "SGD",
                    "SG",
                    "\"bankName\":\"DBS Bank\",\"accountNumber\":\"0030124789\",\"paymentCode\":\"7171\"",
                    "12 Marina Boulevard",
                    "Singapore",
                    "018982"),
            new Payee(
                    "Rösterei Hansen GmbH",
                    "EUR",
                    "DE",
                    "\"bankName\":\"Deutsche Bank\",\"ibanNumber\":\"DE89370400440532013000\"",
                    "Speicherstadt 14",
                    "Hamburg",
                    "20457"),
            new Payee(
                    "Bluebird Roasters LLC",
                    "USD",
                    "US",
                    "\"bankName\":\"JPMorgan Chase Bank\",\"accountNumber\":\"483920175\",\"achNumber\":\"021000021\","
                            + "\"paymentCode\":\"CHASUS33\"",
                    "88 Mission Street",
                    "San Francisco",
                    "94105"));

    private final Shop shop;
    private final List<String> stored = new ArrayList<>();
    private int invoices = 2_401;

    Month(Shop shop) {
        this.shop = shop;
    }

    /// Recipient.
    private record Payee(
            String name, String currency, String country, String bank, String address, String city, String post) {}

    private static Payee idr(String name, String bank, String code, String account) {
        return new Payee(
                name,
                "IDR",
                "ID",
                "\"bankName\":\"" + bank + "\",\"accountNumber\":\"" + account + "\",\"paymentCode\":\"" + code + "\"",
                "Jalan Braga 99",
                "Bandung",
                "40111");
    }

    /// Returns the beginning of the month.
    static Instant begin() {
        return TODAY.minusDays(DAYS).atTime(1, 12).toInstant(ZoneOffset.UTC);
    }

    void happen() {
        PAYEES.forEach(payee -> stored.add(store(payee)));
        shop.keep("recipient", stored.getFirst());
        for (int day = 0; day < DAYS; day++) {
            var morning = TODAY.minusDays(DAYS - day);
            if (morning.getDayOfWeek().getValue() < 6) {
                shop.calendar().goOnAt(morning.atTime(2 + day % 3, 7 + day).toInstant(ZoneOffset.UTC));
                payouts(day);
                shop.calendar().goOnAt(morning.atTime(8, 40 + day % 19).toInstant(ZoneOffset.UTC));
            } else {
                shop.calendar().goOnAt(morning.atTime(9, 14 + day).toInstant(ZoneOffset.UTC));
            }
            deposits(day);
        }
    }

    private String store(Payee payee) {
        var created = shop.made("/v1/recipient", """
                {"name":"%s","email":"%s","address":"%s","city":"%s","postCode":"%s",\
                "bank":{"accountName":"%s","currency":"%s","country":"%s",%s}}""".formatted(
                        payee.name(),
                        Shop.email(payee.name()),
                        payee.address(),
                        payee.city(),
                        payee.post(),
                        payee.name(),
                        payee.currency(),
                        payee.country(),
                        payee.bank()));
        return text(created, "id");
    }

    /// Pays suppliers and wages in rupiah, and sometimes an importer abroad or a refund in tokens; some payouts
    /// are returned.
    private void payouts(int day) {
        var items = new ArrayList<String>();
        for (int i = 0; i <= 2 + day % 4; i++) {
            items.add(to(stored.get((day + i) % 4), String.valueOf(1_250_000 + 487_500 * ((day * 7 + i * 3) % 11))));
        }
        if (day % 6 == 2) {
            items.add(Shop.item("Wahyu Hidayat", "9999000002", "725000", "INV-" + invoices++));
        }
        var created = pay("IDR", items);
        if (day % 4 == 1) {
            created.addAll(pay("EUR", List.of(to(stored.get(5), 1_840 + 95 * (day % 5) + ".50"))));
        }
        if (day % 5 == 3) {
            created.addAll(pay("USD", List.of(to(stored.get(6), 4_200 + 310 * (day % 4) + ".00"))));
        }
        if (day % 7 == 4) {
            created.addAll(pay("SGD", List.of(to(stored.get(4), "2350.80"))));
        }
        shop.settle("fiat", created);
        if (day % 3 == 0) {
            shop.settle("crypto", List.of(token(WALLET, 120 + 37 * (day % 6) + ".5")));
        }
    }

    private String to(String recipient, String amount) {
        return "{\"recipientId\":\"" + recipient + "\",\"amount\":" + amount + "," + reference() + "}";
    }

    private String reference() {
        return "\"reference\":\"INV-" + invoices++ + "\"";
    }

    private List<String> pay(String currency, List<String> items) {
        return shop.made(
                        "/v2/disbursement/fiat",
                        "{\"currency\":\"" + currency + "\",\"disburseData\":[" + String.join(",", items) + "]}")
                .path("disburseData")
                .valueStream()
                .map(Merchant::id)
                .collect(java.util.stream.Collectors.toCollection(ArrayList::new));
    }

    private String token(String wallet, String amount) {
        var json = """
                {"token":"usdc-polygon","receivers":[{"receiverWalletAddress":"%s","amount":%s,%s}]}""";
        return Merchant.id(shop.made("/v1/disbursement/crypto", json.formatted(wallet, amount, reference()))
                .path("disburseData")
                .get(0));
    }

    /// Creates deposits by various payment methods; one in five stays unpaid.
    private void deposits(int day) {
        var methods = List.of("QRIS", "014_VA", "008_VA", "OVO", "014_TRANSFER");
        for (int i = 0; i <= 1 + day % 3; i++) {
            var id = text(
                    shop.made(
                            "/v1/deposit/fiat",
                            Merchant.deposit(
                                    methods.get((day + i) % 5),
                                    String.valueOf(1_185_000 + 492_500 * ((day * 5 + i * 3) % 7)),
                                    "\"reference\":\"ORD-" + (88_210 + day * 4 + i) + "\"")),
                    "depositId");
            if ((day + i) % 5 != 4) {
                shop.made("/v1/sandbox/deposit/" + id + "/pay", "{}");
                shop.settleDeposit(id);
            }
        }
    }
}
