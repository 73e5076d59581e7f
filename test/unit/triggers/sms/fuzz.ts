import fc from 'fast-check';
import { generateKeyPair, SignJWT } from 'jose';
import { type Delivery, WebhookWorkflow } from '../../../support/n8n/triggers';
import { credentialsFor, SECRET } from '../support';
import { type Verdict, verdictOf } from '../verdict';

/* Figure 7: calls to the SMS trigger's address with arbitrary content. */

const bytes = (text: string) => new TextEncoder().encode(text);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const KINDS = [
	'valid',
	'none',
	'missing',
	'wrongSecret',
	'emptySecret',
	'expired',
	'early',
	'rs256',
	'algorithm',
	'truncated',
	'changed',
	'critical',
	'garbage',
] as const;
type Kind = (typeof KINDS)[number];

/** Makes an `Authorization` header of each kind; only `valid` ones may start a run. */
async function headerMaker(): Promise<
	(kind: Kind, salt: string, cut: number) => Promise<string | undefined>
> {
	const { privateKey } = await generateKeyPair('RS256');
	const sign = async (secret: string, claims: object, alg = 'HS256') =>
		await new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(bytes(secret));
	return async (kind, salt, cut) => {
		// Each call gets a current timestamp, so the length of the whole run has no effect.
		const now = Math.floor(Date.now() / 1000);
		const claims = { salt, iat: now };
		const good = await sign(
			SECRET,
			{ ...claims, exp: now + 300 },
			['HS256', 'HS384', 'HS512'][cut % 3],
		);
		const [head = '', body = '', signature = ''] = good.split('.');
		const other = ['HS1', 'hs256', '', 'ES256', 'HS256 '][cut % 5];
		const token: Record<Kind, () => string | undefined | Promise<string>> = {
			valid: () => good,
			none: () => `${encode({ alg: 'none' })}.${body}.${cut % 2 ? signature : ''}`,
			missing: () => undefined,
			wrongSecret: async () => await sign(`${SECRET}${salt}x`, claims),
			emptySecret: () => `${encode({ alg: 'HS256' })}.${encode(claims)}.${signature}`,
			expired: async () => await sign(SECRET, { ...claims, exp: now - 3600 - cut }),
			early: async () => await sign(SECRET, { ...claims, nbf: now + 3600 + cut }),
			rs256: async () =>
				await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
			algorithm: () => `${encode({ alg: other })}.${body}.${signature}`,
			truncated: () => good.slice(0, cut % (good.length - 1)),
			changed: () =>
				`${head}.${encode({ ...claims, salt: `${salt}!`, exp: now + 9999 })}.${signature}`,
			critical: () => `${encode({ alg: 'HS256', crit: ['b64'], b64: false })}.${body}.${signature}`,
			garbage: () => salt,
		};
		const text = await token[kind]();
		if (text === undefined) return undefined;
		const prefix = kind === 'garbage' ? ['', 'Bearer ', 'Basic ', 'bearer\t'][cut % 4]! : 'Bearer ';
		return prefix + text;
	};
}

const goodSms = fc.record({
	id: fc.nat(),
	payload: fc.string({ unit: 'grapheme', maxLength: 160 }),
	submit_date: fc.constant('2026-03-01 12:00:00'),
	source_address: fc.constant('491510000001'),
	dest_address: fc.constant('12345'),
	dcs: fc.constantFrom(0, 4, 8),
	endpoint: fc.record({ id: fc.nat() }),
	organisation: fc.record({ id: fc.nat() }),
});
const goodReceipt = fc.record({
	id: fc.nat(),
	submit_date: fc.constant('2026-03-01 12:00:00'),
	final_date: fc.constant('2026-03-01 12:00:05'),
	status: fc.constant({ id: 4, status: 'DELIVERED' }),
	endpoint: fc.record({ id: fc.nat() }),
});
const anything = fc.oneof(
	fc.jsonValue(),
	fc.constantFrom(null, -1, 1e309, '', '__proto__', [], {}, [[[]]], 'x'.repeat(100_000)),
);
/** A message with some fields replaced by arbitrary values, or with unknown fields. */
const spoiltSms = fc
	.tuple(
		goodSms,
		fc.dictionary(
			fc.constantFrom(
				'id',
				'payload',
				'submit_date',
				'source_address',
				'dest_address',
				'dcs',
				'endpoint',
				'organisation',
				'multi_part_info',
				'status',
				'__proto__',
				'constructor',
				'type',
				'authenticated',
			),
			fc.oneof(
				anything,
				fc.record({ partno: anything, total: anything, identifier: anything }),
				fc.record({ partno: fc.integer(), total: fc.integer(), identifier: fc.nat(3) }),
				fc.record({ id: anything, name: anything }),
			),
			{ minKeys: 1, maxKeys: 4 },
		),
	)
	.map(
		([good, bad]) =>
			JSON.parse(
				`{${[good, bad].map((body) => JSON.stringify(body).slice(1, -1)).join(',')}}`,
			) as unknown,
	);

const anyBody = fc.oneof(
	{ weight: 3, arbitrary: goodSms.map((sms) => ({ body: sms as unknown, good: 'POST' })) },
	{
		weight: 1,
		arbitrary: goodReceipt.map((receipt) => ({ body: receipt as unknown, good: 'PATCH' })),
	},
	{ weight: 3, arbitrary: spoiltSms.map((sms) => ({ body: sms, good: '' })) },
	{ weight: 1, arbitrary: anything.map((value) => ({ body: value as unknown, good: '' })) },
	{ weight: 1, arbitrary: fc.string().map((raw) => ({ raw, good: '' })) },
	{
		weight: 1,
		arbitrary: fc
			.tuple(goodSms, fc.nat(200))
			.map(([sms, cut]) => ({ raw: JSON.stringify(sms).slice(0, cut), good: '' })),
	},
);

const call = fc.record({
	kind: fc.oneof(
		{ weight: 1, arbitrary: fc.constant('valid' as const) },
		{ weight: 1, arbitrary: fc.constantFrom(...KINDS) },
	),
	salt: fc.string({ minLength: 1, maxLength: 30 }),
	cut: fc.nat(1000),
	method: fc.constantFrom('POST' as const, 'PATCH' as const),
	body: anyBody,
	headers: fc.dictionary(
		fc.constantFrom('content-type', 'x-signature', 'cookie', 'host'),
		fc.string(),
	),
});

type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

interface FuzzCounts {
	/** Calls that threw or were answered with another status than 200, 400, 401 or 413. */
	crashes: number;
	/** Runs started without a valid signature. */
	intruders: number;
	/** Good calls (valid token and body) that started no run. */
	lost: number;
	started: number;
	statuses: Record<number, number>;
}

/** Figure 7. */
export async function fuzzCallbacks(runs: number, seed?: number): Promise<Verdict<FuzzCounts>> {
	const verdict: FuzzCounts = { crashes: 0, intruders: 0, lost: 0, started: 0, statuses: {} };
	const credentials = credentialsFor();
	const header = await headerMaker();
	let workflow: WebhookWorkflow | undefined;
	let count = 0;
	const deliver = async ({ kind, salt, cut, method, body: content, headers }: Call) => {
		// The trigger remembers every call, so it is replaced now and then.
		if (count++ % 250 === 0) workflow = new WebhookWorkflow({}, credentials);
		const { good, ...payload } = content;
		const authorization = await header(kind, salt, cut);
		const delivery: Delivery = {
			method,
			headers: { ...headers, ...(authorization !== undefined && { authorization }) },
			...payload,
		};
		let answer;
		try {
			answer = await workflow!.deliver(delivery);
		} catch (error) {
			verdict.crashes += 1;
			throw error;
		}
		const { status, items } = answer;
		verdict.statuses[status] = (verdict.statuses[status] ?? 0) + 1;
		if (items) verdict.started += 1;
		if (![200, 400, 401, 413].includes(status)) {
			verdict.crashes += 1;
			throw new Error(`answered ${status}`);
		}
		if (kind !== 'valid' && (items || status !== 401)) {
			verdict.intruders += 1;
			throw new Error(
				`a token that is ${kind} was answered ${status}, ${items?.length ?? 'no'} items`,
			);
		}
		if (
			items?.some(
				({ authenticated, type }) =>
					authenticated !== true || (type !== 'sms' && type !== 'receipt'),
			)
		) {
			throw new Error('the body has written over what the trigger says');
		}
		if (kind === 'valid' && good === method && !items) {
			// The same message may have been a redelivery, so it is tried on a new trigger.
			const again = await new WebhookWorkflow({}, credentials).deliver(delivery);
			if (!again.items) {
				verdict.lost += 1;
				throw new Error(`a good call was answered ${status} and started nothing`);
			}
		}
	};
	return await verdictOf(call, verdict, deliver, runs, seed);
}

/* Parts of long messages, in any order, some twice, some lost. */

const longMessage = fc.record({
	/** The text of each part contains the number of its message. */
	parts: fc.integer({ min: 2, max: 5 }),
	endpoint: fc.constantFrom(10001, 10002),
	identifier: fc.constantFrom(7, 8),
	lost: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 1 }),
});

interface PartsCounts {
	messages: number;
	complete: number;
	incomplete: number;
	mixed: number;
}

/**
 * Random messages that reuse a few identifiers, at least a minute apart by their times, delivered
 * in any order: each text is correct and complete, or marked as incomplete.
 */
export async function shuffledParts(runs: number, seed?: number): Promise<Verdict<PartsCounts>> {
	const verdict: PartsCounts = { messages: 0, complete: 0, incomplete: 0, mixed: 0 };
	const credentials = credentialsFor();
	let nextId = 1;
	const plan = fc.record({
		messages: fc.array(longMessage, { minLength: 1, maxLength: 5 }),
		order: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
		twice: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
		restartAt: fc.nat(20),
	});
	type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;
	const play = async ({ messages, order, twice, restartAt }: Plan) => {
		const workflow = new WebhookWorkflow({ verification: 'none' }, credentials);
		const texts = new Map<string, boolean>();
		const bodies = messages.flatMap(({ parts, endpoint, identifier, lost }, number) => {
			const time = new Date(Date.parse('2026-03-01T12:00:00Z') + number * 90_000);
			const submit_date = time.toISOString().slice(0, 19).replace('T', ' ');
			const all = Array.from({ length: parts }, (_, i) => `<${number}.${i + 1}>`);
			const isWhole = !lost.some((partno) => partno <= parts);
			texts.set(all.join(''), isWhole);
			return all.flatMap((payload, i) =>
				lost.includes(i + 1)
					? []
					: [
							{
								id: nextId++,
								payload,
								submit_date,
								endpoint: { id: endpoint },
								source_address: '1',
								dest_address: '12345',
								multi_part_info: { partno: i + 1, total: parts, identifier },
							},
						],
			);
		});
		const queue = bodies
			.map((body, i) => ({ body, rank: order[i]! }))
			.sort((a, b) => a.rank - b.rank)
			.flatMap(({ body }, i) => (twice[i] ? [body, body] : [body]));
		const complete: string[] = [];
		for (const [turn, body] of queue.entries()) {
			if (turn === restartAt) workflow.restart();
			const { items } = await workflow.deliver({ body });
			for (const item of items ?? []) {
				if (item.complete !== true) verdict.incomplete += 1;
				else complete.push(String(item.text));
			}
		}
		verdict.messages += messages.length;
		verdict.complete += complete.length;
		const wanted = [...texts].filter(([, whole]) => whole).map(([text]) => text);
		for (const text of complete) {
			if (!texts.has(text)) {
				verdict.mixed += 1;
				throw new Error(`${text} is of no message`);
			}
		}
		if (String(complete.sort()) !== String(wanted.sort())) {
			throw new Error(`joined ${String(complete)}, had to join ${String(wanted)}`);
		}
	};
	return await verdictOf(plan, verdict, play, runs, seed);
}
