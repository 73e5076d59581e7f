import assert from 'node:assert/strict';
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
		deactivate: 'Activate or suspend SIM',
		suspend: 'Activate or suspend SIM',
		activate: 'Activate or suspend SIM',
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
		sync: 'Apply table to endpoints',
		'replace a device': 'Swap SIMs',
		await: 'Await reply',
	},
};

export const finding: Journey[] = [
	{
		name: 'node creator: the words people type lead to the action',
		async run(_, editor) {
			for (const [node, actions] of Object.entries(WORDS)) {
				await editor.newWorkflow();
				await editor.openCreator();
				for (const word of Object.keys(actions)) {
					const found = await editor.findNodes(word);
					assert.ok(found.includes(node), `"${word}" finds ${found.join(', ')}, not ${node}`);
				}
				await editor.findNodes(node);
				const listed = await editor.actionsOf(node);
				for (const [word, action] of Object.entries(actions)) {
					const isListed = listed.includes(action);
					assert.ok(isListed, `"${word}": ${node} lists ${listed.join(', ')}, not "${action}"`);
				}
			}
		},
	},
];
