package dev.sluice.dashboard.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.fileimport.TestFileMacs;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Tests of confirmed deposit files: each deposit is created once, and the result lists them.
class DepositFileCreatedTest extends DepositFileCase {
    @Test
    void the_result_has_each_deposit_with_what_its_payer_is_told() {
        var person = person(Role.MAKER);
        var file = uploaded(
                person,
                List.of(
                        "IDR,250000,014_VA,,INV-1,Invoice",
                        "IDR,250000,QRIS,,INV-2,",
                        "IDR,250000,014_TRANSFER,,INV-3,",
                        "usdc-polygon,25,,,INV-4,"));
        assertThat(person.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(person, file);
        var result = result(person, file);
        assertThat(result).hasSize(4).allSatisfy(row -> {
            assertThat(row).containsEntry("result", "created").containsEntry("deposit_status", "pending");
            assertThat(row.get("deposit_id")).matches("[0-9a-f-]{36}");
            assertThat(row.get("expired_at")).isNotEmpty();
            assertThat(row.get("problem")).isEmpty();
        });
        assertThat(result.get(0).get("bank_name")).contains("Bank Central Asia");
        assertThat(result.get(0).get("account_number")).startsWith("71908");
        assertThat(result.get(0).get("account_name")).isNotEmpty();
        assertThat(result.get(1).get("qr_data")).startsWith("000201");
        assertThat(result.get(2).get("payment_reference")).isNotEmpty();
        assertThat(result.get(3).get("wallet_address")).startsWith("0x");
        assertThat(result.get(3).get("network")).isEqualTo("polygon");
        var first = merchant.deposit(result.get(0).get("deposit_id"));
        assertThat(first.path("reference").stringValue()).isEqualTo("INV-1");
        assertThat(first.path("note").stringValue()).isEqualTo("Invoice");
        assertThat(first.path("userId").stringValue())
                .isEqualTo(person.user().id().toString());
        assertThat(made("fiat", "?depositBulkId=" + id(file))).isEqualTo(3);
        assertThat(made("crypto", "?depositBulkId=" + id(file))).isEqualTo(1);
        assertThat(person.get(file).body()).contains("Deposits in currencies (3)", "Deposits in tokens (1)");
        assertThat(person.get("/dashboard/deposits?type=crypto&bulk=" + UUID.randomUUID())
                        .body())
                .contains("No results for these filters");
        assertThat(person.get("/dashboard/deposits?type=crypto&bulk=" + id(file))
                        .body())
                .contains("INV-4");
        assertThat(person.get("/dashboard/deposits/" + result.get(3).get("deposit_id"))
                        .body())
                .contains("/dashboard/deposits?type=crypto&amp;bulk=" + id(file));
    }

    @Test
    void a_search_for_the_id_leads_to_deposits_of_both_kinds() {
        var person = person(Role.MAKER);
        var tokens = uploaded(person, List.of("usdc-polygon,25,,,,"));
        var both = uploaded(person, List.of("usdc-polygon,35,,,,", "IDR,250000,014_VA,,,"));
        for (var file : List.of(tokens, both)) {
            person.post(file + "/confirm", Map.of());
            awaitEnd(person, file);
        }
        assertThat(person.get("/dashboard/search?q=" + id(tokens)).body())
                .contains("/dashboard/deposits?type=crypto&amp;bulk=" + id(tokens), tokens);
        assertThat(person.get("/dashboard/search?q=" + id(both)).body())
                .contains("Deposits created together: 1", "Token deposits created together: 1");
    }

    @Test
    void what_was_right_and_is_no_more_is_refused_and_holds_up_no_other() {
        var person = person(Role.MAKER);
        var file = uploaded(person, rows(3));
        merchant.createDeposit("014_VA", "250000", "\"reference\":\"R-2\"");
        person.post(file + "/confirm", Map.of());
        awaitEnd(person, file);
        assertThat(result(person, file).stream().map(row -> row.get("result")))
                .containsExactly("created", "refused", "created");
        assertThat(person.get(file).body()).contains("reference</span> is the reference of another deposit");
        assertThat(made()).isEqualTo(3);
    }

    @Test
    void what_is_credited_may_be_another_currency_or_a_token() {
        var person = person(Role.MAKER);
        var file = uploaded(person, List.of("IDR,1665000,014_VA,usdc-polygon,X-1,", "usdc-polygon,100,,IDR,X-2,"));
        person.post(file + "/confirm", Map.of());
        awaitEnd(person, file);
        var deposits = result(person, file).stream()
                .map(row -> merchant.client()
                        .get("/v1/deposit/" + row.get("deposit_id"))
                        .expect(200)
                        .data())
                .toList();
        assertThat(deposits.stream().map(each -> each.path("outputCurrency").stringValue()))
                .containsExactly("usdc-polygon", "IDR");
        assertThat(deposits.stream().map(each -> each.path("balanceType").stringValue()))
                .containsExactly("crypto", "fiat");
    }

    @Test
    void a_file_that_says_the_same_is_confirmed_again_only_where_somebody_says_so() {
        var person = person(Role.MAKER);
        var lines = List.of("IDR,250000,014_VA,,,", "IDR,350000,014_VA,,,");
        var first = uploaded(person, lines);
        var second = uploaded(person, lines);
        assertThat(person.get(second).body()).doesNotContain("with the same content");
        assertThat(person.post(first + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        assertThat(person.post(first + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        assertThat(person.get(second).body()).contains("from a file with the same content", first);
        var refused = person.post(second + "/confirm", Map.of());
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("Confirm that you want to create them again");
        awaitEnd(person, first);
        assertThat(made()).isEqualTo(2);
        assertThat(person.post(second + "/confirm", Map.of("duplicates", "true"))
                        .statusCode())
                .isEqualTo(303);
        awaitEnd(person, second);
        assertThat(made()).isEqualTo(4);
    }

    @Test
    void of_several_that_say_the_same_and_are_confirmed_at_once_one_is_done() {
        var person = person(Role.MAKER);
        var files = Stream.generate(() -> uploaded(person, List.of("IDR,250000,014_VA,,,")))
                .limit(4)
                .toList();
        assertThat(AtOnce.each(files, file -> person.post(file + "/confirm", Map.of())))
                .extracting(HttpResponse::statusCode)
                .containsExactlyInAnyOrder(303, 409, 409, 409);
    }

    /// Simulates `kill -9` between the deposits' transaction and the file's: the deposits exist, but the file
    /// lacks their ids.
    @Test
    void a_deposit_whose_row_was_not_written_is_found_again_and_not_made_again() {
        var person = person(Role.MAKER);
        var file = uploaded(person, rows(5));
        person.post(file + "/confirm", Map.of());
        awaitEnd(person, file);
        var result = person.get(file + "/result").body();
        service.connections().run(tx -> {
            tx.handle()
                    .createUpdate("UPDATE fileimport_row SET state = 'READY', created_id = NULL"
                            + " WHERE organization_id = :organization AND file_id = :id")
                    .bind("organization", merchant.organizationId())
                    .bind("id", UUID.fromString(id(file)))
                    .execute();
            TestFileMacs.renewDeposits(tx, service.vault(), UUID.fromString(id(file)));
            tx.handle()
                    .createUpdate("UPDATE fileimport_file SET state = 'CONFIRMED', done_at = NULL"
                            + " WHERE organization_id = :organization AND id = :id")
                    .bind("organization", merchant.organizationId())
                    .bind("id", UUID.fromString(id(file)))
                    .execute();
        });
        awaitEnd(person, file);
        assertThat(person.get(file + "/result").body()).isEqualTo(result);
        assertThat(made()).isEqualTo(5);
    }

    @Test
    void nodes_that_lose_their_lease_make_every_deposit_once() throws InterruptedException {
        var person = person(Role.MAKER);
        var file = uploaded(person, rows(130));
        doneWhileLeasesAreLost(person, file, "fileimport_file");
        assertThat(made()).isEqualTo(130);
        assertThat(result(person, file).stream().map(row -> row.get("deposit_id")))
                .hasSize(130)
                .doesNotHaveDuplicates()
                .doesNotContain("");
    }
}
