import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { SimulatorHandle } from '../../../simulator';
import { SimStatus } from '../../../simulator/sims/entities';
import { runAt } from '../../support/simulator';
import { picked } from '../support/operation';
import { EndpointStatus } from '../../../simulator/endpoints/entities';
import type { Bill, FileCase, FileOutcome, Json, RowOutcome } from './kinds';
import { settle } from './world';

/* Runs the file of a case in n8n-core's own execution on the simulator, and says what came of it in the judge's words. */

const AUTOMATIC = { mappingMode: 'autoMapInputData', value: null };

/** The column by which the settings of a case find endpoints: `by name: {{ $json.name }}`. */
const columnOf = (settings: FileCase['settings']): string =>
	/^by (\w+)/.exec(String(settings.endpointId))![1]!.toLowerCase();

/** A picker of an item as the settings of a case word it. */
function pickedBy(setting: unknown): IDataObject {
	const [, mode, expression] = /^by (\w+): (.*)$/.exec(String(setting))!;
	return { ...picked(`=${expression}`), mode: mode!.toLowerCase() };
}

/** An operation of the nodes with its form. */
interface Form {
	operation: string;
	parameters: IDataObject;
}

/** The form of each operation that a case names, filled in as its settings say. */
const FORMS: Record<string, (settings: FileCase['settings']) => Form> = {
	'Endpoint: Create Many': ({ serviceProfileId, tariffProfileId, status }) => ({
		operation: 'endpoint createMany',
		parameters: {
			valuesFrom: 'columns',
			columns: AUTOMATIC,
			status,
			serviceProfileId: picked(serviceProfileId),
			tariffProfileId: picked(tariffProfileId),
		},
	}),
	'Endpoint: Apply Table': (settings) => ({
		operation: 'endpoint applyTable',
		parameters: {
			valuesFrom: 'columns',
			columns: AUTOMATIC,
			namingColumn: columnOf(settings),
			dryRun: settings.dryRun ?? false,
			...(settings.createMissing === true && {
				createMissing: true,
				newEndpoints: {
					newServiceProfileId: picked(settings.newServiceProfileId),
					newTariffProfileId: picked(settings.newTariffProfileId),
				},
			}),
			options: {
				...(settings.simActivate !== undefined && { simActivate: settings.simActivate }),
				...(settings.notInTable !== undefined && { notInTable: settings.notInTable }),
				...(settings.mostChanges !== undefined && { mostChanges: settings.mostChanges }),
			},
		},
	}),
	'SIM: Suspend': ({ simId }) => ({
		operation: 'sim suspend',
		parameters: { simId: pickedBy(simId) },
	}),
	'Endpoint: Add Tags': ({ endpointId, tagNames, createMissing }) => ({
		operation: 'endpoint addTags',
		parameters: {
			endpointId: pickedBy(endpointId),
			tagsBy: 'names',
			tagNames: `=${String(tagNames)}`,
			options: { createMissing },
		},
	}),
	'Endpoint: Retire': ({ endpointId, sims, dryRun }) => ({
		operation: 'endpoint retire',
		parameters: { endpointsBy: 'item', endpointId: pickedBy(endpointId), sims, dryRun },
	}),
	'SMS: Send': ({ endpointId, payload }) => ({
		operation: 'sms send',
		parameters: { endpointId: pickedBy(endpointId), payload: `=${String(payload)}` },
	}),
};

function formOf({ operation, settings }: FileCase): Form {
	const [, name] = Object.keys(FORMS).flatMap((known) =>
		operation.includes(known) ? [known, known] : [],
	);
	return FORMS[name!]!(settings);
}

/** Whether the operation of a case has a dry run. */
export const hasDryRun = (file: FileCase): boolean => 'dryRun' in formOf(file).parameters;

/** What the item of a row says that was done, or would be done. */
function didOf(json: IDataObject): RowOutcome['did'] {
	// A device to retire that is not there is named, and nothing is done: a run after a kill meets it, too.
	const isRefused = json.error !== undefined || ['failed', 'absent'].includes(String(json.outcome));
	if (isRefused) return 'refused';
	if (json.outcome === 'created') return 'create';
	if (json.outcome === 'unchanged' || json.outcome === 'repeated') return 'nothing';
	if (json.outcome === 'changed') return 'change';
	if (json.left_out === true) return 'leftOut';
	if (json.added === true) return json.changed === 0 ? 'nothing' : 'change';
	return 'change';
}

/** Everything of the service that costs money or is gone for good, by the ID of its thing. */
function stateOf({ store }: SimulatorHandle) {
	const endpoints = [...store.endpoints.values()];
	const here = endpoints.filter(({ statusId }) => statusId !== EndpointStatus.Deleted);
	return {
		names: new Map(here.map(({ id, name }) => [id, name])),
		tags: new Map([...store.tags.values()].map(({ id, name }) => [id, name])),
		sims: new Map([...store.sims.values()].map(({ id, statusId }) => [id, statusId])),
		data: new Map([...store.dataQuotas].map(([id, { volume }]) => [id, volume])),
		messages: new Map([...store.quotas].map(([id, { volume }]) => [id, volume])),
		sent: new Map(endpoints.map(({ id }) => [id, store.sms.get(id)?.length ?? 0])),
	};
}
type State = ReturnType<typeof stateOf>;

/** The entries that are new or have another value now. */
const changedIn = <V>(before: ReadonlyMap<number, V>, now: ReadonlyMap<number, V>) =>
	[...now].filter(([id, value]) => before.get(id) !== value);

function billsOf(
	sim: SimulatorHandle,
	before: State,
	rowOf: (endpointId: number) => number,
): Bill[] {
	const now = stateOf(sim);
	const activated = changedIn(before.sims, now.sims)
		.filter(([, status]) => status === SimStatus.Activated)
		.map(([id]): Bill => {
			const { iccid, endpointId } = sim.store.sims.get(id)!;
			return { row: rowOf(endpointId!), for: 'sim activated', of: iccid };
		});
	const volumes = (kind: Bill['for'], was: Map<number, number>, is: Map<number, number>) =>
		changedIn(was, is).map(([id, of]): Bill => ({ row: rowOf(id), for: kind, of }));
	const messages = [...now.sent]
		.map(([id, count]): Bill => {
			return { row: rowOf(id), for: 'sms', of: count - (before.sent.get(id) ?? 0) };
		})
		.filter(({ of }) => of !== 0);
	return [
		...activated,
		...volumes('data quota', before.data, now.data),
		// Messages use quotas up, which is no bill of a quota.
		...(messages.length > 0 ? [] : volumes('sms quota', before.messages, now.messages)),
		...messages,
	];
}

/** The values of an endpoint at the service, by columns of the docs. */
function valuesOf({ store }: SimulatorHandle, id: number): Json {
	const endpoint = store.endpoints.get(id);
	const quota = store.dataQuotas.get(id);
	return {
		...(endpoint && {
			status: endpoint.statusId,
			imei: endpoint.imei,
			imei_lock: endpoint.imeiLock,
		}),
		...(quota && {
			data_quota: quota.volume,
			quota_expiry_date: new Date(quota.expiryDate).toISOString(),
		}),
	};
}

/** How the file of a case is run. */
interface HowToRun {
	/** Its items, as they come out of the file. */
	items: Json[];
	dryRun?: boolean;
}

/** Runs a case; *On Error* is *Continue*. */
export async function runFile(
	sim: SimulatorHandle,
	file: FileCase,
	{ items, dryRun }: HowToRun,
): Promise<FileOutcome> {
	settle(sim, file.before);
	const before = stateOf(sim);
	const { operation, parameters } = formOf(file);
	const form = { ...parameters, ...(dryRun !== undefined && { dryRun }) };
	const run = await runAt(sim, operation, form as INodeParameters, {
		items,
		onError: 'continueRegularOutput',
		timezone: String(file.settings.timezone ?? 'UTC'),
	});
	if (run.error) return { refusedOnce: [run.error.message, run.error.description].join(' ') };
	const hints = run.hints.join('; ');
	const rows = file.items.map((_, row): RowOutcome => {
		// An item that the file did not give is an empty row that n8n has left out.
		const item = run.items.find(({ pairedItem }) => (pairedItem as { item: number }).item === row);
		if (!item) return { did: 'leftOut', what: hints };
		const { json } = item;
		const about = { did: didOf(json), what: `${JSON.stringify(json)} ${hints}` };
		const isNew = about.did === 'change' && operation === 'endpoint createMany';
		const message = json.error === undefined ? about.what : messageOf(json);
		return {
			...about,
			...(isNew && { did: 'create' }),
			...(about.did === 'refused' && { message }),
		};
	});
	const messages = new Set(rows.map(({ message }) => message));
	const [message] = messages;
	if (messages.size === 1 && message !== undefined) return { refusedOnce: message };
	const endpointOf = new Map(
		run.items.map(({ json, pairedItem }) => [
			Number(json.endpoint_id ?? json.id ?? (json.endpoint as IDataObject | undefined)?.id),
			(pairedItem as { item: number }).item,
		]),
	);
	const rowOf = (id: number) => endpointOf.get(id) ?? -1;
	const now = stateOf(sim);
	const sent = [...endpointOf].map(([id, row]) => [row, valuesOf(sim, id)] as const);
	return {
		rows,
		created: [...now.names].filter(([id]) => !before.names.has(id)).map(([, name]) => name),
		tags: [...now.tags].filter(([id]) => !before.tags.has(id)).map(([, name]) => name),
		bills: billsOf(sim, before, rowOf),
		suspended: changedIn(before.sims, now.sims)
			.filter(([, status]) => status === SimStatus.Suspended)
			.map(([id]) => sim.store.sims.get(id)!.iccid),
		deleted: [...before.names.keys()].filter((id) => !now.names.has(id)),
		sent: Object.fromEntries(sent),
	};
}

const messageOf = ({ error, details }: IDataObject): string =>
	[error, (details as IDataObject | undefined)?.hint].filter(Boolean).join(' ');
