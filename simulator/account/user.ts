import { toIso } from '../clock';
import { isReferenceGeneration, type Simulation } from '../context';
import { withoutNulls } from '../forms/forms';
import { type ApiError, notFound, roleForbidden, unknownReference } from '../http/envelopes';
import { type ApiCall, ok, pathId, type Route, routesOf } from '../http/route';
import type { TrustedDevice } from './entities';
import { managesWorkspace } from './members';
import { rolesOfUser } from './roles';
import { findUser, requireAdministrator, USER_STATUSES } from './users';

const formatDevice = ({ id, operatingSystem, browser, activatedAt }: TrustedDevice) => ({
	id,
	operating_system: operatingSystem,
	browser,
	activation_date: toIso(activatedAt),
});

/** The schema nests the status of a membership once more. */
function statusForm(sim: Simulation, statusId: number) {
	const status = USER_STATUSES[statusId];
	return isReferenceGeneration(sim) ? { status } : status;
}

const route = routesOf({ tag: 'account' });

/** Workspaces and trusted devices of users (public reference). */
export const accountRoutes = (sim: Simulation): Route[] => [
	route(
		'GET /api/v2/user/:userId/workspace',
		{ summary: 'Workspaces of a user in which the caller is Administrator', access: 'user' },
		(call) => {
			requireAdministrator(call);
			const user = sim.store.users.get(pathId(call, 'userId'));
			if (!user) throw roleForbidden();
			const seen = [...user.members].filter(([id]) => managesWorkspace(sim, call, id));
			if (seen.length === 0) throw roleForbidden();
			const workspaces = seen.map(([id, { statusId }]) => ({
				id,
				name: sim.store.organisations.get(id)?.name,
				status: statusForm(sim, statusId),
				roles: rolesOfUser(user, id),
				owner: id === user.organisationId,
				default_workspace: id === user.organisationId,
			}));
			return ok(workspaces);
		},
	),
	route(
		'GET /api/v1/user/my/mfa/trusted_device',
		{ summary: 'Trusted devices of the user', access: 'user' },
		({ caller }) => ok(trustedDevicesOf(sim, caller.userId)),
	),
	route(
		'DELETE /api/v1/user/my/mfa/trusted_device/:deviceId',
		{ summary: 'Stop trusting a device', access: 'user' },
		(call) => deleteDevice(sim, call, call.caller.userId, notFound),
	),
	route(
		'GET /api/v1/user/:userId/mfa/trusted_device',
		'Trusted devices of another user; Administrators only',
		(call) => {
			requireAdministrator(call);
			return ok(trustedDevicesOf(sim, findUser(sim, call).id));
		},
	),
	route(
		'DELETE /api/v1/user/:userId/mfa/trusted_device/:deviceId',
		'Stop trusting a device of another user; Administrators only',
		(call) => {
			requireAdministrator(call);
			return deleteDevice(sim, call, findUser(sim, call).id, unknownReference);
		},
	),
];

function trustedDevicesOf(sim: Simulation, of: number | null) {
	const devices = [...sim.store.trustedDevices.values()].filter(
		({ userId, expiresAt }) => userId === of && expiresAt > sim.clock.now(),
	);
	const forms = devices.map(formatDevice);
	return isReferenceGeneration(sim) ? forms.map(withoutNulls) : forms;
}

function deleteDevice(
	sim: Simulation,
	call: ApiCall,
	of: number | null,
	unknown: (message: string) => ApiError,
) {
	const id = pathId(call, 'deviceId');
	if (sim.store.trustedDevices.get(id)?.userId !== of)
		throw unknown(`Trusted device ${id} not found`);
	sim.store.trustedDevices.delete(id);
	sim.ledger.effect('trustedDevice.deleted', {}, { id });
	return sim.forms.changed;
}
