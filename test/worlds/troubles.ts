import type { Plan } from './plan';
import type { World } from './world';

/* Troubles of a world: of its processes, its Redis, its sessions. */

type PlannedFault = Plan['troubles'][number];

/** The longest that a process stands still whose request is on its way: see `freeze`. Milliseconds. */
const LONGEST_UNDER_WAY_MS = 25_000;

/** Lets every trouble of the plan strike in its time. */
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
 * A process stands still. Between its last look at the lock and the wire lies n8n's helper, which no
 * lock can guard; a request that is on its way there is held up so long at most that it ends within the
 * time that others wait for it.
 */
function freeze(world: World, trouble: PlannedFault & { kind: 'freeze' }): boolean {
	const place = world.process(trouble.process);
	if (place.state !== 'running') return false;
	const ms = place.leaving > 0 ? Math.min(trouble.ms, LONGEST_UNDER_WAY_MS) : trouble.ms;
	place.freeze();
	world.timeline.after(ms, () => place.thaw());
	return true;
}
