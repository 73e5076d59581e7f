import { SimStatus } from '../../../fleet/statuses';
import { listIn } from '../../../wire';
import { type Call, type Input, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import {
	flat,
	type EntityKind,
	numeric,
	oneOf,
	unlessRefused,
	wasRefused,
	withDevice,
} from '../../reading';
import { SIM_DEVICE } from './sim';

/* Batches of SIMs by their BIC. Source: public reference and recorded. */

const define = operationsWith({ resource: 'simBatch' });

const bicText = f.text(
	{
		label: 'BIC',
		hint: 'Code of the batch, as on its packing list',
		placeholder: 'A1B2C3D4E5F6G7H8',
	},
	'must be a BIC of 16 letters and digits',
	(v) => /^[A-Za-z0-9]{16}$/.test(v.trim()),
);
const bic = f.path(f.becoming(bicText, (text) => text.trim().toUpperCase()));

const batchKind: EntityKind = {
	read: numeric(
		'id quantity sim_model_id issuer_org_id customer_org_id reseller_org_id',
		'sim_batch_status_id logistic_center_id article_id status.id model.id',
	),
	simple: flat(
		'id bic quantity status=status.description|status.id',
		'formfactor=model.formfactor.name|model.formfactor customer_org_id',
	),
};

const WHY = {
	400: 'The batch is registered already: its SIMs are in the list of SIMs.',
	404: 'There is no batch with this BIC: check it on the packing list.',
};
const ALREADY = 'The batch had been registered before; nothing was sent.';
const FOREIGN_SIMS = 'The batch holds SIMs of another organisation';

export const validateSimBatch = define({
	name: 'validate',
	action: 'Validate SIM batch',
	description: 'Check whether a batch of SIMs can be registered, and how many SIMs it holds',
	request: 'GET /api/v1/sim_batch/bic/{bic}',
	lane: 'single',
	errors: [400, 403, 404, 422],
	explains: { ...WHY, 422: `${FOREIGN_SIMS}.` },
	fields: { bic, ...f.single },
	result: oneOf(batchKind),
});

/** Whether the batch counts as registered now. A second registration is refused like a bad one. */
async function isRegistered(call: Call, input: Input): Promise<boolean> {
	try {
		await call.other(validateSimBatch, input);
		return false;
	} catch (error) {
		return wasRefused(error, 400);
	}
}

/** Registers a batch; an empty list where an earlier attempt with a lost answer did so. */
async function register(call: Call, input: Input): Promise<Json[]> {
	try {
		return listIn((await call.own(input)).body) ?? [];
	} catch (error) {
		// One code for four causes: the validation before has ruled out all but two.
		if (wasRefused(error, 422) && (await isRegistered(call, input))) return [];
		throw error;
	}
}

export const registerSimBatch = define({
	name: 'register',
	action: 'Register SIM batch',
	stakes: 'billed',
	description:
		'Take over all SIMs of a batch, one item per SIM; a batch that is registered already stays as it is. It is a dry run, which only validates, unless Dry Run is switched off.',
	request: 'PATCH /api/v1/sim_batch/bic/{bic}',
	effect: 'set',
	lane: 'sequential',
	notice: 'SIMs registered as activated are billed from then on.',
	errors: [403, 404, 422],
	explains: {
		404: WHY[404],
		422: `${FOREIGN_SIMS}, or the tariff plan does not allow Factory Test: choose another status.`,
	},
	fields: {
		bic,
		status: f.body.choice(
			'sim_status.id',
			{ label: 'SIM Status', hint: 'Status the SIMs get', default: 0 },
			f.simStatuses(SimStatus.Issued, SimStatus.Activated, SimStatus.FactoryTest),
		),
		dryRun: f.dryRunFlag('Whether to only check that the batch can be registered'),
	},
	touched: async (call, input) => {
		const answer = await unlessRefused(call.other(validateSimBatch, input), 400);
		// A batch that is registered already stays as it is.
		if (!answer) return { count: 0 };
		const { quantity } = oneOf(batchKind)(answer, { simplify: true }) as Json;
		return { count: typeof quantity === 'number' ? quantity : Infinity };
	},
	run: async (call, input) => {
		const { bic: code, dryRun } = input;
		const answer = await unlessRefused(call.other(validateSimBatch, input), 400);
		// Its SIMs are not listed again: the list of SIMs has no batches.
		if (!answer) return { bic: code, dry_run: dryRun, registered: true, message: ALREADY };
		const valid = oneOf(batchKind)(answer, { simplify: true });
		if (dryRun) {
			const message = `Dry run: nothing was registered; ${String(valid.quantity)} SIMs could be.`;
			return { ...valid, bic: code, dry_run: true, registered: false, message };
		}
		const sims = await register(call, input);
		const of = { bic: code, dry_run: false, registered: true };
		if (sims.length > 0)
			return sims.map((sim) => ({ ...withDevice(numeric('id')(sim), SIM_DEVICE), ...of }));
		const message = 'The batch is registered; the service did not list its SIMs.';
		return { ...of, quantity: valid.quantity, message };
	},
});
