import type { InputOf } from '../../table/define';
import * as f from '../../table/fields';

/* The form of SIM: Swap. */

const ofEndpoints = { swapWith: ['endpoint'] };
const ofSim = { swapWith: ['sim'] };

export const swapFields = {
	endpointId: { ...f.endpointId, hint: 'The endpoint that gets the SIM', saidOnce: false },
	simId: { ...f.pickSim({ label: 'SIM', hint: 'The SIM that it gets' }), isAnother: true as const },
	swapWith: f.choice({ label: 'Swap With', hint: 'Where the SIM comes from', default: 'sim' }, [
		{ name: 'A Free SIM', value: 'sim', description: 'The SIM is on no endpoint' },
		{ name: 'Another Endpoint', value: 'endpoint', description: 'It gets the other SIM' },
	]),
	otherEndpointId: {
		...f.pick(
			{
				label: 'Other Endpoint',
				hint: 'The endpoint that has the SIM; it gets the SIM of Endpoint in exchange, if there is one',
				showWhen: ofEndpoints,
				example: 10002,
			},
			'endpoint',
		),
		isAnother: true as const,
	},
	activate: f.flag({
		label: 'Activate SIM',
		hint: 'Whether to activate the SIM, which is billed from then on',
		default: true,
		showWhen: ofSim,
	}),
	suspendOld: f.flag({
		label: 'Suspend Old SIM',
		hint: 'Whether to suspend the SIM that the endpoint had, whose fee as an activated SIM then ends with the month',
		showWhen: ofSim,
	}),
	dryRun: f.dryRunFlag('Whether to only show the steps'),
	...f.inGroup('options', {
		otherSimId: f.pickSim({
			label: 'Other SIM',
			hint: 'The SIM that Endpoint had. Needed only to finish a swap of two endpoints that was cut off.',
		}),
	}),
};
export type SwapInput = InputOf<typeof swapFields>;
