import { type Case, established, HANDSHAKE, SPOILT } from '../unit/request/sockets/cases';
import { CALLS, dishonest, isSend, run, session, verdicts } from '../unit/request/sockets/drive';
import * as f from '../unit/request/sockets/faults';
import { Service } from '../unit/request/sockets/service';
import { inWords, sufferAll } from '../unit/request/sockets/suffer';
import { exactly, type Figure } from './figures';
import { counts, FAST } from './runs';
import { keepSecret, lookAt, say } from './secrets';

/** The share of connections with a fault. */
const STRUCK = 0.3;

interface Tally {
	cases: number;
	doubled: number;
	/** Reported as not sent or refused, but applied; or done, but absent. */
	untrue: number;
	without: number;
	/** Repeated although an earlier attempt arrived. */
	resent: number;
	/** Outcomes that the case does not allow. */
	other: string[];
}

const zero = (cases: number): Tally => ({
	cases,
	doubled: 0,
	untrue: 0,
	without: 0,
	resent: 0,
	other: [],
});

const sum = ({ cases, doubled, untrue, without, resent, other }: Tally) =>
	`${cases} failures: ${doubled} doubled, ${untrue} verdicts untrue, ${without} missing, ${resent} sent again, ${other.length} other than wanted${other.length > 0 ? ` (${other.join('; ')})` : ''}`;

function count(tally: Tally, lie: string | undefined, arrived: number): void {
	if (lie?.startsWith('applied')) tally.doubled += 1;
	else if (lie?.startsWith('no verdict')) tally.without += 1;
	else if (lie !== undefined) tally.untrue += 1;
	if (arrived > 1) tally.resent += 1;
}

/** Figure 10: every failure individually, with both TLS versions and with plain sockets. */
export async function sockets(): Promise<Figure[]> {
	const spoilt = (moment: 'read' | 'applied', of: (strike: f.Strike) => f.Strike = (s) => s) =>
		SPOILT.map(
			([what, strike]): Case => [what, f.at(moment, of(strike), { when: isSend }), ['unknown']],
		);
	const onTls = (version: 'TLSv1.2' | 'TLSv1.3') => ({
		tls: true,
		tlsOptions: { minVersion: version, maxVersion: version },
		onToken: keepSecret,
	});
	const tls = [
		...HANDSHAKE,
		...established('read'),
		...established('applied'),
		...spoilt('applied'),
	];
	const later = spoilt('read', (strike) => f.andLater(strike, 100));
	const suffered = [
		await sufferAll(onTls('TLSv1.2'), tls),
		await sufferAll(onTls('TLSv1.3'), tls),
		await sufferAll({ onToken: keepSecret }, [...spoilt('read'), ...spoilt('applied'), ...later]),
	].flat();
	const tally = zero(suffered.length);
	for (const { lie, arrived } of suffered) count(tally, lie, arrived);
	tally.other = suffered.filter(({ asWanted }) => !asWanted).map(inWords);
	return [exactly('10', sum(zero(suffered.length)), sum(tally))];
}

/** Figure 10 (storm): all of them mixed, on TLS, in one run. */
export async function storm(sends: number): Promise<Figure[]> {
	const service = await Service.start({ tls: true, onToken: keepSecret });
	try {
		const store = await session(service, FAST);
		const strikes = [
			...HANDSHAKE,
			...established('read'),
			...established('applied'),
			...SPOILT.map(([what, strike]): Case => [what, f.at('applied', strike), []]),
		].map(([, fault]) => fault);
		service.fail(
			...strikes.map((fault) => ({ ...fault, chance: STRUCK / strikes.length, times: Infinity })),
		);
		const items = Array.from({ length: sends }, (_, i) => ({ key: `message ${i}` }));
		const output = await run(store, CALLS.act, items);
		lookAt(output);
		service.fail();
		await service.settle();
		const said = verdicts(output, sends);
		const arrived = counts(
			service.arrivals.filter(isSend).map(({ body }) => (body as { payload: string }).payload),
		);
		const tally = zero(sends);
		items.forEach(({ key }, i) =>
			count(tally, dishonest(service, key, said[i]!), arrived.get(key) ?? 0),
		);
		say(`  storm: ${[...counts(said)].map(([what, n]) => `${n} ${what}`).join(', ')}`);
		return [exactly('10 (storm)', sum(zero(sends)), sum(tally))];
	} finally {
		await service.close();
	}
}
