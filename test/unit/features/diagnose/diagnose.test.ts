import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { VERDICTS } from '../../../../src/features/diagnose/verdicts';
import { actionNodes } from '../../../support/n8n/actionNodes';
import { answerOf, runAgent } from '../../../support/n8n/agent';
import { GENERATIONS, runAt, simulated } from '../../../support/simulator';
import { movingOn } from '../../../support/movedPorts';
import { rl } from '../../nodes/rows/rowTypes';
import { Device } from './plants';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Endpoint: Diagnose beyond its verdicts: what is refused, shared, said and offered. */

const forbidden = { error_code: 1104, error_token: 'Forbidden', message: 'Not for this role' };
const refusing = (path: string) => ({
	match: { path },
	kind: 'errorBefore' as const,
	status: 403,
	content: forbidden,
});

describe.each(GENERATIONS)('Endpoint: Diagnose with %s answers', (generation) => {
	const sim = simulated({ generation, seed: { endpoints: 60 } }, 'new');
	beforeEach(() => movingOn(sim.clock));

	const diagnose = async (...ids: number[]) => {
		const items = ids.map((id) => ({ id }));
		return await runAt(sim, 'endpoint diagnose', { endpointId: rl('={{ $json.id }}') }, { items });
	};
	const diagnosed = async (device: Device): Promise<IDataObject> => {
		sim.store.touch();
		const { outputs, error } = await diagnose(device.id);
		if (error) throw error;
		return outputs[0]![0]!.json;
	};
	const sources = ({ not_read: unread }: IDataObject) =>
		(unread as Array<{ what: string }>).map(({ what }) => what);

	test('a refused read is named and lowers the certainty, and the other facts still tell', async () => {
		const device = new Device(sim);
		await device.usage([...Array(60).keys()].slice(4));
		device.online(200);
		device.connect('close', 80);
		device.connect('purge', 50);
		expect(await diagnosed(device)).toMatchObject({ verdict: 'lost', certainty: 'certain' });
		sim.setFaults({ rules: [refusing('/api/v1/service_profile/*')] });
		const item = await diagnosed(device);
		expect(item).toMatchObject({ verdict: 'lost', certainty: 'likely' });
		expect(sources(item)).toEqual(['the service profile']);
		expect(JSON.stringify(item.not_read)).toContain('Not for this role');
	});

	test('a volume that is no number is not taken for a day without traffic', async () => {
		const device = new Device(sim);
		await device.usage([...Array(60).keys()]);
		const match = { path: `/api/v1/endpoint/${device.id}/stats/daily` };
		const changes = [{ at: '*/data/volume', set: '1,5' }];
		sim.setFaults({ rules: [{ match, kind: 'otherForm', changes }] });
		expect(sources(await diagnosed(device))).toEqual(['the daily usage']);
	});

	test('without its connectivity, the list of blocked endpoints says that it is blocked', async () => {
		const device = new Device(sim);
		device.block();
		sim.setFaults({ rules: [refusing(`/api/v1/endpoint/${device.id}/connectivity`)] });
		const item = await diagnosed(device);
		expect(item).toMatchObject({ verdict: 'blocked', certainty: 'likely' });
		expect(sources(item)).toContain('the connectivity');
	});

	test('where neither connectivity nor events may be read, it does not know, and says so', async () => {
		const device = new Device(sim);
		device.online(5);
		sim.setFaults({
			rules: [
				refusing(`/api/v1/endpoint/${device.id}/connectivity`),
				refusing(`/api/v1/endpoint/${device.id}/event`),
			],
		});
		const item = await diagnosed(device);
		expect(item).toMatchObject({ verdict: 'unknown', certainty: 'cannot know' });
		expect(item.reason).toContain('could not be read');
		expect(sources(item)).toEqual(expect.arrayContaining(['the connectivity']));
	});

	test('endpoints of a run share the list and their profiles, and none takes more than twelve', async () => {
		const ids = [...sim.store.endpoints.keys()].slice(0, 50);
		const { outputs, error } = await diagnose(...ids);
		expect(error).toBeUndefined();
		expect(outputs[0]!.map(({ json }) => json.endpoint_id)).toEqual(ids);
		const paths = sim.ledger().requests.map(({ path }) => path.split('?')[0]!);
		const count = (path: string) => paths.filter((asked) => asked === path).length;
		expect(count('/api/v1/endpoint')).toBeLessThanOrEqual(2);
		expect(paths.filter((path) => /service_profile\/\d+$/.test(path))).toHaveLength(1);
		expect(paths.every((path) => !path.includes('undefined'))).toBe(true);
		expect(
			sim
				.ledger()
				.requests.every(({ method, path }) => method === 'GET' || path.includes('authenticate')),
		).toBe(true);
	});

	test('more than fifty are refused before anything is sent', async () => {
		const ids = [...sim.store.endpoints.keys()].slice(0, 51);
		const { error } = await diagnose(...ids);
		expect(error?.message).toContain('at most 50 endpoints');
		expect(error?.message).toContain('Add to Each');
		expect(sim.ledger().requests.filter(({ path }) => path.includes('/endpoint'))).toEqual([]);
	});

	test('an endpoint that nothing is known of is an error of its own item', async () => {
		const [id] = [...sim.store.endpoints.keys()];
		const items = [{ id: id! }, { id: 99_999_999 }];
		const parameters = { endpointId: rl('={{ $json.id }}') };
		const { outputs } = await runAt(sim, 'endpoint diagnose', parameters, {
			items,
			onError: 'continueErrorOutput',
		});
		expect(outputs[0]!.map(({ json }) => json.endpoint_id)).toEqual([id]);
		expect(JSON.stringify(outputs[1])).toContain('no endpoint 99999999');
	});

	test('a name that nothing has is an error of its own item, and the search for a name counts', async () => {
		const [one, two] = [new Device(sim), new Device(sim)];
		const items = [one.endpoint.name, 'no such device', two.endpoint.name].map((name) => ({
			name,
		}));
		const parameters = { endpointId: rl('={{ $json.name }}', 'name') };
		const { outputs } = await runAt(sim, 'endpoint diagnose', parameters, {
			items,
			onError: 'continueErrorOutput',
		});
		expect(outputs[0]!.map(({ json }) => json.endpoint_id)).toEqual([one.id, two.id]);
		expect(JSON.stringify(outputs[1])).toContain('no such device');
		const byId = await diagnosed(one);
		expect(outputs[0]![0]!.json.requests).toBe(Number(byId.requests) + 1);
		const { error } = await runAt(sim, 'endpoint diagnose', parameters, { items });
		expect(error?.message).toContain('no such device');
	});

	test('an agent asks why, by name, and gets the reason and the next steps', async () => {
		const device = new Device(sim);
		device.suspend(7);
		const tool = { endpointId: rl("={{ $fromAI('endpoint', '', 'string') }}") };
		const parameters = { resource: 'endpoint', operation: 'diagnose', ...tool };
		let told = '';
		const error = await runAgent(sim.url, { Why_is_it_offline: parameters }, async (tools) => {
			told = await tools.Why_is_it_offline!.invoke({ endpoint: device.endpoint.name });
		});
		expect(error).toBeUndefined();
		const [item] = answerOf(told).items!;
		expect(item).toMatchObject({ verdict: 'simSuspended', certainty: 'certain' });
		expect(item!.next_steps).toEqual([
			expect.objectContaining({
				operation: 'SIM: Activate',
				bills: expect.stringContaining('billed'),
			}),
		]);
	});

	test('Add to Each gives the verdict of each endpoint of a list', async () => {
		const device = new Device(sim);
		device.suspend(7);
		const { outputs } = await runAt(sim, 'endpoint getAll', {
			returnAll: true,
			filters: { nameFilter: device.endpoint.name },
			options: { addToEach: ['diagnosis'] },
		});
		expect(outputs[0]!.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				id: device.id,
				diagnosis: 'simSuspended',
				diagnosis_certainty: 'certain',
				diagnosis_reason: expect.stringContaining('is suspended since'),
			}),
		]);
	});
});

/** The names of the operations as the nodes show them. */
const shownOperations = new Set(
	actionNodes().flatMap(({ description: { properties } }) => {
		const resources = new Map(
			properties
				.filter(({ name }) => name === 'resource')
				.flatMap(({ options = [] }) => options as Array<{ name: string; value: string }>)
				.map(({ name, value }) => [value, name]),
		);
		return properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [], displayOptions }) => {
				const [resource] = (displayOptions?.show?.resource ?? []) as string[];
				return (options as Array<{ name: string }>).map(
					({ name }) => `${resources.get(resource ?? '')}: ${name}`,
				);
			});
	}),
);

test('each next step names an operation of the nodes, or none', () => {
	const named = VERDICTS.flatMap(({ next }) => next.flatMap(({ operation }) => operation ?? []));
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter((operation) => !shownOperations.has(operation))).toEqual([]);
});

/** The table of verdicts as docs/diagnose.md shows it. */
const verdictRows = VERDICTS.map(
	({ verdict, title, when, before }, index) =>
		`| ${index + 1} | \`${verdict}\` | ${title} | ${when} | ${before} |`,
);

test('docs/diagnose.md lists the verdicts in their order, with the reason for it', () => {
	const page = readFileSync(join(__dirname, '../../../../docs/diagnose.md'), 'utf8');
	const squeezed = page.replace(/ +/g, ' ').split('\n');
	expect(squeezed.filter((line) => /^\| \d+ \| `/.test(line))).toEqual(verdictRows);
});
