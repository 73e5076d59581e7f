import type { INodePropertyOptions } from 'n8n-workflow';
import { operationForm } from '../nodes/CellularIot/shared/operationForm';
import { operationsOf } from '../src/operations';
import type { Operation } from '../src/table/define';
import {
	ACCOUNT_RESOURCES,
	ADMIN_RESOURCES,
	AUTOMATION_RESOURCES,
	FLEET_RESOURCES,
	JOB_RESOURCES,
	type Resource,
} from '../src/table/resources';

/* The words that n8n shows of the action nodes, read from their forms, and the page of each node. */

/** An operation as a person finds it. */
export interface PanelOperation {
	operation: Operation;
	/** The resource and the operation as the form of the node shows them: "SMS: Send". */
	title: string;
	/** The operation alone: "Send". */
	name: string;
	/** The text in n8n's list of actions: "Send SMS". */
	action: string;
	/** Its page in docs/operations, and its heading there: "fleet.md#sms-send". */
	link: string;
}

/** An action node with its page. */
export interface PanelNode {
	/** Its name in n8n: "Cellular IoT". */
	name: string;
	/** What it is for. */
	purpose: string;
	/** The name of its page in docs/operations. */
	page: string;
	resources: ReadonlyArray<Resource & { operations: readonly PanelOperation[] }>;
}

/** The anchor that GitHub gives a heading. */
export const anchorOf = (heading: string): string =>
	heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_ -]/gu, '')
		.replace(/ /g, '-');

function nodeOf(
	name: string,
	purpose: string,
	page: string,
	resources: Record<string, Resource>,
): PanelNode {
	const all = operationsOf(resources);
	const pickers = operationForm(resources).filter((property) => property.name === 'operation');

	/** @throws Error for an operation that the form does not offer */
	const choiceOf = (operation: Operation): INodePropertyOptions => {
		const choices = pickers
			.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(operation.resource))
			.flatMap(({ options }) => (options ?? []) as INodePropertyOptions[]);
		const found = choices.find(({ value }) => value === operation.name);
		if (!found) throw new Error(`${name} does not offer ${operation.resource} ${operation.name}`);
		return found;
	};

	const inPanel = (operation: Operation, resource: Resource): PanelOperation => {
		const choice = choiceOf(operation);
		const title = `${resource.name}: ${choice.name}`;
		const action = choice.action ?? operation.action;
		return {
			operation,
			title,
			name: choice.name,
			action,
			link: `${page}#${anchorOf(title)}`,
		};
	};

	return {
		name,
		purpose,
		page,
		resources: Object.entries(resources).map(([key, resource]) => ({
			...resource,
			operations: all
				.filter((operation) => operation.resource === key)
				.map((operation) => inPanel(operation, resource))
				.sort((a, b) => a.name.localeCompare(b.name)),
		})),
	};
}

/** The action nodes, the one for daily use first. */
export const panelNodes = (): PanelNode[] => [
	nodeOf(
		'Cellular IoT',
		'Single devices and their SIMs: create, suspend, SMS, quotas, usage, connectivity.',
		'fleet.md',
		FLEET_RESOURCES,
	),
	nodeOf(
		'Cellular IoT Jobs',
		'Jobs of several steps, which can be run again after an interruption, and waits for devices.',
		'jobs.md',
		JOB_RESOURCES,
	),
	nodeOf(
		'Cellular IoT Admin',
		'What devices use, set up once: profiles, limits and their extensions, blocklists, DNS, SIM batches, eSIMs.',
		'admin.md',
		ADMIN_RESOURCES,
	),
	nodeOf(
		'Cellular IoT Account',
		'The organisation: its tags, usage, users, workspaces, logins and application tokens.',
		'account.md',
		ACCOUNT_RESOURCES,
	),
	nodeOf(
		'Cellular IoT Automation',
		'What the service does by itself: data streams, automations, callbacks.',
		'automation.md',
		AUTOMATION_RESOURCES,
	),
];
