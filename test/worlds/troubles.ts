import type { Plan } from './plan';
import type { World } from './world';

/* Disturbances of a world's processes, Redis and sessions. */

type PlannedFault = Plan['troubles'][number];

/** Longest freeze of a process with a request in n8n's helper, in milliseconds: see `freeze`. */
const LONGEST_UNDER_WAY_MS = 25_000;

/** Schedules the disturbances of the plan. */
export function unleash(world: World): void {
	for (const trouble of world.plan.troubles) {
		world.timeline.after(trouble.at, () => strike(world, trouble));
	}
}

function strike(world: World, trouble: PlannedFault): void {
	const { timeline, redis } = world;
	const later = (ms: number, call: () => void) => timeline.after(ms, call);
	switch (trouble.kind) {
		case 'freeze':
			if (!freeze(world, trouble)) return;
			break;
		case 'kill':
			world.process(trouble.process).kill();
			break;
		case 'step':
			world.process(trouble.process).wallOffset += trouble.ms;
			break;
		case 'revoke':
			world.identity.revoke();
			break;
		case 'stop':
			redis.stoppedUntil = timeline.now + trouble.ms;
			break;
		case 'slow':
			redis.slowBy = 1_700;
			later(trouble.ms, () => (redis.slowBy = 0));
			break;
		case 'outage':
			redis.goDown();
			later(trouble.ms, () => (redis.isUp = true));
			break;
		case 'restart':
		case 'failover':
			redis.goDown();
			later(trouble.ms, () => redis.comeUp({ isAnother: trouble.kind === 'failover' }));
			break;
		case 'redisStep':
			redis.wallOffset += trouble.ms;
			break;
		case 'cut':
			redis.cut();
			break;
		case 'flush':
			redis.flush();
			break;
		case 'evict':
			redis.evict(() => true);
			break;
	}
	world.history.troubles.push({ ...trouble, at: timeline.now });
}

/**
 * Freezes a process. n8n's helper runs between the last check of the lock and the wire, where no lock
 * can protect; a request in the helper is delayed only as long as it ends within the time that others
 * wait for it.
 */
function freeze(world: World, trouble: PlannedFault & { kind: 'freeze' }): boolean {
	const place = world.process(trouble.process);
	if (place.state !== 'running') return false;
	const ms = place.leaving > 0 ? Math.min(trouble.ms, LONGEST_UNDER_WAY_MS) : trouble.ms;
	place.freeze();
	world.timeline.after(ms, () => place.thaw());
	return true;
}
