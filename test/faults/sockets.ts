import { type Case, established, HANDSHAKE, SPOILT } from '../sockets/cases';
import { CALLS, dishonest, isSend, run, session, verdicts } from '../sockets/drive';
import * as f from '../sockets/faults';
import { Service, type ServiceOptions } from '../sockets/service';
import { exactly, type Figure } from './figures';
import { counts } from './runs';
import { keepSecret, lookAt, say } from './secrets';

/** Sends of the storm, and the part of its connections that something happens to. */
const SENDS = 1_000;
const STRUCK = 0.3;

interface Tally {
	cases: number;
	doubled: number;
	/** Said to be not sent or refused, but applied; or done, but absent. */
	untrue: number;
	without: number;
	/** Repeated although an earlier attempt had arrived. */
	resent: number;
	/** Other verdicts than the case allows. */
	other: string[];
}

const zero = (): Tally => ({ cases: 0, doubled: 0, untrue: 0, without: 0, resent: 0, other: [] });

const inWords = ({ cases, doubled, untrue, without, resent, other }: Tally) =>
	`${cases} failures: ${doubled} doubled, ${untrue} verdicts untrue, ${without} missing, ${resent} sent again, ${other.length} other than wanted${other.length > 0 ? ` (${other.join('; ')})` : ''}`;

/** One SMS under one failure. */
async function suffer(
	tally: Tally,
	name: string,
	options: ServiceOptions,
	[, fault, allowed]: Case,
) {
	const service = await Service.start({ onToken: keepSecret, ...options });
	try {
		const store = await session(service);
		const before = service.arrivals.length;
		service.fail(fault);
		const output = await run(store, CALLS.act);
		lookAt(output);
		service.fail();
		await service.settle();
		const [said = 'none'] = verdicts(output);
		tally.cases += 1;
		if (service.api.times('one') > 1) tally.doubled += 1;
		else if (said === 'none' || said === 'undefined') tally.without += 1;
		else if (dishonest(service, 'one', said) !== undefined) tally.untrue += 1;
		if (service.arrivals.slice(before).filter(isSend).length > 1) tally.resent += 1;
		if (!allowed.includes(said)) tally.other.push(`${name}: ${said}`);
	} finally {
		await service.close();
	}
}

/** Every failure by itself, of both versions of TLS and of plain sockets. */
async function table(): Promise<Figure> {
	const tally = zero();
	const work: Array<() => Promise<void>> = [];
	const add = (how: string, options: ServiceOptions, cases: Case[]) =>
		work.push(
			...cases.map((one) => async () => await suffer(tally, `${how}, ${one[0]}`, options, one)),
		);
	const spoilt = (strikeOf: (strike: f.Strike) => f.Strike, moment: 'read' | 'applied') =>
		SPOILT.map(
			([what, strike]): Case => [
				`${moment}: ${what}`,
				f.at(moment, strikeOf(strike), { when: isSend }),
				['unknown'],
			],
		);
	const later = (strike: f.Strike) => f.andLater(strike, 100);
	for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
		const options = { tls: true, tlsOptions: { minVersion: version, maxVersion: version } };
		add(version, options, [...HANDSHAKE, ...established('read'), ...established('applied')]);
		add(
			version,
			options,
			spoilt((strike) => strike, 'applied'),
		);
	}
	add('plain', {}, [
		...spoilt((strike) => strike, 'read'),
		...spoilt((strike) => strike, 'applied'),
		...spoilt(later, 'read'),
	]);
	await Promise.all(
		Array.from({ length: 20 }, async () => {
			for (let one = work.pop(); one; one = work.pop()) await one();
		}),
	);
	return exactly('10', inWords({ ...zero(), cases: tally.cases }), inWords(tally));
}

/** All of them mixed, on TLS, in one run. */
async function storm(): Promise<Figure> {
	const service = await Service.start({ tls: true, onToken: keepSecret });
	try {
		const store = await session(service);
		const strikes = [
			...HANDSHAKE,
			...established('read'),
			...established('applied'),
			...SPOILT.map(([what, strike]): Case => [what, f.at('applied', strike), []]),
		].map(([, fault]) => fault);
		service.fail(
			...strikes.map((fault) => ({ ...fault, chance: STRUCK / strikes.length, times: Infinity })),
		);
		const items = Array.from({ length: SENDS }, (_, i) => ({ key: `message ${i}` }));
		const limits = { single: 1000, fiveMinutes: 1_000_000 };
		const output = await run(store, { ...CALLS.act, options: { limits }, limits }, items);
		lookAt(output);
		service.fail();
		await service.settle();
		const said = verdicts(output, SENDS);
		const tally = { ...zero(), cases: SENDS };
		items.forEach(({ key }, i) => {
			if (service.api.times(key) > 1) tally.doubled += 1;
			else if (dishonest(service, key, said[i]!)?.startsWith('no verdict')) tally.without += 1;
			else if (dishonest(service, key, said[i]!) !== undefined) tally.untrue += 1;
		});
		const arrived = counts(
			service.arrivals.filter(isSend).map(({ body }) => (body as { payload: string }).payload),
		);
		tally.resent = [...arrived.values()].filter((times) => times > 1).length;
		say(`  storm: ${[...counts(said)].map(([what, n]) => `${n} ${what}`).join(', ')}`);
		return exactly('10 (storm)', inWords({ ...zero(), cases: SENDS }), inWords(tally));
	} finally {
		await service.close();
	}
}

/** Figure 10: every failure of a socket and of TLS, before and after the request was applied. */
export const sockets = async (): Promise<Figure[]> => [await table(), await storm()];
