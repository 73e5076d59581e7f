import {
	DAY,
	EXAMPLE_MOBILE,
	HOUR,
	MINUTE,
	OTHER_MOBILE,
	SIM,
	THREE,
	attached,
	closed,
	event,
	offline,
	online,
	opened,
	operator,
	purged,
	registered,
	registrationRejected,
	sessionRefused,
} from '../../service/builders';
import { withLuhn } from '../../service/forms';
import type { Card, CardProfile, FleetEvent } from '../../service/state';
import { NOW, known, morningSessions, usedDaily, type Case } from '../case';

/* What networks and policy refuse: blocklists, radio access, sessions, registrations, other profiles. */

const lostAt = (days: number, of = {}): FleetEvent[] => [
	...morningSessions(25, days + 1),
	registered(NOW - days * DAY - HOUR, of),
	opened(NOW - days * DAY - HOUR + MINUTE, of),
	purged(NOW - days * DAY),
];
const onBlacklist = (...operators: (typeof THREE)[]) => ({
	blacklists: [{ endpoint: 4001, operators }],
});
const isGone = { connectivity: [offline()], usage: usedDaily(6) };

/** A name that two operators of different countries have. */
const NAMESAKE = operator(112, EXAMPLE_MOBILE.name, '77', THREE.country);

const own = (description: string): CardProfile => ({
	iccidWithLuhn: withLuhn(SIM.iccid),
	status: { id: 3, description },
	endpoint: { id: 4001, name: 'meter-0017' },
});
const foreign = (description: string): CardProfile => ({
	iccidWithLuhn: withLuhn('8911111111111111111'),
	status: { id: 4, description },
	organisation: null,
	name: 'Foreign',
});
const EID = '89001012012341234012345678901224';
const card = (profiles: CardProfile[], synced = NOW - MINUTE, id = 61, eid = EID): Card => ({
	id,
	eid,
	created: NOW - 300 * DAY,
	lastPolled: synced,
	lastSynced: synced,
	profiles,
});

export const networks: Case[] = [
	{
		name: 'rejected at an operator that is on the blacklist of the endpoint',
		fact: 'The endpoint’s operator blacklist (specification); matched by id.',
		state: known({
			...onBlacklist(OTHER_MOBILE),
			events: [
				...morningSessions(25, 6),
				registrationRejected(NOW - HOUR, { operator: OTHER_MOBILE }),
			],
			...isGone,
		}),
		right: ['operatorBlocked'],
		certain: 'may',
	},
	{
		name: 'rejected at an operator that the tariff profile blocks wholly',
		fact: 'blocklist.operator true: wholly blocked (public reference, tariff profile blocklist).',
		state: known({
			tariff: { blocklist: [{ operator: OTHER_MOBILE, isWhole: true, ratTypes: [] }] },
			events: [
				...morningSessions(25, 6),
				registrationRejected(NOW - HOUR, { operator: OTHER_MOBILE }),
			],
			...isGone,
		}),
		right: ['operatorBlocked'],
		certain: 'may',
	},
	{
		name: 'the same, as one object instead of a list',
		fact: 'The schema shows one object, a list is likely: accept both (public reference).',
		state: known({
			form: 'reference',
			tariff: { blocklist: [{ operator: OTHER_MOBILE, isWhole: true, ratTypes: [] }] },
			events: [
				...morningSessions(25, 6),
				registrationRejected(NOW - HOUR, { operator: OTHER_MOBILE }),
			],
			...isGone,
		}),
		right: ['operatorBlocked'],
		certain: 'may',
	},
	{
		name: 'the operator 3 is on the blacklist, and 3 stands in a text',
		fact: 'Matched by id, never by a name found in a text (evidence, 3).',
		state: known({
			...onBlacklist(THREE),
			events: [
				...morningSessions(25, 6),
				registrationRejected(NOW - HOUR, {
					operator: OTHER_MOBILE,
					description: 'Update location rejected at Other Mobile, cause 13, try 3',
				}),
			],
			...isGone,
		}),
		right: ['registrationRejected'],
		certain: 'may',
		notAlso: ['operatorBlocked'],
	},
	{
		name: 'an operator of the same name in another country is on the blacklist',
		fact: 'Names of operators are not unique (public reference, operators).',
		state: known({ ...onBlacklist(NAMESAKE), events: lostAt(5), ...isGone }),
		right: ['lost'],
		certain: 'may',
		notAlso: ['operatorBlocked'],
	},
	{
		name: 'its blacklisted operator is ten days past, another one newer',
		fact: 'Where it was last decides (the page, verdict 15).',
		state: known({
			...onBlacklist(THREE),
			events: [
				registered(NOW - 10 * DAY, { operator: THREE }),
				registered(NOW - 7 * DAY, { operator: OTHER_MOBILE }),
				opened(NOW - 7 * DAY + MINUTE, { operator: OTHER_MOBILE }),
				purged(NOW - 6 * DAY),
			],
			...isGone,
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['operatorBlocked'],
	},
	{
		name: 'rejected at a blocked operator, then accepted at another',
		fact: 'The newest registration was accepted (the page, verdicts 15 and 19).',
		state: known({
			...onBlacklist(THREE),
			events: [
				registrationRejected(NOW - 2 * HOUR, { operator: THREE }),
				registered(NOW - HOUR, { operator: OTHER_MOBILE }),
				opened(NOW - HOUR + MINUTE, { operator: OTHER_MOBILE }),
			],
			connectivity: [online(NOW - HOUR + MINUTE, { operator: OTHER_MOBILE })],
			usage: [{ ...usedDaily()[0]!, lastHour: [[5, 0.1, 0.1]] }],
		}),
		right: ['healthy'],
		certain: 'may',
		notAlso: ['operatorBlocked', 'registrationRejected'],
	},
	{
		name: 'online at an operator that was put on the blacklist',
		fact: 'The verdict is of a device that is not online (the page, verdict 15).',
		state: known({
			...onBlacklist(EXAMPLE_MOBILE),
			events: [opened(NOW - 2 * HOUR)],
			connectivity: [online(NOW - 2 * HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[5, 0.1, 0.1]] }],
		}),
		right: ['healthy'],
		certain: 'may',
		notAlso: ['operatorBlocked'],
	},
	{
		name: 'accepted at an operator that stands on the blacklist, then its location deleted',
		fact: 'The network accepted it there: when the operator was listed is announced by no event (public reference, who changed what).',
		state: known({ ...onBlacklist(EXAMPLE_MOBILE), events: lostAt(5), ...isGone }),
		right: ['operatorBlocked', 'lost'],
		certain: 'never',
	},
	{
		name: 'the tariff profile blocks only 2G of the operator, the device used 4G',
		fact: 'Entries of RATs and of whole operators do not replace each other (public reference).',
		state: known({
			tariff: { blocklist: [{ operator: EXAMPLE_MOBILE, isWhole: false, ratTypes: [2] }] },
			events: lostAt(5, { rat: 6 }),
			...isGone,
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['operatorBlocked', 'ratBlocked'],
	},
	{
		name: 'both blocklists may not be read',
		fact: 'The verdict becomes less certain where the missing part could have told of one before it (the page).',
		state: known({
			events: lostAt(5),
			...isGone,
			refusals: [{ path: /operator_bl/, status: 403 }],
		}),
		right: ['lost'],
		certain: 'never',
		notRead: /bl(ack|ock)list/i,
	},
	{
		name: 'the profile no longer allows 4G, its last session was 4G',
		fact: 'allowed_4g false (public reference, fields of profiles); RAT 6 is 4G (public reference).',
		state: known({ profile: { allowed4g: false }, events: lostAt(5, { rat: 6 }), ...isGone }),
		right: ['ratBlocked', 'lost'],
		certain: 'never',
	},
	{
		name: 'NB-IoT is off, the device used NB-IoT and is refused now',
		fact: 'RAT 8 is NB-IoT (public reference, radio access types); a refusal since confirms it.',
		state: known({
			profile: { allowedNbIot: false },
			events: [
				...lostAt(5, { rat: 8 }),
				sessionRefused(NOW - HOUR, { description: 'RAT type not allowed' }),
			],
			...isGone,
		}),
		right: ['ratBlocked'],
		certain: 'may',
	},
	{
		name: '3G is off, the device used 2G',
		fact: 'RAT 2 is 2G, 1 is 3G (public reference): the names are no order.',
		state: known({ profile: { allowed3g: false }, events: lostAt(5, { rat: 2 }), ...isGone }),
		right: ['lost'],
		certain: 'may',
		notAlso: ['ratBlocked'],
	},
	{
		name: '3G is off, the device used HSPA+',
		fact: 'RAT 5 is HSPA+, which is 3G; whether the switch covers it is not documented.',
		state: known({ profile: { allowed3g: false }, events: lostAt(5, { rat: 5 }), ...isGone }),
		right: ['ratBlocked', 'lost'],
		certain: 'may',
		notCertain: ['ratBlocked'],
	},
	{
		name: 'the tariff profile blocks 4G of the operator where it is refused',
		fact: 'A RAT blocked for its operator (the page, verdict 16).',
		state: known({
			tariff: { blocklist: [{ operator: EXAMPLE_MOBILE, isWhole: false, ratTypes: [6] }] },
			events: [...lostAt(5, { rat: 6 }), registrationRejected(NOW - HOUR)],
			...isGone,
		}),
		right: ['ratBlocked'],
		certain: 'may',
	},
	{
		name: 'the tariff profile blocks 4G of another operator',
		fact: 'An entry is for its operator (public reference, tariff profile blocklist).',
		state: known({
			tariff: { blocklist: [{ operator: OTHER_MOBILE, isWhole: false, ratTypes: [6] }] },
			events: lostAt(5, { rat: 6 }),
			...isGone,
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['ratBlocked', 'operatorBlocked'],
	},
	{
		name: 'the newest session was refused',
		fact: 'Type 3 with Warn of Policy Control is a refusal (public reference, event types).',
		state: known({
			events: [...morningSessions(20, 1), sessionRefused(NOW - HOUR)],
			connectivity: [offline()],
			usage: usedDaily(1),
		}),
		right: ['refused'],
		certain: 'may',
		since: [NOW - HOUR],
	},
	{
		name: 'the same, as WARN with a source by name',
		fact: 'Decide by the id of the severity, texts differ (public reference).',
		state: known({
			form: 'reference',
			events: [...morningSessions(20, 1), registered(NOW - 2 * HOUR), sessionRefused(NOW - HOUR)],
			connectivity: [attached(NOW - 2 * HOUR)],
			usage: usedDaily(1),
		}),
		right: ['refused'],
		certain: 'may',
	},
	{
		name: 'refused, then accepted',
		fact: 'A session was accepted since (the page, verdict 17).',
		state: known({
			events: [sessionRefused(NOW - 2 * HOUR), opened(NOW - HOUR)],
			connectivity: [online(NOW - HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[5, 0.1, 0.1]] }],
		}),
		right: ['healthy'],
		certain: 'may',
		notAlso: ['refused'],
	},
	{
		name: 'refused and accepted in one second, the higher id accepted',
		fact: 'Newer is by the service’s clock and ids (evidence, 3).',
		state: known({
			events: [
				...morningSessions(20, 1),
				opened(NOW - HOUR, { id: 720_000_000_800_002 }),
				sessionRefused(NOW - HOUR, { id: 720_000_000_800_001 }),
			],
			connectivity: [online(NOW - HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[5, 0.1, 0.1]] }],
		}),
		right: ['healthy'],
		certain: 'may',
		notAlso: ['refused'],
	},
	{
		name: 'refused four weeks ago, registered last week, then its location deleted',
		fact: 'A refusal of last month is history (evidence, 4).',
		state: known({
			events: [sessionRefused(NOW - 28 * DAY), registered(NOW - 7 * DAY), purged(NOW - 6 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(29),
		}),
		right: ['refused', 'lost', 'unknown'],
		certain: 'never',
	},
	{
		name: 'refused because the SIM was not activated, activated since',
		fact: 'Event 8 is newer than the refusal (evidence, 4: what was changed since is history).',
		state: known({
			sim: { activated: NOW - DAY },
			events: [
				sessionRefused(NOW - 2 * DAY, { description: 'SIM not activated' }),
				event(NOW - DAY, 8),
			],
			connectivity: [offline()],
			usage: [],
		}),
		right: 'any',
		wrong: ['simIssued', 'simSuspended', 'lost'],
		certain: 'never',
	},
	{
		name: 'the refusal was of the former SIM',
		fact: 'A sign is matched by its SIM (evidence, 3).',
		state: known({
			events: [
				sessionRefused(NOW - 6 * DAY, { sim: 5999 }),
				event(NOW - 5 * DAY, 50, { sim: 5999 }),
				event(NOW - 5 * DAY + MINUTE, 51),
			],
			connectivity: [offline()],
			usage: usedDaily(8),
		}),
		right: 'any',
		certain: 'may',
		notCertain: ['refused'],
	},
	{
		name: 'refused, but online with a session that is newer',
		fact: 'The session was created after the refusal (public reference, connectivity answer).',
		state: known({
			events: [sessionRefused(NOW - 2 * HOUR)],
			connectivity: [online(NOW - HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[5, 0.1, 0.1]] }],
		}),
		right: ['healthy'],
		certain: 'may',
	},
	{
		name: 'a session was cut because the quota was updated',
		fact: 'Event 0 tells of a cut session, it is no refused attempt (public reference, event types).',
		state: known({
			events: [
				...morningSessions(20, 1),
				event(NOW - HOUR, 0, { description: 'Data session cut: quota updated' }),
			],
			connectivity: [offline()],
			usage: usedDaily(1),
		}),
		right: 'any',
		wrong: ['refused', 'lost'],
		certain: 'never',
	},
	{
		name: 'the newest registration was rejected',
		fact: 'Type 1 and 2 with Warn are rejections (public reference, events).',
		state: known({
			events: [...morningSessions(20, 1), registrationRejected(NOW - HOUR)],
			connectivity: [offline()],
			usage: usedDaily(1),
		}),
		right: ['registrationRejected'],
		certain: 'may',
		since: [NOW - HOUR],
	},
	{
		name: 'only rejections since it was created',
		fact: 'The device lives and tries: it is neither lost nor asleep (the page, verdict 19).',
		state: known({
			endpoint: { created: NOW - 5 * DAY },
			events: [
				event(NOW - 5 * DAY, 51),
				registrationRejected(NOW - 4 * DAY, {}, 1),
				registrationRejected(NOW - 3 * HOUR, {}, 1),
			],
			connectivity: [offline()],
		}),
		right: ['registrationRejected'],
		certain: 'may',
	},
	{
		name: 'rejected, then accepted at the next operator',
		fact: 'A registration was accepted since (the page, verdict 19).',
		state: known({
			events: [
				...morningSessions(20, 1),
				registrationRejected(NOW - HOUR, { operator: THREE }),
				registered(NOW - HOUR + MINUTE, { operator: OTHER_MOBILE }),
				opened(NOW - HOUR + 2 * MINUTE, { operator: OTHER_MOBILE }),
			],
			connectivity: [online(NOW - HOUR + 2 * MINUTE, { operator: OTHER_MOBILE })],
			usage: [{ ...usedDaily()[0]!, lastHour: [[5, 0.1, 0.1]] }],
		}),
		right: ['healthy'],
		certain: 'may',
		notAlso: ['registrationRejected'],
	},
	{
		name: 'rejected 29 days ago, nothing since',
		fact: 'A refusal of last month is history (evidence, 4).',
		state: known({
			events: [registrationRejected(NOW - 29 * DAY)],
			connectivity: [offline()],
			usage: usedDaily(29),
		}),
		right: ['registrationRejected', 'lost', 'unknown'],
		certain: 'never',
	},
	{
		name: 'rejected two hours ago, but the location was updated one hour ago',
		fact: 'The connectivity names a newer contact than the rejection (public reference, last seen).',
		state: known({
			events: [...morningSessions(20, 1), registrationRejected(NOW - 2 * HOUR)],
			connectivity: [attached(NOW - HOUR)],
			usage: usedDaily(1),
		}),
		right: 'any',
		certain: 'never',
	},
	{
		name: 'an open session was closed after the rejection elsewhere, and reopened',
		fact: 'The newest attempt was accepted (public reference, event types 3 and 5).',
		state: known({
			events: [
				registrationRejected(NOW - 3 * HOUR, { operator: THREE }),
				closed(NOW - 2 * HOUR),
				opened(NOW - HOUR),
			],
			connectivity: [online(NOW - HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[5, 0.1, 0.1]] }],
		}),
		right: ['healthy'],
		certain: 'may',
	},
	{
		name: 'another profile of the card is enabled',
		fact: 'One profile is active at a time; under a foreign one its events and usage stop (public reference, profiles).',
		state: known({
			sim: { eid: EID },
			cards: [card([own('Disabled'), foreign('Enabled')])],
			events: lostAt(5),
			...isGone,
		}),
		right: ['otherProfile'],
		certain: 'may',
	},
	{
		name: 'the same, and the SIM does not tell its EID',
		fact: 'The EID was not in recorded SIM answers; a profile names its ICCID (public reference, eSIM).',
		state: known({
			cards: [card([foreign('Enabled'), own('Disabled')])],
			events: lostAt(5),
			...isGone,
		}),
		right: ['otherProfile'],
		certain: 'may',
	},
	{
		name: 'the other profile is only Available',
		fact: 'Available is never read as enabled (public reference, profile states).',
		state: known({
			sim: { eid: EID },
			cards: [card([own('Enabled'), foreign('Available')])],
			events: lostAt(5),
			...isGone,
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['otherProfile'],
	},
	{
		name: 'no profile of the card is enabled',
		fact: 'Another profile has to be the enabled one (the page, verdict 18).',
		state: known({
			sim: { eid: EID },
			cards: [card([own('Disabled'), foreign('Disabled')])],
			events: lostAt(5),
			...isGone,
		}),
		right: ['lost', 'unknown'],
		certain: 'may',
		notAlso: ['otherProfile'],
	},
	{
		name: 'the card was last synchronised before the newest session',
		fact: 'The card’s last sync stands beside sessions (evidence, 4): the SIM was active after it.',
		state: known({
			sim: { eid: EID },
			cards: [card([own('Disabled'), foreign('Enabled')], NOW - 20 * DAY)],
			events: lostAt(5),
			...isGone,
		}),
		right: ['otherProfile', 'lost'],
		certain: 'never',
	},
	{
		name: 'the card was never synchronised',
		fact: 'last_synced is nullable (public reference, eSIM): what was not synchronised is not fresh.',
		state: known({
			sim: { eid: EID },
			cards: [
				{ ...card([own('Disabled'), foreign('Enabled')]), lastSynced: null, lastPolled: null },
			],
			events: lostAt(5),
			...isGone,
		}),
		right: ['otherProfile', 'lost'],
		certain: 'never',
	},
	{
		name: 'another profile is enabled, by the card, but the SIM is online and moves data',
		fact: 'The verdict is of an endpoint that is not online (the page, verdict 18).',
		state: known({
			sim: { eid: EID },
			cards: [card([own('Disabled'), foreign('Enabled')], NOW - DAY)],
			events: [opened(NOW - HOUR)],
			connectivity: [online(NOW - HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[5, 0.1, 0.1]] }],
		}),
		right: ['healthy'],
		certain: 'may',
	},
	{
		name: 'the card of another device, whose ICCID begins alike',
		fact: 'A card holds the SIM by its whole ICCID (evidence, 3).',
		state: known({
			cards: [
				card([
					{ ...own('Disabled'), iccidWithLuhn: withLuhn('8900000000000000018'), endpoint: null },
					foreign('Enabled'),
				]),
			],
			events: lostAt(5),
			...isGone,
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['otherProfile'],
	},
	{
		name: 'the card stands behind a thousand others',
		fact: 'Lists of cards have at most 1,000 a page (public reference, eSIM): what was not read is not absent.',
		state: known({
			sim: { eid: EID },
			cards: [
				...Array.from({ length: 1049 }, (_, n) =>
					card(
						[foreign('Enabled')],
						NOW,
						100 + n,
						`8900101201234123401234567${String(n).padStart(7, '0')}`,
					),
				),
				card([own('Disabled'), foreign('Enabled')], NOW - MINUTE, 5000),
			],
			events: lostAt(5),
			...isGone,
		}),
		right: ['otherProfile', 'lost'],
		certain: 'may',
		notCertain: ['lost'],
	},
	{
		name: 'cards may not be read, and the SIM is an eSIM',
		fact: 'The verdict becomes less certain where the missing part could have told of one before it (the page).',
		state: known({
			sim: { eid: EID },
			events: lostAt(5),
			...isGone,
			refusals: [{ path: /euicc/, status: 403, body: { status_code: 403, message: 'Forbidden' } }],
		}),
		right: ['lost'],
		certain: 'never',
		notRead: /card|euicc|esim|profile/i,
	},
	{
		name: 'rejected without a detail, the text naming an operator whose name holds a blocked one',
		fact: 'Matched by id, never by a name found in a text (evidence, 3).',
		state: known({
			...onBlacklist(operator(40, 'Mobile')),
			events: [
				...morningSessions(25, 6),
				event(NOW - HOUR, 2, {
					severity: 1,
					description: 'Update location rejected by Example Mobile: roaming not allowed',
				}),
			],
			...isGone,
		}),
		right: ['registrationRejected'],
		certain: 'may',
		notAlso: ['operatorBlocked'],
	},
	{
		name: 'rejected without a detail, the text naming the blocked operator of another country',
		fact: 'Names of operators are not unique (public reference, operators): a text identifies none.',
		state: known({
			...onBlacklist(NAMESAKE),
			events: [
				...morningSessions(25, 6),
				event(NOW - HOUR, 2, {
					severity: 1,
					description: 'Update location rejected by Example Mobile: roaming not allowed',
				}),
			],
			...isGone,
		}),
		right: ['registrationRejected', 'operatorBlocked'],
		certain: 'may',
		notCertain: ['operatorBlocked'],
	},
	{
		name: 'the text of the refusal names a radio access type that is off',
		fact: 'RATs are ids (public reference); the last session used 2G.',
		state: known({
			profile: { allowed4g: false },
			events: [
				...lostAt(5, { rat: 2 }),
				sessionRefused(NOW - HOUR, { description: 'Rejected (tunnel 4G-17)' }),
			],
			...isGone,
		}),
		right: ['refused'],
		certain: 'may',
		notAlso: ['ratBlocked'],
	},
	{
		name: 'another tariff profile blocks the operator',
		fact: 'A blocklist is one tariff profile’s (public reference).',
		state: known({
			tariffProfiles: [
				{ id: 301, name: 'Europe' },
				{
					id: 302,
					name: 'Europe 2',
					blocklist: [{ operator: EXAMPLE_MOBILE, isWhole: true, ratTypes: [] }],
				},
			],
			events: lostAt(5),
			...isGone,
		}),
		right: ['lost'],
		certain: 'may',
		notAlso: ['operatorBlocked'],
	},
	{
		name: 'rejected at the blocked operator three weeks ago, silent since',
		fact: 'A rejection of three weeks ago is not where it tries now (evidence, 4).',
		state: known({
			...onBlacklist(THREE),
			events: [registrationRejected(NOW - 22 * DAY, { operator: THREE })],
			connectivity: [offline()],
			usage: usedDaily(23),
		}),
		right: ['operatorBlocked', 'registrationRejected', 'lost', 'unknown'],
		certain: 'never',
	},
	{
		name: 'ATTACHED at one operator, its older events at a blocked one',
		fact: 'The location of the connectivity is newer (public reference, last seen).',
		state: known({
			...onBlacklist(THREE),
			events: [registered(NOW - 10 * DAY, { operator: THREE })],
			connectivity: [attached(NOW - HOUR, OTHER_MOBILE)],
			usage: usedDaily(1),
		}),
		right: 'any',
		wrong: ['operatorBlocked'],
		certain: 'never',
	},
	{
		name: 'refused a minute before the location was deleted by the network',
		fact: 'The order of events decides (evidence, 3); refused stands before lost (the page).',
		state: known({
			events: [
				...morningSessions(25, 6),
				registered(NOW - 5 * HOUR),
				sessionRefused(NOW - 5 * HOUR + MINUTE),
				purged(NOW - 5 * HOUR + 2 * MINUTE),
			],
			...isGone,
		}),
		right: ['refused'],
		certain: 'may',
	},
	{
		name: 'the card’s profile status comes in capitals',
		fact: 'Names of statuses differ in their case (public reference): decided without regard to it.',
		state: known({
			sim: { eid: EID },
			cards: [card([own('DISABLED'), foreign('ENABLED')])],
			events: lostAt(5),
			...isGone,
		}),
		right: ['otherProfile'],
		certain: 'may',
	},
	{
		name: 'words of the profiles that nobody has shown',
		fact: 'Names of profile states beside Available are unknown (public reference): a strange word says nothing.',
		state: known({
			sim: { eid: EID },
			cards: [card([own('Ready'), foreign('Standby')])],
			events: lostAt(5),
			...isGone,
		}),
		right: ['lost', 'otherProfile', 'unknown'],
		certain: 'may',
		notCertain: ['otherProfile'],
	},
	{
		name: 'two cards name its SIM: the one synchronised today has it enabled',
		fact: 'The newer sync decides (evidence, 4): the other card is stale.',
		state: known({
			sim: { eid: EID },
			cards: [
				card([own('Disabled'), foreign('Enabled')], NOW - 200 * DAY, 61, `${EID.slice(0, 31)}9`),
				card([own('Enabled')], NOW - MINUTE, 62),
			],
			events: lostAt(5),
			...isGone,
		}),
		right: ['lost', 'otherProfile', 'unknown'],
		certain: 'may',
		notCertain: ['otherProfile'],
	},
	{
		name: 'online with data, and a second session refused two minutes ago',
		fact: 'The session stands and moved data; the refusal is newer (evidence, 4).',
		state: known({
			events: [opened(NOW - 5 * HOUR), sessionRefused(NOW - 2 * MINUTE)],
			connectivity: [online(NOW - 5 * HOUR)],
			usage: [{ ...usedDaily()[0]!, lastHour: [[20, 0.1, 0.1]] }],
		}),
		right: ['healthy', 'refused'],
		certain: 'never',
	},
	{
		name: 'a critical refusal',
		fact: 'Severity 2 is Critical, above Warn (public reference, event object): it is no acceptance.',
		state: known({
			events: [...morningSessions(20, 1), sessionRefused(NOW - HOUR, { severity: 2 })],
			connectivity: [offline()],
			usage: usedDaily(1),
		}),
		right: ['refused', 'unknown'],
		wrong: ['healthy', 'asleep'],
		certain: 'may',
	},
];
