// The names of the streams that identify kinds of compound files.

/** The stream of an encrypted file of Office (MS-OFFCRYPTO, 2.3.4.4). */
export const ENCRYPTED_PACKAGE_STREAM = "EncryptedPackage";

/** The stream that the root of Outlook's messages has (MS-OXMSG, 2.4). */
export const MESSAGE_STREAM = "__properties_version1.0";
