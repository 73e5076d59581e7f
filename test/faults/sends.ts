import type { IDataObject } from 'n8n-workflow';

import { act, byId, counts, endpointIds, outcomeOf, withSimulator } from './runs';
import { exactly, type Figure } from './figures';
import { say } from './secrets';
import type { FaultRule } from '../../simulator';

interface Size {
	sends: number;
	/** Sends with reading back, which waits for the service. */
	verified: number;
}

const ENDPOINTS = 500;

/** One in five calls, of all kinds; a rule hits only calls that the previous rules let pass. */
const MIXED: FaultRule[] = (
	[
		{ kind: 'refuse' },
		{ kind: 'resetBefore' },
		{ kind: 'resetAfter' },
		{ kind: 'truncated' },
		{ kind: 'malformed' },
		{ kind: 'slowBody', delayMs: 2 },
		{ kind: 'errorBefore' },
		{ kind: 'errorBefore', status: 500, body: 'html' },
		{ kind: 'errorAfter' },
		{ kind: 'errorAfter', status: 502, body: 'html' },
		{ kind: 'unauthorized' },
		{ kind: 'delay', delayMs: 20 },
		{ kind: 'duplicateAnswer' },
	] satisfies FaultRule[]
).map((rule) => ({ ...rule, match: { method: 'POST', path: '/sms$' }, rate: 0.0155 }));

/** Each pauses the lane, so there are few: 5 with `Retry-After`, 5 without. */
const BUSY: FaultRule[] = [
	{ retryAfter: 1 },
	{ retryAfter: 1, retryAfterForm: 'date' as const },
	{},
].map((how) => ({
	...how,
	kind: 'tooManyRequests',
	match: { method: 'POST', path: '/sms$' },
	rate: 0.002,
	times: 3,
}));

/** Figure 1: sends under mixed faults, each with a unique text, compared with the ledger. */
export const sends = async ({ sends: count, verified }: Size): Promise<Figure[]> => [
	...(await measure('1', count, {})),
	...(await measure('1 (verified)', verified, { verifyUnknown: true })),
];

const measure = async (name: string, count: number, options: IDataObject): Promise<Figure[]> =>
	await withSimulator({ seed: { endpoints: ENDPOINTS } }, async (sim, credentials) => {
		sim.setFaults({ seed: 20_260_101, rules: [...BUSY, ...MIXED] });
		const ids = endpointIds(sim);
		const items = Array.from({ length: count }, (_, i) => ({
			id: ids[i % ids.length]!,
			text: `message ${i}`,
		}));
		const output = await act(
			credentials,
			{
				resource: 'sms',
				operation: 'send',
				endpointId: byId('={{ $json.id }}'),
				payload: '={{ $json.text }}',
				options,
			},
			items,
		);
		const applied = counts(
			sim
				.ledger()
				.effects.filter((e) => e.kind === 'sms.sent')
				.map((e) => String(e.detail.payload)),
		);
		const textOf = (item: { pairedItem?: unknown }) =>
			items[(item.pairedItem as { item: number }).item]!.text;
		const reported = new Map<string, string>();
		for (const item of output.items)
			if (item.json.sent === true) reported.set(textOf(item), 'sent');
		for (const item of output.errors) reported.set(textOf(item), outcomeOf(item));
		const verdicts = counts(reported.values());
		const known = ['sent', 'refused', 'notSent', 'unknown'];
		const without = items.filter(({ text }) => !known.includes(reported.get(text) ?? '')).length;
		const doubled = [...applied.values()].filter((n) => n > 1).length;
		const absent = [...reported].filter(([t, v]) => v === 'sent' && !applied.has(t)).length;
		const present = [...reported].filter(
			([t, v]) => ['refused', 'notSent'].includes(v) && applied.has(t),
		).length;
		// An SMS that is not found may still arrive, and stays unknown; a sent SMS must be found.
		const unseen = [...reported].filter(([t, v]) => v === 'unknown' && applied.has(t)).length;
		const calls = sim.ledger().requests.filter((r) => r.method === 'POST' && /\/sms$/.test(r.path));
		const faults = calls.filter((r) => r.fault !== undefined).length / calls.length;
		const mixed = `${(faults * 100).toFixed(0)} % faults`;
		say(`  ${count} items, ${mixed}: ${[...verdicts].map(([v, n]) => `${n} ${v}`).join(', ')}`);
		return [
			exactly(
				name,
				'0 doubled, 0 reported sent but absent, 0 reported not sent but present, 0 without a verdict',
				`${doubled} doubled, ${absent} reported sent but absent, ${present} reported not sent but present, ${without} without a verdict`,
			),
			...(options.verifyUnknown === true
				? [exactly(`${name}, left over`, '0 unknown but sent', `${unseen} unknown but sent`)]
				: []),
			{
				name: `${name}, load`,
				wanted: 'about 20 % of the calls hit',
				got: mixed,
				held: faults >= 0.18,
			},
		];
	});
