import type { Json, LookupName } from '../define';
import {
	displayLabel,
	owner,
	ownerName,
	PAGE_SIZE,
	type PickerList,
	tail,
	withOrganisation,
} from '../pickerList';
import { at } from '../reading';
import { findEntry } from '.';
import { getUnlinkedProducts } from './account/organisation';
import { getUserRoles } from './account/user';
import { workspacesOwner } from './account/workspace';
import { getActions } from './automation/automation';
import { getTemplates } from './automation/automationEvents';
import {
	automationEvents,
	automationStatuses,
	fittingActions,
	formEvent,
} from './automation/automationForm';
import { getTagColors } from './endpoint/tag';
import { getEventTypes } from './event/eventLists';
import {
	getAllAddressSpaces,
	getAllBreakoutRegions,
	getAllCountries,
	getAllDns,
	getAllOperators,
	getAllRatTypes,
	getAllServices,
	getAllSmsInterfaces,
	getAllTrafficLimits,
} from './network/serviceLists';
import { cardActionOf } from './sim/cardProfiles';
import { getCardOperationActions } from './sim/euicc';
import { getSimOperationActions } from './sim/simOperation';
import { getActiveInclusiveVolumes } from './usage/usageReports';

/* The lists that pickers offer and names are looked up in, read by the entries of the table. */

const tailOf = (iccid: unknown) => (iccid === undefined || iccid === null ? '' : tail(iccid));

/** A description as the further text of an entry. */
const detailed = (e: Json): string | undefined =>
	typeof e.description === 'string' && e.description !== '' ? e.description : undefined;

const idText = ({ id }: Json) => `ID ${String(id)}`;

/** A text of an entry: the value at a path, or the result of a function. */
type TextOf = string | ((e: Json) => unknown);
const textOf = (of: TextOf, e: Json) => (typeof of === 'string' ? at(e, of) : of(e));

/** For entries known by one of their texts, which the picker shows with a detail. */
const knownBy = (name: TextOf, detail: TextOf = idText): Pick<PickerList, 'name' | 'names'> => ({
	names: (e) => [textOf(name, e)],
	name: (e) => displayLabel({ name: textOf(name, e), id: e.id }, textOf(detail, e)),
});
const byDescription = knownBy('description');

const owned: Pick<PickerList, 'owner' | 'names'> = {
	owner,
	names: (e) => [e.name, ...(ownerName(e) === undefined ? [] : [withOrganisation(e.name, e)])],
};

const freeText = (count: unknown) => (count === undefined ? undefined : `${String(count)} free`);
const serverPair = ({ primary, secondary }: Json) =>
	[primary, secondary].filter(Boolean).join(', ');
/** Such as `100 a month, SMS MT`. */
const limitDetail = (e: Json) =>
	[
		`${String(e.volume)} a ${String(at(e, 'period.unit') ?? 'period')}`,
		at(e, 'service.description'),
	]
		.filter(Boolean)
		.join(', ');
/** Such as `500 MB, Example plan, Zone 1`. */
const volumeOf = (e: Json) =>
	[`${String(e.volume)} MB`, at(e, 'tariff.name'), at(e, 'tariff.ratezone.name')]
		.filter(Boolean)
		.join(', ');

const LISTS: Record<LookupName, PickerList> = {
	endpoint: {
		thing: 'endpoint',
		name: (e) => {
			const iccid = at(e, 'sim.iccid');
			return displayLabel(e, iccid === undefined ? e.name && `ID ${String(e.id)}` : tail(iccid));
		},
		number: (e) => tailOf(at(e, 'sim.iccid')),
	},
	sim: {
		thing: 'SIM',
		name: (e) => {
			const about = [at(e, 'status.description'), at(e, 'endpoint.name')].filter(Boolean);
			return displayLabel({ name: e.iccid && tail(e.iccid), id: e.id }, about.join(', '));
		},
		number: (e) => tailOf(e.iccid),
		detail: (e) => (e.iccid === undefined ? undefined : `ICCID ${String(e.iccid)}`),
	},
	serviceProfile: { thing: 'service profile', ...owned },
	tariffProfile: { thing: 'tariff profile', ...owned },
	ipAddressSpace: {
		thing: 'IP address space',
		entry: getAllAddressSpaces,
		...knownBy('ip_address_space', (e) => freeText(e.available_count)),
	},
	dns: {
		thing: 'pair of DNS servers',
		entry: getAllDns,
		names: (e) => [serverPair(e), e.primary],
		name: (e) => displayLabel({ name: serverPair(e), id: e.id }),
	},
	breakoutRegion: {
		thing: 'breakout region',
		entry: getAllBreakoutRegions,
		name: (e) => displayLabel(e, e.ip_address),
	},
	smsInterface: { thing: 'SMS interface', entry: getAllSmsInterfaces, ...byDescription },
	smsLimit: { thing: 'SMS limit', entry: getAllTrafficLimits, ...knownBy(limitDetail) },
	callback: {
		thing: 'callback',
		...knownBy('url', 'purpose'),
	},
	callbackSecret: {
		thing: 'callback secret',
		names: (e) => [e.purpose],
		name: (e) => displayLabel({ name: e.purpose || undefined, id: e.id }, `ID ${String(e.id)}`),
	},
	inclusiveVolume: {
		thing: 'inclusive volume',
		entry: getActiveInclusiveVolumes,
		...knownBy(volumeOf),
	},
	product: {
		thing: 'eSIM product',
		entry: getUnlinkedProducts,
		each: ({ product, ...e }) => ({ ...e, ...(product as Json) }),
		name: (e) => displayLabel(e, freeText(e.quantity)),
	},
	operator: {
		thing: 'operator',
		entry: getAllOperators,
		names: (e) => [e.name_and_country, e.name],
		// Names are not unique, and some are a digit. Source: recorded.
		name: (e) =>
			e.name_and_country ? String(e.name_and_country) : displayLabel(e, at(e, 'country.name')),
	},
	tag: {
		thing: 'tag',
		page: (page, text) => ({ page, page_size: PAGE_SIZE, ...(text && { name: text }) }),
	},
	dataStream: {
		thing: 'data stream',
		name: (e) => displayLabel(e, at(e, 'status.description')),
		textIds: true,
	},
	euicc: {
		thing: 'eUICC',
		...knownBy('eid', 'status.description'),
		number: (e) => e.eid,
		page: (page, text) => ({ page, per_page: PAGE_SIZE, ...(text && { q: `eid:${text}` }) }),
	},
	euiccAction: {
		thing: 'action on eUICCs',
		entry: getCardOperationActions,
		...byDescription,
		// The words of its descriptions are not documented: an action is also known by their meaning.
		names: (e) => [e.description, cardActionOf(e.description)],
		lowest: 0,
	},
	simOperationAction: {
		thing: 'action on SIMs',
		entry: getSimOperationActions,
		...byDescription,
		lowest: 0,
	},
	eventType: {
		thing: 'type of events',
		entry: getEventTypes,
		...byDescription,
		lowest: 0,
	},
	ratType: { thing: 'radio access type', entry: getAllRatTypes, ...byDescription, lowest: 0 },
	service: { thing: 'service', entry: getAllServices, ...byDescription, lowest: 0 },
	tagColor: {
		thing: 'tag color',
		entry: getTagColors,
		...knownBy('description', 'hex_color'),
	},
	applicationToken: {
		thing: 'application token',
		...knownBy('description', 'status.description'),
	},
	user: {
		thing: 'user',
		names: (e) => [e.username, e.name],
		name: (e) => displayLabel({ name: e.name, id: e.id }, e.username),
		page: (page) => ({ page, per_page: PAGE_SIZE }),
		unsearched: true,
	},
	userRole: {
		thing: 'role',
		entry: getUserRoles,
		names: (e) => [e.name ?? e.description],
		name: (e) => displayLabel({ name: e.name ?? e.description, id: e.id }),
	},
	workspace: {
		thing: 'workspace',
		input: async (call) => ({ userId: await workspacesOwner(call) }),
	},
	automation: { thing: 'automation', name: (e) => displayLabel(e, e.status), textIds: true },
	automationAction: {
		thing: 'action of automations',
		entry: getActions,
		fitting: async (call, entries, valueOf) =>
			fittingActions(entries, await formEvent(call, valueOf)),
		detail: detailed,
		textIds: true,
	},
	automationEvent: {
		thing: 'event of automations',
		read: automationEvents,
		name: (e) => displayLabel(e, e.kind === 'custom' && 'Custom'),
		detail: detailed,
		textIds: true,
	},
	automationStatus: {
		thing: 'status of automations',
		title: 'statuses of automations',
		read: automationStatuses,
		textIds: true,
	},
	customEvent: { thing: 'custom event', textIds: true },
	customEventTemplate: {
		thing: 'template of custom events',
		entry: getTemplates,
		detail: detailed,
		textIds: true,
	},
	systemEvent: { thing: 'system event', detail: detailed, textIds: true },
};

/** A list with the defaults of what it leaves out. */
type WholePickerList = PickerList & Required<Pick<PickerList, 'title' | 'name' | 'names'>>;
const withDefaults = (lookup: string, list: PickerList): WholePickerList => ({
	title: list.thing.replace(/ of | on |$/, 's$&'),
	name: (entry) => displayLabel(entry),
	names: ({ name }) => [name],
	...(!list.read && !list.entry && { entry: findEntry(lookup, 'getAll') }),
	...list,
});

/** The lists of all pickers. */
export const PICKER_LISTS = Object.fromEntries(
	Object.entries(LISTS).map(([lookup, list]) => [lookup, withDefaults(lookup, list)]),
) as Record<LookupName, WholePickerList>;

/** The list of countries, which filters name and no picker offers. */
export const COUNTRIES = getAllCountries;
