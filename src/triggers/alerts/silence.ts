import type { InputOf, Json } from '../../operations/define';
import * as f from '../../operations/fields';
import { at } from '../../operations/reading';
import { simplifyEndpoint } from '../../operations/endpointRead';
import { defineAlert, type Facts, type Told } from './alert';
import {
	ATTACHED,
	fromSeconds,
	packSims,
	SAMPLE,
	sightings,
	toSeconds,
	unpackSims,
	whoIn,
} from './sims';

/*
 * A device that fell silent, and one that is back. Heard is what a device itself causes: it attaches
 * or opens a session; and before something is told, traffic, which is asked for. Time counts as far
 * as the feed was read, so that a service out of reach makes nobody silent.
 */

interface Heard {
	/** Milliseconds since 1970: when it was last heard, or first expected. */
	at: number;
	/** It was never heard; `at` is when it was first expected. */
	never: boolean;
	/** When it was told silent. */
	toldAt?: number;
	/** Lists in a row without it; nothing is forgotten on the word of one. */
	missing: number;
}

interface State {
	/** When the list was last read. */
	lookedAt: number;
	/** The SIM after which silent ones are asked next. */
	after: number;
	sims: Map<number, Heard>;
}

const [SILENT, BACK] = ['deviceSilent', 'deviceBack'];
const HOUR = 3_600_000;
/** The list of endpoints takes a call per 1,000: it is read once in so much time at most. */
const LOOK_MS = 5 * 60_000;
/** Endpoints asked for traffic in one look, and how many of them may be such as were told already. */
const MOST_ASKED = 200;
const MOST_SILENT_ASKED = 50;
const MOST_MISSING = 3;
/** The feed goes back 30 days. */
const MOST_HOURS = 720;
const HOURS_RULE = `must be a number from 0.1 to ${MOST_HOURS}`;
const TAGS_RULE = `must be lines of a tag and its hours (0.1 to ${MOST_HOURS}), such as pumps: 6`;

const isHours = (hours: number) => hours >= 0.1 && hours <= MOST_HOURS;

/** Lines of tag and hours, or an object of them, as hours by tag. */
function tagHours(
	value: unknown,
	refuse: (message: string) => Map<string, number>,
): Map<string, number> {
	const lines: Array<[string, unknown]> =
		typeof value === 'object' && value !== null
			? Object.entries(value)
			: String(value ?? '')
					.split(/[\n;,]/)
					.filter((line) => line.trim() !== '')
					.map((line) => {
						const colon = line.lastIndexOf(':');
						return [line.slice(0, Math.max(0, colon)), line.slice(colon + 1)];
					});
	const times = lines.map(([tag, hours]) => [tag.trim(), Number(hours)] as const);
	return times.every(([tag, hours]) => tag !== '' && isHours(hours))
		? new Map(times)
		: refuse(TAGS_RULE);
}

const fields = {
	silentAfter: {
		...f.number(
			{
				label: 'Silent After (Hours)',
				hint: 'A device not heard for so long is told',
				default: 24,
			},
			{ min: 0.1, max: MOST_HOURS, decimals: 2 },
		),
		rule: HOURS_RULE,
	},
	silentTags: {
		...f.checkedBy(
			f.text(
				{
					label: 'Other Hours by Tag',
					hint: 'A line for each tag with hours of its own, such as pumps: 6. Of several the shortest counts.',
					placeholder: 'pumps: 6',
				},
				TAGS_RULE,
				undefined,
				{ rows: 3 },
			),
			(s) => s.readSchema(tagHours),
		),
		optional: true,
	},
	silentCheck: f.choice<'traffic' | 'session' | 'none'>(
		{
			label: 'Before Telling',
			hint: 'Devices can stay in one session for days without an event: what else shows that they live',
		},
		[
			{ name: 'Ask for Traffic', value: 'traffic' },
			{ name: 'Ask for Traffic and an Open Session', value: 'session' },
			{ name: 'Ask for Nothing: Only Events Count', value: 'none' },
		],
	),
	silentNever: f.flag({
		label: 'Tell Those Never Heard',
		hint: 'Whether to tell devices that were not heard once since the workflow was published',
		default: true,
	}),
};

type Input = InputOf<typeof fields>;

/** Only enabled endpoints with an activated SIM are expected to be heard. */
function isExpected({ status_id, sim_id, sim_status_id }: Json): boolean {
	return status_id === 0 && sim_id !== null && (sim_status_id === null || sim_status_id === 1);
}

const patience = ({ silentAfter, silentTags }: Input, tags: unknown): number => {
	const names = Array.isArray(tags) ? tags : String(tags ?? '').split(',');
	const own = names.flatMap((name) => silentTags.get(String(name).trim()) ?? []);
	return (own.length > 0 ? Math.min(...own) : silentAfter) * HOUR;
};

const hoursOf = (ms: number): number => Math.round(ms / 36_000) / 100;
const isoOf = (ms: number): string => new Date(ms).toISOString();

const toldSilent = (who: Json, heard: Heard, readTo: number): Told => ({
	event: SILENT!,
	reason: heard.never
		? `Never heard in the ${hoursOf(readTo - heard.at)} hours that it was expected to be`
		: `Not heard for ${hoursOf(readTo - heard.at)} hours`,
	at: readTo,
	fields: {
		...who,
		last_heard_at: heard.never ? null : isoOf(heard.at),
		silent_hours: hoursOf(readTo - heard.at),
	},
});

const toldBack = (who: Json, heard: Heard, when: number): Told => ({
	event: BACK!,
	reason: `Heard again after ${hoursOf(when - heard.at)} hours`,
	at: when,
	fields: {
		...who,
		last_heard_at: isoOf(when),
		silent_since: isoOf(heard.at),
		silent_hours: hoursOf(when - heard.at),
	},
});

/** What events say: who is heard, and who is back with it. */
function hear({ sims }: State, { events, readTo }: Facts, input: Input): Told[] {
	return sightings(events).flatMap(({ simId, at: when, event }) => {
		const heard = sims.get(simId);
		if (!heard || when <= heard.at) return [];
		const before = { ...heard };
		heard.at = when;
		heard.never = false;
		if (before.toldAt === undefined) return [];
		// An event that comes late may be from before it was told, and then prove nothing.
		const isBack =
			when > before.toldAt || readTo - when < patience(input, at(event, 'endpoint.tags'));
		if (!isBack) return [];
		delete heard.toldAt;
		return [toldBack(whoIn(event), before, when)];
	});
}

/** Keeps to the list: who is expected, and who is not any more. Gives the endpoints by their SIM. */
function keepTo({ sims }: State, listed: Json[], readTo: number): Map<number, Json> {
	const all = listed.map(simplifyEndpoint).filter(({ sim_id }) => sim_id !== null);
	const expected = new Map<number, Json>();
	for (const endpoint of all) {
		const simId = Number(endpoint.sim_id);
		if (!isExpected(endpoint)) sims.delete(simId);
		else expected.set(simId, endpoint);
	}
	for (const simId of expected.keys()) {
		const heard = sims.get(simId);
		if (heard) heard.missing = 0;
		else sims.set(simId, { at: readTo, never: true, missing: 0 });
	}
	if (listed.length === 0) return expected;
	for (const [simId, heard] of sims) {
		if (expected.has(simId)) continue;
		heard.missing += 1;
		if (heard.missing >= MOST_MISSING) sims.delete(simId);
	}
	return expected;
}

/** Who of those in question has lived; by SIM, undefined where it could not be asked. */
async function ask(
	simIds: number[],
	expected: Map<number, Json>,
	{ signOfLife }: Facts,
	check: Input['silentCheck'],
): Promise<Map<number, { sign: number | undefined }>> {
	if (check === 'none') return new Map(simIds.map((simId) => [simId, { sign: undefined }]));
	const answers = await Promise.allSettled(
		simIds.map(async (simId) => ({
			simId,
			sign: await signOfLife(Number(expected.get(simId)!.id), check === 'session'),
		})),
	);
	const failed = answers.filter((answer) => answer.status === 'rejected');
	// One that cannot be asked is left for the next look; when none can, the service is out of reach.
	if (failed.length > 0 && failed.length === answers.length) throw failed[0]!.reason;
	const given = answers.filter((answer) => answer.status === 'fulfilled');
	return new Map(given.map(({ value }) => [value.simId, value]));
}

/** Looks through all that are expected: who has fallen silent, and who of the silent has lived. */
async function look(state: State, facts: Facts, input: Input): Promise<Told[]> {
	const { sims } = state;
	const { readTo } = facts;
	const expected = keepTo(state, await facts.endpoints(), readTo);
	const limit = (simId: number) => patience(input, expected.get(simId)?.tags);
	const here = [...sims].filter(([simId]) => expected.has(simId));
	const due = here
		.filter(([, { toldAt, never }]) => toldAt === undefined && (!never || input.silentNever))
		.filter(([simId, heard]) => readTo - heard.at >= limit(simId))
		.sort(([, a], [, b]) => a.at - b.at)
		.map(([simId]) => simId);
	const silent = here
		.flatMap(([simId, { toldAt }]) => (toldAt === undefined ? [] : [simId]))
		.sort((a, b) => a - b);
	const asks = input.silentCheck !== 'none';
	const inTurn = [...silent.filter((simId) => simId > state.after), ...silent];
	const turns = asks ? [...new Set(inTurn)].slice(0, MOST_SILENT_ASKED) : [];
	state.after = turns.at(-1) ?? 0;
	const questions = asks ? [...due.slice(0, MOST_ASKED - turns.length), ...turns] : due;

	const answers = await ask(questions, expected, facts, input.silentCheck);
	return [...answers].flatMap(([simId, { sign }]) => {
		const heard = sims.get(simId)!;
		const before = { ...heard };
		const endpoint = expected.get(simId)!;
		const who = {
			...{ endpoint_id: endpoint.id, endpoint_name: endpoint.name },
			...{ sim_id: endpoint.sim_id, iccid: endpoint.iccid },
		};
		// Whole seconds are kept.
		const second = Math.floor((sign ?? 0) / 1000) * 1000;
		if (second > heard.at) Object.assign(heard, { at: second, never: false });
		const isSilent = readTo - heard.at >= limit(simId);
		if (before.toldAt === undefined) {
			if (!isSilent) return [];
			heard.toldAt = readTo;
			return [toldSilent({ ...who, tags: endpoint.tags }, heard, readTo)];
		}
		if (heard.at === before.at || (isSilent && heard.at <= before.toldAt)) return [];
		delete heard.toldAt;
		return [toldBack(who, before, heard.at)];
	});
}

const MISSING = 4;

export const silence = defineAlert({
	events: [
		{
			name: 'Device Back',
			value: BACK!,
			description: 'A device that was silent is heard again',
			action: 'On a device back after silence',
		},
		{
			name: 'Device Silent',
			value: SILENT!,
			description: 'Nothing was heard of a device for a time that you choose; told once',
			action: 'On a device silent for a time',
		},
	],
	fields,
	types: ATTACHED,
	unpack: (packed): State => {
		const { label, sims } = unpackSims(packed, (reader): Heard => {
			const at = fromSeconds(reader.fixed(4));
			const flags = reader.number();
			const missing = flags % MISSING;
			const never = Math.floor(flags / MISSING) % 2 === 1;
			const told = Math.floor(flags / MISSING / 2) % 2 === 1;
			return { at, never, missing, ...(told && { toldAt: fromSeconds(reader.fixed(4)) }) };
		});
		const [lookedAt = 0, after = 0] = label.split(' ').map(Number);
		return { lookedAt, after, sims };
	},
	pack: ({ lookedAt, after, sims }) =>
		packSims(sims, `${lookedAt} ${after}`, (writer, { at, never, missing, toldAt }) => {
			const flags = missing + (never ? MISSING : 0) + (toldAt === undefined ? 0 : MISSING * 2);
			writer.fixed(toSeconds(at), 4).number(flags);
			if (toldAt !== undefined) writer.fixed(toSeconds(toldAt), 4);
		}),
	read: async (state, facts, input, chosen) => {
		const told = hear(state, facts, input);
		if (facts.readTo - state.lookedAt >= LOOK_MS) {
			state.lookedAt = facts.readTo;
			told.push(...(await look(state, facts, input)));
		}
		return told.filter(({ event }) => chosen.has(event));
	},
	sample: (event, when) => {
		const heard: Heard = { at: when - 24 * HOUR, never: false, missing: 0 };
		return event === BACK ? toldBack(SAMPLE, heard, when) : toldSilent(SAMPLE, heard, when);
	},
});
