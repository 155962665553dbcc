package dev.sluice.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.TestDatabase;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.reference.ReferenceFiles.DataFile;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Loading, looking up and editing reference data, on a real PostgreSQL.
class ReferencesTest {
    private static final Asset IDR = Asset.fiat("IDR", 2);
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-21T02:30:00Z"));

    private final TestDatabase db = TestDatabase.create();
    private final ReferenceLoader loader = new ReferenceLoader(db.database(), CLOCK);

    @BeforeEach
    void load() {
        assertThat(loader.load()).isTrue();
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void loading_the_same_files_again_does_nothing() {
        assertThat(loader.load()).isFalse();
        assertThat(references().refresh()).isFalse();
    }

    @Test
    void every_row_of_the_files_is_on_offer_in_their_order() {
        var files = ReferenceFiles.shipped();
        var references = references();
        assertThat(references.currencies()).hasSameSizeAs(files.rows(DataFile.CURRENCIES));
        assertThat(references.payoutMethods()).hasSameSizeAs(files.rows(DataFile.PAYOUT_METHODS));
        assertThat(references.depositMethods()).hasSameSizeAs(files.rows(DataFile.DEPOSIT_METHODS));
        assertThat(references.networks()).hasSameSizeAs(files.rows(DataFile.NETWORKS));
        assertThat(references.everyNetwork()).isEqualTo(references.networks());
        assertThat(references.pairs()).hasSameSizeAs(files.rows(DataFile.PAIRS));
        assertThat(references.tokens().stream().map(Token::id))
                .containsExactlyElementsOf(files.rows(DataFile.TOKENS).stream()
                        .map(row -> row.getOrDefault("id", ""))
                        .toList());
        for (var row : files.rows(DataFile.PRICES)) {
            assertThat(references.price(row.getOrDefault("base", ""), row.getOrDefault("quote", "")))
                    .hasValueSatisfying(price -> {
                        assertThat(price.price()).isEqualByComparingTo(row.get("price"));
                        assertThat(price.setAt()).isNull();
                    });
        }
    }

    @Test
    void look_ups_find_what_the_files_say() {
        var references = references();
        assertThat(references.currency("JPY").orElseThrow().asset()).isEqualTo(Asset.fiat("JPY", 0));
        assertThat(references.currency("EUR").orElseThrow().required())
                .isEqualTo(new Currency.Required(false, false, true, false, false));
        assertThat(references.asset("usdc-bsc")).contains(Asset.crypto("usdc-bsc", 18));
        assertThat(references.asset("XXX")).isEmpty();

        var bca = references.payoutMethod("IDR", "014").orElseThrow();
        assertThat(bca.bankName()).isEqualTo("Bank Central Asia");
        assertThat(bca.bic()).isEqualTo("CENAIDJA");
        assertThat(bca.min()).isEqualTo(Money.exactly(new BigDecimal(10000), IDR));
        assertThat(references.payoutMethodByName("IDR", " bank CENTRAL asia ")).contains(bca);
        assertThat(references.payoutMethod("PHP", "014")).isEmpty();

        var account = references.depositMethod("IDR", "014_VA").orElseThrow();
        assertThat(account.type()).isEqualTo(DepositMethod.Type.VIRTUAL_ACCOUNT);
        assertThat(account.virtualAccount()).isEqualTo(new DepositMethod.VirtualAccount("71908", 16));
        assertThat(references.depositMethod("IDR", "QRIS").orElseThrow().virtualAccount())
                .isNull();

        var usdc = references.token("usdc-polygon").orElseThrow();
        assertThat(usdc.network().chainId()).isEqualTo(137);
        assertThat(usdc.network().explorerTxUrl("0xab")).isEqualTo("https://polygonscan.com/tx/0xab");
        assertThat(usdc.deposit().fee().percentage()).isEqualByComparingTo("0.5");
        assertThat(references.pair("USDC", "IDR").orElseThrow().fee().flat()).isEqualByComparingTo("5000");
        assertThat(references.currenciesOf("USDC")).hasSize(17).startsWith("IDR", "PHP");
        assertThat(references.payoutMethods("XXX")).isEmpty();
    }

    @Test
    void what_no_rail_serves_is_hidden_but_its_asset_is_known() {
        var references = new References(
                db.database(),
                new Served(
                        method -> method.currency().equals("IDR"),
                        method -> method.type() == DepositMethod.Type.QR,
                        token -> token.network().blockchainType() == BlockchainType.EVM,
                        _ -> false));
        assertThat(references.payoutMethods("PHP")).isEmpty();
        assertThat(references.payoutMethodByName("PHP", "BDO Unibank")).isEmpty();
        assertThat(references.payoutMethods()).isEqualTo(references.payoutMethods("IDR"));
        assertThat(references.depositMethods("IDR"))
                .extracting(DepositMethod::bankCode)
                .containsExactly("QRIS");
        assertThat(references.token("usdc-stellar")).isEmpty();
        assertThat(references.asset("usdc-stellar")).isPresent();
    }

    @Test
    void an_edit_reaches_the_other_node_and_survives_the_next_load() {
        var here = references();
        var elsewhere = references();
        var terms = new Terms(
                Money.exactly(new BigDecimal("20000"), IDR),
                Money.exactly(new BigDecimal("500000"), IDR),
                new FeeSchedule(new BigDecimal("1234.5"), new BigDecimal("0.1")));
        var edits = new ReferenceEdits(db.database(), here, CLOCK);
        var fee = TermsChange.fee(terms.fee());
        var limits = TermsChange.limits(terms.min(), terms.max());
        for (var change : List.of(fee, limits)) {
            assertThat(edits.payoutTerms("IDR", "014", change)).isTrue();
            assertThat(edits.depositTerms("IDR", "QRIS", change)).isTrue();
        }
        assertThat(edits.price("USD", "IDR", new BigDecimal("17000.25"))).isTrue();
        assertThat(edits.payoutTerms("IDR", "no such bank", fee)).isFalse();

        assertThat(elsewhere.refresh()).isTrue();
        assertThat(loader.load(changed(DataFile.BANKS, "Bank Mandiri", "Bank Mandiri Baru")))
                .isTrue();
        assertThat(elsewhere.refresh()).isTrue();
        assertThat(elsewhere.payoutMethod("IDR", "014").orElseThrow().terms()).isEqualTo(terms);
        assertThat(elsewhere.depositMethod("IDR", "QRIS").orElseThrow().terms()).isEqualTo(terms);
        assertThat(elsewhere.price("USD", "IDR")).map(TablePrice::price).contains(new BigDecimal("17000.25"));
        assertThat(elsewhere.payoutMethod("IDR", "008").orElseThrow().bankName())
                .isEqualTo("Bank Mandiri Baru");
    }

    @Test
    void token_terms_can_be_edited_in_their_own_asset_only() {
        var references = references();
        var edits = new ReferenceEdits(db.database(), references, CLOCK);
        var usdc = references.token("usdc-polygon").orElseThrow();
        var one = Money.exactly(BigDecimal.ONE, usdc.asset());
        var terms = new Terms(one, one.plus(one), new FeeSchedule(BigDecimal.ZERO, BigDecimal.ONE));
        var limits = TermsChange.limits(terms.min(), terms.max());
        for (var change : List.of(limits, TermsChange.fee(terms.fee()))) {
            assertThat(edits.tokenPayoutTerms("usdc-polygon", change)).isTrue();
            assertThat(edits.tokenDepositTerms("usdc-polygon", change)).isTrue();
        }
        assertThat(references.refresh()).isTrue();
        var edited = references.token("usdc-polygon").orElseThrow();
        assertThat(List.of(edited.payout(), edited.deposit())).containsOnly(terms);
        var tooFine = TermsChange.fee(new FeeSchedule(new BigDecimal("0.0000001"), BigDecimal.ZERO));
        assertThatThrownBy(() -> edits.tokenPayoutTerms("usdc-bsc", limits))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> edits.tokenPayoutTerms("usdc-polygon", tooFine))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_fee_of_a_conversion_is_edited_and_its_limits_stay() {
        var references = references();
        var edits = new ReferenceEdits(db.database(), references, CLOCK);
        var before = references.pair("USDC", "IDR").orElseThrow();
        var fee = new FeeSchedule(new BigDecimal("1234.5"), new BigDecimal("99.9"));
        assertThat(edits.pairFee("USDC", "IDR", fee)).isTrue();
        assertThat(edits.pairFee("XXX", "IDR", fee)).isFalse();
        loader.load(changed(DataFile.PAIRS, "USDC,IDR,5000,", "USDC,IDR,6000,"));
        assertThat(references.refresh()).isTrue();
        assertThat(references.pair("USDC", "IDR")).contains(new Pair("USDC", "IDR", fee, before.min(), before.max()));
        for (var wrong : List.of(
                new FeeSchedule(new BigDecimal("0.001"), BigDecimal.ZERO),
                new FeeSchedule(BigDecimal.ZERO, new BigDecimal(100)))) {
            assertThatThrownBy(() -> edits.pairFee("USDC", "IDR", wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(PairOffer.all(db.database()))
                .hasSameSizeAs(references.pairs())
                .filteredOn(each -> each.name().equals("USDC/IDR"))
                .singleElement()
                .satisfies(each -> assertThat(each.tariff().fee()).isEqualTo(fee));
        assertThat(edits.offerCurrency("KES", false)).isTrue();
        assertThat(PairOffer.all(db.database()))
                .filteredOn(each -> !each.isOn())
                .extracting(PairOffer::currency)
                .isNotEmpty()
                .containsOnly("KES");
    }

    @Test
    void switching_off_hides_and_stays_off_after_the_next_load() {
        var references = references();
        var edits = new ReferenceEdits(db.database(), references, CLOCK);
        assertThat(edits.offerCurrency("KES", false)).isTrue();
        assertThat(edits.offerPayoutMethod("IDR", "014", false)).isTrue();
        assertThat(edits.offerDepositMethod("IDR", "QRIS", false)).isTrue();
        assertThat(edits.offerToken("usdt-bsc", false)).isTrue();
        loader.load(changed(DataFile.PRICES, "USD,IDR,16650", "USD,IDR,16700"));
        references.refresh();
        assertThat(references.currency("KES")).isEmpty();
        assertThat(references.payoutMethods("KES")).isEmpty();
        assertThat(references.pair("USDC", "KES")).isEmpty();
        assertThat(references.asset("KES")).isPresent();
        assertThat(references.payoutMethod("IDR", "014")).isEmpty();
        assertThat(references.depositMethod("IDR", "QRIS")).isEmpty();
        assertThat(references.token("usdt-bsc")).isEmpty();
        assertThat(references.tokens()).extracting(Token::id).doesNotContain("usdt-bsc");
        assertThat(references.everyToken())
                .startsWith(references.tokens().toArray(Token[]::new))
                .hasSize(references.tokens().size() + 1)
                .last()
                .extracting(Token::id)
                .isEqualTo("usdt-bsc");
        assertThat(references.everyToken())
                .filteredOn(token -> references.isOffered(token.asset()))
                .isEqualTo(references.tokens());
        assertThat(references.anyToken("usdt-bsc")).isPresent();
        assertThat(references.isOffered(references.asset("KES").orElseThrow())).isFalse();
        assertThat(references.price("USD", "IDR").orElseThrow().price()).isEqualByComparingTo("16700");
    }

    @Test
    void rows_gone_from_the_files_are_switched_off_and_come_back_with_them() {
        var references = references();
        loader.load(changed(DataFile.DEPOSIT_METHODS, "IDR,QRIS,QRIS,QR,QRIS,", "IDR,QRIS2,QRIS 2,QR,QRIS,"));
        references.refresh();
        assertThat(references.depositMethod("IDR", "QRIS")).isEmpty();
        assertThat(references.depositMethod("IDR", "QRIS2")).isPresent();
        assertThat(loader.load()).isTrue();
        references.refresh();
        assertThat(references.depositMethod("IDR", "QRIS")).isPresent();
        assertThat(references.depositMethod("IDR", "QRIS2")).isEmpty();
    }

    /// Otherwise every balance in it would silently change its value.
    @Test
    void files_that_change_the_decimals_of_an_asset_are_refused() {
        for (var files : List.of(
                changed(DataFile.CURRENCIES, "IDR,360,2,", "IDR,360,0,"),
                changed(
                        DataFile.TOKENS,
                        "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359,6,",
                        "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359,18,"))) {
            assertThatThrownBy(() -> loader.load(files))
                    .isInstanceOf(ReferenceLoader.DecimalsChanged.class)
                    .message()
                    .containsAnyOf("IDR 0 decimals", "usdc-polygon 18 decimals")
                    .containsAnyOf("keeps it in 2", "keeps it in 6");
        }
        assertThat(loader.load()).isFalse();
        assertThat(references().asset("IDR")).contains(IDR);
    }

    @Test
    void of_two_nodes_that_start_at_once_one_loads() throws Exception {
        var files = changed(DataFile.PRICES, "USD,IDR,16650", "USD,IDR,16701");
        Callable<Boolean> node = () -> new ReferenceLoader(db.database(), CLOCK).load(files);
        try (var nodes = Executors.newFixedThreadPool(3)) {
            var loaded = nodes.invokeAll(List.of(node, node, node)).stream()
                    .map(Future::resultNow)
                    .toList();
            assertThat(loaded).containsExactlyInAnyOrder(true, false, false);
        }
    }

    /// A rail is stopped while another worker reads the rails' capabilities.
    @Test
    void who_read_earlier_takes_nothing_back_of_what_another_one_read_since() throws Exception {
        var stopped = new AtomicBoolean();
        var slow = new AtomicReference<Thread>();
        var looks = new CountDownLatch(1);
        var goesOn = new CountDownLatch(1);
        var references = new References(
                db.database(),
                new Served(
                        _ -> {
                            boolean isServed = !stopped.get();
                            if (Thread.currentThread().equals(slow.get())) {
                                looks.countDown();
                                awaited(goesOn);
                            }
                            return isServed;
                        },
                        _ -> true,
                        _ -> true,
                        _ -> true));
        var first = new Thread(references::reload);
        slow.set(first);
        first.start();
        assertThat(looks.await(20, TimeUnit.SECONDS)).isTrue();
        stopped.set(true);
        var second = new Thread(references::reload);
        second.start();
        second.join(Duration.ofSeconds(2));
        goesOn.countDown();
        first.join();
        second.join();
        assertThat(references.payoutMethods()).isEmpty();
        assertThat(references.depositMethods()).isNotEmpty();
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void rows_that_make_no_sense_leave_the_catalogue_as_it_was() {
        var references = references();
        db.database().run(tx -> {
            tx.handle().execute("UPDATE reference_payout_method SET min_amount = 0.001 WHERE currency = 'JPY'");
            tx.handle().execute("UPDATE reference_load SET version = version + 1");
        });
        assertThatThrownBy(references::refresh).isInstanceOf(RuntimeException.class);
        assertThat(references.payoutMethods("JPY")).isNotEmpty();
    }

    private References references() {
        return new References(db.database(), Served.everything());
    }

    /// Returns the shipped files with one text replaced in one file.
    private static ReferenceFiles changed(DataFile file, String from, String to) {
        var contents = new EnumMap<DataFile, String>(DataFile.class);
        for (var each : DataFile.values()) {
            var text = new String(ReferenceFiles.resource(each.fileName()), java.nio.charset.StandardCharsets.UTF_8);
            contents.put(each, each == file ? text.replace(from, to) : text);
        }
        assertThat(contents.get(file)).contains(to);
        return ReferenceFiles.parse(Map.copyOf(contents));
    }
}
