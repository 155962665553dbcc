package dev.sluice.iso20022.write;

import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.iso20022.write.TransferFile.Address;
import dev.sluice.iso20022.write.TransferFile.Agent;
import dev.sluice.iso20022.write.TransferRules.AddressForm;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes parties, accounts and banks.
final class Parties {
    /// Constant of the rulebooks for a bank without a BIC.
    private static final String NOT_PROVIDED = "NOTPROVIDED";

    private final XmlOutput xml;
    private final MessageVersion version;
    private final AddressForm form;

    Parties(XmlOutput xml, MessageVersion version, AddressForm form) {
        this.xml = xml;
        this.version = version;
        this.form = form;
    }

    void party(String element, String name, @Nullable Address address) {
        xml.element(element, () -> {
            xml.text("Nm", name);
            if (address != null) {
                xml.element("PstlAdr", () -> address(address));
            }
        });
    }

    /// @param currency null to leave it out
    void account(String element, AccountNumber account, @Nullable String currency) {
        xml.element(element, () -> {
            xml.element("Id", () -> {
                if (account.iban()) {
                    xml.text("IBAN", account.number());
                } else {
                    xml.element("Othr", () -> xml.text("Id", account.number()));
                }
            });
            optional("Ccy", currency);
        });
    }

    /// Writes our bank.
    void agent(String element, @Nullable String bic) {
        xml.element(element, () -> institution(bic));
    }

    /// Writes our bank by its BIC, or the constant for a bank without one.
    void institution(@Nullable String bic) {
        xml.element("FinInstnId", () -> {
            if (bic == null) {
                xml.element("Othr", () -> xml.text("Id", NOT_PROVIDED));
            } else {
                xml.text(version.bicElement(), bic);
            }
        });
    }

    /// Writes the payee's bank.
    void agent(String element, Agent agent) {
        xml.element(
                element,
                () -> xml.element("FinInstnId", () -> {
                    optional(version.bicElement(), agent.bic());
                    var memberId = agent.memberId();
                    if (memberId != null) {
                        xml.element("ClrSysMmbId", () -> member(agent.clearingSystem(), memberId));
                    }
                    optional("Nm", agent.name());
                }));
    }

    private void member(@Nullable String clearingSystem, String memberId) {
        if (clearingSystem != null) {
            xml.element("ClrSysId", () -> xml.text("Cd", clearingSystem));
        }
        xml.text("MmbId", memberId);
    }

    private void address(Address address) {
        switch (form) {
            case STRUCTURED, REQUIRED -> structured(address);
            case HYBRID -> {
                if (version.hasHybridAddress()) {
                    hybrid(address);
                } else {
                    lines(address);
                }
            }
            case NONE -> throw new IllegalStateException("the bank takes no address");
        }
    }

    private void structured(Address address) {
        optional("StrtNm", address.street());
        optional("BldgNb", address.buildingNumber());
        optional("PstCd", address.postalCode());
        xml.text("TwnNm", address.town());
        xml.text("Ctry", address.country());
    }

    /// Nothing is said twice: a line has what no element has (EPC153-22).
    private void hybrid(Address address) {
        optional("PstCd", address.postalCode());
        xml.text("TwnNm", address.town());
        xml.text("Ctry", address.country());
        line(address.street(), address.buildingNumber());
    }

    private void lines(Address address) {
        xml.text("Ctry", address.country());
        line(address.street(), address.buildingNumber());
        line(address.postalCode(), address.town());
    }

    private void line(@Nullable String first, @Nullable String second) {
        var line = Stream.<@Nullable String>of(first, second)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" "));
        optional("AdrLine", line.isEmpty() ? null : line);
    }

    private void optional(String element, @Nullable String value) {
        if (value != null) {
            xml.text(element, value);
        }
    }
}
