/// The QR codes that a payer scans: what they say, scheme by scheme ([dev.sluice.qr.QrPayload]), and how they
/// are drawn ([dev.sluice.qr.QrCode], [dev.sluice.qr.QrImage]). Pure values, no input or output; owns no
/// tables. The only room that knows ZXing.
///
/// All schemes but UPI fill in the data objects of the EMV QR Code Specification for Payment Systems,
/// Merchant-Presented Mode 1.1 (EMVCo, 2020); the class of each scheme names the document that its own fields
/// come from. CoDi of Mexico is not among them: its code is a message that Banxico encrypts and hands out on a
/// request signed with a registered certificate, so nobody else can make one.
@NullMarked
package dev.sluice.qr;

import org.jspecify.annotations.NullMarked;
