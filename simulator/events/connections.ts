import type { DataSession, Endpoint } from '../endpoints/entities';
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
	rejected: 1,
	rejectedGprs: 2,
	close: 5,
	purge: 15,
	purgeGprs: 16,
} as const;

export interface Connection {
	/**
	 * `refused`: the PDP context is rejected; `rejected`, `rejectedGprs`: the visited network rejects the
	 * registration; `purge`, `purgeGprs`: the network removes the device.
	 */
	kind: keyof typeof CONNECTION_EVENT_TYPES;
	/** An operator of the seed. Default 501. */
	operatorId?: number;
	/** Radio access type of a session. Default 6 (4G). */
	rat?: number;
	/** Milliseconds since 1970. Default: now. */
	at?: number;
	/** MB of the closed session. */
	volume?: number;
	/** The cause of a refusal or a rejection, which stands only in the text of its event. */
	cause?: string;
	/** The IMEI of the device, 16 digits; that of the endpoint unless given. */
	imei?: string;
}

const STANDARD_OPERATOR = 501;
const STANDARD_RAT = 6;

const STATE_AFTER: Partial<Record<Connection['kind'], Endpoint['connectivity']>> = {
	attach: 'ATTACHED',
	attachGprs: 'ATTACHED',
	open: 'ONLINE',
	close: 'ATTACHED',
	purge: 'OFFLINE',
	purgeGprs: 'OFFLINE',
};

const isKind = (kind: unknown): kind is Connection['kind'] =>
	Object.hasOwn(CONNECTION_EVENT_TYPES, String(kind as string));

function newSession({ store, clock }: World, connection: Connection): DataSession {
	const id = store.nextId('session');
	return {
		id,
		uuid: `d0000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
		created: connection.at ?? clock.now(),
		operatorId: connection.operatorId ?? STANDARD_OPERATOR,
		rat: connection.rat ?? STANDARD_RAT,
	};
}

function operatorOf({ store }: World, id: number) {
	const operator = store.operators.get(id);
	if (!operator) throw new Error(`operator ${id} is not known`);
	return operator;
}

function connectionDetail(
	world: World,
	{ kind, operatorId = STANDARD_OPERATOR, volume = 0, imei }: Connection,
	session: DataSession,
	imsi: string,
): ServiceEvent['detail'] {
	const operator = operatorOf(world, operatorId);
	if (kind === 'refused' || kind === 'purge' || kind === 'purgeGprs') return null;
	const { id, name, country, tapcodes, mncs } = operator;
	const { country_code, mcc, iso_code } = country;
	const of = { id: country.id, name: country.name, country_code, mcc, iso_code };
	const network = { id, name, country: of };
	const isRegistration = ['attach', 'attachGprs', 'rejected', 'rejectedGprs'].includes(kind);
	if (isRegistration) {
		return {
			...network,
			tapcode: tapcodes.map((tapcode, i) => ({ id: i + 1, tapcode })),
			mnc: mncs.map((mnc, i) => ({ id: i + 1, mnc })),
		};
	}
	const context = {
		pdp_context_id: session.id,
		gtp_version: 2,
		apn: kind === 'open' ? 'em' : null,
		imsi,
		mcc: country.mcc,
		mnc: mncs[0] ?? '',
		lac: 4711,
		ci: 815,
		rat_type: session.rat,
		...(imei !== undefined && { imeisv: imei }),
	};
	return {
		...network,
		...(kind === 'close' && { volume: { rx: volume / 2, tx: volume / 2, total: volume } }),
		session_id: session.uuid,
		pdp_context: context,
	};
}

/** Sets the location and the session of an endpoint as they are after a connection. */
function moveTo(
	endpoint: Endpoint,
	{ kind, operatorId = STANDARD_OPERATOR }: Connection,
	session: DataSession,
	at: number,
): void {
	const { location } = endpoint;
	const registered = location?.registered ?? at;
	const registeredGprs = location?.registeredGprs ?? null;
	if (kind === 'attach') endpoint.location = { registered: at, registeredGprs, operatorId };
	if (kind === 'attachGprs') endpoint.location = { registered, registeredGprs: at, operatorId };
	if (kind === 'open') {
		endpoint.session = session;
		endpoint.location ??= { registered, registeredGprs: at, operatorId };
	}
	if (kind === 'close') endpoint.session = null;
	if (kind === 'purge' || kind === 'purgeGprs') {
		endpoint.location = null;
		endpoint.session = null;
	}
}

/**
 * Adds the event of a connection and sets the endpoint's connectivity. The event of a closed session
 * has the session's id.
 * @throws Error for an unknown kind or operator
 */
export function connect(world: World, endpoint: Endpoint, connection: Connection): ServiceEvent {
	const { kind, at } = connection;
	if (!isKind(kind)) throw new Error(`connection ${String(kind)} is not known`);
	const item = world.store.sims.get(endpoint.simId ?? -1);
	if (item?.statusId === SimStatus.Suspended && kind === 'open')
		throw new Error(`the SIM of endpoint ${endpoint.id} is suspended`);
	operatorOf(world, connection.operatorId ?? STANDARD_OPERATOR);
	const closed = kind === 'close' ? endpoint.session : null;
	const session = closed ?? newSession(world, connection);
	const detail = connectionDetail(world, connection, session, item?.imsi ?? '');
	const event = addEvent(world, CONNECTION_EVENT_TYPES[kind], { endpoint }, detail);
	event.isRefusal = kind === 'refused';
	event.isRejection = kind === 'rejected' || kind === 'rejectedGprs';
	if (connection.cause !== undefined) event.description = connection.cause;
	if (connection.imei !== undefined) event.imei = connection.imei;
	if (at !== undefined) event.timestamp = at;
	endpoint.connectivity = STATE_AFTER[kind] ?? endpoint.connectivity;
	moveTo(endpoint, connection, session, at ?? world.clock.now());
	return event;
}

/** Sets the connectivity without an event, as a test finds a device. */
export function putInState(
	world: World,
	endpoint: Endpoint,
	connectivity: Endpoint['connectivity'],
): void {
	const at = world.clock.now();
	endpoint.connectivity = connectivity;
	if (connectivity === 'OFFLINE') endpoint.location = null;
	else
		endpoint.location ??= {
			registered: at,
			registeredGprs: at,
			operatorId: STANDARD_OPERATOR,
		};
	if (connectivity === 'ONLINE') endpoint.session ??= newSession(world, { kind: 'open' });
	else endpoint.session = null;
}
