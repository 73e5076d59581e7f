import fc from 'fast-check';
import { CHANGE_NAMES, type QuotaEvent } from '../../../../src/triggers/quota/changes';
import { FULL, type ModelEndpoint, type ModelFleet, THRESHOLD } from './fleet';

/* The steps of random histories of a fleet. */

type Step =
	| { do: 'volume'; endpoint: number; volume: number }
	| { do: 'expire' | 'delete' | 'unset' | 'block' | 'unblock'; endpoint: number }
	| { do: 'add' }
	| { do: 'poll' | 'twice' | 'overlap' | 'restart' }
	| { do: 'fail'; at: number }
	| { do: 'meanwhile'; at: number; endpoint: number; volume: number }
	| { do: 'short'; budgetMs: number }
	| { do: 'slip'; endpoint: number; looks: number }
	| { do: 'empty'; lists: number }
	| { do: 'spoil'; endpoint: number; status: number };

const EVENTS = Object.keys(CHANGE_NAMES) as QuotaEvent[];
const endpoint = fc.nat(5);
const anyVolume = fc.constantFrom(0, 0, 5, THRESHOLD, 50, FULL);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({ do: fc.constant('volume' as const), endpoint, volume: anyVolume }),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constantFrom('expire' as const, 'delete', 'unset', 'block', 'unblock'),
			endpoint,
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const) }) },
	{
		weight: 5,
		arbitrary: fc.record({ do: fc.constantFrom('poll' as const, 'twice', 'overlap', 'restart') }),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), at: fc.nat(8) }) },
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('meanwhile' as const),
			at: fc.nat(6),
			endpoint,
			volume: anyVolume,
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('slip' as const),
			endpoint,
			looks: fc.integer({ min: 1, max: 2 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('empty' as const),
			lists: fc.integer({ min: 1, max: 8 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('spoil' as const),
			endpoint,
			status: fc.constantFrom(400, 403, 409, 422, 500),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('short' as const),
			budgetMs: fc.integer({ min: 1, max: 60 }),
		}),
	},
);

export const history = fc.record({
	events: fc.uniqueArray(fc.constantFrom(...EVENTS), { minLength: 1 }),
	emitCurrent: fc.boolean(),
	concurrency: fc.integer({ min: 1, max: 4 }),
	/** n8n saves the state of every poll, but not of a publication. */
	durable: fc.boolean(),
	/** How far n8n's clock is ahead of the service's, in minutes. */
	clock: fc.constantFrom(-15, 0, 0, 15),
	steps: fc.array(anyStep, { minLength: 5, maxLength: 40 }),
});
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Sets a volume as consumption or a new quota would; the status follows. */
function setVolume(fleet: ModelFleet, device: ModelEndpoint, volume: number): void {
	const status = volume === 0 ? 2 : 1;
	const changed = device.quota?.status === status ? device.quota.changed : fleet.now;
	const wasReached = device.quota !== null && device.quota.volume <= THRESHOLD;
	device.quota = { volume, status, changed };
	if (!wasReached && volume <= THRESHOLD) fleet.note(20, device.id);
}

/** The change that a step makes to the fleet. */
export function change(fleet: ModelFleet, step: Step): void {
	if (step.do === 'add') fleet.add();
	if (step.do === 'empty') fleet.emptyLists = step.lists;
	if (!('endpoint' in step)) return;
	const device = [...fleet.endpoints.values()][step.endpoint];
	if (!device) return;
	// Some services send times of status changes in whole seconds.
	fleet.now += 1000;
	if (step.do === 'volume' || step.do === 'meanwhile') setVolume(fleet, device, step.volume);
	if (step.do === 'expire' && device.quota && device.quota.status !== 3) {
		device.quota = { ...device.quota, status: 3, changed: fleet.now };
	}
	if (step.do === 'unset') device.quota = null;
	if (step.do === 'block' && !device.blocked) {
		device.blocked = true;
		fleet.note(11, device.id);
	}
	if (step.do === 'spoil') fleet.spoilt.set(device.id, step.status);
	if (step.do === 'slip') fleet.slips = Array.from({ length: step.looks }, () => device.id);
	if (step.do === 'unblock') device.blocked = false;
	if (step.do === 'delete') fleet.endpoints.delete(device.id);
}
