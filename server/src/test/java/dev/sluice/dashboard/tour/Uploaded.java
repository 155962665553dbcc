package dev.sluice.dashboard.tour;

import dev.sluice.dashboard.Person;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/// Files that the merchant's maker uploads: payouts, recipients and deposits. One of each is confirmed, and one has
/// faults.
record Uploaded(Shop shop, Person maker) {
    private static final String BULK_TITLES = "currency,amount,account_name,account_number,bank_code,reference\n";

    void happen() {
        var wages = BULK_TITLES + """
                IDR,3250000,Agus Setiawan,5270314901,014,WAGE-11-01
                IDR,3480000,Dewi Anggraini,5270314902,014,WAGE-11-02
                IDR,2975000,Fajar Ramadhan,5270314903,014,WAGE-11-03
                IDR,3120000,Lina Marlina,9999000003,014,WAGE-11-04
                """;
        var done = uploaded("/dashboard/payouts/bulk", "wages-november.csv", wages);
        shop.keep("bulk", done);
        maker.post(done + "/confirm", Map.of());
        shop.keep("faultyBulk", uploaded("/dashboard/payouts/bulk", "growers.csv", BULK_TITLES + """
                IDR,5400000,Koperasi Kintamani,5270314911,014,GROW-101
                IDR,4120000.123,Koperasi Toraja,5270314912,014,GROW-102
                IDR,6300000,Koperasi Flores,12,999,GROW-103
                IDR,2850000,Koperasi Gayo,5270314914,014,GROW-104
                """));
        var titles = "name,email,address,city,post code,currency,country,account_name,bank_name,account_number\n";
        var people = titles + """
                Hendra Gunawan,hendra@example.com,Jl. Kaliurang 12,Yogyakarta,55281,IDR,ID,Hendra Gunawan,\
                Bank Central Asia,5270315001
                Maya Safitri,maya@example.com,Jl. Diponegoro 7,Surabaya,60241,IDR,ID,Maya Safitri,\
                Bank Central Asia,5270315002
                """;
        var stored = uploaded("/dashboard/recipients/import", "new-growers.csv", people);
        shop.keep("import", stored);
        maker.post(stored + "/confirm", Map.of());
        shop.keep("faultyImport", uploaded("/dashboard/recipients/import", "roasters.csv", titles + """
                Ratna Sari,ratna@example.com,Jl. Sudirman 4,Medan,20112,IDR,ID,Ratna Sari,Bank Central Asia,5270315003
                Tono,tono,Jl. Thamrin 1,Jakarta,10310,IDR,ID,Tono,Bank Central Asia,12
                Hendra Gunawan,hendra@example.com,Jl. Kaliurang 12,Yogyakarta,55281,IDR,ID,Hendra Gunawan,\
                Bank Central Asia,5270315001
                """));
        var created = depositFiles();
        awaitEnd(done);
        awaitEnd(stored);
        awaitEnd(created);
    }

    /// Uploads payouts that are too large for one user to decide on.
    ///
    /// @param checker user that approves them
    void waiting(Person checker) {
        var file = uploaded("/dashboard/payouts/bulk", "suppliers-december.csv", BULK_TITLES + """
                IDR,16200000,CV Tani Makmur Gayo,5270314921,014,SUP-12-01
                IDR,18750000,Koperasi Kintamani,5270314911,014,SUP-12-02
                IDR,15400000,Koperasi Gayo,5270314914,014,SUP-12-03
                """);
        maker.post(file + "/confirm", Map.of());
        var approval = "/approvals/files/" + file.replaceAll(".*/", "");
        shop.keep("fileApproval", approval);
        Shop.await(file, () -> {
            shop.calendar().pass(Duration.ofMillis(250));
            return checker.get("/dashboard" + approval).body().contains("id=\"reason\"");
        });
    }

    private String depositFiles() {
        var titles = "input_currency,amount,payment_method,reference,note\n";
        var created = uploaded("/dashboard/deposits/import", "december-subscriptions.csv", titles + """
                IDR,287500,014_VA,SUB-12-01,Hotel Merdeka
                IDR,575000,QRIS,SUB-12-02,Kantor Notaris Lestari
                usdc-polygon,40,,SUB-12-03,Bean Importers
                """);
        shop.keep("intake", created);
        maker.post(created + "/confirm", Map.of());
        shop.keep("faultyIntake", uploaded("/dashboard/deposits/import", "january-subscriptions.csv", titles + """
                IDR,287500,014_VA,SUB-01-01,Hotel Merdeka
                IDR,575.000,QRIS,SUB-01-02,Kantor Notaris Lestari
                IDR,287500,BCA,SUB-01-01,Warung Pojok
                """));
        return created;
    }

    private String uploaded(String path, String name, String text) {
        var answer = maker.upload(path, Map.of(), name, text.getBytes(StandardCharsets.UTF_8));
        return answer.headers().firstValue("Location").orElseThrow(() -> new AssertionError(answer.body()));
    }

    private void awaitEnd(String file) {
        Shop.await(file, () -> {
            shop.calendar().pass(Duration.ofMillis(250));
            return maker.get(file).body().contains("Done:");
        });
    }
}
