import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from '../../../demo/lib/api';

import { SERVICE_PROFILES, TAGS, TARIFF_PROFILES } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { giveDataQuota } from '../../support/dataQuotas';
import { listen } from '../stage/listen';
import { ENTERPRISE, entered, fleetOf, mustSucceed, RESELLER, settings, type Stage } from './stage';

/* The workflows in examples/, verified with the simulator's ledger. */

/** What devices, cards and streams do by themselves, whether or not a workflow runs. */
const BY_THEMSELVES =
	/^(device|card|callback)\.|^stream\.(pushed|failed)$|^sms\.(received|finished)$/;

/** The effects that somebody's request had. */
export const requested = <T extends { kind: string }>(effects: readonly T[]): T[] =>
	effects.filter(({ kind }) => !BY_THEMSELVES.test(kind));

/** Requests of a run and the effects they had, without logins. */
export async function during(stage: Stage, run: () => Promise<unknown>) {
	const { requests, effects } = stage.sim.ledger();
	const [r, e] = [requests.length, effects.length];
	await run();
	const sent = stage.sim
		.ledger()
		.requests.slice(r)
		.filter(({ path }) => !path.includes('/authenticate') && !path.includes('/workspace'));
	const made = requested(stage.sim.ledger().effects.slice(e));
	return { sent, made, writes: sent.filter(({ method }) => method !== 'GET') };
}

export const pick = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });

export const tag = (endpoint: { tagIds: number[]; tagged: boolean }, tagIds: number[]) =>
	Object.assign(endpoint, { tagIds, tagged: true });

/** 5,000 endpoints, 37 of which differ from the list. */
export async function tags(stage: Stage): Promise<Figure[]> {
	const { sim, files, load } = stage;
	const own = fleetOf(stage, RESELLER);
	own.forEach((e, i) => tag(e, i % 2 ? [TAGS.field] : [TAGS.field, TAGS.spare]));
	sim.store.touch();
	const lines = own.map(({ name }, i) => {
		const now = i % 2 ? ['field'] : ['field', 'spare'];
		// 20 lack an existing tag, 10 lack a new tag, 7 have an extra tag.
		if (i < 20) now.push('lab');
		else if (i < 30) now.push('polar circle');
		else if (i < 37) now.shift();
		return `${name},"${now.join(',')}"`;
	});
	const file = join(files, 'tags.csv');
	writeFileSync(file, ['name,tags', ...lines].join('\n'));
	const run = await load('tags-from-a-list', {
		user: 'totp',
		parameters: { 'Read tags.csv': { fileSelector: file } },
	});
	const first = await during(stage, async () => mustSucceed(await run()));
	const second = await during(stage, async () => mustSucceed(await run()));
	const changes = first.made.filter(({ kind }) => /^tag\.(un)?assigned$/.test(kind)).length;
	const wrong = own.filter(({ tagIds }, i) => {
		const names = tagIds.map((id) => sim.store.tags.get(id)?.name).sort();
		return names.join() !== lines[i]!.split('"')[1]!.split(',').sort().join();
	}).length;
	return [
		exactly('a: changes of 5,000 endpoints with 37 differences', '37', String(changes)),
		exactly('a: endpoints that are not as the list says', '0', String(wrong)),
		{
			name: 'a: calls, logins aside',
			wanted: 'at most 10',
			got: `${first.sent.length} (${first.writes.length} that write)`,
			held: first.sent.length <= 10,
		},
		exactly('a: calls that write in a second run', '0', String(second.writes.length)),
	];
}

/** A batch of three SIMs by its code. */
export async function batch(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const run = await load('sim-batch-to-endpoints', {
		user: 'trial',
		parameters: {
			'Create endpoints': {
				serviceProfileId: pick(SERVICE_PROFILES.enterprise),
				tariffProfileId: pick(TARIFF_PROFILES.enterprise),
			},
			'The batch': entered({ bic: 'BATCHRESELLER001', prefix: 'meter', tag: 'new batch' }),
		},
	});
	const { made } = await during(stage, async () => mustSucceed(await run()));
	const of = (kind: string) => made.filter((effect) => effect.kind === kind).length;
	const tagId = [...sim.store.tags.values()].find(({ name }) => name === 'new batch')?.id ?? -1;
	const tagged = [...sim.store.endpoints.values()].filter(
		({ tagIds, simId, name }) =>
			tagIds.includes(tagId) && simId !== null && name.startsWith('meter-'),
	);
	const kinds = ['sim.registered', 'endpoint.created', 'tag.created', 'tag.assigned'];
	return [
		exactly('b: registered, created, tags, tagged', '3, 3, 1, 3', kinds.map(of).join(', ')),
		exactly('b: endpoints with a SIM of the batch and its tag', '3', String(tagged.length)),
	];
}

/** The month's cost by tag; only tagged endpoints are read. */
export async function cost(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const own = fleetOf(stage, ENTERPRISE);
	own.forEach((e, i) => tag(e, i % 3 ? [TAGS.enterprise] : []));
	sim.store.touch();
	const tagged = own.filter(({ tagIds }) => tagIds.length > 0);
	const run = await load('cost-per-tag', { user: 'trial' });
	let rows: Array<Record<string, unknown>> = [];
	const { sent } = await during(stage, async () => {
		rows = outputOf(mustSucceed(await run()), 'Highest first');
	});
	const asked = sent.filter(({ path }) => /^\/api\/v1\/endpoint\/\d+\/stats/.test(path));
	const row = rows.find((line) => line.tag === 'fleet');
	const sum = rows.reduce((all, line) => all + Number(line.cost), 0);
	return [
		exactly(
			'c: tags',
			'fleet, the rest',
			rows
				.map((line) => line.tag ?? 'the rest')
				.sort()
				.join(', '),
		),
		exactly('c: endpoints of the tag', String(tagged.length), String(row?.endpoints)),
		exactly('c: endpoints asked for', String(tagged.length), String(asked.length)),
		{
			name: 'c: cost of the tag',
			wanted: 'more than nothing, less than that of all',
			got: `${Number(row?.cost).toFixed(2)} of ${sum.toFixed(2)}`,
			held: Number(row?.cost) > 0 && Number(row?.cost) < sum,
		},
	];
}

/** Four devices in Spain, two of them offline since before this week; others elsewhere. */
export async function offline(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const own = fleetOf(stage, ENTERPRISE);
	const HOUR = 3_600_000;
	const since = new Date(sim.clock.now() - 72 * HOUR).toISOString();
	const last = (i: number, operatorId: number, hours: number) => {
		const at = sim.clock.now() - hours * HOUR;
		sim.connect(own[i]!.id, { kind: 'close', operatorId, at });
		own[i]!.connectivity = 'OFFLINE';
	};
	last(20, 507, 100);
	last(21, 507, 200);
	last(22, 507, 10);
	last(23, 501, 100);
	sim.connect(own[24]!.id, { kind: 'open', operatorId: 507, at: sim.clock.now() - 100 * HOUR });
	const parameters = settings({ country: 'Spain', since });
	const run = await load('offline-by-country', { user: 'trial', parameters });
	let found: Array<Record<string, unknown>> = [];
	const { sent } = await during(stage, async () => {
		found = outputOf(mustSucceed(await run()), 'Offline devices');
	});
	const asked = sent.filter(({ path }) => /\/connectivity/.test(path));
	return [
		exactly(
			'offline: those in Spain, silent for three days',
			[own[20]!.id, own[21]!.id].join(', '),
			found.map(({ id }) => id).join(', '),
		),
		exactly('offline: of 120 endpoints asked whether they are', '3', String(asked.length)),
	];
}

/** Five low quotas, five sufficient quotas, and all others without a quota. */
export async function quota(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const own = fleetOf(stage, ENTERPRISE);
	for (const [i, { id }] of own.slice(0, 10).entries()) giveDataQuota(sim, id, i < 5 ? 5 : 50, 50);
	const run = await load('data-quota-top-up', { user: 'trial' });
	const first = await during(stage, async () => mustSucceed(await run()));
	const second = await during(stage, async () => mustSucceed(await run()));
	const volumes = own.slice(0, 10).map(({ id }) => sim.store.dataQuotas.get(id)?.volume);
	return [
		exactly('d: top-ups of five low quotas', '5', String(first.writes.length)),
		exactly('d: volumes', '105,105,105,105,105,50,50,50,50,50', String(volumes)),
		exactly('d: top-ups in a second run', '0', String(second.writes.length)),
	];
}

/** Two streams, one of them in error, and an owner to notify. */
export async function streams(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const ear = await listen<{ text: string }>();
	for (const [id, name, statusId] of [
		['a0000001', 'usage to the lake', 1],
		['a0000002', 'events to the desk', 3],
	] as const) {
		const destination = { connection_type: 'RestAPI', credentials: { url: 'https://example.com' } };
		sim.store.streams.set(id, {
			id,
			name,
			statusId,
			organisationId: ENTERPRISE,
			typeId: 2,
			destination,
			filters: [],
			relationId: 1,
			next: null,
		});
	}
	try {
		const parameters = { 'Notify the owner': { url: ear.url } };
		const run = await load('stream-watchdog', { user: 'trial', parameters });
		const first = await during(stage, async () => mustSucceed(await run()));
		const second = await during(stage, async () => mustSucceed(await run()));
		const states = [...sim.store.streams.values()].map(({ statusId }) => statusId);
		return [
			exactly('e: restarts', '1', String(first.writes.length)),
			exactly('e: states of the streams', '1,1', String(states)),
			exactly(
				...(['e: told', 'Data stream events to the desk was in error; it runs again.'] as const),
				ear.told.map(({ text }) => text).join(' | '),
			),
			exactly('e: restarts in a second run', '0', String(second.writes.length)),
		];
	} finally {
		ear.close();
	}
}
