import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { CellularIot } from '../../nodes/CellularIot/CellularIot.node';
import { CellularIotQuotaTrigger } from '../../nodes/CellularIot/CellularIotQuotaTrigger.node';
import { CellularIotSmsTrigger } from '../../nodes/CellularIot/CellularIotSmsTrigger.node';
import { CellularIotStreamTrigger } from '../../nodes/CellularIot/CellularIotStreamTrigger.node';
import { CellularIotTrigger } from '../../nodes/CellularIot/CellularIotTrigger.node';

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

test('the quota trigger says that it is about SMS, and where data quotas are', () => {
	const { displayName, description, defaults, properties } = new CellularIotQuotaTrigger()
		.description;
	expect(displayName).toBe('Cellular IoT SMS Quota Trigger');
	expect(defaults.name).toBe(displayName);
	expect(description).toMatch(/For data quotas, use the Cellular IoT Trigger/);
	const notice = properties.find(({ type }) => type === 'notice');
	expect(notice?.displayName).toMatch(/quotas of <b>SMS<\/b>.*<b>Data Quota<\/b>/);
	const events = properties.find(({ name }) => name === 'events')?.options ?? [];
	const names = events.map(({ name }) => name).filter((name) => name.includes('Quota'));
	expect(names.length).toBeGreaterThan(3);
	for (const name of names) expect(name).toMatch(/^SMS Quota/);
});

test('a webhook trigger of version 1 has the form of version 2', () => {
	for (const node of [new CellularIotSmsTrigger(), new CellularIotStreamTrigger()]) {
		expect(node.description.version).toEqual([1, 2]);
		expect(node.description.defaultVersion).toBe(2);
	}
});
