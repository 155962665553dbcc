/// The way to a bank: folders of this machine or of an SFTP server, and the unpacking of fetched files. It knows
/// files and their names, and nothing of what they mean.
@NullMarked
package dev.sluice.rail.iso20022.transport;

import org.jspecify.annotations.NullMarked;
