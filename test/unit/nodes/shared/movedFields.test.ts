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
	expect(moved.sort()).toEqual(['await reply smsIds', 'endpoint getConnectivityInfo subscriber']);
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
