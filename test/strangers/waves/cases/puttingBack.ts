import { MINUTE } from '../../service/builders';
import type { Row } from '../case';
import { fine, silent } from '../device';
import { isPutBack, type Case } from '../world';
import { once } from './order';
import { later, putBack, well } from './signs';

/* Put-backs that the service refuses, does not answer, or applies late. */

const notPutBack: Row = { life: silent, right: ['failed', 'unknown', 'notMet'], ends: 302 };
/** A later run may go on with what an earlier one has not sent. */
const next: Row = { life: fine, right: ['notSent', 'changed'] };
const wellOrLeft: Row = { life: fine, right: ['changed', 'unchanged'] };
const inFirstRun =
	(fault: NonNullable<Case['fault']>): NonNullable<Case['fault']> =>
	(coming, world) =>
		world.run === 1 ? fault(coming, world) : undefined;

export const puttingBack: Case[] = [
	...[403, 422, 409].flatMap((refuse): Case[] => [
		{
			name: `the put-back is refused with ${refuse}`,
			fact: 'evidence, 7: a put-back that was refused is kept until it is settled, and never called done',
			rows: [notPutBack, well, later, later],
			fault: (coming) => (isPutBack(coming) ? { refuse } : undefined),
		},
		{
			name: `the put-back is refused with ${refuse}, and the run is repeated`,
			fact: 'evidence, 7: the next run begins with it',
			rows: [putBack(silent), wellOrLeft, next].map(anyEnd),
			fault: inFirstRun((coming) => (isPutBack(coming) ? { refuse } : undefined)),
			isRunAgain: true,
			promise: (world) =>
				world.state.endpoints[0]!.tariffProfile === 301 ? undefined : 'it is never put back',
		},
		{
			name: `the put-back is refused with ${refuse}, and no row names the device any more`,
			fact: 'docs/jobs.md: also where its rows do not name them any more; items with in_table false',
			rows: [putBack(silent), wellOrLeft, next].map(anyEnd),
			fault: inFirstRun((coming) => (isPutBack(coming) ? { refuse } : undefined)),
			isRunAgain: true,
			laterRows: [1, 2],
			promise: (world, [item]) => {
				if (world.state.endpoints[0]!.tariffProfile !== 301) return 'it is never put back';
				return item?.in_table === false ? undefined : 'no item says that it was put back';
			},
		},
	]),
	{
		name: 'the put-back is refused without a limit of failures',
		fact: 'docs/jobs.md: what is not met is put back; evidence, 7: or it is said, and kept',
		stopAbove: null,
		rows: [notPutBack, well, { life: fine, right: ['changed', 'notSent'] }],
		fault: (coming) => (isPutBack(coming) ? { refuse: 403 } : undefined),
	},
	{
		name: 'the put-back of two devices, one of which is refused in any call',
		fact: 'evidence, 7: whether the other of a call is refused with it is open; nothing is called put back that was not',
		rows: [notPutBack, { life: silent, right: ['putBack', 'failed', 'unknown', 'notMet'] }, later],
		fault: (coming) =>
			isPutBack(coming) && /4001/.test(`${coming.path}${JSON.stringify(coming.body)}`)
				? { refuse: 422 }
				: undefined,
	},
	{
		name: 'the answer of the put-back is lost, and it was applied',
		fact: 'docs/jobs.md: repeating it leaves the same state',
		rows: [{ ...putBack(silent), right: ['putBack', 'unknown', 'failed'] }, well, later],
		fault: once(isPutBack, 'applied'),
	},
	{
		name: 'the answer of the put-back is lost, and it is applied five seconds later',
		fact: 'evidence, 7: a request that was cut may still be worked on',
		rows: [{ ...putBack(silent), right: ['putBack', 'unknown', 'failed'] }, well, later],
		fault: once(isPutBack, 5000),
	},
	{
		name: 'no put-back ever arrives',
		fact: 'evidence, 7: nothing is called put back that was not seen',
		rows: [notPutBack, well, later],
		fault: (coming) => (isPutBack(coming) ? { lose: 'never' } : undefined),
	},
	{
		name: 'no put-back arrives in the first run, and the run is repeated',
		fact: 'evidence, 7: the next run begins with it',
		rows: [putBack(silent), wellOrLeft, next].map(anyEnd),
		fault: inFirstRun((coming) => (isPutBack(coming) ? { lose: 'never' } : undefined)),
		isRunAgain: true,
		promise: (world) =>
			world.state.endpoints[0]!.tariffProfile === 301 ? undefined : 'it is never put back',
	},
	{
		name: 'the look before the put-back is refused',
		fact: 'docs/jobs.md: put back only where the device still has the value that the wave gave it',
		// Whether the other devices of the look fail with it is open.
		rows: [
			{ life: silent, right: ['failed', 'unknown', 'putBack'] },
			{ life: fine, right: ['changed', 'failed'] },
			later,
		],
		fault: ({ method, path }, world) =>
			method === 'GET' &&
			/endpoint\/4001$/.test(path) &&
			world.service.now() > world.firstChange! + 9 * MINUTE
				? { refuse: 403 }
				: undefined,
	},
	{
		name: 'a device that was put back is moved by the next run, and comes back',
		fact: 'docs/jobs.md: the first run after it tries them anew',
		rows: [
			{
				life: (device, changed) => (device.world.run === 2 ? fine(device, changed) : undefined),
				right: ['changed'],
			},
			wellOrLeft,
			well,
		],
		isRunAgain: true,
	},
];

/** The last run may go on with rows that an earlier one has not sent. */
function anyEnd(row: Row): Row {
	return { ...row, ends: undefined };
}
