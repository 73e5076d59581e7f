import { beforeSending, CellularIotError } from '../errors';
import { ForbiddenError } from '../request/attempt/errors';
import type { Lanes } from '../request/limits/lanes';
import type { Call, Json, LookupName } from '../table/define';
import { PICKER_LISTS } from '../table/entries/pickerLists';
import { tail } from '../table/pickerList';
import { bareIccid } from '../readings/iccid';
import type { Client } from './client';
import { LookupForbiddenError, lookupPage, readById } from './names/lists';

/*
 * Checks things that were picked from a list: with another credential, the same id may be another thing.
 */

/** A thing as it was picked, and how the list showed it then. */
export interface Picked {
	lookup: LookupName;
	id: number | string;
	label: string;
	/** Label of the field that it was picked in. */
	field: string;
}

/** Kinds that belong to an organisation or a user, and how they are read. Others are the same in all. */
const READ_BY: Partial<Record<LookupName, 'id' | 'list'>> = {
	applicationToken: 'list',
	automation: 'list',
	callback: 'list',
	callbackSecret: 'list',
	customEvent: 'list',
	dataStream: 'id',
	dns: 'list',
	endpoint: 'id',
	euicc: 'id',
	inclusiveVolume: 'list',
	ipAddressSpace: 'list',
	serviceProfile: 'id',
	sim: 'id',
	tag: 'list',
	tariffProfile: 'id',
	user: 'list',
	workspace: 'list',
};

/** Whether things of a kind belong to an organisation or a user, where an ID may be another thing in another. */
export const isOfOrganisation = (lookup: LookupName): boolean => lookup in READ_BY;

/** A picked thing now, compared with how it was when it was picked. */
type PickedNow =
	/** It has the same name, or the same number. */
	| { is: 'same'; note: string | undefined }
	/** Its label showed a number, and neither the number nor the name is that of the thing. */
	| { is: 'another'; now: string }
	/** Its label showed a name alone, and the thing has another. */
	| { is: 'renamed'; now: string }
	| { is: 'missing' };

/** How long a thing that was the same is not read again. Milliseconds. */
const AGAIN_AFTER_MS = 3_600_000;
const MOST_REMEMBERED = 1_000;

interface Seen {
	at: number;
	found: PickedNow & { is: 'same' };
}
/** Things that were the same, in a map for each organisation of a service. */
const seen = new WeakMap<Lanes, Map<string, Seen>>();

/** The thing as it is now; undefined where there is none of that id. */
async function nowOf(call: Call, { lookup, id, label }: Picked): Promise<Json | undefined> {
	if (READ_BY[lookup] === 'id') return await readById(call, lookup, id);
	const isIt = (entry: Json) => String(entry.id) === String(id);
	const { entries } = await lookupPage(call, lookup, PICKER_LISTS[lookup].page?.(1, label));
	return entries.find(isIt) ?? (await call.entries(lookup)).find(isIt);
}

/** The number in a label, as the list shows it: last digits of an ICCID, or an EID. */
function numberIn(label: string): string | undefined {
	const [shown] = /…\d{1,7}/.exec(label) ?? /\b\d{32}\b/.exec(label) ?? [];
	if (shown !== undefined) return shown;
	// A label that a person or a program has written may contain the whole ICCID.
	const [iccid] = /\b\d{19,20}\b/.exec(label) ?? [];
	return iccid && tail(bareIccid(iccid));
}

/** The details that a label may show in brackets behind a name. */
const NUMBER_OR_ID = /^ \((…\d{1,7}|ID \d+)\)$/;
const ORGANISATION = /^ \(of .*\)$/s;
const ANY_DETAIL = /^ \(.*\)$/s;

/** Whether a label is a name with the detail that its list shows behind it, or without. */
function isLabelOf(name: string, now: Json, { lookup, label }: Picked): boolean {
	if (label === name) return true;
	if (name === '' || !label.startsWith(name)) return false;
	const detail = label.slice(name.length);
	if (lookup === 'endpoint') return NUMBER_OR_ID.test(detail);
	const hasDetail = PICKER_LISTS[lookup].name(now) !== name;
	return (hasDetail ? ANY_DETAIL : ORGANISATION).test(detail);
}

/** Compares a picked thing with the one that has its id now. */
function compare(picked: Picked, now: Json | undefined): PickedNow {
	if (!now) return { is: 'missing' };
	const { lookup, id, label } = picked;
	const { thing, name, names, number } = PICKER_LISTS[lookup];
	const shown = name(now);
	if (label === shown) return { is: 'same', note: undefined };
	const labelNumber = number && numberIn(label);
	const isNumber = labelNumber !== undefined && labelNumber === number?.(now);
	const isName = names(now).some((known) => isLabelOf(String(known ?? ''), now, picked));
	if (!isName && !isNumber)
		return { is: labelNumber === undefined ? 'renamed' : 'another', now: shown };
	const isNumbered = labelNumber === undefined || isNumber;
	// A SIM and an eUICC have no name beside their number.
	if (isNumbered && (isName || lookup !== 'endpoint')) return { is: 'same', note: undefined };
	const news = isName ? 'has another SIM now, or none' : 'has another name now';
	const note = `The ${thing} ${id} was picked as "${label}" and ${news}: it is "${shown}"`;
	return { is: 'same', note };
}

/** Compares a picked thing by one request, or by none if it was the same within the last hour. */
async function compared(client: Client, picked: Picked): Promise<PickedNow> {
	const lanes = await client.ports.lanes();
	const known = seen.get(lanes) ?? new Map<string, Seen>();
	seen.set(lanes, known);
	const key = JSON.stringify([picked.lookup, picked.id, picked.label]);
	const { now } = client.env;
	const last = known.get(key);
	if (last && Math.abs(now - last.at) <= AGAIN_AFTER_MS) return last.found;
	const found = compare(picked, await nowOf(client.listing(picked.lookup), picked));
	if (found.is === 'same') {
		if (known.size >= MOST_REMEMBERED) known.clear();
		known.set(key, { at: now, found });
	}
	return found;
}

/** The picked things that another organisation may not have, each once. */
const ofOrganisation = (picked: Picked[]): Picked[] => {
	const each = new Map(
		picked.map((choice) => [JSON.stringify([choice.lookup, choice.id, choice.label]), choice]),
	);
	return [...each.values()].filter(({ lookup }) => isOfOrganisation(lookup));
};

/** The thing is not what was picked, or that could not be checked: nothing was sent. */
class OtherThingError extends CellularIotError {
	constructor({ field, id, label }: Picked, found: string, remedy: string, cause?: unknown) {
		super(
			`${field} was picked as ID ${id} ("${label}"); with this credential ${found}. Nothing was sent`,
			`${remedy} If the workflow comes from another organisation, pick what it is about here.`,
			'notSent',
			cause,
		);
	}
}

/** Whether the role may not read the thing. Any other failure to read it fails the operation, too. */
const isForbidden = (error: unknown): boolean =>
	error instanceof ForbiddenError || error instanceof LookupForbiddenError;

/** What a person has allowed; undefined where the form does not offer it. */
interface Accepting {
	acceptRenamed?: boolean;
}

/** The error for a picked thing that must not be changed; undefined for a thing that may be changed. */
function pickedRefusal(
	picked: Picked,
	found: PickedNow,
	{ acceptRenamed }: Accepting,
): OtherThingError | undefined {
	const { thing } = PICKER_LISTS[picked.lookup];
	switch (found.is) {
		case 'same':
			return undefined;
		case 'missing':
			return new OtherThingError(picked, `there is no ${thing} of that ID`, 'Pick it again.');
		case 'renamed':
			if (acceptRenamed) return undefined;
			return new OtherThingError(
				picked,
				`that ID is "${found.now}"`,
				acceptRenamed === undefined
					? 'If it was renamed, pick it again.'
					: 'If it was renamed, pick it again, or switch on "Accept Renamed" under "Safety Options".',
			);
		case 'another':
			return new OtherThingError(
				picked,
				`that ID is "${found.now}", which has neither that name nor that number`,
				'If it was renamed and has another number too, pick it again.',
			);
	}
}

/**
 * Checks picked things, each by one request a run at most; gives notes on those that
 * are the same, but called otherwise or with another SIM.
 * @throws OtherThingError for the first that is something else with this account, is missing, or may
 * not be read; any error of the request, by which nothing was sent.
 */
export async function comparePicked(
	client: Client,
	picked: Picked[],
	accepting: Accepting = {},
): Promise<string[]> {
	const notes: string[] = [];
	for (const choice of ofOrganisation(picked)) {
		let found: PickedNow;
		try {
			found = await compared(client, choice);
		} catch (error) {
			if (!isForbidden(error)) throw beforeSending(error);
			throw new OtherThingError(
				choice,
				'it is not known what that ID is, as the role may not read it',
				'To name it without a comparison, give the ID by an expression, or by "By ID" where the field has it.',
				error,
			);
		}
		const refusal = pickedRefusal(choice, found, accepting);
		if (refusal) throw refusal;
		if (found.is === 'same' && found.note !== undefined) notes.push(`${found.note}.`);
		if (found.is === 'renamed') {
			const { thing } = PICKER_LISTS[choice.lookup];
			notes.push(
				`The ${thing} ${choice.id} was picked as "${choice.label}"; it is "${found.now}" now.`,
			);
		}
	}
	return notes;
}
