import { SignJWT } from 'jose';
import { pause } from '../clock';
import { isPage } from '../http/answers';
import type { World } from '../world';
import type { Endpoint } from '../endpoints/entities';

/** Retries of requests to a callback address. */
export interface DeliveryOptions {
	/** Maximum attempts of a request until a 2xx. Default 5. */
	attempts?: number;
	/** Real milliseconds before the second attempt; doubles each time. Default 25. */
	backoffMs?: number;
	/** Number of times each request is sent, even after a 2xx (redelivery). Default 1. */
	repeat?: number;
}

/** The outcome of one request: the status of each attempt, 0 for no answer. */
export interface CallbackOutcome {
	method: 'POST' | 'PATCH';
	/** Id of the SMS. */
	id: number;
	partno?: number;
	statuses: number[];
	delivered: boolean;
	/** A 2xx with a page instead of JSON, of a proxy or of a program that starts, delivered it. */
	byPage: boolean;
}

const CALLBACK_TIMEOUT_MS = 10_000;
/** Life of the signed token of a callback request; not documented. Seconds. */
const TOKEN_SECONDS = 300;

/** Callback address and secret of the endpoint's service profile; undefined without an address. */
export function callbackOf(sim: World, endpoint: Endpoint) {
	const profile = sim.store.serviceProfiles.get(endpoint.serviceProfileId);
	const callback = sim.store.callbacks.get(profile?.apiCallbackId ?? -1);
	const secret = sim.store.secrets.get(profile?.apiSecretId ?? -1)?.secret;
	return callback && { url: callback.url, secret };
}

/**
 * Sends one callback request until it gets a 2xx. With a secret, the request carries
 * `Authorization: Bearer <JWT>` (HS256), otherwise no such header (public reference).
 */
export async function sendCallback(
	sim: World,
	target: { url: string; secret: string | undefined },
	method: 'POST' | 'PATCH',
	body: { id: number; multi_part_info?: { partno: number } },
	options: DeliveryOptions = {},
): Promise<CallbackOutcome> {
	const { attempts = 5, backoffMs = 25, repeat = 1 } = options;
	const statuses: number[] = [];
	let good = 0;
	let byPage = false;
	for (let tries = 0; tries < attempts + repeat - 1 && good < repeat; tries += 1) {
		if (tries > 0 && good === 0) await pause(backoffMs * 2 ** (tries - 1));
		if (sim.closed) break;
		const { status, text } = await sendOnce(sim, target, method, body);
		statuses.push(status);
		if (status >= 200 && status < 300) {
			good += 1;
			byPage ||= isPage(text);
		}
		sim.ledger.effect('callback.sent', {}, { method, smsId: body.id, status });
	}
	const partno = body.multi_part_info?.partno;
	return {
		method,
		id: body.id,
		...(partno === undefined ? {} : { partno }),
		statuses,
		delivered: good > 0,
		byPage,
	};
}

async function sendOnce(
	sim: World,
	{ url, secret }: { url: string; secret: string | undefined },
	method: string,
	body: object,
): Promise<{ status: number; text: string }> {
	const headers: Record<string, string> = { 'content-type': 'application/json' };
	if (secret !== undefined) {
		const now = Math.floor(sim.clock.now() / 1000);
		const token = await new SignJWT({})
			.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
			.setIssuedAt(now)
			.setExpirationTime(now + TOKEN_SECONDS)
			.sign(new TextEncoder().encode(secret));
		headers.authorization = `Bearer ${token}`;
	}
	try {
		const signal = AbortSignal.timeout(CALLBACK_TIMEOUT_MS);
		const response = await fetch(url, { method, headers, body: JSON.stringify(body), signal });
		return { status: response.status, text: await response.text() };
	} catch {
		return { status: 0, text: '' };
	}
}
