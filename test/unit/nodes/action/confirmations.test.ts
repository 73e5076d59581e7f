import { type IDataObject, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { TAGS } from '../../../../simulator';
import { operations } from '../../../../src/operations';
import { ACTION_NODES } from '../../../support/n8n/actionNodes';
import { answerOf, runAgent } from '../../../support/n8n/agent';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* What a person has to repeat before something is deleted or bought for good: typed, never an expression. */

const sim = simulated({ seed: { endpoints: 4, workspaces: 1 } }, 'new');

const ai = (name: string) => `={{ $fromAI('${name}', 'of the call', 'string') }}`;
const endpointId = rl('={{ $json.id }}');
const simId = rl('={{ $json.sim }}');

/** Forms whose confirmation fits, as an expression of what it is to confirm. */
const REPEATED: Record<string, { parameters: object; items?: IDataObject[]; label: string }> = {
	'endpoint retire': {
		parameters: {
			endpointsBy: 'tag',
			tagId: rl('={{ $json.tag }}', 'name'),
			confirmTag: '={{ $json.tag }}',
			dryRun: false,
		},
		label: 'Repeat the Tag',
	},
	'endpoint retire ': {
		parameters: {
			endpointsBy: 'item',
			endpointId,
			confirmCount: '={{ $input.all().length }}',
			dryRun: false,
		},
		label: 'Repeat the Count',
	},
	'endpoint deleteMany': {
		parameters: {
			endpointId,
			options: { deleteSims: true, confirmCount: '={{ $input.all().length }}' },
		},
		label: 'Repeat the Count',
	},
	'sim deleteMany': {
		parameters: { simId, confirmCount: '={{ $input.all().length }}' },
		label: 'Repeat the Count',
	},
	'sim delete': {
		parameters: { simId, confirmIccid: '={{ $json.iccid }}' },
		label: 'Repeat the ICCID',
	},
	'user delete': {
		parameters: { userId: rl('12'), confirmUsername: '={{ $json.email }}' },
		label: 'Repeat the Email',
	},
	'organisation assignInclusiveVolume': {
		parameters: {
			inclusiveVolumeId: '17',
			confirmVolumeId: '={{ 17 }}',
			organisationId: 'my',
		},
		label: 'Repeat the Inclusive Volume ID',
	},
};

const tagged = () => {
	Object.assign(sim.store.endpoints.get(10001)!, { tagIds: [TAGS.lab], tagged: true });
	sim.store.touch();
};

test.each(Object.entries(REPEATED))(
	'%s: an expression confirms nothing, though it fits',
	async (key, { parameters, label }) => {
		tagged();
		const card = sim.store.sims.get(sim.store.endpoints.get(10001)!.simId!)!;
		const email = sim.store.users.get(12)?.username ?? '';
		const item = { id: 10001, sim: card.id, iccid: card.iccid, tag: 'lab', email };
		const { items } = await runAt(sim, key.trim(), parameters, {
			items: [item],
			onError: 'continueRegularOutput',
		});
		expect(items[0]!.json.error).toContain(`${label} must be typed by a person`);
		expect(sim.ledger().effects).toEqual([]);
	},
);

test('a model cannot repeat the tag that it has chosen', async () => {
	tagged();
	const parameters: INodeParameters = {
		resource: 'endpoint',
		operation: 'retire',
		endpointsBy: 'tag',
		tagId: rl(ai('tag'), 'name'),
		dryRun: false,
		confirmTag: ai('again'),
		mode: { allowStakes: true },
	};
	const error = await runAgent(sim.url, { tool: parameters }, async ({ tool }) => {
		const answer = answerOf(await tool!.invoke({ tag: 'lab', again: 'lab' }));
		expect(answer).toMatchObject({ outcome: 'notSent' });
		expect(answer.message).toContain('Repeat the Tag must be typed by a person');
	});
	expect(error).toBeUndefined();
	expect(sim.ledger().effects).toEqual([]);
});

test('an expression in a confirmation that a dry run does not show is left alone', async () => {
	tagged();
	const parameters = { endpointsBy: 'tag', tagId: rl('lab', 'name'), confirmTag: '={{ 1 }}' };
	const { items } = await runAt(sim, 'endpoint retire', parameters);
	expect(items[0]!.json.outcome).toBe('planned');
});

test('every field that repeats something is a confirmation, and its form takes no expression', () => {
	const confirming = new Set<string>();
	for (const { fields } of operations) {
		for (const [name, { label, confirms }] of Object.entries(fields)) {
			expect([name, label.startsWith('Repeat ')]).toEqual([name, confirms === true]);
			if (confirms) confirming.add(name);
		}
	}
	const inForms = Object.values(ACTION_NODES).flatMap(({ make }) =>
		make().description.properties.flatMap((property) => [
			property,
			...((property.options ?? []) as INodeProperties[]),
		]),
	);
	const shown = inForms.filter(({ name }) => confirming.has(name));
	expect(shown.length).toBeGreaterThanOrEqual(confirming.size);
	for (const property of shown) expect(property.noDataExpression).toBe(true);
});
