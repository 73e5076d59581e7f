import { bare, invisibleAt, type Read, wrongCharacter } from './given';

/* Activation codes of eSIMs. Source: GSMA SGP.22, section 4.1. They are secrets: no refusal shows one. */

const RULE = 'must be an activation code such as LPA:1$host$matching-id';
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
/** Parameters of links that hold a code. */
const PARAMETERS = ['carddata', 'data', 'lpa', 'code'];

/** The code in a link that installs a profile or draws its QR code; undefined where it has none. */
function codeInLink(link: string): string | undefined {
	const [, query] = /^https?:\/\/[^?]*\?(.*)$/is.exec(link) ?? [];
	if (query === undefined) return undefined;
	const parameters = new URLSearchParams(query);
	return PARAMETERS.map((name) => parameters.get(name)).find(
		(code) => code !== null && /^LPA:/i.test(code),
	) as string | undefined;
}

/** Why a text is no code; undefined when it is one. */
function faultOf(code: string): string | undefined {
	const hidden = invisibleAt(code);
	if (hidden >= 0) return wrongCharacter(RULE, code, hidden, { isSecret: true });
	const wrong = code.search(/[^!-~]|[\\&;<>"]/);
	if (/\s\S*LPA:/i.test(code)) return `${RULE}: it holds two codes. Keep only one in it`;
	if (wrong >= 0) return wrongCharacter(RULE, code, wrong, { isSecret: true });
	if (HOST.test(code)) return `${RULE}: ${code} is the address of a server alone`;
	if (/^\d+$/.test(code)) return `${RULE}: ${code} is a number of ${code.length} digits`;
	if (/^https?:/i.test(code)) return `${RULE}: the link (https) holds no code`;
	const parts = code.replace(/^LPA:/i, '').split('$');
	const [format = '', host = ''] = parts;
	if (!/^\d+$/.test(format)) {
		const begin = /^LPA:\w{0,2}/i.exec(code)?.[0];
		return `${RULE}${begin ? `: it begins with ${begin}` : ': it does not begin so'}`;
	}
	if (format !== '1') return `${RULE}: there is no format ${format}, only 1`;
	if (parts.length < 3) return `${RULE}: after LPA:1 it lacks the host, or the matching ID`;
	if (!HOST.test(host)) return `${RULE}: its host, the address of the SM-DP+ server, is missing`;
	return undefined;
}

/** Reads an activation code, or a link that holds one; gives it with `LPA:`. */
export function readActivationCode(given: unknown): Read<string> {
	if (typeof given !== 'string')
		return { refused: `${RULE}${typeof given === 'number' ? `: ${given} is a number` : ''}` };
	const { text, changed } = bare(given);
	const linked = codeInLink(text);
	if (linked !== undefined) changed.push('the code was taken out of the link');
	const code = linked ?? text;
	const fault = faultOf(code);
	if (fault !== undefined) return { refused: fault };
	if (/^LPA:/.test(code)) return { value: code, changed };
	changed.push('the prefix LPA: was written before it');
	return { value: `LPA:${code.replace(/^LPA:/i, '')}`, changed };
}
