/* GSM 7-bit, written from 3GPP TS 23.038, sections 6.2.1 and 6.2.1.1. */

/** The default alphabet, without the escape. */
export const BASIC =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡' +
	'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** The extension table: a character takes two places. */
export const EXTENDED = '\f^{}\\[~]|€';
