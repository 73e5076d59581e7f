import type { IDataObject } from 'n8n-workflow';
import { HOUR, MINUTE } from '../../service/builders';
import type { Card, CardOperation, CardProfile, State } from '../../service/state';
import { picked } from '../../support/operation';
import { AN_HOUR_AT_MOST, SECOND, START, each, known, type Case, type Condition } from '../case';
import { clocks, common } from './common';

const ID = '00000000-0000-4000-8000-000000000017';
const NEW = '89000000000000000025';
const OLD = '89000000000000000033';

const AVAILABLE = { id: 1, description: 'Available' };
const INSTALLED = { id: 2, description: 'Installed' };
const ENABLED = { id: 3, description: 'Enabled' };
const DISABLED = { id: 4, description: 'Disabled' };
const DELETED = { id: 5, description: 'Deleted' };
const SCHEDULED = { id: 1, description: 'Scheduled' };
const SUCCESS = { id: 3, description: 'Success' };
const FAILED = { id: 4, description: 'Failed' };
const EXPIRED = { id: 5, description: 'Expired' };

const profile = (iccidWithLuhn: string, status: CardProfile['status']): CardProfile => ({
	iccidWithLuhn,
	status,
});

/** By default the order has not ended, and the card was synchronised before it was made. */
interface Known {
	order?: Partial<CardOperation>;
	card?: Partial<Card>;
	ours?: CardProfile['status'];
	others?: CardProfile['status'];
	profiles?: CardProfile[];
	words?: State['cardWords'];
}

const MADE = START - HOUR;
const knowing = ({ order, card, ours, others, profiles, words }: Known): State =>
	known({
		cards: [
			{
				id: 12,
				eid: '89000000000000000000000000000012',
				created: START - 1000 * HOUR,
				lastPolled: MADE - 5 * MINUTE,
				lastSynced: MADE - MINUTE,
				profiles: profiles ?? [profile(NEW, ours ?? DISABLED), profile(OLD, others ?? ENABLED)],
				...card,
			},
		],
		cardOperations: [
			{
				card: 12,
				id: ID,
				action: { id: 3, description: 'Enable Profile' },
				status: SCHEDULED,
				created: MADE,
				expires: START + 23 * HOUR,
				iccidWithLuhn: NEW,
				...order,
			},
		],
		...(words && { cardWords: words }),
	});

const endedAt = (finalized: number, of: Partial<CardOperation> = {}): Partial<CardOperation> => ({
	status: SUCCESS,
	finalized,
	...of,
});
const synced = (lastSynced: number | null): Partial<Card> => ({ lastSynced });
const HALF_AN_HOUR_AGO = START - 30 * MINUTE;
const ERROR = { reason: 7, message: 'The profile could not be enabled' };

const END =
	'The order has ended without an error, by its finalization date (the page; public reference).';
const SYNC = 'The profile has the wanted state after a later sync (the page).';
const HOLD =
	'With Enabled and its ten minutes: not undone (the page); a new profile is undone after seven.';
const WORDS =
	'Statuses of profiles are not documented: Available is never enabled (public reference).';
const OWN = 'Its own: the profile that the order names (evidence, 3).';

const want = (profileState: string, options?: IDataObject) => ({
	parameters: { profileState },
	...(options && { options }),
});

const any: Case[] = [
	{
		name: 'any state: ended without an error',
		fact: END,
		state: knowing({ order: endedAt(HALF_AN_HOUR_AGO) }),
		...want('any'),
		right: ['met'],
	},
	{
		name: 'any state: ended while the run looks',
		fact: END,
		state: knowing({}),
		...want('any'),
		later: [
			{
				after: 20 * SECOND,
				change: (state, at) => Object.assign(state.cardOperations[0]!, endedAt(at)),
			},
		],
		rounds: [{ waitHere: 60 }],
		right: ['met'],
	},
	...each(
		[SCHEDULED, { id: 2, description: 'In Progress' }, SUCCESS, { id: 9, description: 'Done' }],
		(status) => ({
			name: `any state: ${status.description}, without a finalization date`,
			fact: `${END} Names of statuses are not documented.`,
			state: knowing({ order: { status } }),
			...want('any'),
			right: ['notYet'] as Case['right'],
		}),
	),
	{
		name: 'any state: the finalization date is null',
		fact: END,
		state: knowing({ order: { status: SUCCESS, finalized: null } }),
		...want('any'),
		right: ['notYet'],
	},
	...each(['any', 'enabled', 'disabled', 'gone'], (wanted) => ({
		name: `${wanted}: ended with an error`,
		fact: 'A failed one leaves by Timed Out at once, with its reason (operations).',
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO, { status: FAILED, error: ERROR }),
			card: synced(START - MINUTE),
			...(wanted === 'enabled' && { ours: ENABLED, others: DISABLED }),
			...(wanted === 'gone' && { profiles: [] }),
		}),
		...want(wanted),
		right: ['timedOut'] as Case['right'],
		reason: ['failed'],
	})),
	{
		name: 'any state: ended with an error, in the status Success',
		fact: 'Success is without an error (public reference).',
		state: knowing({ order: endedAt(HALF_AN_HOUR_AGO, { error: ERROR }) }),
		...want('any'),
		right: ['timedOut', 'notYet'],
	},
	{
		name: 'any state: ended in the status Failed, without an object error',
		fact: 'Failures exist among the statuses (public reference); nothing shows that it went well.',
		state: knowing({ order: endedAt(HALF_AN_HOUR_AGO, { status: FAILED }) }),
		...want('any'),
		right: ['timedOut', 'notYet'],
	},
	{
		name: 'any state: ended in the status Expired, without an object error',
		fact: 'Expiry exists among the statuses (public reference); it was not carried out.',
		state: knowing({ order: endedAt(HALF_AN_HOUR_AGO, { status: EXPIRED }) }),
		...want('any'),
		right: ['timedOut', 'notYet'],
	},
	...each(['Cancelled', 'Canceled', 'Rejected', 'Aborted', 'Rolled Back'], (description) => ({
		name: `any state: ended in the status ${description}, without an object error`,
		fact: 'Nothing shows that it went well; names of statuses are not documented.',
		state: knowing({ order: endedAt(HALF_AN_HOUR_AGO, { status: { id: 6, description } }) }),
		...want('any'),
		right: ['timedOut', 'notYet', 'error'] as Case['right'],
	})),
	{
		name: 'any state: another order of the card has ended',
		fact: OWN,
		state: (() => {
			const state = knowing({});
			state.cardOperations.push({
				...state.cardOperations[0]!,
				...endedAt(HALF_AN_HOUR_AGO),
				id: '00000000-0000-4000-8000-000000000018',
			});
			return state;
		})(),
		...want('any'),
		right: ['notYet'],
	},
	{
		name: 'any state: the order is of another card',
		fact: '404 for what the card does not have (public reference).',
		state: knowing({ order: { ...endedAt(HALF_AN_HOUR_AGO), card: 13 } }),
		...want('any'),
		right: ['error'],
	},
];

const enabled: Case[] = [
	{
		name: 'enabled: ended, held and synchronised',
		fact: `${SYNC} ${HOLD}`,
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours: ENABLED,
			others: DISABLED,
		}),
		...want('enabled'),
		right: ['met'],
	},
	...each(['enabled', 'ENABLED', ' Enabled '], (description) => ({
		name: `enabled: in the word “${description}”`,
		fact: SYNC,
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours: { id: 3, description },
			others: DISABLED,
			words: { profileStatuses: [AVAILABLE, INSTALLED, { id: 3, description }, DISABLED] },
		}),
		...want('enabled'),
		right: ['met'] as Case['right'],
	})),
	{
		name: 'enabled: the whole way, in rounds',
		fact: `${SYNC} ${HOLD}`,
		state: knowing({}),
		...want('enabled'),
		later: [
			{
				after: 5 * MINUTE,
				change: (state, at) => {
					Object.assign(state.cardOperations[0]!, endedAt(at));
					state.cards[0]!.profiles = [profile(NEW, ENABLED), profile(OLD, DISABLED)];
					state.cards[0]!.lastSynced = at + 30 * SECOND;
				},
			},
			{ after: 16 * MINUTE, change: (state, at) => void (state.cards[0]!.lastSynced = at) },
		],
		rounds: [{}, { after: 6 * MINUTE }, { after: 12 * MINUTE }, { after: 17 * MINUTE }],
		right: ['met'],
	},
	{
		name: 'enabled: with no minutes to hold',
		fact: SYNC,
		state: knowing({
			order: endedAt(START - 2 * MINUTE),
			card: synced(START - MINUTE),
			ours: ENABLED,
			others: DISABLED,
		}),
		...want('enabled', { holdMinutes: 0 }),
		right: ['met'],
	},
	...each(
		[
			['before the order was made', MADE - MINUTE],
			['before the end', HALF_AN_HOUR_AGO - MINUTE],
			['a minute after the end', HALF_AN_HOUR_AGO + MINUTE],
			['six minutes after the end', HALF_AN_HOUR_AGO + 6 * MINUTE],
			['never', null],
		] as [string, number | null][],
		([name, lastSynced]) => ({
			name: `enabled: synchronised ${name}`,
			fact: `${SYNC} ${HOLD} A sync of before says nothing of after.`,
			state: knowing({
				order: endedAt(HALF_AN_HOUR_AGO),
				card: synced(lastSynced),
				ours: ENABLED,
				others: DISABLED,
			}),
			...want('enabled'),
			right: ['notYet'] as Case['right'],
		}),
	),
	...each([1, 5, 9], (minutes) => ({
		name: `enabled: ended ${minutes} min ago`,
		fact: HOLD,
		state: knowing({
			order: endedAt(START - minutes * MINUTE),
			card: synced(START - 5 * SECOND),
			ours: ENABLED,
			others: DISABLED,
		}),
		...want('enabled'),
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'enabled: not ended, and the profile was enabled before',
		fact: END,
		state: knowing({ card: synced(START - MINUTE), ours: ENABLED, others: DISABLED }),
		...want('enabled'),
		right: ['notYet'],
	},
	...each([AVAILABLE, INSTALLED, DISABLED, DELETED], (ours) => ({
		name: `enabled: ${ours.description} after the sync`,
		fact: `${SYNC} ${WORDS}`,
		state: knowing({ order: endedAt(HALF_AN_HOUR_AGO), card: synced(START - MINUTE), ours }),
		...want('enabled'),
		right: ['timedOut', 'notYet'] as Case['right'],
		reason: ['profileNotAsWanted', 'rolledBack'],
	})),
	...each(
		['Enabling', 'Enable Pending', 'Enable Failed', 'Not Enabled', 'To Be Enabled', 'Aktiv'],
		(description) => ({
			name: `enabled: in the word “${description}”`,
			fact: WORDS,
			state: knowing({
				order: endedAt(HALF_AN_HOUR_AGO),
				card: synced(START - MINUTE),
				ours: { id: 7, description },
				words: { profileStatuses: [AVAILABLE, ENABLED, DISABLED, { id: 7, description }] },
			}),
			...want('enabled'),
			right: ['timedOut', 'notYet', 'error'] as Case['right'],
		}),
	),
	{
		name: 'enabled: in the word Active of the portal',
		fact: 'The portal shows a badge Active; the words of the service are not known (public reference).',
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours: { id: 7, description: 'Active' },
			others: { id: 8, description: 'Inactive' },
		}),
		...want('enabled'),
		right: ['met', 'timedOut', 'notYet', 'error'],
	},
	{
		name: 'enabled: by the status id, in a word of its own',
		fact: 'Status ID of the Profile decides, where the words do not tell it (operations).',
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours: { id: 7, description: 'Aktiv' },
		}),
		...want('enabled', { profileStatusId: 7 }),
		right: ['met'],
	},
	{
		name: 'enabled: by the status id, and the profile has another in the word Enabled',
		fact: 'Status ID of the Profile decides (operations).',
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours: ENABLED,
		}),
		...want('enabled', { profileStatusId: 7 }),
		right: ['timedOut', 'notYet'],
	},
	{
		name: 'enabled: another profile of the card',
		fact: OWN,
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours: DISABLED,
			others: ENABLED,
		}),
		...want('enabled'),
		right: ['timedOut', 'notYet'],
	},
	{
		name: 'enabled: undone after seven minutes',
		fact: 'A new profile that finds no network is undone after seven minutes (public reference).',
		state: knowing({}),
		...want('enabled'),
		later: [
			{
				after: MINUTE,
				change: (state, at) => {
					Object.assign(state.cardOperations[0]!, endedAt(at));
					state.cards[0]!.profiles = [profile(NEW, ENABLED), profile(OLD, DISABLED)];
					state.cards[0]!.lastSynced = at + 30 * SECOND;
				},
			},
			{
				after: 9 * MINUTE,
				change: (state, at) => {
					state.cards[0]!.profiles = [profile(NEW, DISABLED), profile(OLD, ENABLED)];
					state.cards[0]!.lastSynced = at;
				},
			},
			// Synchronised once more after the ten minutes: before that, to look on is right, too.
			{ after: 20 * MINUTE, change: (state, at) => void (state.cards[0]!.lastSynced = at) },
		],
		rounds: [{}, { after: 3 * MINUTE }, { after: 30 * MINUTE }],
		right: ['timedOut'],
		reason: ['rolledBack'],
	},
	{
		name: 'enabled: fallen back to the fallback after the sync, later synchronised again',
		fact: 'The device switches to its fallback by itself, without an operation (public reference).',
		state: knowing({
			order: endedAt(START - 5 * MINUTE),
			card: synced(START - MINUTE),
			ours: ENABLED,
			others: DISABLED,
		}),
		...want('enabled'),
		later: [
			{
				after: 4 * MINUTE,
				change: (state, at) => {
					state.cards[0]!.profiles = [profile(NEW, DISABLED), profile(OLD, ENABLED)];
					state.cards[0]!.lastSynced = at + 10 * MINUTE;
				},
			},
		],
		rounds: [{}, { after: 20 * MINUTE }],
		right: ['timedOut', 'notYet'],
	},
	{
		name: 'enabled: two profiles at once',
		fact: 'One is active at a time (public reference): the card is between two states (open).',
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours: ENABLED,
			others: ENABLED,
		}),
		...want('enabled'),
		right: ['met', 'notYet', 'timedOut'],
	},
];

const others: Case[] = [
	...each(['enabled', 'disabled', 'gone'], (wanted) => ({
		name: `${wanted}: the order names no profile`,
		fact: 'profileNotSeen, where the order or the card names no profile (the page).',
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO, { iccidWithLuhn: undefined }),
			card: synced(START - MINUTE),
			ours: wanted === 'enabled' ? ENABLED : DISABLED,
		}),
		...want(wanted),
		// The page does not say at which look: at the end of the time at last.
		rounds: [{ right: ['notYet', 'timedOut'] }, { after: 70 * MINUTE }],
		right: ['timedOut'] as Case['right'],
		reason: ['profileNotSeen'],
	})),
	...each(['enabled', 'disabled'], (wanted) => ({
		name: `${wanted}: the card does not have the profile`,
		fact: 'profileNotSeen, where the order or the card names no profile (the page).',
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			profiles: [profile(OLD, wanted === 'enabled' ? ENABLED : DISABLED)],
		}),
		...want(wanted),
		right: ['timedOut', 'notYet'] as Case['right'],
		reason: ['profileNotSeen', 'profileNotAsWanted'],
	})),
	{
		name: 'disabled: after the sync',
		fact: SYNC,
		state: knowing({ order: endedAt(HALF_AN_HOUR_AGO), card: synced(START - MINUTE) }),
		...want('disabled'),
		right: ['met'],
	},
	...each([ENABLED, AVAILABLE, { id: 7, description: 'Disabling' }], (ours) => ({
		name: `disabled: ${ours.description} after the sync`,
		fact: `${SYNC} ${WORDS}`,
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours,
			words: {
				profileStatuses: [AVAILABLE, ENABLED, DISABLED, { id: 7, description: 'Disabling' }],
			},
		}),
		...want('disabled'),
		right: ['timedOut', 'notYet', 'error'] as Case['right'],
	})),
	...each([HALF_AN_HOUR_AGO - SECOND, null], (lastSynced) => ({
		name: `disabled: synchronised ${lastSynced === null ? 'never' : 'a second before the end'}`,
		fact: SYNC,
		state: knowing({ order: endedAt(HALF_AN_HOUR_AGO), card: synced(lastSynced) }),
		...want('disabled'),
		right: ['notYet'] as Case['right'],
	})),
	...each(
		[
			['the card has it no longer', [profile(OLD, ENABLED)]],
			['the card has no profile', []],
			['its status is Deleted', [profile(NEW, DELETED), profile(OLD, ENABLED)]],
		] as [string, CardProfile[]][],
		([name, profiles]) => ({
			name: `gone: ${name}`,
			fact: SYNC,
			state: knowing({ order: endedAt(HALF_AN_HOUR_AGO), card: synced(START - MINUTE), profiles }),
			...want('gone'),
			right: ['met'] as Case['right'],
		}),
	),
	{
		name: 'gone: by the id of the status Deleted',
		fact: 'Status ID of the Profile is the wanted one (operations).',
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours: DELETED,
		}),
		...want('gone', { profileStatusId: 5 }),
		right: ['met'],
	},
	{
		name: 'disabled: by the id of a status in a word of its own',
		fact: 'Status ID of the Profile is the wanted one (operations).',
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours: { id: 7, description: 'Inaktiv' },
		}),
		...want('disabled', { profileStatusId: 7 }),
		right: ['met'],
	},
	...each(
		[
			['the card has it no longer', [profile(OLD, ENABLED)]],
			['its status is Deleted', [profile(NEW, DELETED), profile(OLD, ENABLED)]],
		] as [string, CardProfile[]][],
		([name, profiles]) => ({
			name: `gone: ${name}, and was not synchronised since`,
			fact: SYNC,
			state: knowing({
				order: endedAt(HALF_AN_HOUR_AGO),
				card: synced(HALF_AN_HOUR_AGO - MINUTE),
				profiles,
			}),
			...want('gone'),
			right: ['notYet'] as Case['right'],
		}),
	),
	...each(['Disabled', 'Deleting', 'Deletion Failed', 'Not Deleted'], (description) => ({
		name: `gone: ${description} after the sync`,
		fact: SYNC,
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours: { id: 7, description },
			words: { profileStatuses: [AVAILABLE, ENABLED, { id: 7, description }, DELETED] },
		}),
		...want('gone'),
		right: ['timedOut', 'notYet', 'error'] as Case['right'],
	})),
	{
		name: 'the order is ended, the card cannot be read',
		fact: 'What cannot be read is not absent (the page).',
		state: {
			...knowing({ order: endedAt(HALF_AN_HOUR_AGO) }),
			refusals: [{ path: /euicc(\/12)?(\?.*)?$/, status: 503 }],
		},
		...want('gone'),
		right: ['notYet', 'error'],
	},
	{
		name: 'the order is ended, the card is not there any more',
		fact: 'A card that is out of reach has no profile that was seen to be deleted (the page).',
		state: {
			...knowing({ order: endedAt(HALF_AN_HOUR_AGO) }),
			refusals: [{ path: /euicc(\/12)?(\?.*)?$/, status: 404 }],
		},
		...want('gone'),
		right: ['notYet', 'error', 'timedOut'],
	},
];

const EXPIRY =
	'Expired counts five minutes after its expiry date, and after one more look (the page).';

const expiry: Case[] = [
	...each([1, 4], (minutes) => ({
		name: `its expiry was ${minutes} min ago`,
		fact: EXPIRY,
		state: knowing({ order: { expires: START - minutes * MINUTE } }),
		...want('any'),
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'its expiry was ten minutes ago, at the first look',
		fact: EXPIRY,
		state: knowing({ order: { expires: START - 10 * MINUTE } }),
		...want('any'),
		right: ['notYet'],
	},
	{
		name: 'its expiry was ten minutes ago, looked at once more',
		fact: EXPIRY,
		state: knowing({ order: { expires: START - 10 * MINUTE } }),
		...want('any'),
		rounds: [{}, { after: MINUTE }],
		right: ['timedOut'],
		reason: ['expired'],
	},
	{
		name: 'enabled: it has expired, and the profile is enabled all the same',
		fact: `${EXPIRY} Not this order has enabled it (evidence, 3).`,
		state: knowing({
			order: { expires: START - 10 * MINUTE },
			card: synced(START - MINUTE),
			ours: ENABLED,
			others: DISABLED,
		}),
		...want('enabled'),
		rounds: [{}, { after: MINUTE }],
		right: ['timedOut', 'notYet'],
		reason: ['expired'],
	},
	{
		name: 'ended with an error after its expiry',
		fact: 'A failed one leaves by Timed Out at once, with its reason (operations).',
		state: knowing({ order: { expires: START - 10 * MINUTE } }),
		...want('any'),
		later: [
			{
				after: 10 * SECOND,
				change: (state) =>
					Object.assign(
						state.cardOperations[0]!,
						endedAt(START - 9 * MINUTE, { status: FAILED, error: ERROR }),
					),
			},
		],
		rounds: [{}, { after: MINUTE }],
		right: ['timedOut'],
		reason: ['failed', 'expired'],
	},
	{
		name: 'ended without an error after its expiry',
		fact: END,
		state: knowing({ order: { expires: START - 10 * MINUTE } }),
		...want('any'),
		later: [
			{
				after: 10 * SECOND,
				change: (state) => Object.assign(state.cardOperations[0]!, endedAt(START - 11 * MINUTE)),
			},
		],
		rounds: [{}, { after: MINUTE }],
		right: ['met'],
	},
	...each([HOUR, -HOUR], (clockOff) => ({
		name: `its expiry is in half an hour, n8n’s clock is ${clockOff > 0 ? 'ahead' : 'behind'}`,
		fact: `${EXPIRY} By the clock of the service.`,
		state: knowing({ order: { expires: START + 30 * MINUTE } }),
		parameters: { profileState: 'any', atMost: 5 },
		rounds: [{ clockOff }, { clockOff, after: MINUTE }, { clockOff, after: 2 * MINUTE }],
		right: ['notYet'] as Case['right'],
	})),
	...each([HOUR, -HOUR], (clockOff) => ({
		name: `enabled: ended five minutes ago, n8n’s clock is ${clockOff > 0 ? 'ahead' : 'behind'}`,
		fact: `${HOLD} By the clock of the service.`,
		state: knowing({
			order: endedAt(START - 5 * MINUTE),
			card: synced(START - MINUTE),
			ours: ENABLED,
			others: DISABLED,
		}),
		...want('enabled'),
		rounds: [{ clockOff }],
		right: ['notYet'] as Case['right'],
	})),
	...each([HOUR, -HOUR], (clockOff) => ({
		name: `enabled: held and synchronised, n8n’s clock is ${clockOff > 0 ? 'ahead' : 'behind'}`,
		fact: `${HOLD} By the clock of the service.`,
		state: knowing({
			order: endedAt(HALF_AN_HOUR_AGO),
			card: synced(START - MINUTE),
			ours: ENABLED,
			others: DISABLED,
		}),
		...want('enabled'),
		rounds: [{ clockOff }],
		right: ['met'] as Case['right'],
	})),
];

const wait = {
	open: knowing({}),
	fulfil: (state: State, at: number): void => {
		Object.assign(state.cardOperations[0]!, endedAt(at));
		state.cards[0]!.lastSynced = at + SECOND;
	},
	parameters: { profileState: 'disabled' },
};

export const esimOrder: Condition = {
	title: 'Await: eSIM Order Ended',
	operation: 'await esimOrder',
	parameters: { euiccId: picked(12), operationId: ID, ...AN_HOUR_AT_MOST },
	cases: [...any, ...enabled, ...others, ...expiry],
	general: [
		...common({
			...wait,
			reads: /\/euicc/,
			condition: 'esimOrder',
			other: { operationId: '00000000-0000-4000-8000-000000000018' },
			fields: ['since', 'until', 'of'],
			remove: (state) => {
				state.cards = [];
				state.cardOperations = [];
			},
		}),
		...clocks(wait),
	],
};
