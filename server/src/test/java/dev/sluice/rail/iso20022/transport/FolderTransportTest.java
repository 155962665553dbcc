package dev.sluice.rail.iso20022.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders.After;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class FolderTransportTest extends BankTransportContract {
    @Override
    String folder(String name) {
        return root.resolve(name).toString();
    }

    @Override
    BankProfile.Transport profile(Folders folders) {
        return new BankProfile.Transport.Local(folders);
    }

    @Test
    void missing_folders_are_created() throws IOException {
        for (var each : names("")) {
            Files.delete(root.resolve(each));
        }
        transport().close();
        assertThat(names("")).containsExactly("acks", "done", "in", "out", "sent");
    }

    @Test
    void a_file_in_place_of_a_folder_is_named() throws IOException {
        Files.delete(root.resolve("in"));
        put("in", "no folder");
        assertThatThrownBy(this::transport).isInstanceOf(IOException.class).hasMessageContaining(folder("in"));
    }

    @Test
    void moving_needs_an_archive() {
        var folders = new Folders(folder("out"), null, null, folder("in"), null, After.MOVE, null, "{msgId}.xml");
        assertThatThrownBy(() -> FileTransport.open(profile(folders))).hasMessageContaining("names no archive");
    }
}
