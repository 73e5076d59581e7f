import { jwtVerify } from 'jose';

/** Only symmetric algorithms: `none` and public-key ones are refused whatever the token says. */
const ALGORITHMS = ['HS256', 'HS384', 'HS512'];
/** Seconds by which clocks may differ. */
const LEEWAY_S = 30;

/**
 * Whether an `Authorization` header holds a token signed with the secret and valid now. The
 * comparison takes constant time; `exp` and `nbf` count where the token has them. The token does
 * not cover the body: it proves who calls, not what was sent. Source: public reference, Callbacks.
 */
export async function isSigned(header: unknown, secret: string, now: number): Promise<boolean> {
	const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(String(header ?? ''))?.[1];
	// An empty secret signs everything: it counts as none that fits.
	if (token === undefined || secret === '') return false;
	try {
		await jwtVerify(token, new TextEncoder().encode(secret), {
			algorithms: ALGORITHMS,
			clockTolerance: LEEWAY_S,
			currentDate: new Date(now),
		});
		return true;
	} catch {
		return false;
	}
}

/** Bytes below which a secret can be guessed from a token. Source: RFC 7518, section 3.2. */
const SHORTEST = 32;

/** What is wrong with a secret, in words for a person; undefined for a good one. */
export function secretProblem(secret: unknown): string | undefined {
	if (typeof secret !== 'string' || secret === '') return 'The signing secret must not be empty';
	const bytes = new TextEncoder().encode(secret).length;
	return bytes < SHORTEST
		? `The signing secret has ${bytes} bytes. Use ${SHORTEST} or more: a short one can be guessed.`
		: undefined;
}
