import { toIso } from '../clock';
import { recordedConnectivity, recordedEndpoint } from '../endpoints/forms';
import { recordedEvent } from '../events/forms';
import { blacklistEntry, recordedOperator } from '../profiles/forms';
import { recordedSim } from '../sims/forms';
import { recordedSms } from '../sms/forms';
import { sampledUsage } from '../traffic/forms';
import type { Forms, Page } from './forms';

/**
 * Absolute, with an unreachable host: clients take the last path segment and do not follow the
 * link.
 */
const LOCATION_ORIGIN = 'https://connectivity.invalid';
const location = (path: string) => LOCATION_ORIGIN + path;
/** Empty bodies have the JSON content type. */
const EMPTY_JSON = { 'Content-Type': 'application/json' };

/** As seen in recorded traffic. */
export const recorded: Forms = {
	generation: 'recorded',
	options: { emptyCreateAnswers: true, refreshAnswersOnlyAuthToken: true },
	// No colon in the offset.
	time: (ms) => toIso(ms).replace('Z', '+0000'),
	token: {
		header: { alg: 'HS384' },
		claims: ({ organisationId, organisationName, applicationId, key }) => ({
			iss: 'connectivity',
			aud: '/api/v1',
			'esc.org': organisationId,
			'esc.orgName': organisationName,
			// User logins were not recorded.
			...(applicationId !== undefined && { 'esc.app': applicationId }),
			api_key: key,
		}),
	},
	endpointInList: recordedEndpoint,
	endpoint: (sim, endpoint) => ({
		...recordedEndpoint(sim, endpoint),
		ip_address_space: {
			id: endpoint.addressSpaceId,
			ip_address_space: sim.store.addressSpaces.get(endpoint.addressSpaceId)?.cidr,
			ip_address_version: 4,
		},
	}),
	sim: recordedSim,
	sms: recordedSms,
	smsOrder: (messages) => [...messages].sort((a, b) => b.id - a.id),
	event: recordedEvent,
	eventSort: 'id',
	connectivity: recordedConnectivity,
	operator: recordedOperator,
	blacklistEntry: blacklistEntry(String),
	dailyUsage: (sim, days) => sampledUsage(days, sim.options.statsAsNumbers),
	pageHeaders: headersOf,
	location,
	created: ({ options }, path, body) =>
		options.emptyCreateAnswers
			? { status: 201, headers: { Location: location(path), ...EMPTY_JSON } }
			: { status: 201, headers: { Location: location(path) }, body },
	smsAccepted: (_sim, path) => ({
		status: 201,
		headers: { Location: location(path), 'Content-Type': 'text/html' },
	}),
	quotaSet: { status: 201, headers: EMPTY_JSON },
	changed: { status: 204, headers: EMPTY_JSON },
	profileChanged: { status: 201, headers: EMPTY_JSON },
	refusal: ({ status, headers, body, recorded: form }) => ({
		status,
		headers,
		body: form === undefined ? body : form,
	}),
};

/** Capitalised and without `Link` on endpoints and SIMs; lower case with an empty `Link` on events. */
function headersOf({ list, total, pages, page, perPage, sort, filter }: Page) {
	const first = {
		'X-Total-Count': String(total),
		'X-Total-Pages': String(pages),
		'X-Current-Page': String(page),
		'X-Count-Per-Page': String(perPage),
		'X-Sort': sort,
	};
	if (list === 'sim' || list === 'user') return first;
	if (list === 'event') {
		const small = Object.entries(first).map(([name, value]) => [name.toLowerCase(), value]);
		return {
			...(Object.fromEntries(small) as Record<string, string>),
			...(filter && { 'x-filter': filter }),
			link: '',
		};
	}
	return {
		...first,
		// Later recordings of the endpoint list contain these too.
		'X-Count': String(total),
		'X-Page': String(page),
		'X-Pages': String(pages),
		'X-Per-Page': String(perPage),
	};
}
