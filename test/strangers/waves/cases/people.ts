import type { IDataObject } from 'n8n-workflow';
import { MINUTE } from '../../service/builders';
import type { Outcome, Row } from '../case';
import { fine, silent } from '../device';
import { isMove, isPutBack, type Case } from '../world';
import { later, well } from './signs';

/* Rows that a person changes while they are under judgement, or before their wave. */

const any: Outcome[] = ['putBack', 'notMet', 'failed', 'unknown', 'unchanged'];
const sickAndTouched = (ends: number): Row => ({ life: silent, right: any, ends });
const left = (_: unknown, [item]: (IDataObject | undefined)[]): string | undefined =>
	item && 'left' in item ? undefined : 'left is not in the item';

export const people: Case[] = [
	{
		name: 'a person gives a sick device a third tariff',
		fact: 'docs/jobs.md: what somebody else has set since is left, and stands in the item as left',
		rows: [sickAndTouched(303), well, later],
		meanwhile: (world, at) =>
			world.service.plan(at + 3 * MINUTE, () => world.person(0, { tariffProfile: 303 })),
		promise: left,
	},
	{
		name: 'a person puts a sick device back',
		fact: 'docs/jobs.md: put back only where the device still has the value that the wave gave it',
		rows: [sickAndTouched(301), well, later],
		meanwhile: (world, at) =>
			world.service.plan(at + 3 * MINUTE, () => world.person(0, { tariffProfile: 301 })),
		promise: ({ changes }) =>
			changes.length <= 2 ? undefined : 'it is written though it had its former value',
	},
	{
		name: 'a person changes another profile of a sick device',
		fact: 'docs/jobs.md: put back is only what the wave has changed',
		rows: [sickAndTouched(301), well, later],
		meanwhile: (world, at) =>
			world.service.plan(at + 3 * MINUTE, () => world.person(0, { serviceProfile: 203 })),
		promise: (world) =>
			world.endpoint(0).serviceProfile === 203 ? undefined : 'the other profile is undone',
	},
	{
		name: 'a person renames and tags a sick device',
		fact: 'docs/jobs.md: put back is only what the wave has changed; evidence, 2: nothing is written because it was read',
		rows: [sickAndTouched(301), well, later],
		meanwhile: (world, at) =>
			world.service.plan(at + MINUTE, () =>
				world.person(0, { name: 'renamed', tags: [42], imeiLock: true }),
			),
		promise: (world) => {
			const { name, tags, imeiLock } = world.endpoint(0);
			return name === 'renamed' && String(tags) === '42' && imeiLock ? undefined : 'undone';
		},
	},
	{
		name: 'of two profiles a person changes one',
		fact: 'docs/jobs.md: put back is only where the device still has the value that the wave gave it',
		sets: ['tariffProfile', 'serviceProfile'],
		rows: [sickAndTouched(301), well, later],
		meanwhile: (world, at) =>
			world.service.plan(at + MINUTE, () => world.person(0, { serviceProfile: 203 })),
		promise: (world, items) =>
			world.endpoint(0).serviceProfile === 203 ? left(world, items) : 'the other profile is undone',
	},
	{
		name: 'a sick device is deleted under judgement',
		fact: 'docs/waits.md: the device was deleted, which is an error; nothing is called put back that was not',
		rows: [{ life: silent, right: ['failed', 'unknown', 'notMet'] }, well, later],
		meanwhile: (world, at) =>
			world.service.plan(at + MINUTE, () => world.person(0, { status: 2, sim: undefined })),
	},
	{
		name: 'a person gives a device of the next wave a third tariff',
		fact: 'docs/jobs.md: what somebody else has changed meanwhile is not overwritten, and that row fails',
		rows: [well, well, { life: silent, right: ['failed', 'notSent'], ends: 303 }, well],
		stopAbove: 60,
		meanwhile: (world) => world.person(2, { tariffProfile: 303 }),
	},
	{
		name: 'a person gives a silent device of the next wave its new tariff',
		fact: 'docs/jobs.md: put back is only what the wave has changed',
		rows: [
			well,
			well,
			{ life: silent, right: ['unchanged', 'failed', 'notMet', 'notSent'], ends: 302 },
			{ life: fine, right: ['changed', 'notSent'] },
		],
		meanwhile: (world) => world.person(2, { tariffProfile: 302 }),
	},
	{
		name: 'a person changes another profile of a device of the next wave',
		fact: 'docs/jobs.md: put back is only what the wave has changed; nothing else is written',
		rows: [well, well, { life: fine, right: ['changed', 'failed'] }, well],
		stopAbove: 60,
		meanwhile: (world) => world.person(2, { serviceProfile: 203 }),
		promise: (world) =>
			world.endpoint(2).serviceProfile === 203 ? undefined : 'the other profile is undone',
	},
	{
		name: 'a person changes a device between the last look and its wave',
		fact: 'docs/jobs.md: the look and the write are two calls, a change between them is overwritten; the former value is what the look has seen',
		rows: [{ life: silent, right: any }, well, later],
		fault: (coming, world) => {
			if (isMove(coming) && !world.touched.has(4001)) world.person(0, { name: 'renamed' });
			return undefined;
		},
		promise: (world) => {
			const { name, tariffProfile } = world.endpoint(0);
			if (name !== 'renamed') return 'the name is undone';
			return tariffProfile === 301 ? undefined : 'it is not put back';
		},
	},
	{
		name: 'a person changes a device while the call of its wave waits to be sent again',
		fact: 'evidence, 2: right before, a look at that thing; a call without an answer is repeated after minutes',
		rows: [
			{ life: silent, right: ['failed', 'unknown', 'notSent', 'putBack', 'notMet'], ends: 303 },
			{ life: fine, right: ['changed', 'failed', 'unknown', 'notSent'] },
			{ life: fine, right: ['changed', 'notSent', 'failed'] },
		],
		fault: (coming, world) => {
			if (world.lost || !isMove(coming)) return undefined;
			world.lost = true;
			const after = world.service.now() + 20_000;
			world.service.plan(after, () => world.person(0, { tariffProfile: 303 }));
			return { lose: 'never' };
		},
	},
	{
		name: 'a person changes a device while its put-back waits to be sent again',
		fact: 'docs/jobs.md: put back only where the device still has the value that the wave gave it; evidence, 2',
		rows: [sickAndTouched(303), well, later],
		fault: (coming, world) => {
			if (world.lost || !isPutBack(coming)) return undefined;
			world.lost = true;
			const after = world.service.now() + 20_000;
			world.service.plan(after, () => world.person(0, { tariffProfile: 303 }));
			return { lose: 'never' };
		},
	},
	{
		name: 'a device loses the tag before its wave comes',
		fact: 'docs/jobs.md, A row for a tag: left as it is, unchanged, and a note names it',
		by: 'tag',
		rows: [well, well, { life: silent, right: ['unchanged', 'absent'], ends: 301 }, well],
		meanwhile: (world) => world.person(2, { tags: [] }),
	},
	{
		name: 'a sick device loses the tag under judgement',
		fact: 'docs/jobs.md, A row for a tag: what is under judgement is judged, also where it has the tag no more',
		by: 'tag',
		rows: [{ life: silent, right: ['putBack'], ends: 301 }, well, later],
		meanwhile: (world) => world.person(0, { tags: [] }),
	},
	{
		name: 'a device gets the tag while the waves run',
		fact: 'docs/jobs.md, A row for a tag: the endpoints that have the tag are those of the row',
		by: 'tag',
		rows: [well, well, { life: fine, right: ['changed', 'absent'], tags: [42] }],
		meanwhile: (world) => world.person(2, { tags: [41, 42] }),
	},
];
