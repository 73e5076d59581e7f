import * as f from '../../../table/fields';
import { operationId, PREVIEW } from '../../../table/entries/sim/previewFields';
import { waitEntry } from '../waiting/waitEntry';

export const awaitEsimOrder = waitEntry({
	condition: 'esimOrder',
	action: 'Await end of eSIM order',
	description:
		'Wait until an operation on an eSIM card has ended without an error, and its profile has the wanted state after a later synchronisation. A failed or expired one leaves by Timed Out at once, with its reason.',
	request: 'GET /api/v1/euicc/{euiccId}/operation/{operationId}',
	errors: [403, 404],
	notice: PREVIEW,
	fields: {
		euiccId: {
			...f.path(f.pick({ label: 'Card', hint: 'The eUICC of the operation' }, 'euicc')),
			fromItem: 'euicc_id',
		},
		operationId: { ...operationId, fromItem: 'id' },
		profileState: f.choice<'any' | 'enabled' | 'disabled' | 'gone'>(
			{
				label: 'State of the Profile',
				hint: 'What the card must show of the profile of the operation',
				default: 'any',
			},
			[
				{ name: 'Any: The Operation Alone', value: 'any' },
				{ name: 'Deleted', value: 'gone' },
				{ name: 'Disabled', value: 'disabled' },
				{ name: 'Enabled', value: 'enabled' },
			],
		),
		...f.inGroup('options', {
			profileStatusId: f.number(
				{
					label: 'Status ID of the Profile',
					hint: "ID of the wanted status, where the service's words do not tell it",
				},
				{ min: 0 },
			),
			holdMinutes: f.number(
				{
					label: 'Still So After (Minutes)',
					hint: 'How long after the end the profile must have that state: one that finds no network is undone after seven minutes. 10 for Enabled, else 0.',
					default: 10,
				},
				{ min: 0, max: 1_440 },
			),
		}),
	},
	load: async () => (await import('./watch')).esimOrderCondition,
});
