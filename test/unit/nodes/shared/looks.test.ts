import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	NodeHelpers,
} from 'n8n-workflow';
import { CellularIot } from '../../../../nodes/CellularIot/CellularIot.node';
import { CellularIotQuotaTrigger } from '../../../../nodes/CellularIot/CellularIotQuotaTrigger.node';
import { CellularIotSmsTrigger } from '../../../../nodes/CellularIot/CellularIotSmsTrigger.node';
import { CellularIotStreamTrigger } from '../../../../nodes/CellularIot/CellularIotStreamTrigger.node';
import { CellularIotTrigger } from '../../../../nodes/CellularIot/CellularIotTrigger.node';

/* How the nodes look in n8n's panel and on the canvas. */

const TRIGGERS: INodeType[] = [
	...[new CellularIotTrigger(), new CellularIotQuotaTrigger()],
	...[new CellularIotSmsTrigger(), new CellularIotStreamTrigger()],
];
const action = new CellularIot();
const pathsOf = ({ description: { icon } }: INodeType): string[] =>
	Object.values(icon as { light: string; dark: string }).map((text) =>
		resolve('nodes/CellularIot', text.replace('file:', '')),
	);

test('each node has an icon for light and dark; that of a trigger bears a mark', () => {
	for (const node of [action, ...TRIGGERS]) {
		const isTrigger = node !== action;
		for (const path of pathsOf(node)) {
			expect(existsSync(path)).toBe(true);
			expect(path.includes('Trigger')).toBe(isTrigger);
		}
	}
});

test('the picture fills its square', () => {
	for (const path of pathsOf(action)) {
		const svg = readFileSync(path, 'utf8');
		expect(svg).toContain('viewBox="0 0 60 60"');
		// The card reaches all four sides.
		expect(svg).toMatch(/d="M8 0h29.*v29a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8V8/);
	}
});

test('the node panel shows one text for the app: it is about actions and events', () => {
	const { description } = new CellularIotTrigger().description;
	expect(description).toMatch(/^Manage cellular IoT endpoints, SIMs, SMS, quotas/);
	expect(description).toMatch(/start on their events/);
});

test('the quota trigger asks which quota first, SMS or data', () => {
	const { displayName, description, defaults, properties } = new CellularIotQuotaTrigger()
		.description;
	expect(displayName).toBe('Cellular IoT Quota Trigger');
	expect(defaults.name).toBe(displayName);
	expect(description).toMatch(/an SMS or data quota/);
	const [authentication, quota] = properties;
	expect(authentication?.name).toBe('authentication');
	expect(quota).toMatchObject({ displayName: 'Quota', type: 'options', default: 'sms' });
	expect(quota?.options).toMatchObject([{ name: 'Data' }, { name: 'SMS' }]);
});

test('a webhook trigger of version 1 has the form of version 2', () => {
	for (const node of [new CellularIotSmsTrigger(), new CellularIotStreamTrigger()]) {
		expect(node.description.version).toEqual([1, 2]);
		expect(node.description.defaultVersion).toBe(2);
	}
});

test('the SMS trigger shows the account only where a setting needs it', () => {
	const { description } = new CellularIotSmsTrigger();
	const { properties, credentials = [] } = description;
	const node = { typeVersion: 2 };
	const shownFor = (given: INodeParameters) => {
		const values = NodeHelpers.getNodeParameters(properties, given, true, false, node, description);
		const isShown = (one: (typeof credentials)[number] | INodeProperties) =>
			NodeHelpers.displayParameter(values!, one, node, description);
		const names = credentials.filter(isShown).map(({ name }) => name);
		const [field] = properties.filter(({ name }) => name === 'authentication');
		return [...names, ...(isShown(field!) ? ['authentication'] : [])];
	};
	const own = 'cellularIotCallbackApi';
	const account = ['cellularIotTokenApi', 'authentication'];
	expect(shownFor({})).toEqual([own]);
	expect(shownFor({ verification: 'none' })).toEqual([]);
	for (const registerCallback of [true, 'remember']) {
		expect(shownFor({ registerCallback })).toEqual([own, ...account]);
	}
	const user = { registerCallback: true, authentication: 'cellularIotUserApi' };
	expect(shownFor(user)).toEqual([own, 'cellularIotUserApi', 'authentication']);
});
