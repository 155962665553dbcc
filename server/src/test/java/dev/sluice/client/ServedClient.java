package dev.sluice.client;

import dev.sluice.app.TestService;
import java.util.HashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// The Java client of the demo organization, with a whole service behind it.
abstract class ServedClient {
    static TestService service;
    static SluiceClient client;

    @BeforeAll
    static void start() {
        service = TestService.start();
        var settings = new HashMap<>(service.demo().credentials());
        settings.put("SLUICE_BASE_URL", service.baseUrl().toString());
        client = SluiceClient.of(settings);
    }

    @AfterAll
    static void stop() {
        client.close();
        service.close();
    }
}
