import type { Simulation } from '../context';
import { ApiError, malformed, notFound, Problems } from '../http/envelopes';
import { isObject, objectBody, ok, type Call, type Route, idOf } from '../http/route';
import { BRAZIL } from '../seed/data';
import { SimStatus, type Sim, iccidWithLuhn, simStatus } from './entities';
import { setSimStatus, unassignSim } from './status';

/** SIMs in one transfer (public reference). */
const TRANSFER_MOST = 500;

const isIccid = (value: unknown): value is string =>
	typeof value === 'string' && /^\d{19}$/.test(value);

/** The shape of this operation's errors: `status_code` instead of a code. */
const refused = ({ status, message }: ApiError) =>
	new ApiError(status, { status_code: status, message });

/** Ids or ICCIDs of the call. @throws 400 unless one selection is given and well-formed */
function keysOf(body: Record<string, unknown>): Array<number | string> | [string, string] {
	const given = ['sims', 'iccids', 'iccid_range'].filter((name) => body[name] !== undefined);
	if (given.length !== 1)
		throw refused(malformed('exactly one of sims, iccids and iccid_range is required'));
	const { sims, iccids, iccid_range: range } = body;
	if (range !== undefined) {
		const { start, end } = isObject(range) ? range : {};
		if (!isIccid(start) || !isIccid(end)) throw refused(malformed('ICCIDs have 19 digits'));
		if (end < start) throw refused(malformed('the range ends before it starts'));
		return [start, end];
	}
	const list: unknown = sims ?? iccids;
	if (!Array.isArray(list) || list.length === 0)
		throw refused(malformed(`${given[0]} must be a list`));
	if (list.length > TRANSFER_MOST)
		throw refused(malformed(`at most ${TRANSFER_MOST} SIMs can be transferred at once`));
	return (list as unknown[]).map((item) => {
		const key = sims === undefined ? (isIccid(item) ? item : undefined) : idOf(item);
		if (key === undefined) throw refused(malformed(`${given[0]} holds an invalid item`));
		return key;
	});
}

/** The SIMs of the call. @throws 400, or 404 when one is not the calling organisation's */
function select(sim: Simulation, call: Call, body: Record<string, unknown>): Sim[] {
	const keys = keysOf(body);
	const own = [...sim.store.sims.values()].filter(
		({ organisationId }) => organisationId === call.caller.organisationId,
	);
	if (body.iccid_range !== undefined) {
		const [start, end] = keys as [string, string];
		const found = own.filter(({ iccid }) => iccid >= start && iccid <= end);
		if (found.length > TRANSFER_MOST)
			throw refused(malformed(`at most ${TRANSFER_MOST} SIMs can be transferred at once`));
		return found;
	}
	const byKey = new Map<unknown, Sim>(
		own.map((item) => [body.sims === undefined ? item.iccid : item.id, item]),
	);
	return keys.map((key) => {
		const item = byKey.get(key);
		if (!item) throw refused(notFound(`SIM ${key} not found`));
		return item;
	});
}

/** The target. @throws 404 when it is unknown or not the user's, 400 when it is no enterprise */
function targetOf(sim: Simulation, call: Call, id: number | undefined) {
	const user = sim.store.users.get(call.caller.userId ?? -1);
	const reachable = user && [user.organisationId, ...user.workspaceIds].includes(id ?? -1);
	const target = reachable ? sim.store.organisations.get(id ?? -1) : undefined;
	if (!user || !target) throw refused(notFound(`Workspace ${id} not found`));
	if (target.type !== 'enterprise')
		throw refused(malformed('The target must be an enterprise workspace'));
	return { user, target };
}

/**
 * Refusals (public reference): 1502 attached to endpoints, 1503 status not allowed, 1504 not an
 * Administrator of the source workspace, 1505 between a Brazilian and another workspace.
 */
function refuse(
	sim: Simulation,
	call: Call,
	body: Record<string, unknown>,
	found: Sim[],
	{ user, target }: ReturnType<typeof targetOf>,
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
	const statuses = body.allowed_sim_statuses;
	const allowed = Array.isArray(statuses) ? statuses.map(idOf) : undefined;
	const wrong = found.filter(({ statusId }) => allowed && !allowed.includes(statusId));
	add(1503, 'SIMs have a status that is not allowed', wrong);
	if (user.role !== 'Administrator')
		add(1504, 'The user is no Administrator of the source workspace', found);
	const brazilian = [source, target].filter((one) => one?.country.id === BRAZIL.id).length;
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

/** Transfer of SIMs to another workspace; a dry run unless `dry_run` is false. */
export const migrationRoutes = (sim: Simulation): Route[] => [
	{
		method: 'POST',
		url: '/api/v1/sim/migration/workspace',
		summary: 'Transfer SIMs to another workspace',
		tag: 'sim',
		source: 'public reference',
		access: 'user',
		sequential: 'single',
		fields: {
			target_workspace: 'object {id}, required',
			sims: 'list of {id}',
			iccids: 'list of 19 digits',
			iccid_range: 'object {start, end}',
			allowed_sim_statuses: 'list of {id}',
			auto_detach_devices: 'boolean',
			dry_run: 'boolean, default true',
		},
		handle: (call) => {
			const body = objectBody(call);
			const problems = new Problems();
			const targetId = idOf(body.target_workspace);
			if (targetId === undefined) problems.required('target_workspace.id is required');
			for (const name of ['dry_run', 'auto_detach_devices'])
				if (body[name] !== undefined && typeof body[name] !== 'boolean')
					problems.invalid(`${name} must be a boolean`);
			problems.finish();
			const found = select(sim, call, body);
			const to = targetOf(sim, call, targetId);
			refuse(sim, call, body, found, to);
			const dryRun = body.dry_run !== false;
			if (!dryRun) for (const item of found) transfer(sim, item, to.target.id);
			return ok({
				sim_count: found.length,
				dry_run: dryRun,
				target_workspace: { id: to.target.id },
				auto_detach_devices: body.auto_detach_devices === true,
				sims: found.map(({ id, iccid }) => ({ id, iccid })),
			});
		},
	},
];

function transfer(sim: Simulation, item: Sim, targetId: number): void {
	const endpoint = sim.store.endpoints.get(item.endpointId ?? -1);
	if (endpoint) unassignSim(sim, endpoint);
	if (item.statusId === SimStatus.Activated) setSimStatus(sim, item, SimStatus.Suspended);
	item.organisationId = targetId;
	sim.store.touch();
	sim.ledger.effect('sim.transferred', { simId: item.id }, { organisationId: targetId });
}
