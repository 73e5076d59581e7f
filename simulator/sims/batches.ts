import * as z from 'zod/v4';
import { type Simulation, isReferenceGeneration } from '../context';
import { jsonBody, readBody, reference } from '../http/body';
import { ApiError, conflict, forbidden, malformed, notFound } from '../http/envelopes';
import { ok, pathId, type ApiCall, type Route, routesOf } from '../http/route';
import { addSim } from '../seed/seed';
import { SimStatus, type Sim, SIM_STATUS_NAMES } from './entities';
import { setSimStatus, findSim } from './status';

/** Factory Test (4) needs a tariff plan that allows it; none here does. */
const REGISTER = jsonBody({ sim_status: reference('', { among: [0, 1] }) });
/** The same status for every mistake, with an HTML content type and an empty body (recorded). */
const unregistered = () => new ApiError(422, undefined, { 'content-type': 'text/html' });

const SIMS_TO_DELETE = z.array(reference(''), 'The body must be a list of {id}');

const simNotFound = () => notFound('A SIM was not found', 1201);
const batchRefusal = ([issue]: z.core.$ZodIssue[]) =>
	issue?.path.length === 0 ? malformed(issue.message) : simNotFound();

/** Batches by BIC, deletion of SIMs, their statuses (public reference; registration: recorded). */
export function simManageRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'sim' });
	const findBatch = (call: ApiCall) => {
		const batch = sim.store.batches.get(call.params.bic ?? '');
		if (!batch) throw notFound('No such batch', 1201);
		return batch;
	};
	const remove = (item: Sim) => {
		// The code of this refusal is not documented.
		if (item.endpointId !== null) throw conflict(`SIM ${item.id} has an endpoint`);
		if (item.organisationId === 1002) throw forbidden('The SIM has been sold');
		setSimStatus(sim, item, SimStatus.Deleted);
	};
	return [
		route('GET /api/v1/sim_batch/bic/:bic', 'Check a batch', (call) => {
			const batch = findBatch(call);
			if (batch.registered) throw malformed('The batch is registered already');
			if (batch.foreign) throw new ApiError(422);
			return ok({
				id: batch.id,
				bic: batch.bic,
				bsn: '0001',
				model: { id: 3, formfactor: { id: 2, name: '2FF' } },
				status: { id: 0, description: 'IN STOCK' },
				// Null in the sample; the schema allows only absent values.
				...(!isReferenceGeneration(sim) && { customer_org_id: null, reseller_org_id: null }),
				// Counts and ids of other objects are strings here.
				quantity: String(batch.quantity),
				issuer_org_id: '1001',
				sim_model_id: '3',
				sim_batch_status_id: '0',
			});
		}),
		route(
			'PATCH /api/v1/sim_batch/bic/:bic',
			{ summary: 'Register a batch', sequential: 'single', body: REGISTER },
			(call) => {
				const batch = sim.store.batches.get(call.params.bic ?? '');
				const { id: status } = readBody(REGISTER, call.body, unregistered).sim_status;
				if (!batch || batch.registered || batch.foreign) throw unregistered();
				batch.registered = true;
				const sims = Array.from({ length: batch.quantity }, () =>
					addSim(sim.store, call.caller.organisationId),
				);
				for (const item of sims) {
					if (status === 1) setSimStatus(sim, item, SimStatus.Activated);
					sim.ledger.effect('sim.registered', { simId: item.id }, { bic: batch.bic });
				}
				sim.store.touch();
				const own = (item: Sim) => ({ id: item.id, iccid: item.iccid });
				return ok({
					sim: sims.map((item) =>
						isReferenceGeneration(sim) ? sim.forms.sim(sim, item) : own(item),
					),
				});
			},
		),
		route('GET /api/v1/sim/status', { summary: 'List the statuses of SIMs', list: true }, () =>
			ok(SIM_STATUS_NAMES.map((description, id) => ({ id, description }))),
		),
		route('DELETE /api/v1/sim/:simId', 'Delete a SIM for good', (call) => {
			const item = findSim(sim, call.caller, pathId(call, 'simId'));
			if (item.statusId === SimStatus.Deleted) throw notFound(`SIM ${item.id} not found`, 1201);
			remove(item);
			return sim.forms.changed;
		}),
		route(
			'DELETE /api/v1/sim/multi',
			{ summary: 'Delete several SIMs for good', sequential: 'bulk', body: SIMS_TO_DELETE },
			(call) => {
				const list = readBody(SIMS_TO_DELETE, call.body, batchRefusal);
				const found = list.map(({ id }) => sim.store.sims.get(id));
				const isThere = (item: Sim | undefined): item is Sim =>
					item !== undefined && item.statusId !== SimStatus.Deleted;
				const someMissing = !found.every(isThere);
				// Whether the other SIMs are deleted is not documented: the generations differ.
				if (!someMissing || isReferenceGeneration(sim)) found.filter(isThere).forEach(remove);
				if (someMissing) throw simNotFound();
				return sim.forms.changed;
			},
		),
	];
}
