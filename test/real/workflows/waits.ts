import { TAGS } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { listen } from '../stage/listen';
import { during, tag } from './fleet';
import { openMailbox } from './mailbox';
import { ENTERPRISE, entered, fleetOf, mustSucceed, type Stage } from './stage';

/* Workflows that wait for devices which sleep, flap and fail. The service's clock is moved meanwhile. */

const TICK_MS = 250;
const SECONDS = { amount: 2, unit: 'seconds' };

/** Moves the service's clock by so many seconds a tick while a workflow runs. */
export async function moving<T>(
	{ sim }: Stage,
	seconds: number,
	job: () => Promise<T>,
): Promise<T> {
	const timer = setInterval(() => sim.clock.advance(seconds * 1000), TICK_MS);
	return await job().finally(() => clearInterval(timer));
}

export async function control(
	{ sim }: Pick<Stage, 'sim'>,
	path: string,
	body: object,
): Promise<unknown> {
	const response = await fetch(sim.url + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
	return await response.json();
}

/** Ids in their order, as one text. */
export const listed = (ids: unknown[]): string =>
	ids
		.map(Number)
		.sort((a, b) => a - b)
		.join(', ');

/** Twenty devices are reset: most return, two sleep for half an hour, two flap, two are gone. */
export async function resets(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const own = fleetOf(stage, ENTERPRISE);
	const chosen = own
		.filter(({ simId }) => sim.store.sims.get(simId ?? -1)?.statusId === 1)
		.slice(60, 80);
	for (const endpoint of own) tag(endpoint, chosen.includes(endpoint) ? [TAGS.enterprise] : []);
	sim.store.touch();
	const lives = (await control(stage, '/_sim/lives', {
		endpointIds: chosen.map(({ id }) => id),
		mix: { asleep: 0.1, flapping: 0.1, gone: 0.1 },
		sleepSeconds: 1800,
		awakeSeconds: 1200,
		flapSeconds: [10, 30],
	})) as Array<{ endpointId: number; kind: string }>;
	const idsOf = (...kinds: string[]) =>
		listed(lives.filter(({ kind }) => kinds.includes(kind)).map(({ endpointId }) => endpointId));
	const run = await load('reset-until-stable', {
		user: 'trial',
		parameters: {
			Devices: { filters: { status: 0, tags: 'fleet' } },
			'Online and Stable': {
				waitHere: 20,
				atMost: 2,
				atMostUnit: 'minutes',
				options: { reads: 3, readDistance: 5 },
			},
			'Wait 5 minutes': SECONDS,
		},
	});
	const before = sim.ledger().effects.length;
	const execution = mustSucceed(await moving(stage, 5, run));
	const made = sim.ledger().effects.slice(before);
	const resetIds = made
		.filter(({ kind }) => kind === 'connectivity.reset')
		.map((e) => e.endpointId);
	const endpointsOf = (node: string) => {
		const runs = execution.data.resultData.runData[node] ?? [];
		return listed(
			runs.flatMap(({ data }) => (data?.main[0] ?? []).map(({ json }) => json.endpoint_id)),
		);
	};
	return [
		exactly('resets: each device once', listed(chosen.map(({ id }) => id)), listed(resetIds)),
		exactly('resets: stable', idsOf('awake', 'asleep'), endpointsOf('Stable')),
		exactly('resets: not stable', idsOf('flapping', 'gone'), endpointsOf('Not Stable')),
	];
}

/** Of four devices two have no session; a reset helps one of them. */
export async function doctor(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const own = fleetOf(stage, ENTERPRISE);
	const [online, offline, attached, blocked] = own
		.filter(({ simId }) => sim.store.sims.get(simId ?? -1)?.statusId === 1)
		.slice(40, 44);
	if (!online || !offline || !attached || !blocked) throw new Error('too few endpoints');
	const watched = [online, offline, attached, blocked];
	for (const endpoint of own) tag(endpoint, watched.includes(endpoint) ? [TAGS.enterprise] : []);
	sim.store.touch();
	const lives = { seed: 1, returnSeconds: [5, 10] };
	await control(stage, '/_sim/lives', { ...lives, endpointIds: [online.id, offline.id] });
	await control(stage, '/_sim/lives', {
		...lives,
		endpointIds: [attached.id],
		kind: 'attached',
	});
	for (const [endpoint, kind] of [
		[online, 'open'],
		[offline, 'purge'],
		[attached, 'attach'],
	] as const) {
		await control(stage, '/_sim/connection', { endpointId: endpoint.id, kind });
	}
	blocked.blocked = true;
	const box = await openMailbox();
	try {
		const run = await load('stuck-device-doctor', {
			user: 'trial',
			trigger: 'Every hour',
			parameters: {
				'Devices to watch': { filters: { status: 0, tags: 'fleet' } },
				'Online and Stable': {
					waitHere: 40,
					atMost: 0.5,
					options: { reads: 3, readDistance: 5 },
				},
			},
			others: { smtp: { host: '127.0.0.1', port: box.port, secure: false, disableStartTls: true } },
		});
		const { made, writes } = await during(stage, async () => {
			mustSucceed(await moving(stage, 5, run));
		});
		const reset = made.filter(({ kind }) => kind === 'connectivity.reset');
		const mail = await box.mail(1);
		const [, told] = / is (\w+) after a reset/.exec(mail) ?? [];
		return [
			exactly(
				'doctor: reset, each once',
				listed([offline.id, attached.id]),
				listed(reset.map(({ endpointId }) => endpointId)),
			),
			exactly('doctor: calls that write', '2', String(writes.length)),
			exactly(
				'doctor: reported by one email',
				`${attached.name} is ATTACHED, 1`,
				`${mail.includes(`${attached.name} is stuck`) ? attached.name : 'another'} is ${told}, ${box.count()}`,
			),
		];
	} finally {
		blocked.blocked = false;
		box.close();
	}
}

/** Three devices are asked: one replies, one gets the question and hangs, one sleeps and is not reached. */
export async function asked(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const [well, hung, asleep] = fleetOf(stage, ENTERPRISE)
		.filter(({ simId }) => sim.store.sims.get(simId ?? -1)?.statusId === 1)
		.slice(44, 47);
	if (!well || !hung || !asleep) throw new Error('too few endpoints');
	for (const [endpoint, kind, reply] of [
		[well, 'awake', 'plain'],
		[hung, 'awake', 'never'],
		[asleep, 'asleep', 'plain'],
	] as const) {
		await control(stage, '/_sim/lives', { endpointIds: [endpoint.id], kind, reply });
	}
	const ear = await listen<{ endpoint: number; reason: string }>();
	const figures: Figure[] = [];
	try {
		for (const [name, endpoint, resetCount, sent, ticket] of [
			['replies', well, 0, 1, ''],
			['hangs', hung, 1, 2, `${hung.id} no reply`],
			['sleeps', asleep, 0, 1, `${asleep.id} not reached`],
		] as const) {
			const told = ear.told.length;
			const inSettings = {
				endpoint: String(endpoint.id),
				question: 'STATUS?',
				hours: 0.1,
				ticket_url: ear.url,
			};
			const asking = {
				resource: 'sms',
				operation: 'awaitReply',
				endpointId: { __rl: true, mode: 'id', value: String(endpoint.id) },
				payload: 'STATUS?',
				waitHere: 10,
				atMost: 0.4,
				atMostUnit: 'minutes',
				options: {},
			};
			const run = await load('ask-a-device', {
				user: 'trial',
				parameters: {
					Settings: { ...entered(inSettings), includeOtherFields: true },
					Ask: asking,
					'Ask Again': asking,
					'Wait 5 Minutes': SECONDS,
					'Wait 5 More Minutes': SECONDS,
				},
			});
			const { made } = await during(stage, async () => {
				mustSucceed(await moving(stage, 5, run));
			});
			const count = (kind: string) => made.filter((effect) => effect.kind === kind).length;
			const tickets = ear.told
				.slice(told)
				.map(({ endpoint: id, reason }) => `${id} ${reason}`)
				.join();
			figures.push(
				exactly(
					`ask: a device that ${name}: resets, SMS, ticket`,
					`${resetCount}, ${sent}, ${ticket}`,
					`${count('connectivity.reset')}, ${count('sms.sent')}, ${tickets}`,
				),
			);
		}
		return figures;
	} finally {
		ear.close();
	}
}

interface CardState {
	id: number;
	kind: string;
	enabled: { iccid: string } | null;
	isInReach: boolean;
	profiles: Array<{ iccid: string }>;
}

/** Nine cards in each vocabulary: two sleep for 30 hours, one fails, one has no network, one never polls. */
export async function switches(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const figures: Figure[] = [];
	for (const esimVocabulary of ['plain', 'coded'] as const) {
		sim.seed({ esimVocabulary });
		const usual = (await control(stage, '/_sim/cards', {
			count: 8,
			organisationId: ENTERPRISE,
			seed: 3,
			mix: { asleep: 0.25, failing: 0.125, noNetwork: 0.125 },
		})) as CardState[];
		const asleep = (await control(stage, '/_sim/cards', {
			count: 1,
			organisationId: ENTERPRISE,
			kind: 'asleep',
			sleepSeconds: 30 * 86_400,
		})) as CardState[];
		const run = await load('switch-esim-profile', {
			user: 'trial',
			parameters: {
				'Order Ended': {
					waitHere: 5,
					atMost: 1,
					atMostUnit: 'days',
					profileState: 'enabled',
				},
				'Wait for the poll': SECONDS,
				'Wait for a sign': SECONDS,
			},
		});
		const execution = mustSucceed(await moving(stage, 600, run));
		// The cards of the vocabulary before are still there, and are tried again.
		const own = new Set<unknown>([...usual, ...asleep].map(({ id }) => id));
		const cardsOf = (node: string) => {
			const runs = execution.data.resultData.runData[node] ?? [];
			const ids = runs.flatMap(({ data }) =>
				(data?.main[0] ?? []).map(({ json }) => json.euicc_id),
			);
			return listed(ids.filter((id) => own.has(id)));
		};
		const idsOf = (kinds: string[]) =>
			listed(usual.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id));
		const response = await fetch(`${sim.url}/_sim/cards`);
		const now = (await response.json()) as CardState[];
		const mine = now.filter(({ id }) => own.has(id));
		const onTarget = mine.filter(({ enabled, profiles }) => enabled?.iccid === profiles[1]?.iccid);
		const name = `switches (${esimVocabulary})`;
		figures.push(
			exactly(`${name}: switched`, idsOf(['polling', 'asleep']), cardsOf('Switched')),
			exactly(`${name}: rolled back`, idsOf(['failing', 'noNetwork']), cardsOf('Rolled Back')),
			exactly(`${name}: never polled`, listed(asleep.map(({ id }) => id)), cardsOf('Never Polled')),
			exactly(
				`${name}: on the new profile`,
				cardsOf('Switched'),
				listed(onTarget.map(({ id }) => id)),
			),
			exactly(`${name}: out of reach`, '0', String(mine.filter((card) => !card.isInReach).length)),
		);
	}
	return figures;
}
