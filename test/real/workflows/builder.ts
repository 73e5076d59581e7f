import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Execution, outputOf, type WorkflowNode } from '../../../demo/lib/api';
import { control } from '../../../demo/lib/everyEvent';
import {
	APPLICATION_TOKENS,
	iccidOf,
	SERVICE_PROFILES,
	type SimulatorHandle,
	start,
	TAGS,
} from '../../../simulator';
import type { Endpoint } from '../../../simulator/endpoints/entities';
import { exactly, type Figure } from '../../faults/figures';
import { keepSecret } from '../../faults/secrets';
import { until } from '../../support/until';
import {
	NAMED,
	writtenFor,
	type WrittenNode,
	type WrittenWorkflow,
} from '../../unit/nodes/builder/written';
import { workflowOf } from '../stage/workflows';
import { during, tag } from './fleet';
import { fleetOf, mustSucceed, RESELLER, type Stage } from './stage';
import { listed } from './waits';

/* The workflows that were written from the type files and hints alone, judged by the ledger of a service of their own. */

const ENDPOINTS = 60;
const RETIRED = 9_801;
const FREE_SIM = 7;
/** The device that gets it, by its place in the fleet. */
const SWAPPED = 50;
const SUSPENDED = 2;
const TOKEN = 'cellularIotTokenApi';

/** A stage with a service of its own, and the account that the workflows use. */
interface Bench extends Stage {
	devices: Endpoint[];
	credential: { id: string; name: string };
}

/** The written nodes with the account, as a user adds it after an import. */
function nodesOf({ nodes }: WrittenWorkflow, credential: Bench['credential']): WorkflowNode[] {
	return nodes.map(({ name, type, ...node }: WrittenNode) =>
		type.includes('.')
			? { name, type, ...node }
			: {
					name,
					type: `n8n-nodes-cellular-iot.${type}`,
					...node,
					webhookId: `written-${name.toLowerCase().replace(/\W+/g, '-')}`,
					credentials: { [TOKEN]: credential },
				},
	);
}

/** Characters of the longest name that n8n gives a workflow. */
const MOST_NAME = 128;

const create = async ({ api, credential }: Bench, workflow: WrittenWorkflow) =>
	await api.createWorkflow(
		workflowOf(workflow.words.slice(0, MOST_NAME), nodesOf(workflow, credential)),
	);

/** Runs a workflow by hand, twice. @returns the first execution, and what each run sent and changed */
async function twice(bench: Bench, workflow: WrittenWorkflow) {
	const id = await create(bench, workflow);
	let execution: Execution | undefined;
	const run = async () => (execution = mustSucceed(await bench.api.runToEnd(id, 'Start')));
	const first = await during(bench, run);
	const ended = execution!;
	const second = await during(bench, run);
	return { execution: ended, first, second };
}

type During = Awaited<ReturnType<typeof during>>;
const effectsOf = ({ made }: During, kind: string) => made.filter((effect) => effect.kind === kind);
const devicesOf = (run: During, kind: string) =>
	listed(effectsOf(run, kind).map(({ endpointId }) => endpointId));

/** Three devices with an activated SIM, one with a suspended SIM and one without a SIM have the tag. */
async function suspend(bench: Bench, workflow: WrittenWorkflow): Promise<Figure[]> {
	const { sim, devices } = bench;
	sim.store.tags.set(RETIRED, {
		id: RETIRED,
		organisationId: RESELLER,
		name: NAMED.retiredTag,
		colorId: 1,
	});
	const retired = devices.slice(0, 5);
	for (const endpoint of retired) tag(endpoint, [RETIRED]);
	sim.store.sims.get(retired[3]!.simId!)!.statusId = SUSPENDED;
	sim.store.sims.get(retired[4]!.simId!)!.endpointId = null;
	retired[4]!.simId = null;
	sim.store.touch();
	const wanted = listed(retired.slice(0, 3).map(({ simId }) => simId));
	const { first, second } = await twice(bench, workflow);
	const suspended = effectsOf(first, 'sim.suspended').map(({ simId }) => simId);
	return [
		exactly('suspend: SIMs suspended', wanted, listed(suspended)),
		exactly(
			'suspend: calls that write, in each of two runs',
			'3, 0',
			`${first.writes.length}, ${second.writes.length}`,
		),
	];
}

async function reboot(bench: Bench, workflow: WrittenWorkflow): Promise<Figure[]> {
	const { sim, devices } = bench;
	const told = devices.slice(10, 15);
	for (const endpoint of told) tag(endpoint, [TAGS.field]);
	sim.store.touch();
	const { first, second } = await twice(bench, workflow);
	const texts = new Set(effectsOf(first, 'sms.sent').map(({ detail }) => detail.payload));
	return [
		exactly(
			'reboot: devices that were told',
			listed(told.map(({ id }) => id)),
			devicesOf(first, 'sms.sent'),
		),
		exactly('reboot: the text', 'REBOOT', [...texts].join(', ')),
		exactly('reboot: calls that write in a second run', '0', String(second.writes.length)),
	];
}

/** Two of three quotas are used up between two polls. */
async function topUp(bench: Bench, workflow: WrittenWorkflow): Promise<Figure[]> {
	const { api, sim, devices } = bench;
	const metered = devices.slice(20, 23);
	for (const endpoint of metered) {
		endpoint.serviceProfileId = SERVICE_PROFILES.metered;
		await control(sim, 'quota', { endpointId: endpoint.id, volume: 20 });
	}
	const id = await create(bench, workflow);
	// n8n polls at once when a workflow is published, and then each minute.
	const poll = async () => {
		await api.activateWorkflow(id);
		const asked = (path: string) => path.endsWith(`/endpoint/${devices.at(-1)!.id}/quota/sms`);
		const from = sim.ledger().requests.length;
		const isPolled = () =>
			sim
				.ledger()
				.requests.slice(from)
				.some(({ path }) => asked(path));
		await until('a poll', isPolled, 60, 200).catch(() => {});
	};
	await poll();
	const run = await during(bench, async () => {
		for (const { id: endpointId } of metered.slice(0, 2)) {
			await control(sim, 'consume', { endpointId, volume: 1000 });
		}
		await api.deactivateWorkflow(id);
		await poll();
		const isDone = () =>
			metered.every(({ id: own }) => (sim.store.quotas.get(own)?.volume ?? 0) > 0);
		await until('the quotas are topped up', isDone, 120, 300).catch(() => {});
		await api.deactivateWorkflow(id);
		await poll();
	});
	await api.deactivateWorkflow(id);
	const volumes = metered.map(({ id: own }) => sim.store.quotas.get(own)?.volume);
	return [
		exactly('top up: quotas of the two exhausted and of another', '50, 50, 20', volumes.join(', ')),
		exactly('top up: calls that write', '2', String(run.writes.length)),
	];
}

/** Two devices send a text, one of which is an alarm. */
async function alarm(bench: Bench, workflow: WrittenWorkflow): Promise<Figure[]> {
	const { api, sim, devices } = bench;
	const [alarmed, other] = devices.slice(30, 32);
	const id = await create(bench, workflow);
	const profile = () => sim.store.serviceProfiles.get(NAMED.callbackProfile)!;
	await api.activateWorkflow(id);
	await until('the address is registered', () => profile().apiCallbackId !== null, 60, 300);
	const run = await during(bench, async () => {
		await control(sim, 'device/sms', { endpointId: other!.id, payload: 'all is well' });
		await control(sim, 'device/sms', { endpointId: alarmed!.id, payload: 'ALARM' });
		const areThere = async () => (await api.listExecutions(id)).length >= 2;
		await until('both messages have started a run', areThere, 60, 500).catch(() => {});
	});
	const executions = await api.listExecutions(id);
	for (const execution of executions) mustSucceed(await api.waitForExecution(execution.id));
	await api.deactivateWorkflow(id);
	await until('the address is removed', () => profile().apiCallbackId === null, 60, 300);
	return [
		exactly('alarm: runs', '2', String(executions.length)),
		exactly('alarm: devices reset', String(alarmed!.id), devicesOf(run, 'connectivity.reset')),
	];
}

async function csv(bench: Bench, workflow: WrittenWorkflow): Promise<Figure[]> {
	const { sim, devices, files } = bench;
	const { first } = await twice(bench, workflow);
	const [header, ...lines] = readFileSync(join(files, 'devices.csv'), 'utf8').trim().split(/\r?\n/);
	const columns = header!.split(',');
	const cell = (name: string, key: string) => {
		const line = lines.find((text) => text.split(',').includes(name));
		return line?.split(',')[columns.indexOf(key)];
	};
	const [suspended, , , , , active] = devices;
	return [
		exactly('csv: lines, of all devices', String(devices.length), String(lines.length)),
		exactly(
			'csv: status of a suspended SIM and of an activated one, with its ICCID',
			`Suspended, Activated ${sim.store.sims.get(active!.simId!)!.iccid}`,
			`${cell(suspended!.name, 'sim_status')}, ${cell(active!.name, 'sim_status')} ${cell(active!.name, 'iccid')}`,
		),
		exactly('csv: calls that write', '0', String(first.writes.length)),
	];
}

/** One row is there and differs, one is there and is as it says, two are missing. */
async function rows(bench: Bench, workflow: WrittenWorkflow): Promise<Figure[]> {
	const { sim, devices, files } = bench;
	const [other, same] = devices.slice(40, 42);
	tag(same!, [TAGS.lab]);
	sim.store.touch();
	const iccid = ({ simId }: Endpoint) => sim.store.sims.get(simId!)!.iccid;
	const lines = [
		`${other!.name},${iccid(other!)},"lab,spare",Disabled`,
		`${same!.name},${iccid(same!)},lab,Enabled`,
		`new-1,${iccidOf(21)},lab,Enabled`,
		`new-2,${iccidOf(22)},lab,Enabled`,
	];
	writeFileSync(join(files, 'wanted.csv'), ['name,iccid,tags,status', ...lines].join('\n'));
	const { execution, first, second } = await twice(bench, workflow);
	const created = [...sim.store.endpoints.values()].filter(({ name }) => name.startsWith('new-'));
	const tags = (endpoint: Endpoint) => listed(endpoint.tagIds);
	return [
		exactly(
			'rows: outcomes',
			'changed, unchanged, created, created',
			outputOf(execution, 'Apply')
				.map(({ outcome }) => outcome)
				.join(', '),
		),
		exactly(
			'rows: created, with SIM and tag',
			`new-1 21 ${TAGS.lab} | new-2 22 ${TAGS.lab}`,
			created.map((device) => `${device.name} ${device.simId} ${tags(device)}`).join(' | '),
		),
		exactly(
			'rows: status and tags of the device that differed',
			`1: ${listed([TAGS.lab, TAGS.spare])}`,
			`${other!.statusId}: ${tags(other!)}`,
		),
		exactly('rows: endpoints made', '2', String(effectsOf(first, 'endpoint.created').length)),
		exactly('rows: calls that write in a second run', '0', String(second.writes.length)),
	];
}

async function swap(bench: Bench, workflow: WrittenWorkflow): Promise<Figure[]> {
	const { sim, devices } = bench;
	const device = devices[SWAPPED]!;
	const old = device.simId!;
	const { first, second } = await twiceOrRefused(bench, workflow);
	const { sims } = sim.store;
	return [
		exactly('swap: SIM of the device', String(FREE_SIM), String(device.simId)),
		exactly(
			'swap: status of the new SIM, of the old one and its device',
			`1, ${SUSPENDED}, none`,
			`${sims.get(FREE_SIM)!.statusId}, ${sims.get(old)!.statusId}, ${sims.get(old)!.endpointId ?? 'none'}`,
		),
		exactly(
			'swap: SIMs given in two runs',
			'1, 0',
			`${effectsOf(first, 'sim.assigned').length}, ${effectsOf(second, 'sim.assigned').length}`,
		),
	];
}

/** As `twice`, for a workflow whose second run is refused because its first has done all. */
async function twiceOrRefused(bench: Bench, workflow: WrittenWorkflow) {
	const id = await create(bench, workflow);
	const first = await during(bench, async () => mustSucceed(await bench.api.runToEnd(id, 'Start')));
	const second = await during(bench, async () => await bench.api.runToEnd(id, 'Start'));
	return { first, second };
}

/** Two tags; each device of a tag has used some data. */
async function usage(bench: Bench, workflow: WrittenWorkflow): Promise<Figure[]> {
	const { sim, devices } = bench;
	const tagged = devices.filter(({ tagIds }) => tagIds.length > 0);
	for (const { id } of tagged) await control(sim, 'consume', { endpointId: id, data: 10 });
	const { execution, first } = await twice(bench, workflow);
	const items = outputOf(execution, 'Usage');
	const counts = items
		.filter((item) => item.tag !== null)
		.map((item) => `${String(item.tag)} ${String(item.endpoints)}`);
	const devicesWith = (tagId: number) =>
		devices.filter(({ tagIds }) => tagIds.includes(tagId)).length;
	const asked = first.sent.filter(({ path }) => /\/endpoint\/\d+\/stats/.test(path));
	return [
		exactly(
			'usage: tags and their devices',
			`field ${devicesWith(TAGS.field)}, retired ${devicesWith(RETIRED)}`,
			counts
				.filter((count) => /^(field|retired) /.test(count))
				.sort()
				.join(', '),
		),
		exactly(
			'usage: tags with devices but without data',
			'0',
			String(items.filter((item) => Number(item.endpoints) > 0 && !Number(item.data_mb)).length),
		),
		exactly('usage: calls that write', '0', String(first.writes.length)),
		{
			name: 'usage: devices asked for',
			wanted: `at most ${tagged.length + 4}`,
			got: String(asked.length),
			held: asked.length > 0 && asked.length <= tagged.length + 4,
		},
	];
}

async function setBench(stage: Stage, sim: SimulatorHandle): Promise<Bench> {
	const devices = fleetOf({ sim }, RESELLER);
	const credential = await stage.api.createCredential('Written workflows', TOKEN, {
		baseUrl: sim.url,
		applicationToken: APPLICATION_TOKENS.reseller,
		callbackSecret: keepSecret('a callback secret of the written workflows'),
	});
	return { ...stage, sim, devices, credential };
}

type Judge = (bench: Bench, workflow: WrittenWorkflow) => Promise<Figure[]>;
const JUDGES: Record<keyof ReturnType<typeof writtenFor>, Judge> = {
	suspend,
	reboot,
	topUp,
	alarm,
	csv,
	rows,
	swap,
	usage,
};

/** All of them, on one fleet; a workflow that fails does not keep the others from running. */
export async function builder(stage: Stage): Promise<Figure[]> {
	const sim = await start({ port: 0, seed: { endpoints: ENDPOINTS } });
	try {
		const bench = await setBench(stage, sim);
		const old = sim.store.sims.get(bench.devices[SWAPPED]!.simId!)!;
		const folder = stage.files;
		const written = writtenFor({ folder, oldIccid: old.iccid, newIccid: iccidOf(FREE_SIM) });
		const figures: Figure[] = [];
		for (const [name, judge] of Object.entries(JUDGES)) {
			const failed = (error: Error) => [exactly(name, 'no error', error.message)];
			const workflow = written[name as keyof typeof written];
			figures.push(...(await judge(bench, workflow).catch(failed)));
		}
		return figures;
	} finally {
		await sim.close();
	}
}
