package dev.sluice.client.model;

import java.util.List;

/// Payouts of one token, 1 to 1,000: all of them are created, or none.
public record CryptoDisbursementsCreate(String token, List<CryptoReceiver> receivers) {
    public CryptoDisbursementsCreate {
        receivers = Copies.of(receivers);
    }

    public static CryptoDisbursementsCreate of(String token, CryptoReceiver... receivers) {
        return new CryptoDisbursementsCreate(token, List.of(receivers));
    }
}
