import { InputError } from '../../errors';
import type { Input } from '../../table/define';
import { describeValue } from '../../table/values';
import { completedImei } from '../../readings/imei';
import { looksLike, refusedNewName, trimmedName } from '../../readings/name';
import type { Directory } from './tableNames';
import { tableError, type TableOptions } from './tableFields';
import type { Clearable, Wants } from './tableRows';
import {
	PROFILE_FIELDS,
	type ProfileRef,
	PROFILES,
	type Sim,
	type Endpoint,
} from '../../fleet/endpoint';
import { SimStatus } from '../../fleet/statuses';

/* The difference between an endpoint and what its row says. */

/** One change, as a person sees it. */
export interface ColumnChange {
	/** The name of the column. */
	field: string;
	before: unknown;
	after: unknown;
	/** May cost money. */
	billed: boolean;
	/** The state before can be set again. */
	reversible: boolean;
}

/** A change with its part of the bulk update; one of tags names them instead. */
export interface PlannedChange extends ColumnChange {
	set?: Input;
	tags?: string[];
	/** The SIM that is assigned; null takes the present one off. */
	sim?: Sim | null;
}

export const STATUS_NAMES = ['Enabled', 'Disabled'];

interface Compared {
	options: Pick<TableOptions, 'tagChange'> & Partial<TableOptions>;
	directory: Pick<Directory, 'profile' | 'tagNames'>;
	/** The SIM that a row wants. It exists, and is free or will be. */
	sim?: Sim | undefined;
	/** Gets what was changed in a value of the row on the way. */
	say?: (sentence: string) => void;
}

const profileLabel = ({ id, name }: ProfileRef): unknown => name ?? id;
/** Properties of most changes: none is known to be charged, and they can be taken back. */
export const usual = { billed: false, reversible: true };

/** Whether two lists contain the same names, in any order. */
function sameNames(a: string[], b: string[]): boolean {
	const [own, others] = [a.map(trimmedName), b.map(trimmedName)];
	return own.length === others.length && own.every((name) => others.includes(name));
}

function compareTags(
	tags: string[] | undefined,
	given: string[],
	addTags: boolean,
): PlannedChange | undefined {
	if (tags === undefined) {
		throw tableError('tagAssignments', 'cannot be compared: the service does not name them');
	}
	const known = new Set(tags.map(trimmedName));
	const added = given.filter((name) => !known.has(trimmedName(name)));
	const after = addTags ? [...new Set([...tags, ...added])] : given;
	if (sameNames(tags, after)) return undefined;
	return { field: 'tags', before: tags, after, ...usual, tags: after };
}

/** The assignment of a SIM. An issued SIM that is activated cannot become issued again. */
export function assignment(sim: Sim, before: string | null, activate: boolean): PlannedChange {
	const activates = activate && sim.status !== SimStatus.Activated;
	return {
		field: 'iccid',
		before,
		after: sim.iccid,
		billed: activates,
		reversible: !(activates && sim.status === SimStatus.Issued),
		set: { simId: sim.id, ...(activates && { simStatus: SimStatus.Activated }) },
		sim,
	};
}

/**
 * The 16 digits of an IMEI that an endpoint is to have, which it may complete.
 * @throws InputError where they are not known
 */
export function imeiOf(
	imei: string,
	reported: string,
	say: (sentence: string) => void = () => {},
): string {
	const read = completedImei(imei, reported);
	if ('refused' in read) throw tableError('imei', read.refused);
	for (const change of read.changed) say(`IMEI: ${change}`);
	return read.value;
}

/**
 * The changes that make an endpoint what its row says; none if it is that already.
 * @throws InputError for something that cannot be compared
 */
export function compareRow(
	state: Endpoint,
	wants: Wants,
	{ options, directory, sim, say }: Compared,
): PlannedChange[] {
	const changes: PlannedChange[] = [];
	const clears = (field: Clearable) => wants.clear?.includes(field) === true;
	const plain = (field: string, input: string, before: unknown, after: unknown, value = after) => {
		if (after === undefined || after === before) return;
		changes.push({ field, before, after, ...usual, set: { [input]: value } });
	};
	const isCalledSo = wants.name !== undefined && looksLike(state.name, wants.name);
	const fault = wants.name === undefined || isCalledSo ? undefined : refusedNewName(wants.name);
	if (fault) throw tableError('name', `must be the name of a device, and none is called ${fault}`);
	if (!isCalledSo || clears('name')) {
		plain('name', 'name', state.name, clears('name') ? '' : wants.name);
	}
	const status = wants.status === undefined ? undefined : STATUS_NAMES[wants.status];
	plain('status', 'status', STATUS_NAMES[state.status], status, wants.status);
	// It ends the factory test of the SIM, which is activated for good. Source: public reference, SIMs.
	if (state.sim?.status === SimStatus.FactoryTest) {
		const change = changes.find(({ field }) => field === 'status');
		if (change) Object.assign(change, { billed: true, reversible: false });
	}
	const given = clears('tagAssignments') ? [] : wants.tagAssignments;
	if (given) {
		const names = directory.tagNames(given);
		const adds = options.tagChange === 'add' && names.length > 0;
		const change = compareTags(state.tags, names, adds);
		if (change) changes.push(change);
	}
	if (sim && state.sim?.id !== sim.id) {
		changes.push(assignment(sim, state.sim?.iccid ?? null, options.simActivate !== false));
	}
	if (clears('simId') && state.sim) {
		const { iccid } = state.sim;
		const set = { unassignSim: null };
		changes.push({ field: 'iccid', before: iccid, after: null, ...usual, set, sim: null });
	}
	for (const field of PROFILE_FIELDS) {
		const wanted = wants[field];
		if (wanted === undefined) continue;
		const profile = directory.profile(field, wanted);
		const before = state.profiles[field];
		if (profile.id === before.id) continue;
		const named = profile.name === undefined || before.name === undefined;
		changes.push({
			field: PROFILES[field].place,
			before: named ? before.id : profileLabel(before),
			after: named ? profile.id : profileLabel(profile),
			// Another tariff has other prices.
			billed: field === 'tariffProfileId',
			reversible: true,
			set: { [field]: profile.id },
		});
	}
	if (wants.imei !== undefined)
		plain('imei', 'imei', state.imei, imeiOf(wants.imei, state.imei, say));
	plain('imei_lock', 'imeiLock', state.imeiLock, wants.imeiLock);
	return changes;
}

const isSameValue = (a: unknown, b: unknown): boolean =>
	Array.isArray(a) && Array.isArray(b) ? sameNames(a as string[], b as string[]) : a === b;

const COLUMN_LABELS: Record<string, string> = {
	iccid: 'SIM',
	imei: 'IMEI',
	imei_lock: 'IMEI Lock',
};
const columnLabel = (field: string) =>
	COLUMN_LABELS[field] ??
	field.replace(/_/g, ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());

/**
 * Compares planned changes with the endpoint as it is now. A change that somebody else has made is left
 * out. If the state before it has changed in another way, the row gets an error and nothing is
 * overwritten.
 */
export function checkedAgain(
	planned: readonly PlannedChange[],
	now: PlannedChange[],
): PlannedChange[] | InputError {
	const go: PlannedChange[] = [];
	for (const change of planned) {
		const still = now.find(({ field }) => field === change.field);
		if (!still) continue;
		if (!isSameValue(still.before, change.before)) {
			const rule = `was changed meanwhile, from ${describeValue(change.before)} to ${describeValue(still.before)}: run the table again to set ${describeValue(change.after)}`;
			return new InputError(change.field, rule, columnLabel(change.field));
		}
		go.push(still);
	}
	return go;
}
