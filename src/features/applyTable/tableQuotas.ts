import { QuotaStatus } from '../../fleet/statuses';
import type { Call, Json, Operation } from '../../table/define';
import { deleteDataQuota, getDataQuota, setDataQuota } from '../../table/entries/quota/dataQuota';
import { keptSettings } from '../../table/entries/quota/quotaShape';
import { deleteSmsQuota, getSmsQuota, setSmsQuota } from '../../table/entries/quota/smsQuota';
import type { ColumnChange } from './tableCompare';
import { tableError, tableFields } from './tableFields';
import type { Wants } from './tableRows';

/*
 * Quotas of rows. A row names the volume that an endpoint is given. It is compared with the volume that
 * was given last: what a device has used since is not given again.
 */

interface TableQuota {
	get: Operation;
	set: Operation;
	remove: Operation;
	field: string;
	thing: string;
	/** Fields that the service requires, with their values unless the quota has its own. */
	needs: Json;
}
type QuotaName = 'dataQuota' | 'smsQuota';

const TABLE_QUOTAS: Record<QuotaName, TableQuota> = {
	dataQuota: {
		get: getDataQuota,
		set: setDataQuota,
		remove: deleteDataQuota,
		field: 'data_quota',
		thing: 'data quota',
		needs: {},
	},
	smsQuota: {
		get: getSmsQuota,
		set: setSmsQuota,
		remove: deleteSmsQuota,
		field: 'sms_quota',
		thing: 'SMS quota',
		needs: { threshold_percentage: 20 },
	},
};

/** The quotas that a row names. */
export const quotasIn = (wants: Wants): QuotaName[] =>
	(['dataQuota', 'smsQuota'] as const).filter(
		(name) => wants[name] !== undefined || wants.clear?.includes(name),
	);

/** A quota to write, or to remove. */
export interface QuotaChange {
	name: QuotaName;
	/** The quota before the change: the volume given, and its expiry date. */
	was: Given;
	/** Its changes, for a person. */
	shows: ColumnChange[];
	/** The body to write; undefined for a quota to remove. */
	body?: Json;
}
interface Given {
	volume: unknown;
	expiry: unknown;
}

const numberOrNone = (value: unknown): number | undefined =>
	typeof value === 'number' ? value : undefined;

const givenIn = (quota: Json | undefined): Given => ({
	volume: quota?.last_volume_added ?? quota?.volume ?? null,
	expiry: quota?.expiry_date ?? null,
});

/** The differences between a quota as it is and as the row wants it. */
function quotaDifferences(field: string, was: Given, is: Given, billed: boolean): ColumnChange[] {
	const change = (name: string, before: unknown, after: unknown, costs: boolean) =>
		before === after ? [] : [{ field: name, before, after, billed: costs, reversible: true }];
	return [
		...change(field, was.volume, is.volume, billed),
		...change(`${field}_expiry_date`, was.expiry, is.expiry, false),
	];
}

/** The quota of an endpoint as Get gives it; undefined where it has none. */
async function readTableQuota(call: Call, name: QuotaName, endpointId: number) {
	const input = { endpointId, simplify: true };
	const quota = (await TABLE_QUOTAS[name].get.run!(call, input)) as Json;
	return quota.has_quota === true ? quota : undefined;
}

/** Compares a quota with the volume and the date that a row wants of it. */
async function comparedWith(quota: Json | undefined, volume: number, wants: Wants, now: number) {
	const { timeOf } = await import('../../table/moments');
	const until = timeOf(quota?.expiry_date);
	const isOver = quota !== undefined && (quota.status_id === QuotaStatus.Expired || !(until > now));
	const last = numberOrNone(quota?.last_volume_added);
	const given = last ?? numberOrNone(quota?.volume) ?? NaN;
	// Where the service does not report the volume given, a smaller one than the row's counts as what is left of it.
	const isGiven = last === undefined ? given <= volume : given === volume;
	const wanted = timeOf(wants.quotaExpiryDate);
	const isDate = Number.isNaN(wanted) || Math.abs(wanted - until) < 1_000;
	const isAsWanted = quota !== undefined && isGiven && isDate && !isOver;
	return { last, isGiven, isDate, isOver, isAsWanted };
}

/**
 * The differences between the quotas of an endpoint and what its row wants of them; `before` is how they are. One
 * that has expired is shown as `expired`.
 * @throws InputError for a quota that does not tell what was given: what is left of it may be of any volume
 */
export async function quotasThatDiffer(
	call: Call,
	wants: Wants,
	endpointId: number,
): Promise<ColumnChange[]> {
	const all: ColumnChange[] = [];
	for (const name of quotasIn(wants)) {
		const { field } = TABLE_QUOTAS[name];
		const quota = await readTableQuota(call, name, endpointId);
		const was = givenIn(quota);
		const volume = wants[name];
		if (volume === undefined) {
			all.push(...quotaDifferences(field, was, givenIn(undefined), false));
			continue;
		}
		const compared = await comparedWith(quota, volume, wants, call.env.now);
		if (quota !== undefined && !compared.isOver && compared.last === undefined) {
			const rule = 'cannot be compared: the service tells what is left, not what was given';
			throw tableError(name, rule);
		}
		if (compared.isAsWanted) continue;
		const is = {
			volume: compared.isGiven ? was.volume : volume,
			expiry: compared.isDate ? was.expiry : wants.quotaExpiryDate,
		};
		const shows = quotaDifferences(field, was, is, true);
		const expired = { field, before: 'expired', after: volume, billed: true, reversible: true };
		all.push(...(shows.length > 0 ? shows : [expired]));
	}
	return all;
}

/**
 * The change that a quota needs; undefined if it is as the row says.
 * @throws InputError if a new quota would have no expiry date
 */
async function compareTableQuota(
	name: QuotaName,
	quota: Json | undefined,
	wants: Wants,
	now: number,
): Promise<QuotaChange | undefined> {
	const { field, thing, needs } = TABLE_QUOTAS[name];
	const was = givenIn(quota);
	const volume = wants[name];
	if (volume === undefined) {
		return quota && { name, was, shows: quotaDifferences(field, was, givenIn(undefined), false) };
	}
	const { isGiven, isOver, isAsWanted } = await comparedWith(quota, volume, wants, now);
	if (isAsWanted) return undefined;
	const expiry = wants.quotaExpiryDate ?? (isOver ? undefined : quota?.expiry_date);
	if (expiry === undefined || expiry === null) {
		const why = quota
			? `its ${thing} ended on ${String(quota.expiry_date)}`
			: `it has no ${thing} yet`;
		throw tableError('quotaExpiryDate', `must be given with ${tableFields[name].label}: ${why}`);
	}
	// A new date alone does not restore used volume.
	const stays = quota !== undefined && isGiven && !isOver;
	const left = stays ? quota.volume : volume;
	return {
		name,
		was,
		shows: quotaDifferences(field, was, { volume, expiry }, true),
		body: {
			volume: left,
			expiry_date: expiry,
			last_volume_added: volume,
			status: { id: stays ? (quota.status_id ?? 1) : 1 },
			action_on_exhaustion: { id: 1 },
			...needs,
			...(quota && keptSettings(quota)),
		},
	};
}

/** The changes of a row's quotas; `endpointId` undefined for an endpoint that is to be created. */
export async function planQuotas(
	call: Call,
	wants: Wants,
	endpointId: number | undefined,
): Promise<QuotaChange[]> {
	const changes: QuotaChange[] = [];
	for (const name of quotasIn(wants)) {
		const quota =
			endpointId === undefined ? undefined : await readTableQuota(call, name, endpointId);
		const change = await compareTableQuota(name, quota, wants, call.env.now);
		if (change) changes.push(change);
	}
	return changes;
}

/**
 * Writes the quotas of a row. @throws InputError for a quota that was changed since it was read: it is not
 * overwritten
 */
export async function writeQuotas(
	call: Call,
	wants: Wants,
	planned: readonly QuotaChange[],
	{ endpointId, isNew }: { endpointId: number; isNew: boolean },
): Promise<void> {
	for (const change of planned) {
		const { set, remove, thing } = TABLE_QUOTAS[change.name];
		let { body } = change;
		if (!isNew) {
			const quota = await readTableQuota(call, change.name, endpointId);
			const still = await compareTableQuota(change.name, quota, wants, call.env.now);
			if (!still) continue;
			const { was } = still;
			if (was.volume !== change.was.volume || was.expiry !== change.was.expiry) {
				const rule = `was changed meanwhile: run the table again to set the ${thing} of this row`;
				throw tableError(change.name, rule);
			}
			({ body } = still);
		}
		if (body) await call.other(set, { endpointId }, { body });
		else await call.other(remove, { endpointId });
	}
}
