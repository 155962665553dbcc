package dev.sluice.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.reference.ReferenceFiles.DataFile;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bouncycastle.jcajce.provider.digest.Keccak;
import org.junit.jupiter.api.Test;

/// The data files are consistent: keys, references, decimals, limits, checksums, pictures.
class ReferenceFilesTest {
    private final ReferenceFiles files = ReferenceFiles.shipped();

    @Test
    void every_key_is_unique() {
        unique(DataFile.CURRENCIES, "code");
        unique(DataFile.CURRENCIES, "numericCode");
        unique(DataFile.BANKS, "currency", "bankCode");
        unique(DataFile.PAYOUT_METHODS, "currency", "bankCode");
        unique(DataFile.DEPOSIT_METHODS, "currency", "bankCode");
        unique(DataFile.DEPOSIT_METHODS, "currency", "name");
        unique(DataFile.NETWORKS, "network");
        unique(DataFile.TOKENS, "id");
        unique(DataFile.TOKENS, "label");
        unique(DataFile.PAIRS, "symbol", "currency");
        unique(DataFile.PRICES, "base", "quote");
    }

    @Test
    void a_bank_name_is_unique_in_its_currency_in_any_case() {
        assertThat(rows(DataFile.BANKS).stream()
                        .map(row -> (cell(row, "currency") + cell(row, "bankName")).toLowerCase(Locale.ROOT)))
                .doesNotHaveDuplicates();
    }

    @Test
    void every_foreign_key_leads_somewhere() {
        var currencies = keys(DataFile.CURRENCIES, "code");
        var banks = keys(DataFile.BANKS, "currency", "bankCode");
        var networks = keys(DataFile.NETWORKS, "network");
        var tokens = keys(DataFile.TOKENS, "id");
        var symbols = keys(DataFile.TOKENS, "symbol");
        assertThat(currencies)
                .containsAll(keys(DataFile.BANKS, "currency"))
                .containsAll(keys(DataFile.DEPOSIT_METHODS, "currency"))
                .containsAll(keys(DataFile.PAIRS, "currency"))
                .containsAll(keys(DataFile.PRICES, "quote"));
        assertThat(keys(DataFile.PAYOUT_METHODS, "currency", "bankCode")).isEqualTo(banks);
        assertThat(networks).isEqualTo(keys(DataFile.TOKENS, "network"));
        assertThat(tokens).containsAll(keys(DataFile.NETWORKS, "nativeToken"));
        assertThat(symbols).containsAll(keys(DataFile.PAIRS, "symbol"));
        for (var row : rows(DataFile.DEPOSIT_METHODS)) {
            if (Set.of("VIRTUAL_ACCOUNT", "BANK_TRANSFER").contains(cell(row, "type"))) {
                assertThat(banks).contains(cell(row, "currency") + "|" + cell(row, "scheme"));
            }
        }
    }

    @Test
    void every_currency_has_its_banks_and_every_token_its_prices() {
        var banks = rows(DataFile.BANKS).stream()
                .collect(Collectors.groupingBy(row -> cell(row, "currency"), Collectors.counting()));
        var prices = keys(DataFile.PRICES, "base", "quote");
        for (var currency : keys(DataFile.CURRENCIES, "code")) {
            assertThat(banks.get(currency)).as(currency).isGreaterThanOrEqualTo(10);
            for (var symbol : keys(DataFile.TOKENS, "symbol")) {
                assertThat(prices).contains(symbol + "|" + currency);
            }
            assertThat(currency.equals("USD") || prices.contains("USD|" + currency))
                    .isTrue();
        }
    }

    @Test
    void no_limit_has_more_decimals_than_its_asset() {
        var exponents = index(DataFile.CURRENCIES, "code", "exponent");
        var decimals = index(DataFile.TOKENS, "id", "decimals");
        var symbolDecimals = rows(DataFile.TOKENS).stream()
                .collect(Collectors.toMap(
                        row -> cell(row, "symbol"), row -> Integer.valueOf(cell(row, "decimals")), Integer::min));
        for (var file : List.of(DataFile.PAYOUT_METHODS, DataFile.DEPOSIT_METHODS)) {
            for (var row : rows(file)) {
                fits(row, exponent(exponents, cell(row, "currency")), "minAmount", "maxAmount", "feeFlat");
            }
        }
        for (var row : rows(DataFile.TOKENS)) {
            int exponent = exponent(decimals, cell(row, "id"));
            fits(row, exponent, "payoutMin", "payoutMax", "payoutFeeFlat");
            fits(row, exponent, "depositMin", "depositMax", "depositFeeFlat");
        }
        for (var row : rows(DataFile.PAIRS)) {
            fits(row, exponent(exponents, cell(row, "currency")), "feeFlat");
            fits(row, exponent(symbolDecimals, cell(row, "symbol")), "minAmount", "maxAmount");
        }
    }

    @Test
    void limits_are_in_order_and_a_minimum_pays_for_the_fee_taken_from_it() {
        for (var row : rows(DataFile.PAYOUT_METHODS)) {
            ordered(row, "minAmount", "maxAmount");
        }
        for (var row : rows(DataFile.DEPOSIT_METHODS)) {
            ordered(row, "minAmount", "maxAmount");
            aboveFee(row, "minAmount", "feeFlat", "feePercentage");
        }
        for (var row : rows(DataFile.TOKENS)) {
            ordered(row, "payoutMin", "payoutMax");
            ordered(row, "depositMin", "depositMax");
            aboveFee(row, "depositMin", "depositFeeFlat", "depositFeePercentage");
        }
        for (var row : rows(DataFile.PAIRS)) {
            ordered(row, "minAmount", "maxAmount");
        }
    }

    @Test
    void evm_addresses_carry_their_eip_55_checksum() {
        var evm = rows(DataFile.TOKENS).stream()
                .map(row -> cell(row, "address"))
                .filter(address -> address.startsWith("0x"))
                .toList();
        assertThat(evm).hasSize(10);
        assertThat(evm).allSatisfy(address -> assertThat(address).isEqualTo(checksummed(address)));
    }

    @Test
    void stellar_issuers_carry_their_checksum() {
        var issuers = rows(DataFile.TOKENS).stream()
                .filter(row -> cell(row, "network").equals("stellar"))
                .map(row -> cell(row, "address"))
                .filter(address -> !address.isEmpty())
                .toList();
        assertThat(issuers).isNotEmpty().allMatch(ReferenceFilesTest::isStellarAccount);
    }

    @Test
    void a_token_id_is_its_symbol_and_network_and_only_coins_lack_an_address() {
        for (var row : rows(DataFile.TOKENS)) {
            assertThat(cell(row, "id"))
                    .isEqualTo(cell(row, "symbol").toLowerCase(Locale.ROOT) + "-" + cell(row, "network"));
            assertThat(cell(row, "address").isEmpty())
                    .isEqualTo(cell(row, "isNative").equals("true"));
        }
    }

    @Test
    void a_virtual_account_prefix_is_shorter_than_the_number() {
        for (var row : rows(DataFile.DEPOSIT_METHODS)) {
            assertThat(cell(row, "virtualAccountPrefix").isEmpty())
                    .isNotEqualTo(cell(row, "type").equals("VIRTUAL_ACCOUNT"));
            if (!cell(row, "virtualAccountPrefix").isEmpty()) {
                assertThat(cell(row, "virtualAccountPrefix").length())
                        .isLessThan(Integer.parseInt(cell(row, "virtualAccountLength")));
            }
        }
    }

    @Test
    void pictures_are_small_and_hold_no_script_and_no_link() {
        var names = new HashSet<String>();
        rows(DataFile.CURRENCIES).forEach(row -> names.add("currency/" + cell(row, "code")));
        rows(DataFile.TOKENS)
                .forEach(row -> names.add("token/" + cell(row, "symbol").toLowerCase(Locale.ROOT)));
        Arrays.stream(DepositMethod.Type.values()).forEach(type -> names.add("method/" + type.picture()));
        names.addAll(List.of("currency/generic", "token/generic"));
        for (var name : names) {
            var bytes = ReferenceFiles.resource("logos/" + name + ".svg");
            assertThat(bytes.length).as(name).isLessThan(2048);
            assertThat(new String(bytes, StandardCharsets.UTF_8))
                    .startsWith("<svg ")
                    .contains("<title>")
                    .doesNotContain("<script")
                    .doesNotContain("href");
        }
    }

    @Test
    void the_checksum_tells_one_content_from_another() {
        var one = ReferenceFiles.parse(Map.of(DataFile.PRICES, "base,quote,price\nUSD,IDR,1\n"));
        var other = ReferenceFiles.parse(Map.of(DataFile.PRICES, "base,quote,price\nUSD,IDR,2\n"));
        assertThat(one.checksum()).isNotEqualTo(other.checksum());
        assertThat(one.rows(DataFile.PRICES)).containsExactly(Map.of("base", "USD", "quote", "IDR", "price", "1"));
    }

    private List<Map<String, String>> rows(DataFile file) {
        return files.rows(file);
    }

    private void unique(DataFile file, String... columns) {
        assertThat(rows(file).stream().map(key(columns))).as(file.name()).doesNotHaveDuplicates();
    }

    private Set<String> keys(DataFile file, String... columns) {
        return rows(file).stream().map(key(columns)).collect(Collectors.toSet());
    }

    private Map<String, Integer> index(DataFile file, String key, String value) {
        return rows(file).stream()
                .collect(Collectors.toMap(row -> cell(row, key), row -> Integer.valueOf(cell(row, value))));
    }

    private static Function<Map<String, String>, String> key(String... columns) {
        return row -> Arrays.stream(columns).map(column -> cell(row, column)).collect(Collectors.joining("|"));
    }

    private static int exponent(Map<String, Integer> exponents, String code) {
        return Objects.requireNonNull(exponents.get(code), code);
    }

    private static String cell(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }

    private static BigDecimal decimal(Map<String, String> row, String column) {
        return new BigDecimal(cell(row, column));
    }

    private static void fits(Map<String, String> row, int exponent, String... columns) {
        for (var column : columns) {
            assertThat(decimal(row, column).stripTrailingZeros().scale())
                    .as("%s of %s", column, row)
                    .isLessThanOrEqualTo(exponent);
        }
    }

    private static void ordered(Map<String, String> row, String min, String max) {
        assertThat(decimal(row, min)).as(row.toString()).isPositive().isLessThanOrEqualTo(decimal(row, max));
    }

    private static void aboveFee(Map<String, String> row, String min, String flat, String percentage) {
        var fee = decimal(row, flat)
                .add(decimal(row, min).multiply(decimal(row, percentage)).movePointLeft(2));
        assertThat(decimal(row, min)).as(row.toString()).isGreaterThan(fee);
    }

    /// EIP-55: a hexadecimal letter is upper case if the same digit of the address's Keccak-256 is 8 or more.
    private static String checksummed(String address) {
        var lower = address.substring(2).toLowerCase(Locale.ROOT);
        var hash = HexFormat.of().formatHex(new Keccak.Digest256().digest(lower.getBytes(StandardCharsets.US_ASCII)));
        var text = new StringBuilder("0x");
        for (int i = 0; i < lower.length(); i++) {
            var digit = lower.charAt(i);
            text.append(Character.digit(hash.charAt(i), 16) >= 8 ? Character.toUpperCase(digit) : digit);
        }
        return text.toString();
    }

    /// SEP-23: base 32 of a version byte, 32 bytes of key and their CRC-16/XMODEM, low byte first.
    private static boolean isStellarAccount(String text) {
        var bits = new java.math.BigInteger(
                text.chars()
                        .map("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"::indexOf)
                        .mapToObj(digit -> Integer.toString(digit, 32))
                        .collect(Collectors.joining()),
                32);
        var bytes = bits.toByteArray();
        int crc = 0;
        for (int i = 0; i < bytes.length - 2; i++) {
            crc ^= (bytes[i] & 0xff) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ 0x1021;
            }
            crc &= 0xffff;
        }
        int stated = (bytes[bytes.length - 2] & 0xff) | (bytes[bytes.length - 1] & 0xff) << 8;
        return text.length() == 56 && bytes.length == 35 && crc == stated;
    }
}
