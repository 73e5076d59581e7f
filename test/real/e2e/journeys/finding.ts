import assert from 'node:assert/strict';
import type { Editor } from '../editor';
import type { Journey } from '../journey';

/* The node creator. */

/**
 * Words that people type, and the action each must lead to: the panel's search finds its node by the
 * word, and the list of that node has the action.
 */
const WORDS: Record<string, Record<string, string>> = {
	'Cellular IoT': {
		cellular: 'Get endpoint',
		device: 'Get endpoint',
		provision: 'Create many endpoints',
		onboard: 'Create endpoint',
		deactivate: 'Suspend SIM',
		suspend: 'Suspend SIM',
		activate: 'Activate SIM',
		ICCID: 'Get SIM',
		IMEI: 'Get endpoint',
		refill: 'Top up data quota',
		'top up': 'Top up SMS quota',
		quota: 'Set data quota',
		'data usage': 'Get endpoint usage summary',
		consumption: 'Get daily endpoint usage',
		SMS: 'Send SMS',
		'text message': 'Send SMS',
		reboot: 'Reset endpoint connectivity',
		reset: 'Reset endpoint connectivity',
		connectivity: 'Get endpoint connectivity',
		location: 'Get endpoint connectivity',
		ban: 'Add operator to endpoint blocklist',
		blacklist: 'Get endpoint blocklist',
		unblock: 'Remove operator from endpoint blocklist',
	},
	'Cellular IoT Account': {
		bill: 'Get organisation usage summary',
		cost: 'Get organisation usage by tag',
		tag: 'Create tag',
		invite: 'Invite user',
		'API token': 'Create application token',
	},
	'Cellular IoT Admin': {
		APN: 'Add service to service profile',
		roaming: 'Get tariff profile coverage',
		'traffic limit': 'Add data limit to service profile',
		DNS: 'Create DNS server pair',
		'SIM batch': 'Register SIM batch',
		'eSIM switch': 'Schedule eUICC operation',
	},
	'Cellular IoT Automation': {
		push: 'Create data stream',
		rule: 'Create automation',
		callback: 'Get many callbacks',
	},
	'Cellular IoT Jobs': {
		sync: 'Apply a table to endpoints',
		diagnose: 'Diagnose endpoint',
		'replace a device': 'Swap SIMs',
		await: 'Await reply',
	},
};

/** Results of a search that a person looks at before typing another word. */
const LOOKED_AT = 8;

/** Words that do not lead to their action, each with what the panel shows instead. */
async function misleading(editor: Editor, node: string, actions: Record<string, string>) {
	const wrong: string[] = [];
	await editor.newWorkflow();
	await editor.openCreator();
	for (const word of Object.keys(actions)) {
		const found = (await editor.findNodes(word)).slice(0, LOOKED_AT);
		if (!found.includes(node)) wrong.push(`"${word}" finds ${found.join(', ')} before ${node}`);
	}
	await editor.findNodes(node);
	const listed = await editor.actionsOf(node);
	for (const [word, action] of Object.entries(actions)) {
		if (!listed.includes(action)) wrong.push(`"${word}": ${node} does not list "${action}"`);
	}
	return wrong;
}

const COUNT = Object.values(WORDS).flatMap((actions) => Object.keys(actions)).length;

export const finding: Journey[] = [
	{
		name: `node creator: ${COUNT} words that people type lead to the action`,
		async run(_, editor) {
			const wrong: string[] = [];
			for (const [node, actions] of Object.entries(WORDS)) {
				wrong.push(...(await misleading(editor, node, actions)));
			}
			assert.ok(wrong.length === 0, wrong.join('\n'));
		},
	},
];
