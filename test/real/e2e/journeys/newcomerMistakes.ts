import { say } from '../../../../demo/lib/console';
import type { WorkflowNode } from '../../../../demo/lib/api';
import { itemsNode } from '../../stage/workflows';
import { type Editor, ours } from '../editor';
import type { Journey } from '../journey';
import { DEVICES, simOf, type Stage } from '../stage';

/* Mistakes of a person who uses the nodes for the first time, made with mouse and keyboard. */

interface Mistake {
	name: string;
	/** Makes it in the editor, up to the last field. */
	make: (editor: Editor, stage: Stage) => Promise<void>;
	/** What the error must say: the field, the value that was given, and what to do. */
	field: string;
	value?: RegExp;
	advice: RegExp;
	/** It is shown in the form of the credential. */
	inCredential?: boolean;
}

/** A node that reads the device whose ID an expression gives. */
const deviceOf = (token: Parameters<typeof ours>[0], expression: string) =>
	ours(token, 'Device', {
		resource: 'endpoint',
		operation: 'get',
		endpointId: { __rl: true, mode: 'id', value: expression },
	});

const TOO_SHORT = '898830300000001';
const WRONG_DIGIT = '89883030000000000011';

/** The ICCID of a SIM that a device has. */
const iccidInUse = ({ sim }: Stage) => simOf(sim, DEVICES.meter).iccid;

/** The ICCID of a SIM that no device has. */
const freeIccid = ({ sim }: Stage) =>
	[...sim.store.sims.values()].find(({ endpointId }) => endpointId === null)!.iccid;

/** A step that reads rows as a spreadsheet gives them. */
const rowsNode = (rows: object[]) => itemsNode('Rows', rows);

/** Opens a node with rows before it, as after an import of a sheet. */
async function openWithRows(
	editor: Editor,
	{ api, token }: Stage,
	rows: object[],
	parameters: Record<string, unknown>,
): Promise<void> {
	const last: WorkflowNode = ours(token, 'Devices', parameters);
	await editor.openLast(api, 'Rows of a sheet', rowsNode(rows), last);
}

const picked = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });
const PROFILES = { serviceProfileId: picked(101), tariffProfileId: picked(201) };
const CREATE_FROM_COLUMNS = {
	resource: 'endpoint',
	operation: 'createMany',
	status: 0,
	...PROFILES,
	valuesFrom: 'columns',
	columns: { mappingMode: 'autoMapInputData', value: null },
};
const APPLY_TABLE = { resource: 'endpoint', operation: 'applyTable' };

/** Picks a device in a form by typing its name. */
async function pickDevice(editor: Editor, name: string): Promise<void> {
	const [found] = await editor.search('endpointId', name);
	await editor.pick(found!);
}

/** Opens the form of "Create Endpoint" with both profiles picked. */
async function createForm(editor: Editor, { api }: Stage): Promise<void> {
	await editor.addNode(api, 'onboard', 'Create endpoint');
	for (const [field, name] of [
		['serviceProfileId', 'Standard'],
		['tariffProfileId', 'Europe'],
	] as const) {
		const found = await editor.search(field, name);
		await editor.pick(found.find((entry) => entry.startsWith(name))!);
	}
}

const MISTAKES: Mistake[] = [
	{
		name: 'no device is chosen',
		make: async (editor, { api }) => await editor.addNode(api, 'device', 'Get endpoint'),
		field: 'Endpoint',
		advice: /pick|choose|empty|required/i,
	},
	{
		name: 'an ICCID is too short',
		make: async (editor, { api }) => {
			await editor.addNode(api, 'device', 'Get endpoint');
			await editor.mode('endpointId', 'By ICCID');
			await editor.fillIn('endpointId', TOO_SHORT);
		},
		field: 'Endpoint',
		value: new RegExp(TOO_SHORT),
		advice: /19|20/,
	},
	{
		name: 'an ICCID has a wrong digit',
		make: async (editor, { api }) => {
			await editor.addNode(api, 'ICCID', 'Get SIM');
			await editor.mode('simId', 'By ICCID');
			await editor.fillIn('simId', WRONG_DIGIT);
		},
		field: 'SIM',
		value: new RegExp(WRONG_DIGIT),
		advice: /check digit/,
	},
	{
		name: 'a name is misspelt',
		make: async (editor, { api }) => {
			await editor.addNode(api, 'device', 'Get endpoint');
			await editor.mode('endpointId', 'By Name');
			await editor.fillIn('endpointId', 'pump-wets-16');
		},
		field: 'Endpoint',
		value: /pump-wets-16/,
		advice: /near it: .*pump-west-16/,
	},
	{
		name: 'a name stands where an ID belongs',
		make: async (editor, { api }) => {
			await editor.addNode(api, 'device', 'Get endpoint');
			await editor.mode('endpointId', 'By ID');
			await editor.fillIn('endpointId', DEVICES.pump);
		},
		field: 'Endpoint',
		value: new RegExp(DEVICES.pump),
		advice: /whole number|By Name/,
	},
	{
		name: 'an SMS has no text',
		make: async (editor, { api }) => {
			await editor.addNode(api, 'sms', 'Send SMS');
			await pickDevice(editor, DEVICES.meter);
		},
		field: 'Message',
		advice: /empty|required|text/,
	},
	{
		name: 'an SMS is far too long',
		make: async (editor, { api }) => {
			await editor.addNode(api, 'sms', 'Send SMS');
			await pickDevice(editor, DEVICES.meter);
			await editor.typeIn('payload', 'report '.repeat(120));
		},
		field: 'Message',
		value: /needs 6/,
		advice: /Maximum Parts/,
	},
	{
		name: 'the name of a sender is too long',
		make: async (editor, { api }) => {
			await editor.addNode(api, 'sms', 'Send SMS');
			await pickDevice(editor, DEVICES.meter);
			await editor.typeIn('payload', 'report');
			await editor.addTo('Add Option', 'Sender');
			await editor.typeIn('sourceAddress', 'Waterworks North');
		},
		field: 'Sender',
		value: /Waterworks North|16/,
		advice: /at most 11 characters/,
	},
	{
		name: 'no status is chosen for a SIM',
		make: async (editor, { api }) => {
			await editor.addNode(api, 'suspend', 'Set SIM status');
			const [found] = await editor.search('simId', DEVICES.meter);
			await editor.pick(found!);
		},
		field: 'Status',
		advice: /chosen|required/,
	},
	{
		name: 'an update names nothing to change',
		make: async (editor, { api }) => {
			await editor.addNode(api, 'device', 'Update endpoint');
			await pickDevice(editor, DEVICES.meter);
		},
		field: 'Update Fields',
		advice: /at least one field/,
	},
	{
		name: 'a quota expires in the past',
		make: async (editor, { api }) => {
			await editor.addNode(api, 'quota', 'Set SMS quota');
			await pickDevice(editor, DEVICES.meter);
			await editor.typeIn('volume', '100');
			await editor.typeIn('expiryDate', '2020-01-01T00:00:00');
			await editor.press('Enter');
		},
		field: 'Expiry Date',
		value: /2020-01-01/,
		advice: /in the future/,
	},
	{
		name: 'a quota that is not there is topped up',
		make: async (editor, { api }) => {
			await editor.addNode(api, 'top up', 'Top up data quota');
			await pickDevice(editor, DEVICES.silent);
			await editor.typeIn('add', '10');
		},
		field: 'Endpoint',
		advice: /Set/,
	},
	{
		name: 'a new device gets a SIM that another has',
		make: async (editor, stage) => {
			await createForm(editor, stage);
			await editor.mode('simId', 'By ICCID');
			await editor.fillIn('simId', iccidInUse(stage));
		},
		field: 'SIM',
		value: /8988303\d{12}/,
		advice: /another|free|assigned|swap/i,
	},
	{
		name: 'a new device has an IMEI that is too short',
		make: async (editor, stage) => {
			await createForm(editor, stage);
			await editor.addTo('Add Option', 'IMEI');
			await editor.typeIn('imei', '3577');
		},
		field: 'IMEI',
		value: /3577/,
		advice: /16 digits/,
	},
	{
		name: 'a row of a sheet has a short ICCID',
		make: async (editor, stage) =>
			await openWithRows(
				editor,
				stage,
				[
					{ name: 'row-a', iccid: freeIccid(stage) },
					{ name: 'row-b', iccid: TOO_SHORT },
				],
				CREATE_FROM_COLUMNS,
			),
		field: 'SIM',
		value: new RegExp(TOO_SHORT),
		advice: /row 3/i,
	},
	{
		name: 'a row of a sheet has a SIM that is in use',
		make: async (editor, stage) =>
			await openWithRows(
				editor,
				stage,
				[
					{ name: 'row-a', iccid: freeIccid(stage) },
					{ name: 'row-b', iccid: iccidInUse(stage) },
				],
				CREATE_FROM_COLUMNS,
			),
		field: 'SIM',
		value: /8988303\d{12}/,
		advice: /row 3/i,
	},
	{
		name: 'a table names no column for the device',
		make: async (editor, stage) =>
			await openWithRows(editor, stage, [{ name: DEVICES.pump, status: 'Enabled' }], APPLY_TABLE),
		field: 'Column That Names the Endpoint',
		advice: /choose|chosen|must be|required/i,
	},
	{
		name: 'a column of a table is misspelt',
		make: async (editor, stage) =>
			await openWithRows(editor, stage, [{ name: DEVICES.pump, statsu: 'Enabled' }], {
				...APPLY_TABLE,
				namingColumn: 'name',
			}),
		field: 'Columns',
		value: /statsu/,
		advice: /status/,
	},
	{
		name: 'a row of a table names a device that is not there',
		make: async (editor, stage) =>
			await openWithRows(
				editor,
				stage,
				[
					{ name: DEVICES.pump, status: 'Enabled' },
					{ name: 'pump-nowhere', status: 'Enabled' },
				],
				{ ...APPLY_TABLE, namingColumn: 'name' },
			),
		field: 'name',
		value: /pump-nowhere/,
		advice: /row 3.*|Create What Is Missing/i,
	},
	{
		name: 'an event that is about no device is dragged into the picker',
		make: async (editor, { api, token }) => {
			const event = { id: 10001, type_id: 12, timestamp: '2026-03-01T12:00:00Z' };
			const get = deviceOf(token, '={{ $json }}');
			await editor.openLast(api, 'Event', itemsNode('Events', [event]), get);
		},
		field: 'Endpoint',
		value: /10001/,
		advice: /names none in endpoint_id; .+/,
	},
	{
		name: 'an expression names a field that the item has not',
		make: async (editor, { api, token }) => {
			const get = deviceOf(token, '={{ $json.ID }}');
			await editor.openLast(api, 'Expression', itemsNode('Devices', [{ id: 10001 }]), get);
		},
		field: 'Endpoint',
		advice: /check that its expression names a field of this item/,
	},
	// The last ones store credentials, of which n8n would select none by itself.
	{
		name: 'the token has a space inside',
		make: async (editor, { sim }) => {
			await editor.saveToken(sim.url, 'app-token-reseller 000000000001');
		},
		inCredential: true,
		field: 'Application Token',
		value: /space|blank/,
		advice: /without|remove|copy|Correct the field/i,
	},
	{
		name: 'the token is not one of the service',
		make: async (editor, { sim }) => {
			await editor.saveToken(sim.url, 'no-such-token');
		},
		inCredential: true,
		field: 'application token',
		advice: /Create a new application token|portal/,
	},
	{
		name: 'the Base URL has no https',
		make: async (editor) => {
			await editor.saveToken('http://api.example.com', 'no-such-token');
		},
		inCredential: true,
		field: 'Base URL',
		advice: /https:\/\//,
	},
];

/** What a person reads after the mistake. */
async function readError(editor: Editor, { inCredential }: Mistake): Promise<string> {
	if (inCredential) return await editor.refusal();
	return await editor.refusedRun();
}

/**
 * What the error lacks; nothing when it names the field and the value, and says what to do. Where n8n itself
 * refuses to start the run, the value stands in the field, which n8n marks.
 */
async function lacking(editor: Editor, text: string, mistake: Mistake): Promise<string[]> {
	const { field, value, advice } = mistake;
	const isMarked = text.startsWith('Workflow execution cannot start');
	const values = isMarked ? (await editor.values()).join('\n') : '';
	const missing: string[] = [];
	if (!text.includes(field)) missing.push('field');
	if (value && !value.test(`${text}\n${values}`)) missing.push('value');
	if (!advice.test(text)) missing.push('advice');
	return missing;
}

export const newcomerMistakes: Journey[] = [
	{
		name: `newcomer: each of ${MISTAKES.length} mistakes is answered with the field, the value and what to do`,
		async run(stage, editor) {
			const wrong: string[] = [];
			for (const mistake of MISTAKES) {
				let text = '';
				try {
					await mistake.make(editor, stage);
					text = await readError(editor, mistake);
				} catch (error) {
					text = `no error was shown: ${(error as Error).message.split('\n')[0]}`;
					const path = `${stage.folder}/failed-${mistake.name.replace(/\W+/g, '-')}.png`;
					await editor.page.screenshot({ path });
				}
				say(`  ${mistake.name}:\n      ${text.slice(0, 420)}`);
				const parts = await lacking(editor, text, mistake);
				if (parts.length > 0) wrong.push(`${mistake.name}: no ${parts.join(', no ')} in: ${text}`);
			}
			if (wrong.length > 0) throw new Error(wrong.join('\n'));
		},
	},
];
