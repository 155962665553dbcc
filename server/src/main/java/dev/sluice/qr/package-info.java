/// QR codes that payers scan: their content by scheme ([dev.sluice.qr.QrPayload]) and their images
/// ([dev.sluice.qr.QrCode], [dev.sluice.qr.QrImage]). Pure values without input or output; owns no tables. The only
/// package that uses ZXing.
///
/// All schemes but UPI use the data objects of the EMV QR Code Specification for Payment Systems, Merchant-Presented
/// Mode 1.1 (EMVCo, 2020). The class of each scheme names the document of its own fields. CoDi of Mexico is not
/// supported: its code is a message that Banxico encrypts and issues for requests signed with a registered
/// certificate. No other party can create one.
@NullMarked
package dev.sluice.qr;

import org.jspecify.annotations.NullMarked;
