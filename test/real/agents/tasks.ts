import type { INodeParameters } from 'n8n-workflow';
import type { EffectRecord, SimulatorHandle } from '../../../simulator';

/*
 * Tasks for an agent, the first mistake of its model, and the allowed effects.
 */

export type Mistake = 'empty' | 'invented' | 'misspelt' | 'ambiguous';

export interface Task {
	tool: string;
	/** The correct arguments. */
	said: Record<string, string>;
	/** The wrong value in the model's first call. */
	slip?: { field: string; value: string; kind: Mistake };
	/** The user's clarification of the wrong field. */
	meant: { name: string; iccid?: string };
	/** The only allowed effects, as `kind number`. */
	effects: string[];
	/** Id that must be among the items of a read. */
	found?: number;
}

const ai = (name: string) => `={{ $fromAI('${name}', 'as the person says it', 'string') }}`;
const by = (name: string) => ({ __rl: true, mode: 'id', value: ai(name) });
const allowed = { allowStakes: true };

/** The tools of the agent, configured as a user would. */
export const TOOLS: Record<string, INodeParameters> = {
	Send_an_SMS: {
		resource: 'sms',
		operation: 'send',
		endpointId: by('endpoint'),
		payload: ai('message'),
		mode: { ...allowed, mostSms: 1 },
	},
	Suspend_a_SIM: {
		resource: 'sim',
		operation: 'update',
		simId: by('sim'),
		status: 2,
		mode: allowed,
	},
	Tag_a_device: {
		resource: 'endpoint',
		operation: 'addTags',
		endpointId: by('endpoint'),
		tagIds: ai('tag'),
		mode: allowed,
	},
	Delete_a_device: {
		resource: 'endpoint',
		operation: 'delete',
		endpointId: by('endpoint'),
	},
	Why_is_it_offline: {
		resource: 'endpoint',
		operation: 'diagnose',
		endpointId: by('endpoint'),
	},
	Find_devices: {
		resource: 'endpoint',
		operation: 'getAll',
		filters: { nameFilter: ai('endpoint') },
	},
};

export const TAG = { id: 9_801, name: 'field-test', colorId: 1, organisationId: 1001 };

/** Tools that change nothing. */
const READING = ['Find_devices', 'Why_is_it_offline'];

export const shown = ({ kind, endpointId, simId }: EffectRecord) =>
	`${kind} ${kind.startsWith('sim.') ? simId : endpointId}`;

/** Misspellings of a name. */
const MISSPELT: Array<(name: string) => string> = [
	(name) => name.replace('-', ' ').replace(/0+(?=[1-9])/, ''),
	(name) => name.toUpperCase(),
	(name) => name.replace('-', '_'),
	(name) => `${name.slice(0, 2)}${name[3]}${name[2]}${name.slice(4)}`,
];

/** One task in eight starts with a mistake; each task has its own endpoint. */
export function tasksFor(sim: SimulatorHandle, count: number): Task[] {
	const own = [...sim.store.endpoints.values()].filter(({ organisationId: id }) => id === 1001);
	sim.store.tags.set(TAG.id, TAG);
	const names = Object.keys(TOOLS);
	const kinds: Mistake[] = ['empty', 'invented', 'misspelt', 'ambiguous'];
	return own.slice(0, count).map((endpoint, i): Task => {
		const tool = names[i % names.length]!;
		const card = sim.store.sims.get(endpoint.simId!)!;
		const { id } = endpoint;
		const field = tool === 'Suspend_a_SIM' ? 'sim' : 'endpoint';
		const said = {
			Send_an_SMS: { endpoint: endpoint.name, message: 'report' },
			Suspend_a_SIM: { sim: card.iccid },
			Tag_a_device: { endpoint: endpoint.name, tag: TAG.name },
			Delete_a_device: { endpoint: endpoint.name },
			Why_is_it_offline: { endpoint: endpoint.name },
			Find_devices: { endpoint: endpoint.name },
		}[tool] as Record<string, string>;
		const effects = {
			Send_an_SMS: [`sms.sent ${id}`],
			Suspend_a_SIM: [`sim.suspended ${card.id}`],
			Tag_a_device: [`tag.assigned ${id}`],
		}[tool];
		const task: Task = {
			tool,
			said,
			effects: effects ?? [],
			meant: { name: said[field]!, iccid: card.iccid },
			...(READING.includes(tool) && { found: id }),
		};
		if (i % 8 !== 0) return task;
		const kind = kinds[Math.floor(i / 8) % kinds.length]!;
		return { ...task, ...slipOf(sim, task, { kind, field, i, spare: own.at(-1 - i / 8)! }) };
	});
}

/** The same task with a mistake in its first call. */
function slipOf(
	{ store }: SimulatorHandle,
	{ tool, said, meant }: Task,
	{ kind, field, i, spare }: { kind: Mistake; field: string; i: number; spare: { name: string } },
): Partial<Task> {
	const is = (value: string, actual = kind) => ({ slip: { field, value, kind: actual } });
	if (kind === 'empty' && tool !== 'Find_devices') return is('');
	if (kind === 'invented' && tool !== 'Find_devices') return is(String(8_000_000 + i));
	if (tool === 'Suspend_a_SIM') return is(`8988999${said.sim!.slice(7)}`, 'invented');
	if (tool === 'Tag_a_device' && i % 3 === 0) {
		return {
			slip: { field: 'tag', value: 'Field test', kind: 'misspelt' },
			meant: { name: TAG.name },
		};
	}
	if (kind === 'ambiguous' && tool !== 'Find_devices') {
		const endpoint = [...store.endpoints.values()].find(({ name }) => name === said.endpoint)!;
		spare.name = endpoint.name = `twin-${i}`;
		return {
			...is(endpoint.name),
			said: { ...said, endpoint: endpoint.name },
			meant: { ...meant, name: endpoint.name },
		};
	}
	return is(MISSPELT[Math.floor(i / 32) % MISSPELT.length]!(said.endpoint!), 'misspelt');
}
