import { setTimeout as sleep } from 'node:timers/promises';
import { APPLICATION_TOKENS } from '../../simulator/seed/seed';
import type { WorkflowJson } from './api';
import type { Simulator } from './simulator';

/* A workflow that listens for every event of the quota trigger, and the calls that cause each event. */

type Credential = { id: string; name: string };

const trigger = (name: string, credential: Credential, parameters: object, y: number) => ({
	name,
	type: 'n8n-nodes-cellular-iot.cellularIotQuotaTrigger',
	typeVersion: 1,
	position: [0, y],
	parameters: {
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		authentication: 'cellularIotUserApi',
		...parameters,
	},
	credentials: { cellularIotUserApi: credential },
});

const STATUS_EVENTS = [
	'activeAgain',
	'blocked',
	'exhausted',
	'expired',
	'statusChanged',
	'thresholdReached',
	'unblocked',
];
const FEED_EVENTS = ['activeAgain', 'blocked', 'exhausted', 'statusChanged', 'thresholdReached'];

/** Names of its two triggers. */
export const STATUS = 'By status';
export const FEED = 'By event feed';

/** Two triggers, one per source, with all events selected. */
export function everyEventWorkflow(credential: Credential): WorkflowJson {
	const end = { name: 'Received', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [300, 0] };
	const link = { main: [[{ node: end.name, type: 'main', index: 0 }]] };
	return {
		name: 'Every quota event',
		nodes: [
			trigger(STATUS, credential, { source: 'status', events: STATUS_EVENTS }, -100),
			trigger(FEED, credential, { source: 'eventFeed', feedEvents: FEED_EVENTS }, 100),
			{ ...end, parameters: {} },
		],
		connections: { [STATUS]: link, [FEED]: link },
		settings: { executionOrder: 'v1' },
	};
}

/** Calls a control route of the simulator, as the device or the network. */
export async function control(simulator: Simulator, path: string, body: object): Promise<void> {
	await post(`${simulator.url}/_sim/${path}`, 'POST', body);
}

async function post(address: string, method: string, body?: object, token?: string) {
	const request = {
		method,
		headers: {
			'Content-Type': 'application/json',
			...(token !== undefined && { Authorization: `Bearer ${token}` }),
		},
		...(body && { body: JSON.stringify(body) }),
	};
	let answer = await fetch(address, request);
	// The previous workflow may have used up the rate; a refused request was not applied.
	for (let tries = 1; answer.status === 429 && tries < 10; tries++) {
		await sleep(1000);
		answer = await fetch(address, request);
	}
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${text}`);
	return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
}

/** The devices of the scenario, each with its own role. */
export interface Cast {
	threshold: number;
	exhausted: number;
	expired: number;
	renewed: number;
	deleted: number;
	blocked: number;
	unblocked: number;
	assigned: number;
}

/** Sets the state before the triggers are activated, which record it without emitting. */
export async function prepare(simulator: Simulator, cast: Cast): Promise<void> {
	await control(simulator, 'consume', { endpointId: cast.renewed, volume: 1000 });
	await control(simulator, 'endpoint', { endpointId: cast.unblocked, blocked: true });
	await quota(simulator, 'DELETE', cast.assigned);
}

/** Sets or deletes a quota as another client of the service would. */
async function quota(simulator: Simulator, method: string, endpointId: number, expires?: number) {
	const { url } = simulator;
	const login = { application_token: APPLICATION_TOKENS.reseller };
	const { auth_token: token } = await post(`${url}/api/v1/authenticate`, 'POST', login);
	const expiry = expires ?? simulator.clock.now() + 30 * 24 * 3_600_000;
	const body = {
		volume: 100,
		expiry_date: new Date(expiry).toISOString(),
		threshold_percentage: 20,
		status: { id: 1 },
	};
	const path = `${url}/api/v1/endpoint/${endpointId}/quota/sms`;
	await post(path, method, method === 'POST' ? body : undefined, String(token));
}

/** Causes every event once. */
export async function happen(simulator: Simulator, cast: Cast): Promise<void> {
	await control(simulator, 'consume', { endpointId: cast.threshold, volume: 85 });
	await control(simulator, 'consume', { endpointId: cast.exhausted, volume: 1000 });
	await quota(simulator, 'POST', cast.expired, simulator.clock.now() + 1000);
	await quota(simulator, 'POST', cast.renewed);
	await quota(simulator, 'DELETE', cast.deleted);
	await control(simulator, 'endpoint', { endpointId: cast.blocked, blocked: true });
	await control(simulator, 'endpoint', { endpointId: cast.unblocked, blocked: false });
	await quota(simulator, 'POST', cast.assigned);
}

/** The items that the triggers must emit for it, as `event endpoint`. */
export const toldByStatus = (cast: Cast): string[] => [
	`thresholdReached ${cast.threshold}`,
	`thresholdReached ${cast.exhausted}`,
	`exhausted ${cast.exhausted}`,
	`expired ${cast.expired}`,
	`activeAgain ${cast.renewed}`,
	`statusChanged ${cast.deleted}`,
	`blocked ${cast.blocked}`,
	`unblocked ${cast.unblocked}`,
	`statusChanged ${cast.assigned}`,
];
export const toldByFeed = (cast: Cast): string[] => [
	`thresholdReached ${cast.threshold}`,
	`thresholdReached ${cast.exhausted}`,
	`exhausted ${cast.exhausted}`,
	`statusChanged ${cast.deleted}`,
	`blocked ${cast.blocked}`,
	`activeAgain ${cast.assigned}`,
];
