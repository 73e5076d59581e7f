/* ICCIDs: the service knows a SIM by 19 digits; on its card stand 20. Source: specification. */

/** The Luhn digit that follows some digits. */
export function luhnDigit(digits: string): number {
	const sum = [...digits].reverse().reduce((all, char, i) => {
		const n = Number(char) * (i % 2 === 0 ? 2 : 1);
		return all + (n > 9 ? n - 9 : n);
	}, 0);
	return (10 - (sum % 10)) % 10;
}

/** The fault of an ICCID, worded to follow a field's label; undefined when there is none. */
export function iccidFault(value: string): string | undefined {
	if (/^\d{19}$/.test(value)) return undefined;
	if (!/^\d{20}$/.test(value)) return 'must be an ICCID of 19 digits (20 with the check digit)';
	const expected = luhnDigit(bareIccid(value));
	return Number(value[19]) === expected
		? undefined
		: `must be an ICCID: its check digit would be ${expected}, not ${value[19]}`;
}

/** The 19 digits the service knows it by. */
export const bareIccid = (value: string): string => value.slice(0, 19);
