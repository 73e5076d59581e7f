import assert from 'node:assert/strict';
import type { Journey } from '../journey';

/* A rule of the service itself, made in the form that its list of actions fills. */

export const automations: Journey[] = [
	{
		name: "automation: the form has the properties of the service's action; they are sent as filled in",
		async run({ api, sim }, editor) {
			const values = { recipients: 'fleet@example.com', subject: 'Blocked', message: 'A device' };
			await editor.addNode(api, 'automation', 'Create automation', 'Cellular IoT Automation');
			await editor.typeIn('name', 'Tell of blocked devices');
			await editor.mode('status', 'By ID');
			await editor.fillIn('status', 'ENABLED');
			const offered = async (field: string, entry: string) => {
				const found = await editor.search(field, entry);
				await editor.pick(found.find((label) => label.startsWith(entry))!);
			};
			await offered('eventId', 'Device blocked');
			assert.deepEqual(await editor.search('actionId', 'Ring the bell'), [], 'it does not fit');
			await offered('actionId', 'Send e-mail');
			for (const [name, value] of Object.entries(values)) await editor.typeIn(name, value);
			await editor.choose('targeting', 'All Devices');
			await editor.execute();
			await editor.output(/Tell of blocked devices/);
			const [made, ...others] = sim.store.automation.automations.values();
			assert.equal(others.length, 0);
			assert.equal(made?.status, 'ENABLED');
			const properties = Object.entries(values).map(([property, value]) => ({
				property,
				value,
				value_array: [],
			}));
			assert.deepEqual(made.actions[0]?.properties, properties);
			assert.deepEqual(made.targets, []);
		},
	},
];
