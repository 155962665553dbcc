package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.profile.BankProfile.Transport;
import dev.sluice.rail.iso20022.transport.InboundContent;
import dev.sluice.rail.iso20022.transport.PgpPerson;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of a bank that signs each of them.
class SignedFilesTest extends InboundCase {
    private static final PgpPerson BANK = PgpPerson.curve();
    private static final byte[] STATEMENT = CamtText.statement("S1", 1, "2026-03-02")
            .opening("0.00")
            .add(EntryText.of("50.00").reference("R1").remittance("Eve", "INV7"))
            .closing("50.00")
            .bytes();

    private InboundContent content;

    @BeforeEach
    void keys(@TempDir Path folder) throws IOException {
        var keys = new Transport.Pgp(null, BANK.open(folder.resolve("bank.pgp")), null, null, null);
        content = InboundContent.of(new Transport.Local(profile.transport().folders(), keys));
        expect("INV7");
    }

    private InboundFile fetched(byte[] bytes) {
        var stored = inbox.receive(profile, content, "file.xml", bytes).getFirst();
        return inbox.apply(profile, stored.file().id());
    }

    @Test
    void a_signed_file_is_applied() throws IOException {
        assertThat(fetched(BANK.signed(STATEMENT)).state()).isEqualTo(State.APPLIED);
        assertThat(credits()).containsExactly("50 INV7");
    }

    @Test
    void a_file_without_a_signature_is_unreadable_with_the_reason_until_the_bank_signs_it() throws IOException {
        var unsigned = fetched(STATEMENT);
        assertThat(unsigned.state()).isEqualTo(State.UNREADABLE);
        assertThat(unsigned.hold().reason()).startsWith("The file has no PGP signature of the bank");
        inbox.applyAll(profile);
        assertThat(credits()).isEmpty();
        assertThat(inbox.receive(profile, content, "again.xml", STATEMENT)
                        .getFirst()
                        .isNew())
                .isFalse();

        assertThat(fetched(BANK.signed(STATEMENT)).state()).isEqualTo(State.APPLIED);
        assertThat(fetched(STATEMENT).state()).isEqualTo(State.APPLIED);
        assertThat(credits()).containsExactly("50 INV7");
        assertThat(faults()).isEmpty();
    }

    @Test
    void a_file_that_somebody_else_signed_is_unreadable() throws IOException {
        var other = fetched(PgpPerson.curve().signed(STATEMENT));
        assertThat(other.state()).isEqualTo(State.UNREADABLE);
        assertThat(other.hold().reason()).startsWith("The file is signed with another PGP key");
        assertThat(entries()).isEmpty();
    }
}
