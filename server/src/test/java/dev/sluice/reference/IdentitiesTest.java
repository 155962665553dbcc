package dev.sluice.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Identities of assets and networks that were manipulated in the database.
class IdentitiesTest {
    private final TestDatabase db = TestDatabase.create();

    @BeforeEach
    void load() {
        new ReferenceLoader(db.database(), InstantSource.system()).load();
    }

    @AfterEach
    void close() {
        db.close();
    }

    private References changed(String sql) {
        db.database().run(tx -> {
            assertThat(tx.handle().execute(sql)).isPositive();
            tx.handle().execute("UPDATE reference_load SET version = version + 1");
        });
        return new References(db.database(), Served.everything());
    }

    private List<String> faults() {
        var faults = new ArrayList<String>();
        db.database().read(handle -> {
            References.verify(handle, faults::add);
            return faults;
        });
        return faults;
    }

    @Test
    void the_tables_say_what_the_files_say() {
        assertThat(faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "address = '0x000000000000000000000000000000000000dEaD'",
                "decimals = 4",
                "decimals = 8",
                "is_native = true, address = NULL",
                "use_smart_contract = NOT use_smart_contract"
            })
    void a_token_stays_what_it_is(String change) {
        var before = new References(db.database(), Served.everything())
                .anyToken("usdc-polygon")
                .orElseThrow();
        var references = changed("UPDATE reference_token SET " + change + " WHERE id = 'usdc-polygon'");
        assertThat(references.anyToken("usdc-polygon")).contains(before);
        assertThat(references.asset("usdc-polygon")).contains(before.asset());
        assertThat(faults()).singleElement().asString().startsWith("token usdc-polygon is stored as");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"chain_id = 1", "confirmations = 1", "native_token = 'eth-base'", "blockchain_type = 'STELLAR'"})
    void a_network_stays_what_it_is(String change) {
        var before = new References(db.database(), Served.everything())
                .network("polygon")
                .orElseThrow();
        var references = changed("UPDATE reference_network SET " + change + " WHERE network = 'polygon'");
        assertThat(references.network("polygon")).contains(before);
        assertThat(faults()).singleElement().asString().startsWith("network polygon is stored as");
    }

    @Test
    void a_currency_keeps_its_decimals() {
        var references = changed("UPDATE reference_currency SET exponent = 0 WHERE code = 'USD'");
        assertThat(references.currency("USD").orElseThrow().exponent()).isEqualTo(2);
        assertThat(faults()).containsExactly("currency USD is stored as 0, and this version has 2");
    }

    @Test
    void an_asset_that_is_in_no_file_keeps_what_its_row_says() {
        var references = changed("""
            INSERT INTO reference_token SELECT 'old-polygon', 'OLD', name, 'OLD (Polygon)', network,
                '0x000000000000000000000000000000000000dEaD', 9, is_native, use_smart_contract, price_id, payout_min,
                payout_max, payout_fee_flat, payout_fee_percentage, deposit_min, deposit_max, deposit_fee_flat,
                deposit_fee_percentage, place + 1000, listed_in, false
            FROM reference_token WHERE id = 'usdc-polygon'
            """);
        assertThat(references.anyToken("old-polygon").orElseThrow().decimals()).isEqualTo(9);
        assertThat(faults()).isEmpty();
    }
}
