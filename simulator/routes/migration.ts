import type { Simulation } from '../context';
import { SimStatus, type Sim } from '../entities';
import { ApiError, Problems } from '../envelopes';
import { isObject, objectBody, ok, type Call, type Route } from '../route';
import { idOf } from '../rules/common';
import { setSimStatus, unassignSim } from '../rules/sims';

/** SIMs in one transfer (public reference). */
export const TRANSFER_MOST = 500;

const isIccid = (value: unknown): value is string =>
	typeof value === 'string' && /^\d{19}$/.test(value);

interface Selection {
	found: Sim[];
	/** Ids or ICCIDs that are not in the calling organisation. */
	missing: Array<number | string>;
}

/** The SIMs of the call. @throws 422 unless exactly one selection is given and well-formed */
function select(sim: Simulation, call: Call, body: Record<string, unknown>): Selection {
	const problems = new Problems();
	const given = ['sims', 'iccids', 'iccid_range'].filter((name) => body[name] !== undefined);
	if (given.length !== 1)
		problems.invalid('exactly one of sims, iccids and iccid_range is required');
	problems.finish();
	const { sims, iccids, iccid_range: range } = body;
	const own = [...sim.store.sims.values()].filter(
		({ organisationId }) => organisationId === call.caller.organisationId,
	);
	if (range !== undefined) {
		const { start, end } = isObject(range) ? range : {};
		if (!isIccid(start) || !isIccid(end) || start > end)
			problems.invalid('iccid_range needs start and end of 19 digits');
		problems.finish();
		const found = own.filter(({ iccid }) => iccid >= String(start) && iccid <= String(end));
		return limited({ found, missing: [] });
	}
	const list: unknown = sims ?? iccids;
	if (!Array.isArray(list) || list.length === 0) problems.invalid(`${given[0]} must be a list`);
	const keys = (Array.isArray(list) ? (list as unknown[]) : []).map((item) => {
		const key = sims === undefined ? (isIccid(item) ? item : undefined) : idOf(item);
		if (key === undefined) problems.invalid(`${given[0]} holds an invalid item`);
		return key ?? 0;
	});
	problems.finish();
	const byKey = new Map(own.map((item) => [sims === undefined ? item.iccid : item.id, item]));
	return limited({
		found: keys.flatMap((key) => byKey.get(key) ?? []),
		missing: keys.filter((key) => !byKey.has(key)),
	});
}

function limited(selection: Selection): Selection {
	const problems = new Problems();
	if (selection.found.length + selection.missing.length > TRANSFER_MOST)
		problems.invalid(`at most ${TRANSFER_MOST} SIMs can be transferred at once`);
	problems.finish();
	return selection;
}

/** Refusals with the codes 1502 to 1505; which code means what is not documented. */
function refusals(
	sim: Simulation,
	call: Call,
	body: Record<string, unknown>,
	{ found, missing }: Selection,
	targetId: number,
): void {
	const errors: unknown[] = [];
	const refuse = (error_code: number, message: string, sims: Array<number | string>) => {
		if (sims.length) errors.push({ error_code, message, sims });
	};
	refuse(1502, 'SIMs do not exist in the workspace', missing);
	const statuses = body.allowed_sim_statuses;
	const allowed = Array.isArray(statuses) ? statuses.map(idOf) : undefined;
	const wrong = found.filter(({ statusId }) => allowed && !allowed.includes(statusId));
	refuse(
		1503,
		'SIMs have a status that is not allowed',
		wrong.map(({ id }) => id),
	);
	const attached = found.filter(({ endpointId }) => endpointId !== null);
	if (body.auto_detach_devices !== true)
		refuse(
			1504,
			'SIMs are assigned to endpoints',
			attached.map(({ id }) => id),
		);
	const user = sim.store.users.get(call.caller.userId ?? -1);
	const workspaces = user ? [user.organisationId, ...user.workspaceIds] : [];
	if (!workspaces.includes(targetId) || targetId === call.caller.organisationId)
		errors.push({ error_code: 1505, message: 'The target workspace is not possible', sims: [] });
	if (errors.length)
		throw new ApiError(409, { status_code: 409, message: 'SIMs cannot be transferred', errors });
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
			const selection = select(sim, call, body);
			refusals(sim, call, body, selection, targetId ?? 0);
			const dryRun = body.dry_run !== false;
			if (!dryRun) for (const item of selection.found) transfer(sim, item, targetId ?? 0);
			return ok({
				sim_count: selection.found.length,
				dry_run: dryRun,
				target_workspace: { id: targetId },
				auto_detach_devices: body.auto_detach_devices === true,
				sims: selection.found.map(({ id, iccid }) => ({ id, iccid })),
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
