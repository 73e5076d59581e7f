import type { By } from '../case';
import { FREE_SIM, GATEWAY, NORTH, OLD, type Act, type World } from '../world';

/* What a colleague does to the first device. */

const first = (world: World) => world.endpoint(4001);
const all: By[] = ['tag', 'id', 'name', 'iccid', 'imei'];

export const takesTagOff: Act = {
	happen: (world) => void (first(world).tags = [NORTH]),
	endsChoiceBy: ['tag'],
	stays: (world) => (first(world).tags?.includes(OLD) ? 'the tag is put back' : undefined),
};

export const renames: Act = {
	happen: (world) => void (first(world).name = 'pump-9'),
	endsChoiceBy: ['name'],
	stays: (world) => (first(world).name === 'pump-9' ? undefined : 'the name is put back'),
};

/** The first device gets another SIM, and its former SIM a device that nobody retires. */
export const swapsSim: Act = {
	happen: (world) => {
		first(world).sim = FREE_SIM;
		world.endpoint(GATEWAY).sim = 5001;
		world.sim(5001).status = 1;
	},
	endsChoiceBy: all,
	takesSim: true,
	stays: (world) => {
		if (world.endpoint(GATEWAY).sim !== 5001) return 'the former SIM is taken from its new device';
		if (world.sim(5001).status !== 1) return 'the former SIM is suspended in its new device';
		if (first(world).sim !== FREE_SIM) return 'the new SIM is taken off';
		return world.sim(FREE_SIM).status === 1 ? undefined : 'the new SIM is suspended';
	},
};

/** The former SIM is in another device; the first has none. */
export const givesSimAway: Act = {
	happen: (world) => {
		first(world).sim = undefined;
		world.endpoint(GATEWAY).sim = 5001;
		world.sim(5001).status = 1;
	},
	endsChoiceBy: ['iccid'],
	takesSim: true,
};

/** The SIM goes to another workspace, which suspends it. */
export const movesSim: Act = {
	happen: (world) => {
		first(world).sim = undefined;
		Object.assign(world.sim(5001), { organisation: 9002, status: 2 });
	},
	endsChoiceBy: ['iccid'],
	takesSim: true,
};

/** The endpoint is out of the reach of the login. */
export const movesDevice: Act = {
	happen: (world) => {
		first(world).organisation = 9002;
		world.sim(5001).organisation = 9002;
	},
	endsChoiceBy: all,
	takesSim: true,
};

export const enables: Act = {
	happen: (world) => {
		first(world).status = first(world).status === 2 ? 2 : 0;
	},
	endsChoiceBy: [],
	stays: (world) => (first(world).status === 0 ? undefined : 'it is disabled again'),
};

/** The SIM is activated again where the run has suspended it. */
export const activatesAgain: Act = {
	happen: (world) => {
		if (world.sim(5001).status === 2) world.sim(5001).status = 1;
	},
	endsChoiceBy: [],
};

export const deletes: Act = {
	happen: (world) => Object.assign(first(world), { sim: undefined, status: 2 }),
	endsChoiceBy: [],
};

/** Another device takes the name. */
export const givesNameAway: Act = {
	happen: (world) => {
		if (first(world).status !== 2) first(world).name = 'pump-9';
		world.endpoint(GATEWAY).name = 'meter-1';
	},
	endsChoiceBy: ['name'],
};

/** Another device gets the tag. */
export const tagsGateway: Act = {
	happen: (world) => void (world.endpoint(GATEWAY).tags = [OLD]),
	endsChoiceBy: [],
};
