package dev.sluice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.SignedTime;
import dev.sluice.checkout.Colour;
import dev.sluice.http.Timestamps;
import dev.sluice.merchant.Switches;
import dev.sluice.net.IpRange;
import dev.sluice.rail.EvmAddress;
import dev.sluice.rail.StellarAddress;
import dev.sluice.rail.StellarMemo;
import dev.sluice.rail.evm.key.ExtendedKey;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;

/// Parsers with arbitrary texts: each returns a value, or the one documented refusal; and written output can be parsed
/// again.
class ParserFuzzTest {
    /// Valid texts, the source of mutated ones.
    private static final List<String> SEEDS = List.of(
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ",
            "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ",
            "id:18446744073709551615",
            "hash:" + "ab".repeat(32),
            "text:invoice 7",
            "10.0.0.0/8",
            "2001:db8::/32",
            "::ffff:1.2.3.4/96",
            "fe80::1%lo",
            "2026-11-21T02:30:00.000Z",
            "1795228200",
            "1795228200123",
            "USDC/IDR",
            "#1a2b3c",
            "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8"
                    + "YtGqsefD265TMg7usUDFdp6W1EGMcet8");

    private static int texts;

    /// Parsers of texts, with their results; any exception except the documented refusal breaks the test.
    private static final List<Consumer<String>> READERS = List.of(
            EvmAddress::parse,
            StellarAddress::parse,
            StellarMemo::parse,
            Colour::of,
            SignedTime::parse,
            refusing(IpRange::parse, IllegalArgumentException.class),
            refusing(text -> Allowlist.parse(List.of(text)), IllegalArgumentException.class),
            refusing(Timestamps::parse, DateTimeException.class),
            refusing(Switches.Pair::parse, IllegalArgumentException.class),
            refusing(ExtendedKey::parse, IllegalArgumentException.class));

    private static Consumer<String> refusing(Consumer<String> reader, Class<? extends RuntimeException> refusal) {
        return text -> {
            try {
                reader.accept(text);
            } catch (RuntimeException refused) {
                assertThat(refused).isInstanceOf(refusal);
            }
        };
    }

    @Property(tries = 3_000)
    void any_text_is_a_value_or_refused(@ForAll("texts") String text) {
        READERS.forEach(reader -> reader.accept(text));
        texts++;
    }

    @AfterContainer
    static void tell() {
        System.out.println("Parser fuzz: " + texts + " texts, each to " + READERS.size() + " readers");
    }

    @Provide
    Arbitrary<String> texts() {
        var damaged = Arbitraries.of(SEEDS).flatMap(seed -> Arbitraries.longs().map(random -> damaged(seed, random)));
        return Arbitraries.oneOf(
                damaged,
                damaged,
                Arbitraries.of(Oddities.TEXTS),
                Arbitraries.strings().ofMaxLength(100),
                Arbitraries.strings().numeric().withChars("-:.TZ+/xX").ofMaxLength(40));
    }

    private static String damaged(String seed, long number) {
        var random = new Random(number);
        var text = new StringBuilder(seed);
        for (int i = random.nextInt(3); i >= 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(5)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, text.charAt(at));
                case 2 -> text.setCharAt(at, (char) random.nextInt(0x3000));
                case 3 -> text.insert(at, Oddities.one(Oddities.TEXTS, random));
                default -> text.setCharAt(at, (char) (text.charAt(at) ^ 0x20));
            }
        }
        return text.toString();
    }

    @Property(tries = 500)
    void a_block_of_addresses_is_written_and_read_again(
            @ForAll @Size(16) byte[] bytes, @ForAll @IntRange(max = 128) int bits, @ForAll boolean old)
            throws UnknownHostException {
        var address = InetAddress.getByAddress(old ? java.util.Arrays.copyOf(bytes, 4) : bytes);
        var block = IpRange.parse(address.getHostAddress() + "/" + (old ? bits % 33 : bits));
        assertThat(IpRange.parse(block.toString())).hasToString(block.toString());
        assertThat(block.contains(address)).isTrue();
    }

    @Property(tries = 500)
    void a_prefix_longer_than_the_address_is_refused(@ForAll @IntRange(min = 33, max = 100_000) int bits) {
        assertThatIllegalArgumentException().isThrownBy(() -> IpRange.parse("10.0.0.0/" + bits));
    }

    @Property(tries = 500)
    void an_address_has_one_checksum_and_no_other(
            @ForAll @Size(20) List<@ByteRange(min = 1) Byte> bytes, @ForAll @IntRange(min = 2, max = 41) int at) {
        var hex = new StringBuilder("0x");
        bytes.forEach(each -> hex.append(String.format("%02x", each)));
        var written = EvmAddress.parse(hex.toString()).orElseThrow();
        assertThat(EvmAddress.parse(written)).contains(written);
        var other = new StringBuilder(written);
        other.setCharAt(at, (char) (written.charAt(at) ^ 0x20));
        if (Character.isLetter(written.charAt(at)) && isMixed(other.substring(2))) {
            assertThat(EvmAddress.parse(other.toString())).isEmpty();
        }
    }

    private static boolean isMixed(String text) {
        return text.chars().anyMatch(Character::isLowerCase) && text.chars().anyMatch(Character::isUpperCase);
    }

    @Property(tries = 300)
    void an_address_of_stellar_with_another_letter_is_none(
            @ForAll @IntRange(max = 55) int at, @ForAll("letters") char letter) {
        var good = SEEDS.get(1);
        assertThat(StellarAddress.parse(good)).map(StellarAddress::text).contains(good);
        var other = new StringBuilder(good);
        other.setCharAt(at, letter);
        var expected = letter == good.charAt(at) ? Optional.of(good) : Optional.<String>empty();
        assertThat(StellarAddress.parse(other.toString()).map(StellarAddress::text))
                .isEqualTo(expected);
    }

    @Provide
    Arbitrary<Character> letters() {
        return Arbitraries.chars().with("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567abc018 é");
    }

    @Property(tries = 500)
    void a_signed_time_is_the_same_in_each_of_its_forms(@ForAll @IntRange int second) {
        var instant = Instant.ofEpochSecond(Math.abs((long) second));
        assertThat(SignedTime.parse(instant.toString())).contains(instant);
        assertThat(SignedTime.parse(Timestamps.text(instant))).contains(instant);
        assertThat(SignedTime.parse(Long.toString(instant.getEpochSecond()))).contains(instant);
    }

    @Property(tries = 300)
    void a_colour_is_written_and_read_again(
            @ForAll @IntRange(max = 255) int red,
            @ForAll @IntRange(max = 255) int green,
            @ForAll @IntRange(max = 255) int blue) {
        var colour = new Colour(red, green, blue);
        assertThat(Colour.of(colour.toString())).contains(colour);
    }
}
