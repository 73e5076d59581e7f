import { HOUR, MINUTE } from '../../service/builders';
import { time } from '../../support/ports';
import type { Row } from '../case';
import { fine, refusedBy, silent } from '../device';
import { isMove, isPutBack, type World, type Case } from '../world';
import { putBack, well } from './signs';

/*
 * The process of n8n dies, and the run is made again with the same workflow. The limit of failures counts
 * the rows of a wave that did not meet the condition (docs/jobs.md), also where a later run judges the wave.
 */

const done: Row = { life: fine, right: ['changed', 'unchanged'], ends: 302 };
/** A device of a later wave: the wave goes out unless the sick one has stopped it. */
const next: Row = { life: fine, right: ['notSent', 'changed'] };
const hourLater = ({ service }: World): void => {
	time.set(time.now() + HOUR);
	service.passTime(service.now());
};
const isMoveOf =
	(device: number) =>
	(coming: Parameters<typeof isMove>[0]): boolean =>
		isMove(coming) && JSON.stringify(coming.body).includes(`"id":${device}`);

const lateCalls: ['applied' | 'never' | number, string][] = [
	['applied', 'applied at once'],
	[5000, 'applied five seconds later'],
	[MINUTE, 'applied a minute later'],
	['never', 'never applied'],
];

export const kills: Case[] = [
	...lateCalls.flatMap(([lose, words]): Case[] => [
		{
			name: `killed with the call of a wave under way, ${words}; all come back`,
			fact: 'docs/jobs.md: the next run judges the devices that were under way, and goes on',
			rows: [done, done, done],
			kills: [{ on: isMove, lose }],
		},
		{
			name: `killed with the call of a wave under way, ${words}; one is silent`,
			fact: 'docs/jobs.md: the next run puts back what has to be; evidence, 7',
			rows: [putBack(silent), done, next],
			kills: [{ on: isMove, lose }],
		},
		{
			name: `killed with the call of a wave under way, ${words}; no row names the silent one any more`,
			fact: 'docs/jobs.md: it does so also where its rows do not name them any more',
			rows: [
				{
					...putBack(silent),
					right: lose === 'never' ? ['putBack', 'absent', 'unchanged'] : ['putBack'],
				},
				{ ...done, right: ['changed', 'unchanged', 'absent'], ends: undefined },
				next,
			],
			kills: [{ on: isMove, lose }],
			laterRows: [2],
		},
		{
			name: `killed with the put-back under way, ${words}`,
			fact: 'docs/jobs.md: after the judgement, those that are put back are written down; they are not moved again by this run',
			rows: [
				{ ...putBack(refusedBy(3)), right: ['putBack', 'unchanged', 'notSent', 'failed'] },
				done,
				next,
			],
			kills: [{ on: isPutBack, lose }],
		},
	]),
	{
		name: 'killed with the call of a wave under way, applied after the next run has looked',
		fact: 'docs/reliability.md: the lane stays closed until the service is known to be done, or the longest time that a call takes',
		rows: [putBack(silent), done, next],
		kills: [{ on: isMove, lose: 90_000 }],
	},
	{
		name: 'killed with the call of a wave under way, never applied, and run again an hour later',
		fact: 'docs/jobs.md: each device is moved once, and is where the run says it is',
		rows: [done, done, done],
		kills: [{ on: isMove, lose: 'never' }],
		between: hourLater,
	},
	{
		name: 'killed with the call of the second wave under way',
		fact: 'docs/jobs.md: the next run judges the devices that were under way',
		rows: [done, done, putBack(silent), done, next],
		kills: [{ on: isMoveOf(4003), lose: 5000 }],
	},
	{
		name: 'killed under judgement, and run again at once',
		fact: 'docs/jobs.md: the next run reads what was written down first, and judges',
		rows: [putBack(silent), done, next],
		kills: [{ after: 3 * MINUTE }],
	},
	{
		name: 'killed under judgement, and run again an hour later; a session was opened meanwhile',
		fact: 'docs/jobs.md: the next run judges the devices that were under way; the session is newer than the change',
		rows: [done, done, done],
		kills: [{ after: 20_000 }],
		between: hourLater,
	},
	{
		name: 'killed under judgement, and run again an hour later; one is silent',
		fact: 'docs/jobs.md: the next run puts back what has to be',
		rows: [putBack(silent), done, next],
		kills: [{ after: 3 * MINUTE }],
		between: hourLater,
	},
	{
		name: 'killed under judgement, seen again an hour later; one was refused meanwhile',
		fact: 'evidence, 3: events 1, 2, 3 with Warn are refusals',
		condition: 'seenAgain',
		rows: [
			putBack(refusedBy(2)),
			{ ...done, right: ['changed', 'unchanged', 'putBack'], ends: undefined },
			next,
		],
		kills: [{ after: 20_000 }],
		between: hourLater,
	},
	{
		name: 'killed in the pause between two waves',
		fact: 'docs/jobs.md: the next run goes on',
		pause: 3600,
		rows: [done, done, done],
		kills: [{ after: 30 * MINUTE }],
	},
	{
		name: 'killed twice, under judgement and with the put-back under way',
		fact: 'docs/jobs.md: what is under judgement is stored, a run after a kill judges it first',
		rows: [
			{ ...putBack(silent), right: ['putBack', 'unchanged', 'notSent', 'failed'] },
			done,
			next,
		],
		kills: [{ after: 3 * MINUTE }, { on: isPutBack, lose: 5000 }],
	},
	{
		name: 'killed twice, each time with the call of a wave under way',
		fact: 'docs/jobs.md: each device is moved once',
		rows: [done, done, done, done],
		kills: [
			{ on: isMove, lose: 'applied' },
			{ on: isMoveOf(4003), lose: 5000 },
		],
	},
	{
		name: 'killed under judgement, and a person gives the silent device a third tariff',
		fact: 'docs/jobs.md: what somebody else has set since is left',
		rows: [
			{ life: silent, right: ['putBack', 'notMet', 'failed', 'unchanged', 'notSent'], ends: 303 },
			{ ...done, ends: undefined },
			next,
		],
		kills: [{ after: 3 * MINUTE }],
		between: (world) => world.person(0, { tariffProfile: 303 }),
	},
	{
		name: 'killed under judgement, and the silent device is deleted',
		fact: 'docs/waits.md: the device was deleted, which is an error',
		rows: [
			{ life: silent, right: ['failed', 'unknown', 'notMet', 'absent'] },
			{ ...done, ends: undefined },
			next,
		],
		kills: [{ after: 3 * MINUTE }],
		between: (world) => world.person(0, { status: 2, sim: undefined }),
		laterRows: [1, 2],
	},
	{
		name: 'killed under judgement of a tag, and no device has the tag any more',
		fact: 'docs/jobs.md, A row for a tag: what a killed run has left is judged first, also where no endpoint has the tag any more',
		by: 'tag',
		rows: [
			{ ...putBack(silent) },
			{ ...well, right: ['changed', 'unchanged'] },
			{ life: fine, right: ['absent', 'unchanged'], ends: 301 },
		],
		kills: [{ after: 3 * MINUTE }],
		between: (world) => [0, 1, 2].forEach((place) => void (world.endpoint(place).tags = [])),
	},
];
