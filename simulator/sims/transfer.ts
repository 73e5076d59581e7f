import * as z from 'zod/v4';
import type { Simulation } from '../context';
import { jsonBody, refusalOfAll, readBody, reference, required } from '../http/body';
import { ApiError, malformed, notFound } from '../http/envelopes';
import { ok, type ApiCall, type Route, routesOf } from '../http/route';
import { BRAZIL } from '../seed/data';
import { SimStatus, type Sim, iccidWithLuhn, simStatus } from './entities';
import { setSimStatus, unassignSim } from './status';

/** SIMs per transfer (public reference). */
const TRANSFER_MOST = 500;

/** This operation's errors have `status_code` instead of a code. */
const transferError = ({ status, message }: ApiError) =>
	new ApiError(status, { status_code: status, message });

const ICCID_RULE = 'ICCIDs have 19 digits';
const TOO_MANY_SIMS = `at most ${TRANSFER_MOST} SIMs can be transferred at once`;
const iccidText = (words: string) => z.string(words).regex(/^\d{19}$/, words);
const chosenSims = <S extends z.ZodType>(name: string, item: (words: string) => S) =>
	z
		.array(item(`${name} holds an invalid item`), `${name} must be a list`)
		.min(1, `${name} must be a list`)
		.max(TRANSFER_MOST, TOO_MANY_SIMS)
		.optional();
/** The selection of SIMs: one of the three. */
const SELECTION = {
	sims: chosenSims('sims', reference),
	iccids: chosenSims('iccids', iccidText),
	iccid_range: z
		.object({ start: iccidText(ICCID_RULE), end: iccidText(ICCID_RULE) }, ICCID_RULE)
		.refine(({ start, end }) => end >= start, 'the range ends before it starts')
		.optional(),
};
const TRANSFER = jsonBody({
	target_workspace: reference(required('target_workspace.id is required')),
	dry_run: z.boolean('dry_run must be a boolean').optional().describe('default true'),
	auto_detach_devices: z.boolean('auto_detach_devices must be a boolean').optional(),
	allowed_sim_statuses: z
		.array(reference('allowed_sim_statuses must be a list of {id}'))
		.optional(),
	...SELECTION,
}).refine((body) => Object.keys(SELECTION).filter((name) => name in body).length === 1, {
	error: 'exactly one of sims, iccids and iccid_range is required',
	path: ['sims'],
});
type Transfer = z.output<typeof TRANSFER>;

/** An invalid selection of SIMs is refused with 400, other mistakes with 422. */
const transferRefusal = (issues: z.core.$ZodIssue[]) => {
	const others = issues.filter(({ path }) => !(String(path[0]) in SELECTION));
	return others.length > 0
		? refusalOfAll(others)
		: transferError(malformed(issues[0]?.message ?? ''));
};

/** The SIMs of the call. @throws 400 for too many, 404 for a SIM of another organisation */
function select(
	sim: Simulation,
	call: ApiCall,
	{ sims, iccids = [], iccid_range: range }: Transfer,
): Sim[] {
	const own = [...sim.store.sims.values()].filter(
		({ organisationId }) => organisationId === call.caller.organisationId,
	);
	if (range) {
		const found = own.filter(({ iccid }) => iccid >= range.start && iccid <= range.end);
		if (found.length > TRANSFER_MOST) throw transferError(malformed(TOO_MANY_SIMS));
		return found;
	}
	const byKey = new Map<unknown, Sim>(own.map((item) => [sims ? item.id : item.iccid, item]));
	const keys = sims ? sims.map(({ id }) => id) : iccids;
	return keys.map((key) => {
		const item = byKey.get(key);
		if (!item) throw transferError(notFound(`SIM ${key} not found`));
		return item;
	});
}

/** The target. @throws 404 when unknown or not the user's, 400 when not an enterprise */
function transferTarget(sim: Simulation, call: ApiCall, id: number) {
	const user = sim.store.users.get(call.caller.userId ?? -1);
	const reachable = user?.members.get(id)?.statusId === 1;
	const target = reachable ? sim.store.organisations.get(id) : undefined;
	if (!target) throw transferError(notFound(`Workspace ${id} not found`));
	if (target.type !== 'enterprise')
		throw transferError(malformed('The target must be an enterprise workspace'));
	return target;
}

/**
 * Refusals (public reference): 1502 attached to endpoints, 1503 status not allowed, 1504 not an
 * Administrator of the source workspace, 1505 between a Brazilian and another workspace.
 */
function refuseSims(
	sim: Simulation,
	call: ApiCall,
	body: Transfer,
	found: Sim[],
	target: ReturnType<typeof transferTarget>,
): void {
	const source = sim.store.organisations.get(call.caller.organisationId);
	const workspace = { id: source?.id, name: source?.name };
	const errors: unknown[] = [];
	const add = (error_code: number, message: string, sims: Sim[]) => {
		if (sims.length)
			errors.push({
				error_code,
				message,
				sims: sims.map((item) => refusedSim(sim, item, workspace)),
			});
	};
	const attached = found.filter(({ endpointId }) => endpointId !== null);
	if (body.auto_detach_devices !== true) add(1502, 'SIMs are attached to devices', attached);
	const allowed = body.allowed_sim_statuses?.map(({ id }) => id);
	const wrong = found.filter(({ statusId }) => allowed && !allowed.includes(statusId));
	add(1503, 'SIMs have a status that is not allowed', wrong);
	if (call.caller.role !== 'Administrator')
		add(1504, 'The user is no Administrator of the source workspace', found);
	const brazilian = [source, target].filter((side) => side?.country.id === BRAZIL.id).length;
	if (brazilian === 1) add(1505, 'SIMs cannot leave or enter a Brazilian workspace', found);
	if (errors.length)
		throw new ApiError(409, { status_code: 409, message: 'SIMs cannot be transferred', errors });
}

function refusedSim(sim: Simulation, item: Sim, source_workspace: object) {
	const endpoint = sim.store.endpoints.get(item.endpointId ?? -1);
	return {
		id: item.id,
		iccid: item.iccid,
		iccid_with_luhn: iccidWithLuhn(item),
		...(endpoint && { endpoint: { id: endpoint.id, name: endpoint.name } }),
		status: simStatus(item.statusId),
		source_workspace,
	};
}

const route = routesOf({ tag: 'sim' });

/** Transfer of SIMs to another workspace; a dry run unless `dry_run` is false. */
export const migrationRoutes = (sim: Simulation): Route[] => [
	route(
		'POST /api/v1/sim/migration/workspace',
		{
			summary: 'Transfer SIMs to another workspace',
			access: 'user',
			sequential: 'single',
			body: TRANSFER,
		},
		(call) => {
			const body = readBody(TRANSFER, call.body, transferRefusal);
			const found = select(sim, call, body);
			const target = transferTarget(sim, call, body.target_workspace.id);
			refuseSims(sim, call, body, found, target);
			const dryRun = body.dry_run !== false;
			if (!dryRun) for (const item of found) transfer(sim, item, target.id);
			return ok({
				sim_count: found.length,
				dry_run: dryRun,
				target_workspace: { id: target.id, name: target.name },
				auto_detach_devices: body.auto_detach_devices === true,
				sims: found.map(({ id, iccid, statusId }) => ({
					id,
					iccid,
					status: simStatus(statusId),
				})),
			});
		},
	),
];

function transfer(sim: Simulation, item: Sim, targetId: number): void {
	const endpoint = sim.store.endpoints.get(item.endpointId ?? -1);
	if (endpoint) unassignSim(sim, endpoint);
	if (item.statusId === SimStatus.Activated) setSimStatus(sim, item, SimStatus.Suspended);
	item.organisationId = targetId;
	sim.store.touch();
	sim.ledger.effect('sim.transferred', { simId: item.id }, { organisationId: targetId });
}
