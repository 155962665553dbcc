package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.TestDatabase;
import dev.sluice.rail.Receipts;
import dev.sluice.reference.ReferenceEdits;
import dev.sluice.reference.ReferenceLoader;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.vault.Vault;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The rail to Stellar, wired to the reference data.
class StellarChainTest {
    private static final String ACCOUNT = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";

    @Test
    void a_network_whose_own_coin_was_switched_off_is_wired_all_the_same() throws Exception {
        try (var database = TestDatabase.create();
                var ground = ground(database)) {
            new ReferenceLoader(ground.database(), ground.clocks()).load();
            var references = new References(ground.database(), Served.everything());
            var edits = new ReferenceEdits(ground.database(), references, ground.clocks());
            assertThat(edits.offerToken("xlm-stellar", false)).isTrue();
            var config = Config.load(
                    Map.of("SLUICE_STELLAR_HORIZON", "http://127.0.0.1:1", "SLUICE_STELLAR_DEPOSIT_ACCOUNT", ACCOUNT),
                    Path.of("target", "absent.yaml"));
            try (var chain = StellarChain.wire(config, ground, new Receipts(ground.vault()))) {
                var rail = chain.payinsBefore(List.of()).getFirst();
                assertThat(rail.wallet("usdc-stellar", "stellar", UUID.randomUUID()))
                        .isPresent();
                assertThat(rail.wallet("xlm-stellar", "stellar", UUID.randomUUID()))
                        .isEmpty();
            }
        }
    }

    private static Foundation ground(TestDatabase database) {
        var connections = Database.open(database.address(), 2, null);
        var vault = Vault.open(connections, new byte[Vault.MASTER_KEY_BYTES]);
        return new Foundation(connections, null, vault, new Clocks(InstantSource.system()), new SecureRandom());
    }
}
