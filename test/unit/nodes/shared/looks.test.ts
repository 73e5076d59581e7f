import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
	type ICredentialType,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { CellularIotCallbackApi } from '../../../../credentials/CellularIotCallbackApi.credentials';
import { CellularIotTokenApi } from '../../../../credentials/CellularIotTokenApi.credentials';
import { CellularIotUserApi } from '../../../../credentials/CellularIotUserApi.credentials';
import { CellularIot } from '../../../../nodes/CellularIot/CellularIot.node';
import { CellularIotAccount } from '../../../../nodes/CellularIot/CellularIotAccount.node';
import { CellularIotQuotaTrigger } from '../../../../nodes/CellularIot/CellularIotQuotaTrigger.node';
import { CellularIotSmsTrigger } from '../../../../nodes/CellularIot/CellularIotSmsTrigger.node';
import { CellularIotStreamTrigger } from '../../../../nodes/CellularIot/CellularIotStreamTrigger.node';
import { CellularIotTrigger } from '../../../../nodes/CellularIot/CellularIotTrigger.node';
import { operationsOf } from '../../../../src/operations';
import { FLEET_RESOURCES } from '../../../../src/table/resources';
import { actionNodes } from '../../../support/n8n/actionNodes';
import { triggerNodes } from '../../../support/n8n/triggerNodes';

/* The appearance of the nodes in n8n's panel and on the canvas. */

const CREDENTIALS: ICredentialType[] = [
	new CellularIotTokenApi(),
	new CellularIotUserApi(),
	new CellularIotCallbackApi(),
];

describe('icons', () => {
	/** The files of an icon by theme; its paths are relative to a source folder. */
	const filesOf = (folder: string, icon: unknown): Record<string, string> =>
		Object.fromEntries(
			Object.entries(icon as Record<string, string>).map(([look, text]) => {
				expect(text).toMatch(/^file:.+\.svg$/);
				return [look, resolve(folder, text.replace('file:', ''))];
			}),
		);
	const ofNode = ({ description: { name, icon } }: INodeType) =>
		[name, filesOf('nodes/CellularIot', icon)] as const;
	const ofCredential = ({ name, icon }: ICredentialType) =>
		[name, filesOf('credentials', icon)] as const;
	const all = [
		...[...actionNodes(), ...triggerNodes()].map(ofNode),
		...CREDENTIALS.map(ofCredential),
	];
	const paths = all.flatMap(([, icon]) => Object.values(icon));
	const pictures = [...new Set(paths.map((path) => basename(path)))].sort();

	test('exist for the light and the dark theme of each node and credential', () => {
		expect(all).toHaveLength(12);
		for (const [name, { light, dark, ...others }] of all) {
			expect({ name, others }).toEqual({ name, others: {} });
			expect(dark).toBe(light!.replace(/\.svg$/, '.dark.svg'));
		}
	});

	test('tell the action nodes apart', () => {
		const icons = actionNodes().map(({ description }) => JSON.stringify(description.icon));
		expect(new Set(icons).size).toBe(icons.length);
	});

	test('have a mark for triggers, and for triggers only', () => {
		for (const [name, icon] of all) {
			for (const path of Object.values(icon))
				expect({ name, marked: path.includes('Trigger.') }).toEqual({
					name,
					marked: name.endsWith('Trigger'),
				});
		}
	});

	test('are exactly the files in icons/', () => {
		expect(pictures).toEqual(readdirSync('icons').sort());
		for (const path of paths) expect(dirname(path)).toBe(resolve('icons'));
	});

	test.each(pictures)(
		'include %s, which is square, smaller than 2,000 bytes and loads nothing',
		(name) => {
			const svg = readFileSync(join('icons', name), 'utf8');
			expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>/);
			const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
			expect(Number(width)).toBeGreaterThan(0);
			expect(height).toBe(width);
			expect(svg).toContain(`width="${width}" height="${width}"`);
			expect(Buffer.byteLength(svg)).toBeLessThan(2_000);
			expect(svg).not.toMatch(/<(script|image|foreignObject|style|text)\b|href|url\(|data:/);
			// The card reaches the upper and the lower side.
			expect(svg).toMatch(/d="M1[03] 0h.*H1[03]a6 6 0 0 1-6-6V6/);
		},
	);
});

describe('the order of resources', () => {
	const resourcesOf = ({ properties }: INodeTypeDescription) =>
		properties.find(({ displayName }) => displayName === 'Resource')!
			.options as INodePropertyOptions[];

	/** The actions of a node in the order of n8n's panel, grouped by resource. */
	const actionsOf = (description: INodeTypeDescription) =>
		resourcesOf(description).flatMap(({ name, value }) => {
			const operation = description.properties.find(
				(property) =>
					property.name === 'operation' &&
					property.displayOptions?.show?.resource?.includes(value as string),
			)!;
			const options = operation.options as INodePropertyOptions[];
			return options.map(({ action, value: own }) => ({ resource: name, action, value: own }));
		});

	/** Everyday resources, most used first. */
	const DAILY = ['Endpoint', 'SIM', 'SMS', 'SMS Quota', 'Data Quota', 'Usage', 'Event'];

	test('starts with everyday resources in the main node, and ends with those of the login in the account node', () => {
		const names = resourcesOf(new CellularIot().description).map(({ name }) => name);
		expect(names.slice(0, DAILY.length)).toEqual(DAILY);
		const ofAccount = resourcesOf(new CellularIotAccount().description).map(({ name }) => name);
		expect(ofAccount.slice(-3)).toEqual(['Session', 'MFA Key', 'Trusted Device']);
	});

	test("is also the order of n8n's list of actions, which begins with the everyday resources", () => {
		const { description } = new CellularIot();
		const actions = actionsOf(description);
		const groups = actions
			.map(({ resource }) => resource)
			.filter((resource, i, list) => resource !== list[i - 1]);
		expect(groups).toEqual(resourcesOf(description).map(({ name }) => name));
		expect(groups.slice(0, DAILY.length)).toEqual(DAILY);
		expect(actions).toHaveLength(operationsOf(FLEET_RESOURCES).length);
		for (const { action } of actions) expect(action).toMatch(/^[A-Z]/);
	});

	test('ends with Lookup in the admin node, which has all lists of countries, operators and statuses', () => {
		const nodes = actionNodes().map(({ description }) => description);
		const lookups = nodes.filter((node) => resourcesOf(node).some(({ name }) => name === 'Lookup'));
		expect(lookups.map(({ name }) => name)).toEqual(['cellularIotAdmin']);
		const [admin] = lookups;
		expect(resourcesOf(admin!).at(-1)?.name).toBe('Lookup');
		const own = actionsOf(admin!).filter(({ resource }) => resource === 'Lookup');
		expect(own.map(({ value }) => value)).toEqual(['getMany']);
		const list = admin!.properties.find(({ name }) => name === 'list')!;
		const asked = ['countries', 'operators', 'ratTypes', 'simStatuses'];
		const values = list.options!.map((option) => (option as INodePropertyOptions).value);
		expect(values).toEqual(expect.arrayContaining(asked));
		const all = nodes.flatMap((node) => resourcesOf(node).map(({ name }) => name));
		expect(all.filter((name) => /Countr|^Operator$|RAT|Status|Type/.test(name))).toEqual([]);
	});
});

test('the app description in the node panel mentions actions and events', () => {
	const { description } = new CellularIotTrigger().description;
	expect(description).toMatch(/^Manage cellular IoT endpoints, SIMs, SMS, quotas/);
	expect(description).toMatch(/start on their events/);
});

test('the node panel spells SMS in the events of the SMS trigger', () => {
	const { properties } = new CellularIotSmsTrigger().description;
	const events = properties.find(({ name }) => name === 'events')!
		.options as INodePropertyOptions[];
	expect(events.map(({ action }) => action)).toEqual([
		'On SMS delivery receipt',
		'On SMS from device',
	]);
});

test('the first field of the quota trigger is the quota, SMS or data', () => {
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

const CALLED = [new CellularIotSmsTrigger(), new CellularIotStreamTrigger()];

/** Credentials that a trigger shows, and its choice of them, for values of its form. */
function shownFor({ description }: INodeType, given: INodeParameters) {
	const { properties, credentials = [] } = description;
	const node = { typeVersion: 1 };
	const values = NodeHelpers.getNodeParameters(properties, given, true, false, node, description);
	const isShown = (shown: (typeof credentials)[number] | INodeProperties) =>
		NodeHelpers.displayParameter(values!, shown, node, description);
	const names = credentials.filter(isShown).map(({ name }) => name);
	const field = properties.find(({ name }) => name === 'authentication');
	return [...names, ...(isShown(field!) ? ['authentication'] : [])];
}

test('a called trigger shows one credential, whatever else its form says', () => {
	const settings = [
		{},
		{ registerCallback: false, registerStream: false },
		{ registerCallback: false, registerStream: false, verification: 'none' },
		{ verification: 'none' },
	];
	const choices = ['cellularIotTokenApi', 'cellularIotUserApi', 'cellularIotCallbackApi'];
	for (const type of CALLED) {
		for (const given of settings) {
			for (const authentication of choices) {
				expect(shownFor(type, { ...given, authentication })).toEqual([
					authentication,
					'authentication',
				]);
			}
			expect(shownFor(type, { ...given, authentication: 'none' })).toEqual(['authentication']);
		}
	}
});
