import { compactVerify, SignJWT } from 'jose';
import { isObject } from '../../wire';

/** Only symmetric algorithms: `none` and public-key ones are refused whatever the token says. */
const ALGORITHMS = ['HS256', 'HS384', 'HS512'];
/** Seconds by which clocks may differ. */
const LEEWAY_S = 30;
/** Seconds since it was issued for which a token counts. */
const DAY_S = 86_400;
/** A moment beyond this (the year 5138) is one in milliseconds. */
const MOST_S = 1e11;

/**
 * Whether an `Authorization` header holds a token signed with the secret and valid now. The
 * comparison takes constant time. `exp` and `nbf` count where the token has them, and a day since
 * `iat` does; a token with none of them has no known age. With `maxAgeS`, the most seconds since `iat`,
 * a token without one is refused. The token does not cover the body: it proves who calls, not what was
 * sent. Source: public reference, Callbacks; it names no claims.
 */
export async function isSigned(
	header: unknown,
	secret: string,
	now: number,
	maxAgeS?: number,
): Promise<boolean> {
	const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(String(header ?? ''))?.[1];
	// Anybody can sign with an empty secret.
	if (token === undefined || secret === '') return false;
	try {
		const key = new TextEncoder().encode(secret);
		const { payload } = await compactVerify(token, key, { algorithms: ALGORITHMS });
		const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
		return isObject(claims) && isCurrent(claims, now / 1000, maxAgeS);
	} catch {
		return false;
	}
}

/** Seconds since 1970 of a claim; undefined without it. @throws TypeError for what is no moment */
function claimMoment(claim: unknown): number | undefined {
	if (claim === undefined) return undefined;
	if (typeof claim !== 'number' || !Number.isFinite(claim)) throw new TypeError('no moment');
	return claim > MOST_S ? claim / 1000 : claim;
}

function isCurrent(claims: Record<string, unknown>, now: number, maxAgeS?: number): boolean {
	const [exp, nbf, iat] = [claims.exp, claims.nbf, claims.iat].map(claimMoment);
	if (exp !== undefined && now >= exp + LEEWAY_S) return false;
	if (nbf !== undefined && now < nbf - LEEWAY_S) return false;
	if (iat === undefined) return maxAgeS === undefined;
	// A token from the future would outlive the limit.
	return Math.abs(now - iat) <= (maxAgeS ?? DAY_S) + LEEWAY_S;
}

/** The `Authorization` header of a call that is signed with the secret now, as the service signs it (HS256). */
export async function signedNow(secret: string): Promise<string> {
	const key = new TextEncoder().encode(secret);
	const token = await new SignJWT().setProtectedHeader({ alg: 'HS256' }).setIssuedAt().sign(key);
	return `Bearer ${token}`;
}
