import { accountFacts } from './account';
import { applicationTokenFacts } from './applicationToken';
import { automationFacts } from './automation';
import { awaitsFacts } from './await';
import { callbackFacts } from './callback';
import { callbackSecretFacts } from './callbackSecret';
import { customEventFacts } from './customEvent';
import { dataQuotaFacts } from './dataQuota';
import { dataStreamFacts } from './dataStream';
import { dnsFacts } from './dns';
import { endpointFacts } from './endpoint';
import { euiccFacts } from './euicc';
import { eventFacts } from './event';
import { ipAddressSpaceFacts } from './ipAddressSpace';
import { jobsFacts } from './jobs';
import { lookupFacts } from './lookup';
import { mfaKeyFacts } from './mfaKey';
import { operatorBlacklistFacts } from './operatorBlacklist';
import { organisationFacts } from './organisation';
import { organisationUsageFacts } from './organisationUsage';
import { placeFacts } from './place';
import { serviceProfileFacts } from './serviceProfile';
import { sessionFacts } from './session';
import { simFacts } from './sim';
import { simBatchFacts } from './simBatch';
import { simOperationFacts } from './simOperation';
import { smsFacts } from './sms';
import { smsQuotaFacts } from './smsQuota';
import { systemEventFacts } from './systemEvent';
import { tagFacts } from './tag';
import { tariffProfileFacts } from './tariffProfile';
import { tariffProfileBlocklistFacts } from './tariffProfileBlocklist';
import { trafficLimitExtensionFacts } from './trafficLimitExtension';
import { trustedDeviceFacts } from './trustedDevice';
import { usageFacts } from './usage';
import { userFacts } from './user';
import { workspaceFacts } from './workspace';
import { workspaceMemberFacts } from './workspaceMember';
import type { Expected, Facts, OperationFacts, WrittenCase } from './facts';
import type { Asked } from '../truth/requests/forms';
import type { Shape } from '../truth/shapes/forms';
import type { Row } from '../unit/nodes/rows/rowTypes';

/* The facts of all resources, in the forms that the tests read. */

const FACTS: Facts[] = [
	accountFacts,
	applicationTokenFacts,
	automationFacts,
	awaitsFacts,
	callbackFacts,
	callbackSecretFacts,
	customEventFacts,
	dataQuotaFacts,
	dataStreamFacts,
	dnsFacts,
	endpointFacts,
	euiccFacts,
	eventFacts,
	ipAddressSpaceFacts,
	jobsFacts,
	lookupFacts,
	mfaKeyFacts,
	operatorBlacklistFacts,
	organisationFacts,
	organisationUsageFacts,
	placeFacts,
	serviceProfileFacts,
	sessionFacts,
	simFacts,
	simBatchFacts,
	simOperationFacts,
	smsFacts,
	smsQuotaFacts,
	systemEventFacts,
	tagFacts,
	tariffProfileFacts,
	tariffProfileBlocklistFacts,
	trafficLimitExtensionFacts,
	trustedDeviceFacts,
	usageFacts,
	userFacts,
	workspaceFacts,
	workspaceMemberFacts,
];

/** The facts of every operation, by `resource name`. */
export const OPERATION_FACTS: Record<string, OperationFacts> = Object.assign(
	{},
	...FACTS.map((facts) => facts.operations),
);
const facts = Object.entries(OPERATION_FACTS);

/** A case of an operation, which `row` names. */
export interface Case extends WrittenCase {
	row: string;
	requests: Expected[];
}

/** The cases of all operations. */
export const CASES: Case[] = facts.flatMap(([row, { cases = [] }]) =>
	cases.map((written) => ({ row, ...written, requests: [written.requests].flat() })),
);

/** Form values that an operation accepts; of a case that gives the field, where there is one. */
export function goodValues(key: string, field?: string): Record<string, unknown> {
	const own = CASES.filter(({ row }) => row === key);
	const giving = own.find(({ values }) => field !== undefined && field in values);
	return (giving ?? own[0])?.values ?? {};
}

/** The rows of all operations, by `resource name`, or by that and what tells its rows apart. */
export const ROWS: Record<string, Row> = Object.assign(
	Object.fromEntries(
		facts.flatMap(([key, { row, rows = {} }]) => [
			...(row ? [[key, row] as const] : []),
			...Object.entries(rows).map(([which, other]) => [`${key} ${which}`, other] as const),
		]),
	),
	...FACTS.map(({ preparing }) => preparing),
);

/** A request as the service documents it. */
export interface Documented {
	resource: string;
	name: string;
	/** For an operation that reads several lists, the list. */
	list?: string;
	request: string;
	effect: string;
	lane: string;
	source: string;
	/** Whether the project's specification names the operation. */
	isNamed: boolean;
}

function documentedFrom(key: string, text: string, list?: string): Documented {
	const [resource = '', name = ''] = key.split(' ');
	const [method, path, effect = '', lane = '', from] = text.split(' ');
	return {
		resource,
		name,
		...(list !== undefined && { list }),
		request: `${method} ${path}`,
		effect,
		lane,
		source: from === 'S' ? 'specification' : 'public reference',
		isNamed: from !== undefined,
	};
}

/** The operations with their requests, effects and lanes, as the service documents them. */
export const DOCUMENTED: Documented[] = facts.flatMap(([key, { documented = {} }]) =>
	typeof documented === 'string'
		? [documentedFrom(key, documented)]
		: Object.entries(documented).map(([list, text]) => documentedFrom(key, text, list)),
);

const routes = FACTS.flatMap((each) => Object.entries(each.routes ?? {}));

/** The accepted requests of each route. */
export const ASKED: Record<string, Asked> = Object.fromEntries(
	routes.flatMap(([route, { asked }]) => (asked ? [[route, asked] as const] : [])),
);

/** The answers of each route, by status. */
export const SUCCESSES: Record<string, Record<number, Shape>> = Object.fromEntries(
	routes.flatMap(([route, { answers }]) => (answers ? [[route, answers] as const] : [])),
);
