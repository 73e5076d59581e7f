import { luhnDigit, luhnFault, readDigits, wrongLength } from './digits';
import type { Read } from './given';

/* IMEIs. Source: 3GPP TS 23.003, section 6: 14 digits of the device, then a check digit or a software version. */

const RULE = 'must be an IMEI of 16 digits (15 with the check digit)';
const RULE_TO_SET = 'must be 16 digits';

/** The IMEI with its check digit, 15 digits, of 14, 15 or 16 digits. */
export const imeiWithLuhn = (imei: string): string => {
	const device = imei.slice(0, 14);
	return `${device}${luhnDigit(device)}`;
};

function readAny(given: unknown, rule: string): Read<string> {
	const read = readDigits(given, rule);
	if ('refused' in read) return read;
	const { text, changed } = read;
	if (text.length < 14 || text.length > 16) return { refused: wrongLength(rule, text) };
	const fault = text.length === 15 ? luhnFault(text, 'an IMEI') : undefined;
	return fault === undefined
		? { value: text, changed }
		: { refused: `${fault}, got "${text}". Compare it with the label` };
}

/**
 * Reads an IMEI that something is found by: 14 digits, 15 with the check digit, 16 with the software version; gives 15
 * or 16.
 */
export function readImei(given: unknown): Read<string> {
	const read = readAny(given, RULE);
	if ('refused' in read || read.value.length > 14) return read;
	return {
		value: imeiWithLuhn(read.value),
		changed: [...read.changed, 'its check digit was added'],
	};
}

/** Reads an IMEI that is to be set: the service wants 16 digits, the last two of which are the software version. */
export function readImeiToSet(given: unknown): Read<string> {
	const read = readAny(given, RULE_TO_SET);
	if ('refused' in read || read.value.length === 16) return read;
	return {
		refused: `${RULE_TO_SET}, got "${read.value}" of ${read.value.length}: give the 14 digits before the check digit, and the two of the software version (IMEISV), as the device or its endpoint shows them`,
	};
}

/** Reads an IMEI that an endpoint is to have: 16 digits, or 14 or 15 that {@link completedImei} completes. */
export const readImeiToComplete = (given: unknown): Read<string> => readAny(given, RULE_TO_SET);

/**
 * The 16 digits of an IMEI of 14, 15 or 16, whose software version is that of the device that the endpoint reports;
 * the version of another device says nothing of this one. `reported` is empty where it reports none.
 */
export function completedImei(imei: string, reported: string): Read<string> {
	if (imei.length === 16) return { value: imei, changed: [] };
	const isSame = reported.length === 16 && reported.startsWith(imei.slice(0, 14));
	if (isSame) {
		const said = `"${imei}" was completed by the software version ${reported.slice(14)} that the endpoint reports`;
		return { value: reported, changed: [said] };
	}
	const why =
		reported === ''
			? 'the endpoint reports none that would complete it'
			: `the endpoint reports another device, "${reported}"`;
	const refused = readImeiToSet(imei);
	return 'refused' in refused ? { refused: `${refused.refused}; ${why}` } : refused;
}

/** Reads an IMEI; gives it with its check digit, 15 digits, also of one that has its software version instead. */
export function readImeiWithLuhn(given: unknown): Read<string> {
	const read = readImei(given);
	if ('refused' in read || read.value.length === 15) return read;
	const changed = [...read.changed, 'its software version was replaced by the check digit'];
	return { value: imeiWithLuhn(read.value), changed };
}
