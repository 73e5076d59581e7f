import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { outputOf } from '../../../demo/lib/api';
import { control } from '../../../demo/lib/everyEvent';
import { iccidOf, SERVICE_PROFILES, TARIFF_PROFILES } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { until } from '../../support/until';
import { during, pick } from './fleet';
import { fleetOf, mustSucceed, RESELLER, type Stage } from './stage';

/* Provisioning a fleet, and workflows that the service starts. */

/** Longer than one SMS, and sent in the wrong order. */
const TEXT = `Temperature 21.5 °C → all is well. ${'Next report in one hour. '.repeat(4)}`.trim();

/** Three devices from a list on the server; then the same list again. */
export async function provision(stage: Stage): Promise<Figure[]> {
	const { files, load } = stage;
	const file = join(files, 'devices.csv');
	const lines = [11, 12, 13].map((id) => `valve-${id},${iccidOf(id)},valves`);
	writeFileSync(file, ['name,iccid,tag', ...lines].join('\n'));
	const run = await load('provision-a-fleet', {
		user: 'totp',
		parameters: {
			'Read devices.csv': { fileSelector: file },
			'Create endpoints': {
				serviceProfileId: pick(SERVICE_PROFILES.metered),
				tariffProfileId: pick(TARIFF_PROFILES.standard),
			},
		},
	});
	const first = await during(stage, async () => mustSucceed(await run()));
	const second = await during(stage, async () => mustSucceed(await run()));
	const of = (kind: string) => first.made.filter((effect) => effect.kind === kind).length;
	const kinds = ['endpoint.created', 'sim.activated', 'quota.set', 'sms.sent'];
	return [
		exactly('provision: created, activated, quotas, SMS', '3, 3, 3, 3', kinds.map(of).join(', ')),
		exactly('provision: calls that write in a second run', '0', String(second.writes.length)),
	];
}

/** A device sends an SMS and is answered; the quota of another is exhausted and renewed. */
export async function triggers(stage: Stage): Promise<Figure[]> {
	const { sim, publish } = stage;
	const [writer, guarded] = fleetOf(stage, RESELLER);
	if (!writer || !guarded) throw new Error('too few endpoints');
	for (const endpoint of [writer, guarded]) {
		endpoint.serviceProfileId = SERVICE_PROFILES.metered;
		await control(sim, 'quota', { endpointId: endpoint.id, volume: 50 });
	}
	const twoWay = await publish('two-way-sms', {
		user: 'totp',
		parameters: { 'SMS from a device': { serviceProfileId: pick(SERVICE_PROFILES.metered) } },
	});
	const guard = await publish('quota-guard', {
		user: 'totp',
		parameters: {
			'Quota exhausted': {
				scope: 'picked',
				endpoints: { values: [{ endpointId: pick(guarded.id) }] },
			},
		},
	});
	const { requests } = sim.ledger();
	const profile = () => sim.store.serviceProfiles.get(SERVICE_PROFILES.metered)!;
	const isReady = () =>
		profile().apiCallbackId !== null &&
		requests.some(({ path }) => path.endsWith(`/endpoint/${guarded.id}/quota/sms`));
	await until('both triggers are ready', isReady, 300, 300).catch(() => {});
	await sleep(2000); // the first poll stores its state
	const sentTo = ({ id }: { id: number }) =>
		sim.ledger().effects.filter(({ kind, endpointId }) => kind === 'sms.sent' && endpointId === id);
	const before = [writer, guarded].map((device) => sentTo(device).length);
	await control(sim, 'consume', { endpointId: guarded.id, volume: 1000 });
	await control(sim, 'device/sms', {
		endpointId: writer.id,
		payload: TEXT,
		order: [2, 1],
		repeat: 2,
	});
	const [answer] = await twoWay.executions(1);
	await control(sim, 'sms/finish', { endpointId: writer.id });
	const both = await twoWay.executions(2);
	const renewed = (await guard.executions(1)).map(mustSucceed);
	await twoWay.end();
	await guard.end();
	// n8n answers before the trigger has taken back what it registered.
	const isTakenBack = () =>
		requests.some(({ method, path }) => method === 'DELETE' && path.includes('/api_secret/'));
	await until('the registration is taken back', isTakenBack).catch(() => {});
	const [item] = answer ? outputOf(answer, 'SMS from a device') : [];
	const [answers, notes] = [writer, guarded].map((device, i) => sentTo(device).slice(before[i]));
	return [
		exactly('two-way SMS: the text, from two parts', TEXT, String(item?.text)),
		exactly('two-way SMS: answers', '1', String(answers?.length)),
		exactly(
			'two-way SMS: its receipt',
			'DELIVERED',
			both
				.flatMap((execution) => outputOf(execution, 'Delivery noted').map(({ status }) => status))
				.join(', '),
		),
		exactly('quota guard: executions', '1', String(renewed.length)),
		exactly(
			'quota guard: the quota after its note',
			'99',
			String(sim.store.quotas.get(guarded.id)?.volume),
		),
		exactly('quota guard: notes', '1', String(notes?.length)),
	];
}
