import { operations } from '../../../../src/operations';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* Fields that stand in a collection from version 2 on, and outside the collections in saved nodes of version 1. */

const sim = simulated({ seed: { endpoints: 4 } });

const moved = operations.flatMap(({ resource, name, fields }) =>
	Object.entries(fields)
		.filter(([, { groupInVersion1 }]) => groupInVersion1 === 'none')
		.map(([field]) => `${resource} ${name} ${field}`),
);

test('these fields have moved', () => {
	expect(moved.sort()).toEqual([
		'await reply smsIds',
		'endpoint getConnectivityInfo subscriber',
		'sim swap activate',
		'sim swap suspendOld',
	]);
});

describe('SIM: Swap', () => {
	/** Swaps in a free SIM that is suspended; gives the changes of SIMs. */
	async function swap(typeVersion: number, more: object) {
		const free = [...sim.store.sims.values()].find(({ endpointId }) => endpointId === null)!;
		free.statusId = 2;
		const { error } = await runAt(
			sim,
			'sim swap',
			{ endpointId: rl('10002'), simId: rl(String(free.id)), dryRun: false, ...more },
			{ typeVersion },
		);
		expect(error).toBeUndefined();
		return sim
			.ledger()
			.effects.map(({ kind }) => kind)
			.filter((kind) => /activated|suspended/.test(kind));
	}

	test.each([
		[1, {}],
		[2, {}],
		[2, { options: { activate: true } }],
	])('version %i activates the new SIM with %j', async (version, more) => {
		expect(await swap(version, more)).toEqual(['sim.activated']);
	});

	test.each([
		[1, { activate: false }],
		[2, { options: { activate: false } }],
	])('version %i leaves the new SIM as it is with %j', async (version, more) => {
		expect(await swap(version, more)).toEqual([]);
	});

	test.each([
		[1, { activate: false, suspendOld: true }],
		[2, { options: { activate: false, suspendOld: true } }],
	])('version %i suspends the old SIM with %j', async (version, more) => {
		expect(await swap(version, more)).toEqual(['sim.suspended']);
	});
});

describe('Endpoint: Ask Visited Network', () => {
	const subscriberAsked = async (typeVersion: number, more: object) => {
		const parameters = { endpointId: rl('10002'), ...more };
		await runAt(sim, 'endpoint getConnectivityInfo', parameters, { typeVersion });
		const asked = sim.ledger().requests.find(({ path }) => path.endsWith('/connectivity_info'));
		return asked?.query.subscriber;
	};

	test.each([
		[1, {}, 'true'],
		[1, { subscriber: false }, 'false'],
		[2, {}, 'true'],
		[2, { options: { subscriber: false } }, 'false'],
	])('version %i with %j asks for the subscriber: %s', async (version, more, asked) => {
		expect(await subscriberAsked(version, more)).toBe(asked);
	});
});

describe('Await: Reply', () => {
	/** The IDs that a look remembers, where the item names the SMS 70001. */
	async function remembered(typeVersion: number, more: object) {
		const { items, outputs, error } = await runAt(
			sim,
			'await reply',
			{ endpointId: rl('10002'), waitHere: 0, ...more },
			{ typeVersion, items: [{ sms_ids: [70001] }] },
		);
		expect(error).toBeUndefined();
		return JSON.stringify([items, outputs]);
	}

	test.each([
		[1, {}, 70001],
		[1, { smsIds: '70005' }, 70005],
		[2, {}, 70001],
		[2, { options: { smsIds: '70005' } }, 70005],
	])('version %i with %j awaits the reply to SMS %i', async (version, more, id) => {
		expect(await remembered(version, more)).toContain(`"sms_ids":[${id}]`);
	});
});
