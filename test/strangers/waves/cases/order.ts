import { HOUR, MINUTE } from '../../service/builders';
import type { Row } from '../case';
import { fine, refusedBy, silent } from '../device';
import { isMove, type Case } from '../world';
import { later, putBack, well } from './signs';

/* When a wave goes out, and what becomes of its calls. */

/** What may be said of a device whose call was refused or got no answer. */
const inDoubt: Row = { life: fine, right: ['changed', 'failed', 'unknown', 'notSent', 'putBack'] };

export const order: Case[] = [
	{
		name: 'the first of three waves has a sick device',
		fact: 'docs/jobs.md: Stop When More … counts rows that did not meet the condition, of the wave, however few',
		rows: [putBack(silent), well, later, later, later, later],
	},
	{
		name: 'the second of three waves has a sick device',
		fact: 'docs/jobs.md: the other rows are then notSent',
		rows: [well, well, well, putBack(refusedBy(3)), later, later],
	},
	{
		name: 'half of a wave is allowed to be sick',
		fact: 'docs/jobs.md: Stop When More than 60 % is not reached by one of two',
		stopAbove: 60,
		rows: [putBack(silent), well, well, well],
	},
	{
		name: 'waves go on without a limit, and sick ones are put back before',
		fact: 'docs/jobs.md: Put Back gives devices that do not meet it their former values',
		stopAbove: null,
		rows: [putBack(silent), putBack(refusedBy(2)), well, well],
	},
	{
		name: 'without putting back, a sick device is notMet and keeps its new tariff',
		fact: 'docs/jobs.md: the outcome of a row that did not meet the condition is notMet without Put Back',
		putBack: false,
		rows: [{ life: silent, right: ['notMet'], ends: 302 }, well, later, later],
	},
	{
		name: 'a device that has its tariff already takes no place in a wave',
		fact: 'docs/jobs.md: rows that are as they should be take no place',
		rows: [
			{ life: silent, right: ['unchanged'], ends: 302, tariffProfile: 302 },
			putBack(silent),
			well,
			later,
		],
	},
	{
		name: 'a device that has its tariff already and is silent is not put back',
		fact: 'docs/jobs.md: put back is only what the wave has changed',
		rows: [well, { life: silent, right: ['unchanged'], ends: 302, tariffProfile: 302 }, well, well],
	},
	{
		name: 'a pause of an hour from the end of a wave',
		fact: 'docs/jobs.md: the pause is from the end of a wave, with its judgement, to the next one',
		pause: 3600,
		rows: [well, well, well],
		promise: ({ changes, devices }) =>
			changes[2]!.at >= devices[0]!.wellFrom! + HOUR ? undefined : 'the pause is shorter',
	},
	{
		name: 'the call of a wave is refused for the role',
		fact: 'specification, Errors: 403, the role lacks the permission; nothing was changed',
		rows: [1, 2].map((): Row => ({ life: fine, right: ['failed'], ends: 301 })).concat(later),
		fault: (coming) => (isMove(coming) ? { refuse: 403 } : undefined),
	},
	{
		name: 'the call of the second wave is refused as invalid',
		fact: 'specification, Errors: 422; nothing was changed',
		rows: [
			well,
			well,
			{ life: fine, right: ['failed'], ends: 301 },
			{ life: fine, right: ['failed'], ends: 301 },
			later,
		],
		fault: (coming, { firstChange }) =>
			isMove(coming) && firstChange !== undefined ? { refuse: 422 } : undefined,
	},
	{
		name: 'one device of a wave is refused in any call',
		fact: 'specification, Errors: 422; whether the others of a call are refused with it is open',
		rows: [{ life: fine, right: ['failed'], ends: 301 }, inDoubt, later],
		fault: (coming) =>
			isMove(coming) && JSON.stringify(coming.body).includes('4001') ? { refuse: 422 } : undefined,
	},
	{
		name: 'the answer of a call is lost, and it was applied',
		fact: 'docs/jobs.md: a change that is repeated leaves the same state',
		rows: [inDoubt, inDoubt, { life: fine, right: ['changed', 'notSent'] }],
		fault: once(isMove, 'applied'),
	},
	{
		name: 'the answer of a call is lost, and a device of it is sick',
		fact: 'evidence, 7: what is open is kept until somebody has seen its end',
		rows: [
			{ life: silent, right: ['putBack', 'failed', 'unknown'] },
			inDoubt,
			{ life: fine, right: ['notSent'], ends: 301 },
		],
		fault: once(isMove, 'applied'),
	},
	{
		name: 'the service applies a call five seconds after its answer was lost',
		fact: 'evidence, 7: a request that was cut may still be worked on',
		rows: [inDoubt, inDoubt, { life: fine, right: ['changed', 'notSent'] }],
		fault: once(isMove, 5000),
	},
	{
		name: 'each answer is lost, and the service applies the first call after a minute',
		fact: 'evidence, 7: not finding it proves nothing while the call could still be worked on',
		rows: [
			{ life: silent, right: ['unknown', 'putBack'] },
			{ life: silent, right: ['unknown', 'putBack'] },
			later,
		],
		fault: eachLost(MINUTE),
	},
	{
		name: 'each answer is lost, the call is applied after a minute, and the run is repeated',
		fact: 'docs/jobs.md: unknown is a row whose call got no answer, the next run resolves it; evidence, 7',
		rows: [
			putBack(silent),
			{ ...well, right: ['changed', 'unchanged'] },
			{ life: fine, right: ['notSent', 'changed'] },
		],
		// The run after one that has ended tries a device anew that was put back.
		fault: (coming, world) => (world.run === 1 ? eachLost(MINUTE)(coming, world) : undefined),
		isRunAgain: true,
		between: (world) => world.service.passTime(world.service.now() + 2 * MINUTE),
	},
	{
		name: 'no call ever arrives',
		fact: 'evidence, 7: nothing is called changed that was not seen',
		rows: [
			{ life: fine, right: ['failed', 'unknown', 'notSent'], ends: 301 },
			{ life: fine, right: ['failed', 'unknown', 'notSent'], ends: 301 },
			later,
		],
		fault: (coming) => (isMove(coming) ? { lose: 'never' } : undefined),
	},
	{
		name: 'the connectivity of a device may not be read',
		fact: 'docs/jobs.md: what cannot be read is neither well nor sick; its row fails, and no more waves go out',
		rows: [{ life: fine, right: ['failed', 'unknown'], ends: 302 }, well, later],
		prepare: (state) => state.refusals.push({ path: /\/4001\/connectivity/, status: 403 }),
	},
	{
		name: 'the connectivity of a sick device may not be read, and may in the next run',
		fact: 'docs/jobs.md: the next run judges it',
		rows: [putBack(silent), { ...well, right: ['changed', 'unchanged'] }, later],
		prepare: (state) => state.refusals.push({ path: /\/4001\/connectivity/, status: 403 }),
		isRunAgain: true,
		between: ({ state }) => void state.refusals.pop(),
	},
	{
		name: 'nothing of the connectivity can be read for the whole time',
		fact: 'docs/waits.md: what cannot be read is not absent',
		rows: [
			{ life: fine, right: ['failed', 'unknown'], ends: 302 },
			{ life: silent, right: ['failed', 'unknown'], ends: 302 },
			later,
		],
		prepare: (state) => state.refusals.push({ path: /\/connectivity/, status: 500 }),
	},
	{
		name: 'the feed cannot be read for the whole time',
		fact: 'docs/waits.md: what cannot be read is not absent',
		condition: 'seenAgain',
		rows: [
			{ life: silent, right: ['failed', 'unknown', 'putBack', 'notSent'] },
			{ life: silent, right: ['failed', 'unknown', 'putBack', 'notSent'] },
			later,
		],
		prepare: (state) => state.refusals.push({ path: /\/event/, status: 500 }),
	},
	{
		name: 'names that begin alike',
		fact: 'public reference: a filter can match more than one; docs/jobs.md: a name must match exactly one',
		by: 'name',
		rows: [well, { ...putBack(silent) }, later],
		prepare: (state) =>
			state.endpoints.push({ ...state.endpoints[0]!, id: 4077, name: 'meter-11', sim: undefined }),
		promise: ({ state }) =>
			state.endpoints.at(-1)!.tariffProfile === 301 ? undefined : 'another endpoint is changed',
	},
];

/** Loses the answer of the first request of a kind. */
export function once(
	isMeant: typeof isMove,
	lose: 'applied' | 'never' | number,
): NonNullable<Case['fault']> {
	const seen = new WeakSet<object>();
	return (coming, world) => {
		if (seen.has(world) || !isMeant(coming)) return undefined;
		seen.add(world);
		return { lose };
	};
}

/** Loses each answer of a wave's call; only the first is applied, and late. */
function eachLost(ms: number): NonNullable<Case['fault']> {
	const first = once(isMove, ms);
	return (coming, world) =>
		first(coming, world) ?? (isMove(coming) ? { lose: 'never' } : undefined);
}
