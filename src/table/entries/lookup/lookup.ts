import { type Field, type Fields, type Operation, operationsWith } from '../../define';
import * as f from '../../fields';
import {
	getOrganisationStatuses,
	getServiceLevels,
	getUnlinkedProducts,
} from '../account/organisation';
import { getUserRoles, getUserStatuses } from '../account/user';
import { getTagColors } from '../endpoint/tag';
import { getEventTypes } from '../event/eventLists';
import { getCloudConnectRegions, getCloudConnectTypes } from '../network/cloudConnect';
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
	getAvailableAddressSpaces,
	getSmsLimits,
} from '../network/serviceLists';
import {
	getDataStreamFilterFields,
	getDataStreamStatuses,
	getDataStreamTypes,
} from '../push/dataStreamRead';
import {
	getCardOperationActions,
	getCardOperationStatuses,
	getCardProfileStatuses,
} from '../sim/euicc';
import { getSimStatuses } from '../sim/simManage';
import { getSimOperationActions, getSimOperationStatuses } from '../sim/simOperation';

/*
 * The lists of what can be chosen elsewhere: countries, statuses, types and the like. Each is described where its
 * things are, as a read of its own; one operation of the nodes reads whichever a person names.
 */

/** The lists by their names in the form, in the order of the form. */
const LISTS: Readonly<Record<string, Operation>> = {
	'Available IP Address Spaces': getAvailableAddressSpaces,
	'Breakout Regions': getAllBreakoutRegions,
	'Card Operation Actions': getCardOperationActions,
	'Card Operation Statuses': getCardOperationStatuses,
	'Card Profile Statuses': getCardProfileStatuses,
	'Cloud Connect Regions': getCloudConnectRegions,
	'Cloud Connect Types': getCloudConnectTypes,
	Countries: getAllCountries,
	'Data Stream Filter Fields': getDataStreamFilterFields,
	'Data Stream Statuses': getDataStreamStatuses,
	'Data Stream Types': getDataStreamTypes,
	'DNS Servers': getAllDns,
	'Event Types': getEventTypes,
	'IP Address Spaces': getAllAddressSpaces,
	Operators: getAllOperators,
	'Organisation Statuses': getOrganisationStatuses,
	'Radio Access Types': getAllRatTypes,
	'Service Levels': getServiceLevels,
	Services: getAllServices,
	'SIM Operation Actions (Preview)': getSimOperationActions,
	'SIM Operation Statuses (Preview)': getSimOperationStatuses,
	'SIM Statuses': getSimStatuses,
	'SMS Interfaces': getAllSmsInterfaces,
	'SMS Limits': getSmsLimits,
	'Tag Colors': getTagColors,
	'Traffic Limits': getAllTrafficLimits,
	'Unlinked eSIM Products': getUnlinkedProducts,
	'User Roles': getUserRoles,
	'User Statuses': getUserStatuses,
};
const lists = Object.values(LISTS);

/** A field of the lists that have it, shown where one of these is chosen. */
function shownForLists(name: string, field: Field): Field {
	const having = lists.filter(({ fields }) => name in fields);
	if (having.length === lists.length) return field;
	return { ...field, showWhen: { ...field.showWhen, list: having.map((list) => list.name) } };
}

/** The fields of all lists: what one of them is about, and then the common fields of a list. */
function fieldsOfLists(): Fields {
	const fields = new Map<string, Field>();
	for (const list of lists)
		for (const [name, field] of Object.entries(list.fields))
			if (!(name in f.many)) fields.set(name, shownForLists(name, field));
	for (const [name, field] of Object.entries<Field>(f.many))
		fields.set(name, shownForLists(name, field));
	return Object.fromEntries(fields);
}

const define = operationsWith({ resource: 'lookup' });

export const getLookup = define({
	name: 'getMany',
	action: 'Get many entries of a lookup list',
	description:
		'List what can be chosen elsewhere: countries, operators, statuses, types and the like',
	request: getAllCountries.request,
	effect: 'read',
	lane: 'list',
	errors: [403, 404],
	fields: {
		list: f.choice(
			{ label: 'List', hint: 'The list to read', default: getAllCountries.name },
			Object.entries(LISTS).map(([name, list]) => ({
				name,
				value: list.name,
				description: list.description,
			})),
		),
		...fieldsOfLists(),
	},
	lists: Object.fromEntries(lists.map((list) => [list.name, list])),
});
