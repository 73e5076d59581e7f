import type { WorkflowJson, WorkflowNode } from '../../../demo/lib/api';
import { bindWorkflow, readWorkflow } from '../../../demo/lib/workflows';
import type { Figure } from '../../faults/figures';
import { counts } from '../../faults/runs';
import type { JobStage } from '../jobs/inN8n';
import { accountNode, linksTo, n8nNode } from '../stage/workflows';
import { RESELLER } from '../workflows/stage';
import { type Begun, byId, control, type Course, courseIn, itemsAt, sleep } from './course';

/*
 * The shipped example "Switch an eSIM profile" in a real n8n on SQLite without a Redis: some cards sleep for
 * days and let orders expire, on some the order fails, some find no network on the new profile. A run that is
 * begun anew reads the orders of each card first, and awaits the newest: the service is the only memory.
 */

interface Size {
	cards: number;
	/** How long n8n sleeps between looks. Seconds. */
	sleeps: number;
	/** To the first poll of a card that sleeps. Hours of the service. */
	asleepHours: number;
}

const MIX = { asleep: 0.1, failing: 0.05, noNetwork: 0.05 };

interface CardState {
	id: number;
	kind: string;
	enabled: { iccid: string } | null;
	isInReach: boolean;
	profiles: Array<{ iccid: string; isFallback: boolean | null }>;
}

/** The newest order of each card for its profile, and how many there were. */
const NEWEST_ORDER = `
const orders = $('Orders').all().map(({ json }) => json);
return $('To switch').all().map(({ json: { euicc_id, profile } }) => {
	const own = orders
		.filter((one) => one.euicc_id === euicc_id && one.iccid_with_luhn === profile.iccid_with_luhn)
		.sort((a, b) => Date.parse(b.creation_date) - Date.parse(a.creation_date));
	const { id = null, creation_date = null } = own[0] ?? {};
	return { json: { euicc_id, profile, orders: own.length, id, creation_date } };
});`;

/** Sets the only condition of an IF or Filter node. */
function setCondition({ parameters }: WorkflowNode, leftValue: string): void {
	const { conditions } = parameters as {
		conditions: { conditions: Array<{ leftValue: string }> };
	};
	conditions.conditions[0]!.leftValue = leftValue;
}

function workflowFor({ credential }: JobStage, { sleeps }: Size): WorkflowJson {
	const workflow = bindWorkflow(readWorkflow('switch-esim-profile'), {
		credentials: { cellularIotTokenApi: credential },
		parameters: {
			'Order Ended': {
				waitHere: 20,
				atMost: 1,
				atMostUnit: 'days',
				profileState: 'enabled',
			},
			'Wait for the poll': sleep(sleeps),
			'Wait for a sign': sleep(sleeps),
		},
	});
	const nodeOf = (name: string): WorkflowNode => workflow.nodes.find((node) => node.name === name)!;
	// A card whose profile is enabled may be on trial: its order says so.
	setCondition(
		nodeOf('To switch'),
		'={{ $json.profile.iccid_with_luhn !== undefined && $json.has_other_fallback }}',
	);
	const isOrdered = structuredClone(nodeOf('Expired'));
	setCondition(isOrdered, '={{ $json.orders > 0 }}');
	workflow.nodes.push(
		{
			...accountNode(
				'Orders',
				credential,
				{
					resource: 'euicc',
					operation: 'getOperations',
					euiccId: byId('={{ $json.euicc_id }}'),
					returnAll: true,
					simplify: true,
				},
				'cellularIotAdmin',
			),
			id: 'orders',
			position: [0, 400],
			alwaysOutputData: true,
		},
		{
			...n8nNode('Newest order', 'code', 2, { jsCode: NEWEST_ORDER }),
			id: 'newest',
			position: [200, 400],
		},
		{ ...isOrdered, name: 'Ordered before', id: 'ordered', position: [400, 400] },
	);
	Object.assign(workflow.connections, {
		'To switch': linksTo('Orders'),
		Orders: linksTo('Newest order'),
		'Newest order': linksTo('Ordered before'),
		'Ordered before': linksTo('Order Ended', 'Order due'),
	});
	return workflow;
}

/** Switches cards to their second profile. */
export async function cards(stage: JobStage, size: Size): Promise<Begun> {
	const { sim, n8n } = stage;
	const given = await control<CardState[]>(sim, '/_sim/cards', {
		count: size.cards,
		organisationId: RESELLER,
		seed: 7,
		mix: MIX,
		sleepSeconds: size.asleepHours * 3_600,
	});
	const id = await n8n.api.createWorkflow(workflowFor(stage, size));
	const judge = async (course: Course): Promise<Figure[]> => {
		const execution = course.executions.get(id)!;
		const idsAt = (node: string) =>
			itemsAt(execution, node).map(({ euicc_id }) => Number(euicc_id));
		const switched = new Set(idsAt('Switched'));
		const [back, never] = [idsAt('Rolled Back'), idsAt('Never Polled')];
		const left = counts([...idsAt('Switched'), ...back, ...never]);
		const all = await control<CardState[]>(sim, '/_sim/cards');
		const states = new Map(all.map((state) => [state.id, state]));
		const expired = sim.ledger().effects.filter(({ kind }) => kind === 'operation.expired');
		const found = { strays: 0, wrong: 0, left: 0, bare: 0 };
		for (const { id: cardId, kind } of given) {
			const { enabled, profiles, isInReach } = states.get(cardId)!;
			const isOnTarget = enabled?.iccid === profiles[1]!.iccid;
			if (left.get(cardId) !== 1) found.strays += 1;
			if (switched.has(cardId) !== isOnTarget) found.wrong += 1;
			if (!['failing', 'noNetwork'].includes(kind) && !isOnTarget) found.left += 1;
			const hasFallback = profiles.some(({ isFallback }) => isFallback === true);
			if (!hasFallback || !isInReach) found.bare += 1;
		}
		const words = (shown: typeof found) =>
			`${shown.strays} not by exactly one output, ${shown.wrong} told on the target or back wrongly, ${shown.left} not switched that could be, ${shown.bare} without a fallback or out of reach`;
		const none = words({ strays: 0, wrong: 0, left: 0, bare: 0 });
		return [
			{
				name: `cards: ${given.length}, ${courseIn(course)}`,
				wanted: none,
				got: `${words(found)}; ${switched.size} switched, ${back.length} rolled back, ${never.length} never polled, ${expired.length} orders expired`,
				held: words(found) === none && expired.length > 0,
			},
		];
	};
	return { workflowIds: [id], judge };
}
