import { bare, describeValue, invisibleAt, type Read, textOf, wrongCharacter } from './given';

/* IP addresses of devices. */

/** The number of an IPv4 address; undefined for text that is none. */
export function ipv4(text: string): number | undefined {
	if (!/^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$/.test(text) || text.endsWith('.')) return undefined;
	return text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** Whether a text is an IPv6 address. */
export function isIpv6(text: string): boolean {
	const halves = text.split('::');
	const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
	const isShort = halves.length === 2 && groups.length < 8;
	const isWhole = halves.length === 1 && groups.length === 8;
	return (isShort || isWhole) && groups.every((group) => /^[\da-f]{1,4}$/i.test(group));
}

/** Reads an address by `fits`; `wrong` finds a character that none has. */
function readBy(
	given: unknown,
	rule: string,
	{ wrong, fits }: { wrong: RegExp; fits: (text: string) => boolean },
): Read<string> {
	const { text, changed } = bare(textOf(given) ?? '');
	if (fits(text)) return { value: text, changed };
	const hidden = invisibleAt(text);
	const index = hidden >= 0 ? hidden : text.search(wrong);
	return {
		refused:
			index >= 0 ? wrongCharacter(rule, text, index) : `${rule}, got ${describeValue(given)}`,
	};
}

const IPV4_RULE = 'must be an IPv4 address: four numbers of 0 to 255 with dots between them';

/** Reads an IPv4 address. */
export const readIpv4 = (given: unknown): Read<string> =>
	readBy(given, IPV4_RULE, { wrong: /[^\d.]/, fits: (text) => ipv4(text) !== undefined });

/** Reads an IPv4 or IPv6 address. */
export const readAddress = (given: unknown): Read<string> =>
	readBy(given, 'must be an IPv4 or IPv6 address', {
		wrong: /[^\da-f.:]/i,
		fits: (text) => ipv4(text) !== undefined || isIpv6(text),
	});
