import { toIso } from '../clock';
import type { Simulation } from '../context';
import { notFound, roleForbidden } from '../http/envelopes';
import { ok, pathId, type Route } from '../http/route';
import type { TrustedDevice } from './entities';

const formatDevice = ({ id, operatingSystem, browser, activatedAt }: TrustedDevice) => ({
	id,
	operating_system: operatingSystem,
	browser,
	activation_date: toIso(activatedAt),
});

/** Workspaces and trusted devices of the user (public reference). */
export const accountRoutes = (sim: Simulation): Route[] => [
	{
		method: 'GET',
		url: '/api/v2/user/:userId/workspace',
		summary: 'Workspaces assigned to the user; Administrators only',
		tag: 'account',
		source: 'public reference',
		access: 'user',
		handle: (call) => {
			const user = sim.store.users.get(call.caller.userId ?? -1);
			if (user?.role !== 'Administrator' || pathId(call, 'userId') !== user.id)
				throw roleForbidden();
			const ids = [user.organisationId, ...user.workspaceIds];
			const workspaces = ids.map((id) => ({
				id,
				name: sim.store.organisations.get(id)?.name,
				status: { id: 1, description: 'Active' },
				roles: [{ id: 1, name: user.role }],
				owner: id === user.organisationId,
				default_workspace: id === user.organisationId,
			}));
			return ok(workspaces);
		},
	},
	{
		method: 'GET',
		url: '/api/v1/user/my/mfa/trusted_device',
		summary: 'Trusted devices of the user',
		tag: 'account',
		source: 'public reference',
		access: 'user',
		handle: ({ caller }) => {
			const devices = [...sim.store.trustedDevices.values()].filter(
				({ userId, expiresAt }) => userId === caller.userId && expiresAt > sim.clock.now(),
			);
			return ok(devices.map(formatDevice));
		},
	},
	{
		method: 'DELETE',
		url: '/api/v1/user/my/mfa/trusted_device/:deviceId',
		summary: 'Stop trusting a device',
		tag: 'account',
		source: 'public reference',
		access: 'user',
		handle: (call) => {
			const id = pathId(call, 'deviceId');
			if (sim.store.trustedDevices.get(id)?.userId !== call.caller.userId)
				throw notFound(`Trusted device ${id} not found`);
			sim.store.trustedDevices.delete(id);
			sim.ledger.effect('trustedDevice.deleted', {}, { id });
			return sim.forms.changed;
		},
	},
];
