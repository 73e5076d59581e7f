import { NEIGHBOURS } from '../plan';
import type { Planted } from './planted';

/* Faults by which a job takes for its own, or for the whole, what is not. */

const PLAN = 'src/features/applyTable/tablePlan.ts';
const REGISTRATION = 'src/triggers/runtime/registration.ts';

export const jobs: Planted[] = [
	{
		name: 'refused-is-absent',
		says: 'the device of a row that was refused counts as absent from the table',
		families: [NEIGHBOURS],
		replacements: [
			{
				file: 'src/features/applyTable/tableExtras.ts',
				find: 'if (refused.length > 0 || rows.some(',
				replace: 'if (rows.some(',
			},
			{
				file: 'src/features/applyTable/apply.ts',
				find: 'const extras = refused.length > 0 ? [] : table.extras;',
				replace: 'const { extras } = table;',
			},
		],
	},
	{
		name: 'share-of-the-rest',
		says: 'a share of changes counts more rows than the run has',
		families: [NEIGHBOURS],
		replacements: [
			{
				file: PLAN,
				find: 'all.length + others.refused.length',
				replace: 'all.length * (others.refused.length > 0 ? 2 : 1)',
			},
		],
	},
	{
		name: 'copy-takes',
		says: 'a copy of n8n takes the streams of its running original',
		families: [NEIGHBOURS],
		replacements: [
			{
				file: REGISTRATION,
				find: "if (answerer === 'other') return false;",
				replace: "if (answerer === 'other') return true;",
			},
		],
	},
	{
		name: 'proxy-is-nobody',
		says: 'the page of a proxy counts as an address that was given up',
		families: [NEIGHBOURS],
		replacements: [
			{
				file: REGISTRATION,
				find: "const isFree = answerer === 'nobody' ||",
				replace: "const isFree = answerer === 'nobody' || answerer === 'unclear' ||",
			},
		],
	},
	{
		name: 'any-later-sms',
		says: "looking back has no end: another's equal SMS of the next day counts as sent by a key",
		families: [NEIGHBOURS],
		replacements: [
			{
				file: 'src/table/readBack.ts',
				find: 'timeOf(entry[date]) > end;',
				replace: 'timeOf(entry[date]) > end + 9e9;',
			},
		],
	},
	{
		name: 'oldest-of-all',
		says: 'all keys that are looked back for have the time of the oldest',
		families: [NEIGHBOURS],
		replacements: [
			{
				file: 'src/run/earlierClaims.ts',
				find: 'timeOfClaimedCall(readAt - agoMs, SENT_WITHIN_MS, operation)',
				replace: 'timeOfClaimedCall(0, readAt, operation)',
			},
		],
	},
	{
		name: 'doubt-is-failure',
		says: 'items that a killed run has left in doubt stop its rerun',
		families: [NEIGHBOURS],
		replacements: [
			{
				file: 'src/run/stopEarly.ts',
				find: 'if (result.isEarlier) continue;',
				replace: '',
			},
		],
	},
];
