import { DAY_MS } from '../clock';
import type { Endpoint } from '../endpoints/entities';
import { connect } from '../events/connections';
import { addEvent, EventType } from '../events/emit';
import { randomFrom } from '../numbers';
import { SimStatus } from '../sims/entities';
import type { World } from '../world';
import { type Life, type LifeKind, type LifeRules, type ReplyKind, within } from './entities';
import { inSeconds } from './settle';
import { deliverWaiting, isReachable, sendSms } from './sms';

/** Seconds from the registration to the packet side, and from there to the session. */
const STEP_SECONDS = 2;
/** From losing a session to the next attempt, of a flapping device. */
const FLAP_PAUSE_SECONDS = 5;
/** A device that is away is reported after one to two days. */
const REPORT_DAYS = 1;
/** What a sleeper sends at each wake. MB. */
const WAKE_MB = 0.01;

export const ASLEEP = 'network_determined_not_reachable';
export const REACHABLE = 'assumed_idle';

/** The endpoint of a life, or undefined once it is deleted. */
const endpointOf = ({ store }: World, { endpointId }: Life): Endpoint | undefined =>
	store.endpoints.get(endpointId);

/** Whether the network serves the endpoint at all. */
function isServed({ store }: World, endpoint: Endpoint): boolean {
	const item = store.sims.get(endpoint.simId ?? -1);
	const isActive =
		item?.statusId === SimStatus.Activated || item?.statusId === SimStatus.FactoryTest;
	return isActive && endpoint.statusId === 0;
}

/** Plans a step that is dropped where something else happens to the device before it. */
function plan(world: World, life: Life, seconds: number, step: (endpoint: Endpoint) => void): void {
	const { plan: planned } = life;
	inSeconds(world, seconds, () => {
		const endpoint = endpointOf(world, life);
		if (endpoint && life.plan === planned && world.store.lives.get(life.endpointId) === life)
			step(endpoint);
	});
}

function setAwake(life: Life, endpoint: Endpoint, isAwake: boolean): void {
	life.isAwake = isAwake;
	endpoint.network = isAwake ? REACHABLE : ASLEEP;
}

/** Registers, and opens a session; `then` follows the open session. */
function comeBack(
	world: World,
	life: Life,
	seconds: number,
	then: (endpoint: Endpoint) => void = () => {},
): void {
	const { operatorId, rat } = life;
	plan(world, life, seconds, (endpoint) => {
		if (!isServed(world, endpoint)) return;
		setAwake(life, endpoint, true);
		connect(world, endpoint, { kind: 'attach', operatorId });
		deliverWaiting(world, life, endpoint);
		plan(world, life, STEP_SECONDS, () => {
			connect(world, endpoint, { kind: 'attachGprs', operatorId });
			plan(world, life, STEP_SECONDS, () => {
				if (endpoint.blocked) {
					connect(world, endpoint, { kind: 'refused', operatorId });
					return;
				}
				connect(world, endpoint, { kind: 'open', operatorId, rat });
				then(endpoint);
			});
		});
	});
}

/** Closes the session, if one is open. */
function loseSession(world: World, endpoint: Endpoint): void {
	if (endpoint.session) connect(world, endpoint, { kind: 'close', volume: WAKE_MB });
}

/** Loses its session after a while and opens another, so many times; null: for good. */
function flap(world: World, life: Life, left: number | null): void {
	if (left === 0) return;
	const { operatorId, rat } = life;
	plan(world, life, within(life.flapSeconds, life.random), (endpoint) => {
		loseSession(world, endpoint);
		plan(world, life, FLAP_PAUSE_SECONDS, () => {
			if (!isServed(world, endpoint) || endpoint.blocked) return;
			connect(world, endpoint, { kind: 'open', operatorId, rat });
			flap(world, life, left === null ? null : left - 1);
		});
	});
}

/** Falls asleep after its time awake, and wakes again. */
function sleepLater(world: World, life: Life): void {
	plan(world, life, life.awakeSeconds, (endpoint) => {
		if (life.kind === 'asleep') loseSession(world, endpoint);
		setAwake(life, endpoint, false);
		wakeIn(world, life, Math.max(1, life.sleepSeconds - life.awakeSeconds));
		if (life.kind === 'asleep') reportAway(world, life);
	});
}

/** The visited network reports a device that is away, after one to two days. */
function reportAway(world: World, life: Life): void {
	const seconds = ((REPORT_DAYS + life.random()) * DAY_MS) / 1000;
	plan(world, life, seconds, (endpoint) => {
		if (!life.isAwake && endpoint.connectivity === 'ATTACHED')
			connect(world, endpoint, { kind: 'purge' });
	});
}

function wakeIn(world: World, life: Life, seconds: number): void {
	plan(world, life, seconds, (endpoint) => wake(world, life, endpoint));
}

/**
 * A device wakes: one that kept its session sends on in it, without an event, unless it was reset; any
 * other attaches anew.
 */
function wake(world: World, life: Life, endpoint: Endpoint): void {
	life.plan += 1;
	const keepsSession = life.kind === 'psm' && endpoint.session && !life.isResetPending;
	setAwake(life, endpoint, true);
	world.store.addData(endpoint.id, WAKE_MB, world.clock.now());
	world.ledger.effect('device.woke', { endpointId: endpoint.id });
	if (keepsSession) {
		deliverWaiting(world, life, endpoint);
		sleepLater(world, life);
		return;
	}
	life.isResetPending = false;
	loseSession(world, endpoint);
	comeBack(world, life, 1, () => sleepLater(world, life));
}

/** A device is restarted by somebody beside it: it comes back whatever it was stuck in. */
export function restart(world: World, life: Life, endpoint: Endpoint): void {
	life.plan += 1;
	life.isResetPending = false;
	loseSession(world, endpoint);
	world.ledger.effect('device.restarted', { endpointId: endpoint.id });
	const sleeps = life.kind === 'asleep' || life.kind === 'psm';
	comeBack(world, life, within(life.returnSeconds, life.random), () => {
		if (sleeps) sleepLater(world, life);
	});
}

/** The device sends messages of its own, whenever it is awake at the time for it. */
function sendNow(world: World, life: Life): void {
	const { unprompted } = life;
	if (!unprompted) return;
	inSeconds(world, unprompted.everySeconds, () => {
		const endpoint = endpointOf(world, life);
		if (!endpoint || world.store.lives.get(life.endpointId) !== life) return;
		if (isReachable(life, endpoint)) sendSms(world, endpoint, life, unprompted.text);
		sendNow(world, life);
	});
}

/** The events of a reset itself. */
function logReset(world: World, life: Life | undefined, endpoint: Endpoint): void {
	addEvent(world, EventType.ConnectivityReset, { endpoint });
	if (!life?.isResetLoggedAsSuspension) return;
	const { SimSuspended, EndpointDisabled, EndpointEnabled, SimActivated } = EventType;
	for (const typeId of [SimSuspended, EndpointDisabled, EndpointEnabled, SimActivated])
		addEvent(world, typeId, { endpoint });
}

/**
 * A reset of the connectivity: the network forgets the session or the registration, and the device
 * does as it lives. A device without a life stays as it is.
 */
export function resetDevice(
	world: World,
	endpoint: Endpoint,
	reset: { location: boolean; session: boolean },
): void {
	const life = world.store.lives.get(endpoint.id);
	logReset(world, life, endpoint);
	if (!life) return;
	if (!life.isAwake) {
		// Nothing reaches it: the session of a sleeper that keeps one stays, too.
		life.isResetPending = true;
		if (life.kind === 'asleep' && reset.location && endpoint.connectivity === 'ATTACHED')
			connect(world, endpoint, { kind: 'purge' });
		return;
	}
	life.plan += 1;
	loseSession(world, endpoint);
	if (reset.location && life.kind !== 'attached' && endpoint.connectivity !== 'OFFLINE')
		connect(world, endpoint, { kind: 'purge' });
	if (life.kind === 'gone' || life.kind === 'attached') {
		life.isAwake = false;
		if (life.kind === 'gone') endpoint.network = ASLEEP;
		return;
	}
	comeBack(world, life, within(life.returnSeconds, life.random), () => {
		if (life.kind === 'flapping') flap(world, life, life.flaps);
		if (life.kind === 'asleep' || life.kind === 'psm') sleepLater(world, life);
	});
}

/** A device starts to live: connected, or asleep at a point of its cycle that depends on the seed. */
export function startLife(
	world: World,
	endpoint: Endpoint,
	kinds: { kind: LifeKind; reply: ReplyKind },
	rules: LifeRules,
	seed: number,
): Life {
	const random = randomFrom(seed * 1_000_003 + endpoint.id);
	const life: Life = {
		...rules,
		...kinds,
		endpointId: endpoint.id,
		random,
		isAwake: true,
		isResetPending: false,
		plan: 0,
	};
	world.store.lives.set(endpoint.id, life);
	const { operatorId, rat } = life;
	if (isServed(world, endpoint) && !endpoint.session) {
		connect(world, endpoint, { kind: 'attach', operatorId });
		connect(world, endpoint, { kind: 'attachGprs', operatorId });
		if (!endpoint.blocked) connect(world, endpoint, { kind: 'open', operatorId, rat });
	}
	if (life.kind === 'asleep' || life.kind === 'psm') {
		if (life.kind === 'asleep') loseSession(world, endpoint);
		setAwake(life, endpoint, false);
		wakeIn(world, life, 1 + random() * life.sleepSeconds);
	} else setAwake(life, endpoint, true);
	sendNow(world, life);
	return life;
}
