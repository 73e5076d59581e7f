import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../endpoints/entities';
import { SimStatus } from '../sims/entities';
import type { World } from '../world';
import type { ServiceEvent } from './entities';
import { addEvent } from './emit';

/*
 * Network connections of a device, visible in the events and the connectivity of its endpoint. The
 * detail of an event holds the operator and the session. Source: public reference.
 */

const CONNECTION_EVENT_TYPES = {
	attach: 1,
	attachGprs: 2,
	open: 3,
	refused: 3,
	close: 5,
	purge: 15,
} as const;

export interface Connection {
	/** `refused`: the PDP context is rejected; `purge`: the network removes the device. */
	kind: keyof typeof CONNECTION_EVENT_TYPES;
	/** An operator of the seed. Default 501. */
	operatorId?: number;
	/** Radio access type of a session. Default 6 (4G). */
	rat?: number;
	/** Milliseconds since 1970. Default: now. */
	at?: number;
	/** MB of the closed session. */
	volume?: number;
}

const STATE_AFTER: Partial<Record<Connection['kind'], Endpoint['connectivity']>> = {
	attach: 'ATTACHED',
	attachGprs: 'ATTACHED',
	open: 'ONLINE',
	close: 'ATTACHED',
	purge: 'OFFLINE',
};

const isKind = (kind: unknown): kind is Connection['kind'] =>
	Object.hasOwn(CONNECTION_EVENT_TYPES, String(kind as string));

function connectionDetail(
	{ store }: World,
	{ kind, operatorId = 501, rat = 6, volume = 0 }: Connection,
	imsi: string,
): ServiceEvent['detail'] {
	const operator = store.operators.get(operatorId);
	if (!operator) throw new Error(`operator ${operatorId} is not known`);
	if (kind === 'refused' || kind === 'purge') return null;
	const { id, name, country, tapcodes, mncs } = operator;
	const { country_code, mcc, iso_code } = country;
	const of = { id: country.id, name: country.name, country_code, mcc, iso_code };
	const network = { id, name, country: of };
	if (kind === 'attach' || kind === 'attachGprs') {
		return {
			...network,
			tapcode: tapcodes.map((tapcode, i) => ({ id: i + 1, tapcode })),
			mnc: mncs.map((mnc, i) => ({ id: i + 1, mnc })),
		};
	}
	const session = {
		pdp_context_id: 1,
		gtp_version: 2,
		apn: kind === 'open' ? 'em' : null,
		imsi,
		mcc: country.mcc,
		mnc: mncs[0] ?? '',
		lac: 4711,
		ci: 815,
		rat_type: rat,
	};
	return {
		...network,
		...(kind === 'close' && { volume: { rx: volume / 2, tx: volume / 2, total: volume } }),
		session_id: randomUUID(),
		pdp_context: session,
	};
}

/**
 * Adds the event of a connection and sets the endpoint's connectivity.
 * @throws Error for an unknown kind or operator
 */
export function connect(world: World, endpoint: Endpoint, connection: Connection): ServiceEvent {
	const { kind, at } = connection;
	if (!isKind(kind)) throw new Error(`connection ${String(kind)} is not known`);
	const item = world.store.sims.get(endpoint.simId ?? -1);
	if (item?.statusId === SimStatus.Suspended && kind === 'open')
		throw new Error(`the SIM of endpoint ${endpoint.id} is suspended`);
	const detail = connectionDetail(world, connection, item?.imsi ?? '');
	const event = addEvent(world, CONNECTION_EVENT_TYPES[kind], { endpoint }, detail);
	if (at !== undefined) event.timestamp = at;
	endpoint.connectivity = STATE_AFTER[kind] ?? endpoint.connectivity;
	return event;
}
