package dev.sluice.dashboard.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.Sort;
import dev.sluice.dashboard.Span;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests that a deposit export contains each listed deposit, even if earlier ones leave the list during the export.
class DepositPagingTest extends MerchantTest {
    private static final int DEPOSITS = 130;

    private SluiceClient reader() {
        var key = service.apiKeys().create(merchant.organizationId(), "reader", Set.of(Scope.READ), Allowlist.ANY);
        return SluiceClient.builder()
                .baseUrl(service.baseUrl())
                .apiKey(key.token())
                .build();
    }

    @ParameterizedTest
    @EnumSource(
            value = Sort.class,
            names = {"NEWEST_FIRST", "OLDEST_FIRST"})
    void none_is_left_out_behind_those_that_are_no_longer_pending(Sort sort) {
        var pending = IntStream.range(0, DEPOSITS)
                .mapToObj(_ -> merchant.createDeposit("014_VA", "150000"))
                .toList();
        var search = new DepositSearch("fiat", "pending", "", "", "", "", new Span("", "", ZoneOffset.UTC), sort, 1);
        var found = new ArrayList<String>();
        try (var client = reader()) {
            var pager = DepositListPages.walk(client, search);
            while (pager.hasNext()) {
                var id = pager.next().depositId();
                found.add(id);
                if (found.size() <= DEPOSITS / 2) {
                    merchant.client()
                            .patch("/v1/deposit/" + id + "/cancel", null)
                            .expect(200);
                }
            }
        }
        assertThat(found).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(pending);
        assertThat(found.getFirst()).isEqualTo(sort == Sort.NEWEST_FIRST ? pending.getLast() : pending.getFirst());
    }
}
