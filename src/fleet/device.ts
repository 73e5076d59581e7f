/* Devices, by what they are recognised by. Source: 3GPP TS 23.003, section 6. */

/**
 * The device in an IMEI (15 digits, with a check digit) or IMEISV (16, with the version of its
 * software): the 14 digits that both begin with. Undefined for anything else, and for zeros.
 */
export function deviceOf(imei: unknown): number | undefined {
	const text = typeof imei === 'number' ? String(imei) : imei;
	if (typeof text !== 'string' || !/^\d{14,16}$/.test(text.trim())) return undefined;
	return Number(text.trim().slice(0, 14)) || undefined;
}
