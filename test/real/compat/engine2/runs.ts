import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowNode } from '../../../../demo/lib/api';
import { exactly, type Figure } from '../../../faults/figures';
import { actionNodeOf } from '../../../support/n8n/actionNodes';
import { byHand, n8nNode, webhook, workflowOf } from '../../stage/workflows';
import type { Engine, Engines, Ran } from './engines';
import { given, itemsOf, onBoth, same, type Shown, type Side } from './pairs';

/* Runs of the action nodes: bulk, Continue, keys, files, what a person reads, and sessions. */

const NODE = 'Operation';
const id = (value: unknown) => ({ __rl: true, mode: 'id', value });
const ALL_OF_ITEM = id('={{ $json.id }}');

/** A step with an operation, `resource name`. */
export function stepOf(
	{ credential, type }: Side,
	key: string,
	parameters: object,
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	const [resource, operation] = key.split(' ');
	const all = { authentication: type, resource, operation, ...parameters };
	return {
		name: NODE,
		type: `n8n-nodes-cellular-iot.${actionNodeOf(all)}`,
		typeVersion: 1,
		parameters: all,
		credentials: { [type]: credential },
		...more,
	};
}

/** Runs an operation by hand for some items, with steps behind it. */
async function run(
	side: Side,
	key: string,
	parameters: object,
	{
		items = [{}],
		more = {},
		behind = [],
	}: { items?: object[]; more?: Partial<WorkflowNode>; behind?: WorkflowNode[] } = {},
): Promise<Ran> {
	const steps = [byHand, ...given(items as never), stepOf(side, key, parameters, more), ...behind];
	const workflow = workflowOf(`${key} on ${side.engine}`, steps);
	return await side.engines.runByHand(side.engine, workflow);
}

const onContinue = { onError: 'continueRegularOutput' };

/** Bulk calls: several in a run, and one that the service refuses in part. */
export async function bulk(engines: Engines): Promise<Figure[]> {
	const items = Array.from({ length: 60 }, (_, i) => ({
		name: i === 17 ? 'x'.repeat(300) : `pump-${i}`,
		tariff: i < 40 ? 201 : 202,
	}));
	const fields = {
		serviceProfileId: id(101),
		tariffProfileId: id('={{ $json.tariff }}'),
		status: 0,
		valuesFrom: 'fields',
		identity: { name: '={{ $json.name }}' },
	};
	const created = await onBoth(engines, async (side) => [
		await run(side, 'endpoint createMany', fields, { items, more: onContinue }),
	]);
	const updated = await onBoth(engines, async (side) => [
		await run(
			side,
			'endpoint updateMany',
			{ endpointId: ALL_OF_ITEM, updateFields: { name: '={{ "new-" + $json.id }}' } },
			{ items: [10001, 99999, 10003].map((endpointId) => ({ id: endpointId })), more: onContinue },
		),
		await run(side, 'endpoint deleteMany', { endpointId: ALL_OF_ITEM }, { items: [{ id: 10002 }] }),
	]);
	return [same('bulk creates', created, NODE), same('bulk changes', updated, NODE)];
}

/** Continue: of six SMS one each is refused before, refused by the service, and without an answer. */
export async function onError(engines: Engines): Promise<Figure[]> {
	const items = [10001, 10002, 99999, 'x', 10004, 10005].map((endpointId) => ({ id: endpointId }));
	const sends = { endpointId: ALL_OF_ITEM, payload: '={{ "hello " + $json.id }}' };
	const faulty = async (side: Side, more: Partial<WorkflowNode>) => {
		const match = { method: 'POST', path: '/endpoint/10004/sms$' };
		side.sim.setFaults({ rules: [{ match, kind: 'resetAfter', times: 1 }] });
		return [await run(side, 'sms send', sends, { items, more })];
	};
	const continued = await onBoth(engines, async (side) => await faulty(side, onContinue));
	const kinds = itemsOf(continued.v2.runs, NODE).map((item) =>
		item.includes('"error"') ? (/"outcome":"(\w+)"/.exec(item)?.[1] ?? 'no outcome') : 'sent',
	);
	const parted = await onBoth(engines, async (side) => {
		if (side.engine === 'v1') return [];
		return await faulty(side, { onError: 'continueErrorOutput' }).catch((error: unknown) => [
			{ id: '', status: String(error), items: {}, files: {} },
		]);
	});
	const words = /uses onError=continueErrorOutput, which is not supported yet/;
	return [
		same('Continue', continued, NODE),
		exactly(
			'Continue: items on Engine 2.0',
			'sent, sent, refused, notSent, unknown, sent',
			kinds.join(', '),
		),
		exactly(
			'Continue (Using Error Output)',
			'refused by n8n in words, 0 effects',
			`${words.test(parted.v2.runs[0]?.status ?? '') ? 'refused by n8n in words' : parted.v2.runs[0]?.status}, ${parted.v2.effects.length} effects`,
		),
	];
}

/** The error that ends a run: today's message and description are the message there. */
export async function errors(engines: Engines): Promise<Figure[]> {
	const cases: Array<[name: string, key: string, parameters: object, fault?: string]> = [
		['refused by the service', 'sms send', { endpointId: id(99999), payload: 'x' }],
		['refused before sending', 'sms send', { endpointId: id('={{ "x" }}'), payload: 'x' }],
		['an unknown outcome', 'sms send', { endpointId: id(10001), payload: 'x' }, 'resetAfter'],
		['not found', 'sim get', { simId: id(99999), simplify: true }],
	];
	const figures: Figure[] = [];
	for (const [name, key, parameters, fault] of cases) {
		const both = await onBoth(engines, async (side) => {
			const rule = { match: { method: 'POST', path: 'sms$' }, kind: 'resetAfter', times: 1 };
			if (fault !== undefined) side.sim.setFaults({ rules: [rule as never] });
			return [await run(side, key, parameters, { items: [{}, {}] })];
		});
		const today = both.v1.runs[0]?.error;
		const text = `${today?.message.replace(/\.$/, '')}. ${today?.description}`;
		figures.push(exactly(`error, ${name}`, text, both.v2.runs[0]?.error?.message ?? 'none'));
	}
	return figures;
}

/** What a run says beside its items: hints today, `run_notes` of the first item there. */
export async function notes(engines: Engines): Promise<Figure[]> {
	const columns = {
		valuesFrom: 'columns',
		columns: { mappingMode: 'autoMapInputData', matchingColumns: ['id'], value: null },
	};
	const items = [
		{ id: 10001, name: 'a', sttus: 1 },
		{ id: 10002, name: 'b', sttus: 1 },
	];
	const both = await onBoth(engines, async (side) => [
		await run(side, 'endpoint updateMany', columns, { items }),
	]);
	const of = ({ runs }: Shown) => (runs[0]?.items[NODE] ?? []).map(({ run_notes: told }) => told);
	const zone = await onBoth(engines, async (side) => [
		await run(side, 'smsQuota set', {
			endpointId: id(10001),
			volume: 1,
			status: 1,
			expiryDate: '2030-03-01T12:00:00',
		}),
	]);
	return [
		exactly(
			'notes in the items',
			'today none; on Engine 2.0 ["Columns that were not used: sttus."] and none',
			`today ${of(both.v1).some(Boolean) ? 'some' : 'none'}; on Engine 2.0 ${JSON.stringify(of(both.v2)[0])} and ${of(both.v2)[1] === undefined ? 'none' : 'some'}`,
		),
		exactly(
			'a time without an offset',
			'a note on Engine 2.0 alone',
			`a note on ${[/Expiry Date was read in/.test(JSON.stringify(of(zone.v2))) && 'Engine 2.0', of(zone.v1).some(Boolean) && 'today'].filter(Boolean).join(' and ')} alone`,
		),
	];
}

/** Keys: what a run has sent, the next one does not send again. In n8n's database, as without a Redis. */
export async function keys(engines: Engines): Promise<Figure[]> {
	const items = [10001, 10002, 10003].map((endpointId) => ({ id: endpointId }));
	const sends = {
		endpointId: ALL_OF_ITEM,
		payload: 'hello',
		options: { idempotencyKey: '={{ "campaign-" + $json.id }}' },
	};
	const runs = async (side: Side) => {
		const steps = [byHand, ...given(items), stepOf(side, 'sms send', sends, onContinue)];
		const workflow = workflowOf(`keys on ${side.engine}`, steps);
		const { engine, engines: both } = side;
		const stored = await both.create(engine, workflow);
		const ran: Ran[] = [];
		const match = { method: 'POST', path: '/endpoint/10002/sms$' };
		side.sim.setFaults({ rules: [{ match, kind: 'resetAfter', times: 1 }] });
		for (let count = 0; count < 2; count += 1) {
			const started = await both.n8n.api.runWorkflow(stored, 'Start');
			ran.push(await both.ended(engine, started));
		}
		return ran;
	};
	const both = await onBoth(engines, runs);
	const sent = ({ effects }: Shown) =>
		effects.filter((effect) => effect.includes('sms.sent')).length;
	return [
		same('keys', both, NODE),
		exactly('keys: SMS of two runs', '3 and 3', `${sent(both.v1)} and ${sent(both.v2)}`),
	];
}

/** Files: a list as CSV, read again by n8n's own node. */
export async function files(engines: Engines): Promise<Figure[]> {
	const list = { returnAll: true, simplify: true, options: { output: 'csv' } };
	const read = n8nNode('Read', 'extractFromFile', 1, { operation: 'csv' });
	const both = await onBoth(engines, async (side) => [
		await run(side, 'endpoint getAll', list, { behind: [read] }),
	]);
	const of = ({ runs }: Shown) =>
		(runs[0]?.files[NODE] ?? []).map((file) => {
			const { data } = file as { data: { fileName: string; mimeType: string } };
			return `${data.fileName} (${data.mimeType})`;
		});
	return [
		same('files: the rows in them', both, 'Read'),
		exactly('files', of(both.v1).join(), of(both.v2).join()),
	];
}

/** Only What Changed, three runs of a published workflow. */
export async function changed(engines: Engines): Promise<Figure[]> {
	const list = { returnAll: true, options: { onlyChanged: 'changes' } };
	const runs = async (side: Side) => {
		const path = `changes-${side.engine}`;
		const workflow = workflowOf(path, [
			webhook('Start', path),
			stepOf(side, 'endpoint getAll', list),
		]);
		const { engine, engines: both } = side;
		const stored = await both.create(engine, workflow);
		await both.n8n.api.activateWorkflow(stored);
		let ran: Ran[] = [];
		for (let count = 1; count <= 3; count += 1) {
			await called(both, path);
			ran = await both.runsOf(engine, stored, count);
		}
		await both.n8n.api.deactivateWorkflow(stored);
		return ran;
	};
	const both = await onBoth(engines, runs, { endpoints: 25 });
	const counts = ({ runs: ran }: Shown) => ran.map(({ items }) => items[NODE]?.length ?? 0).join();
	const words =
		/^"Only What Changed Since the Last Run" cannot be kept on n8n's Engine 2\.0.*engineType/;
	const refused = both.v2.runs.filter(({ error }) => words.test(error?.message ?? '')).length;
	const lists = both.v2.requests.filter((request) => request.includes('"/api/v1/endpoint"')).length;
	const seeded = counts(both.v1).split(',')[0];
	return [
		exactly('Only What Changed today', `${seeded},0,0`, counts(both.v1)),
		exactly(
			'Only What Changed on Engine 2.0',
			'3 of 3 runs refused in words, 0 lists read',
			`${refused} of ${both.v2.runs.length} runs refused in words, ${lists} lists read`,
		),
	];
}

/** Calls a webhook, once n8n has registered it. */
async function called({ n8n }: Engines, path: string): Promise<void> {
	for (let tries = 0; tries < 100; tries += 1) {
		const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
		const { status } = await fetch(`${n8n.url}/webhook/${path}`, options);
		if (status === 200) return;
		if (status !== 404) throw new Error(`the webhook answered ${status}`);
		await pause(100);
	}
	throw new Error('n8n has not registered the webhook');
}

/** n8n's own settings of a step, which Engine 2.0 does not know yet. */
export async function settings(engines: Engines): Promise<Figure[]> {
	const sends = { endpointId: ALL_OF_ITEM, payload: 'hello' };
	const items = [10001, 10002, 10003].map((endpointId) => ({ id: endpointId }));
	const once = await onBoth(engines, async (side) => [
		await run(side, 'sms send', sends, { items, more: { executeOnce: true } }),
	]);
	const retried = await onBoth(engines, async (side) => {
		const match = { method: 'POST', path: 'sms$' };
		side.sim.setFaults({ rules: [{ match, kind: 'errorBefore', status: 422, times: 1 }] });
		const more = { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 };
		return [await run(side, 'sms send', sends, { items: items.slice(0, 1), more })];
	});
	const sent = ({ effects }: Shown) =>
		effects.filter((effect) => effect.includes('sms.sent')).length;
	const empty = await onBoth(engines, async (side) => {
		const list = { returnAll: true, options: { rawQuery: 'name:nobody' } };
		const behind = stepOf(
			side,
			'sms send',
			{ endpointId: id(10001), payload: 'x' },
			{ name: 'Next' },
		);
		return [await run(side, 'endpoint getAll', list, { behind: [behind] })];
	});
	return [
		exactly(
			"n8n's Execute Once: SMS of three items",
			'1 and 3',
			`${sent(once.v1)} and ${sent(once.v2)}`,
		),
		exactly(
			"n8n's Retry On Fail: SMS after one refusal",
			'1 and 0',
			`${sent(retried.v1)} and ${sent(retried.v2)}`,
		),
		exactly(
			'a list without entries: SMS of the next step',
			'0 and 0',
			`${sent(empty.v1)} and ${sent(empty.v2)}`,
		),
	];
}

/** Sessions: logins of five runs, two of them after a restart of n8n, and revoked tokens. */
export async function sessions(engines: Engines): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const account of ['token', 'totp'] as const) {
		const logins = {} as Record<Engine, string>;
		await onBoth(
			engines,
			async (side) => {
				const counts: number[] = [];
				const ran: Ran[] = [];
				const once = async () => {
					ran.push(await run(side, 'endpoint get', { endpointId: id(10001), simplify: true }));
					counts.push(side.sim.ledger().counters.authenticate);
				};
				await once();
				await once();
				await side.engines.n8n.restart('SIGTERM');
				await once();
				side.sim.revokeTokens({ keepRefresh: true });
				await once();
				side.sim.revokeTokens();
				await once();
				const bad = ran.filter(({ status }) => status !== 'success').length;
				logins[side.engine] = `${counts.join()} logins, ${bad} failed`;
				return ran;
			},
			{ account },
		);
		figures.push(exactly(`sessions (${account})`, logins.v1, logins.v2));
	}
	return figures;
}

/** Texts that `jsonb` does not take, in items of a step. */
export async function texts(engines: Engines): Promise<Figure[]> {
	const both = await onBoth(engines, async (side) => {
		const [endpoint] = side.sim.store.endpoints.values();
		endpoint!.name = `a\0b\uD83D`;
		return [await run(side, 'endpoint get', { endpointId: id(endpoint!.id), simplify: true })];
	});
	const of = ({ runs }: Shown) =>
		`${runs[0]?.status} ${JSON.stringify(runs[0]?.items[NODE]?.[0]?.name)}`;
	return [exactly('texts with U+0000 and half a pair', 'success "a\uFFFDb\uFFFD"', of(both.v2))];
}

export const RUNS: Record<string, (engines: Engines) => Promise<Figure[]>> = {
	bulk,
	onError,
	errors,
	notes,
	keys,
	files,
	changed,
	settings,
	texts,
	sessions,
};
