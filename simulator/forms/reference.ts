import { toIso } from '../clock';
import {
	recordedConnectivity,
	referenceEndpoint,
	referenceSingleEndpoint,
} from '../endpoints/forms';
import { referenceEvent } from '../events/forms';
import { blacklistEntry, referenceOperator } from '../profiles/forms';
import { referenceSim } from '../sims/forms';
import { referenceSms } from '../sms/forms';
import { specifiedUsage } from '../traffic/forms';
import type { Forms } from './forms';
import { recorded } from './recorded';

/** The answers of the specification and the public reference where they differ from the recordings. */
export const referenceForms: Forms = {
	...recorded,
	generation: 'reference',
	options: {
		emptyCreateAnswers: false,
		refreshAnswersOnlyAuthToken: false,
		statsAsNumbers: true,
	},
	time: toIso,
	token: {
		header: { alg: 'HS256', typ: 'JWT' },
		claims: ({ organisationId, organisationName, applicationId, userId, key }) => ({
			esc: {
				org: organisationId,
				orgName: organisationName,
				...(userId === null ? {} : { user: userId }),
				...(applicationId !== undefined && { app: applicationId }),
			},
			jti: key,
		}),
	},
	endpointInList: referenceEndpoint,
	endpoint: referenceSingleEndpoint,
	sim: referenceSim,
	sms: referenceSms,
	smsOrder: (messages) => messages,
	event: referenceEvent,
	eventSort: '-id',
	connectivity: (sim, endpoint, state) => {
		const { location, ...same } = recordedConnectivity(sim, endpoint, state);
		if (!location) return same;
		const { iccid, last_updated, last_updated_gprs } = location;
		return { ...same, location: { iccid, last_updated, last_updated_gprs } };
	},
	operator: referenceOperator,
	blacklistEntry: blacklistEntry(Number),
	dailyUsage: (sim, days) => specifiedUsage(days, sim.options.statsAsNumbers),
	pageHeaders: (page) => {
		const headers = recorded.pageHeaders({ ...page, list: 'sim' });
		delete headers['X-Sort'];
		return headers;
	},
	location: (path) => path,
	created: ({ options }, path, body) => ({
		status: 201,
		headers: { Location: path },
		...(options.emptyCreateAnswers ? {} : { body }),
	}),
	smsAccepted: (sim, path) => referenceForms.created(sim, path, {}),
	quotaSet: { status: 201, body: {} },
	changed: { status: 204 },
	profileChanged: { status: 201, body: {} },
	refusal: ({ status, headers, body }) => ({ status, headers, body }),
};
