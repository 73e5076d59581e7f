import {
	HOUR,
	MINUTE,
	attached,
	blocked,
	event,
	offline,
	registered,
} from '../../service/builders';
import { NOW, type Row } from '../case';
import {
	fine,
	fineAfter,
	flapping,
	lateStatistics,
	refusedBy,
	registersOnly,
	reopensSameNumber,
	resetAsleep,
	sessionOfThreeDays,
	signOfBefore,
	silent,
	type Life,
} from '../device';
import { idAt, type Case } from '../world';

/*
 * What is a sign that a device is well after its change. The device in question is the first; the third
 * and fourth are in the next wave, which must not go where the first has shown nothing.
 */

export const well: Row = { life: fine, right: ['changed'] };
/** One in a wave that must not go out any more. */
export const later: Row = { life: fine, right: ['notSent'], ends: 301 };
export const putBack = (life: Life): Row => ({ life, right: ['putBack'], ends: 301 });

/** A device that is not well must be put back, and the second wave must not go. */
const notWell = (life: Life): Row[] => [putBack(life), well, later, later];

const month = (
	of: Partial<{ currentMonth: number; lastMonth: number; currentMonthIs: string }>,
) => ({
	endpoint: idAt(0),
	days: [],
	currentMonth: 20,
	...of,
});

export const signs: Case[] = [
	{
		name: 'all come back with a session',
		fact: 'docs/jobs.md, A table in waves: a wave in which all meet it ends earlier, and the next one goes',
		rows: [well, well, well, well, well],
	},
	{
		name: 'all come back, seen again',
		fact: 'docs/waits.md: a registration or a session is newer than the first look',
		condition: 'seenAgain',
		rows: [well, well, well],
	},
	...([1, 2, 3] as const).flatMap((type): Case[] => [
		{
			name: `event ${type} with severity Warn is no sign of life`,
			fact: 'evidence, 3: events 1, 2, 3 with Warn are refusals (public reference)',
			condition: 'seenAgain',
			rows: notWell(refusedBy(type)),
		},
		{
			name: `event ${type} with severity Warn, where traffic counts too`,
			fact: 'evidence, 3: events 1, 2, 3 with Warn are refusals (public reference)',
			condition: 'seenOrTraffic',
			rows: notWell(refusedBy(type)),
		},
	]),
	{
		name: 'a registration right before the change is no sign',
		fact: 'evidence, 3: newer than the change it is to prove',
		condition: 'seenAgain',
		rows: notWell(silent),
		prepare: (_, { devices }) => devices[0]!.tell(registered, NOW - 20_000),
	},
	{
		name: 'an event of before the change that comes late is no sign',
		fact: 'evidence, 3: newer than the change; whether an event can appear late is unknown (public reference)',
		condition: 'seenAgain',
		rows: notWell(signOfBefore),
	},
	{
		name: 'a registration of another endpoint with the same name is no sign',
		fact: 'evidence, 3: its own, matched by ids and never by a name',
		condition: 'seenAgain',
		rows: notWell((device, changed) =>
			device.at(changed + MINUTE, (at) =>
				device.world.state.events.push(registered(at, { endpoint: 4077, sim: 5077 })),
			),
		),
		prepare: (state) => {
			state.endpoints.push({ ...state.endpoints[0]!, id: 4077, sim: 5077 });
			state.sims.push({ ...state.sims[0]!, id: 5077, iccid: '8900000000000000977' });
		},
	},
	{
		name: 'a session of three days ago that lasts is no sign, by events',
		fact: 'evidence, 3: a session of three days ago proves nothing about what came after',
		condition: 'seenAgain',
		rows: notWell(silent),
		prepare: (_, { devices }) => sessionOfThreeDays(devices[0]!, NOW),
	},
	{
		name: 'a session of three days ago that lasts is no sign, where traffic counts too',
		fact: 'evidence, 3: a session of three days ago proves nothing about what came after',
		condition: 'seenOrTraffic',
		rows: notWell(silent),
		prepare: (_, { devices }) => sessionOfThreeDays(devices[0]!, NOW),
	},
	{
		name: 'a session of three days ago that lasts is not online and stable after the change',
		fact: 'evidence, 3: newer than the change it is to prove; a power cut keeps a session (public reference)',
		rows: notWell(silent),
		prepare: (_, { devices }) => sessionOfThreeDays(devices[0]!, NOW),
	},
	{
		name: 'an old session, where events may not be read',
		fact: 'evidence, 3 and 4: newer than the change; a newer sign was not seen',
		rows: notWell(silent),
		prepare: (state, { devices }) => {
			sessionOfThreeDays(devices[0]!, NOW);
			state.refusals.push({ path: /\/event/, status: 403 });
		},
	},
	{
		name: 'a new session, where events may not be read',
		fact: 'docs/waits.md: reads alone, the login may not read events',
		rows: [well, well, well],
		prepare: (state) => state.refusals.push({ path: /\/event/, status: 403 }),
	},
	{
		name: 'seen again in the connectivity, where events may not be read',
		fact: 'docs/waits.md: a newer time in the connectivity of the device',
		condition: 'seenAgain',
		rows: [well, well, well],
		prepare: (state) => state.refusals.push({ path: /\/event/, status: 403 }),
	},
	{
		name: 'attached since yesterday, where events may not be read',
		fact: 'public reference: ATTACHED stays for 1 to 2 days and does not mean powered on',
		condition: 'seenAgain',
		rows: notWell(silent),
		prepare: (state, { devices }) => {
			devices[0]!.shows(attached(NOW - 20 * HOUR));
			state.refusals.push({ path: /\/event/, status: 403 });
		},
	},
	{
		name: 'a session each twenty seconds is not stable',
		fact: 'docs/waits.md: several reads in a row show one session, and no event says that it ended',
		rows: notWell(flapping),
	},
	{
		name: 'a session that ends and opens under its number between two reads is not stable',
		fact: 'docs/waits.md: no event says that it ended (5)',
		rows: notWell(reopensSameNumber),
	},
	{
		name: 'a session older than the reset asked for after it is not stable',
		fact: 'docs/waits.md: a session that is older than the newest reset (event 68) never counts as stable',
		rows: notWell(resetAsleep),
	},
	{
		name: 'registered without a session is not online',
		fact: 'public reference: ONLINE means that a data session exists; ATTACHED does not',
		rows: notWell(registersOnly),
	},
	{
		name: 'statistics that catch up are no traffic of after the change',
		fact: 'evidence, 3: statistics that catch up prove nothing about what came after; the usage is up to two days late',
		condition: 'seenOrTraffic',
		rows: notWell(lateStatistics),
		prepare: (state) => state.usage.push(month({})),
	},
	{
		name: 'statistics of a first use this month that catch up',
		fact: 'evidence, 3: statistics that catch up prove nothing about what came after',
		condition: 'seenOrTraffic',
		rows: notWell(lateStatistics),
		prepare: (state) => state.usage.push(month({ currentMonth: 0 })),
	},
	{
		name: 'a month that begins and catches up is no traffic of after the change',
		fact: 'evidence, 3: the usage of before, counted late, stands in another month then',
		condition: 'seenOrTraffic',
		now: Date.UTC(2026, 3, 1, 0, 0) - 3 * MINUTE,
		rows: notWell((device, changed) =>
			device.at(changed + 5 * MINUTE, () => {
				const usage = device.world.state.usage[0]!;
				usage.lastMonth = 25;
				usage.currentMonth = 0;
			}),
		),
		prepare: (state) => state.usage.push(month({ lastMonth: 3 })),
	},
	{
		name: 'traffic by the minute after the change may count, and a refusal beside it is no sign',
		fact: 'docs/waits.md, Seen Again: traffic counts where it is chosen; its freshness is not documented',
		condition: 'seenOrTraffic',
		rows: [
			{
				life: (device, changed) =>
					device.at(changed + 3 * MINUTE, (at) => {
						const usage = device.world.state.usage[0]!;
						usage.currentMonth = 21;
						usage.lastHour = [[0, 0.5, 0.5]];
						device.isWell(at);
					}),
				right: ['changed', 'putBack'],
			},
			well,
			{ life: fine, right: ['changed', 'notSent'] },
		],
		prepare: (state) => state.usage.push(month({})),
	},
	{
		name: 'a sign after the time of the condition',
		fact: 'docs/jobs.md: within the minutes from the end of the changes of the wave',
		condition: 'seenAgain',
		rows: notWell(fineAfter(11 * MINUTE)),
	},
	{
		name: 'a sign shortly before the end of the time',
		fact: 'docs/jobs.md: within the minutes; the last look may be some time before their end',
		condition: 'seenAgain',
		rows: [
			{ life: fineAfter(9 * MINUTE), right: ['changed'] },
			well,
			{ life: fine, right: ['changed'] },
		],
	},
	{
		name: 'the clock of the service is ten minutes behind',
		fact: 'docs/waits.md: newer by the IDs and the clock of the service, never by the clock of this n8n',
		condition: 'seenAgain',
		ahead: -10 * MINUTE,
		rows: [well, well, well],
	},
	{
		name: 'the clock of the service is ten minutes ahead, and a sign is of before the change',
		fact: 'docs/waits.md: newer by the IDs and the clock of the service, never by the clock of this n8n',
		condition: 'seenAgain',
		ahead: 10 * MINUTE,
		rows: notWell(silent),
		prepare: (_, { devices }) => devices[0]!.tell(registered, NOW + 9 * MINUTE),
	},
	{
		name: 'online by a clock that is ten minutes behind',
		fact: 'docs/waits.md: newer by the IDs and the clock of the service, never by the clock of this n8n',
		ahead: -10 * MINUTE,
		rows: [well, well, well],
	},
	{
		name: 'only a reset by a person is in the events',
		fact: 'public reference: 68 is made by the interface, not by the device',
		condition: 'seenAgain',
		rows: notWell((device, changed) =>
			device.at(changed + MINUTE, (at) => {
				device.tell((time, of) => event(time, 68, of), at);
				device.tell((time, of) => event(time, 0, of), at);
			}),
		),
	},
	{
		name: 'only the end of a session and a purge are in the events',
		fact: 'public reference: 5, 15 and 16 end a session or a location; either network may make them',
		condition: 'seenAgain',
		rows: notWell((device, changed) =>
			device.at(changed + MINUTE, (at) => {
				device.tell((time, of) => event(time, 5, of), at);
				device.tell((time, of) => event(time, 16, of), at);
				device.shows(offline());
			}),
		),
		prepare: (_, { devices }) => sessionOfThreeDays(devices[0]!, NOW),
	},
	{
		name: 'blocked until the new profile lifts it',
		fact: 'docs/waits.md, Blocked or Unblocked: the service no longer lists the endpoint as blocked',
		condition: 'unblocked',
		sets: ['serviceProfile'],
		rows: [0, 1, 2].map(() => ({
			life: (device, changed) =>
				device.at(changed + 2 * MINUTE, (at) => {
					device.shows(offline());
					device.isWell(at);
				}),
			right: ['changed'],
		})),
		prepare: (_, { devices }) => devices.forEach((device) => device.shows(blocked())),
	},
	{
		name: 'blocked as before',
		fact: 'docs/waits.md, Blocked or Unblocked: the service lists the endpoint as blocked',
		condition: 'unblocked',
		sets: ['serviceProfile'],
		rows: [
			{ life: silent, right: ['putBack'], ends: 201 },
			{ life: (device, changed) => device.isWell(changed), right: ['changed'] },
			{ life: silent, right: ['notSent'], ends: 201 },
		],
		prepare: (_, { devices }) => devices[0]!.shows(blocked()),
	},
];
