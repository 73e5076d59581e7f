import type { INodeParameters } from 'n8n-workflow';
import type { SimulatorHandle } from '../../../../simulator';
import { each, once, readOnce, rl, type Row } from './rowTypes';

/* Form values of the operations on users, tokens and callbacks, and their effects at the service. */

const all = { returnAll: true };
const shown = { ...all, simplify: true };

const userId = rl(12);
const member = { userId, targetWorkspaceId: rl(1002) };
const roleId = rl('Observer', 'name');

/** Values for a service with a callback address and a secret that no profile uses. */
const withCallback =
	(values: INodeParameters) =>
	({ store }: SimulatorHandle): INodeParameters => {
		const of = { organisationId: 1001, purpose: 'walk' };
		store.callbacks.set(5, { id: 5, ...of, url: 'https://example.com/in', created: 0 });
		store.secrets.set(6, { id: 6, ...of, secret: 'never shown' });
		return values;
	};
const callbackId = rl('https://example.com/in', 'name');
const secretId = rl(6);

export const PEOPLE_ROWS: Record<string, Row> = {
	'user getAll': readOnce(shown, 4),
	'user get': readOnce({ userId: rl('mail@example.com', 'name'), simplify: true }),
	'user invite': each(
		{ username: '={{ "new-" + $json.id + "@example.com" }}', name: 'New', roleId },
		['user.invited'],
	),
	'user update': once({ userId, updateFields: { status: 2 } }, ['user.updated']),
	'user delete': once({ userId, confirmUsername: 'mail@example.com' }, ['user.deleted']),
	'user addRole': once({ userId, roleId }, ['user.roleAdded']),
	'user removeRole': once({ userId, roleId }, ['user.roleRemoved'], { after: ['user addRole'] }),
	'user getPermissions': readOnce(all, 3),
	'user getTrustedDevices': readOnce({ userId: rl(11), ...all }, 1, { user: 'totp' }),
	'user deleteTrustedDevice': once(
		({ store }) => ({ userId: rl(11), deviceId: String([...store.trustedDevices.keys()][0]) }),
		['trustedDevice.deleted'],
		{ user: 'totp', after: ['user getTrustedDevices'] },
	),
	'lookup getUserRoles': readOnce(all, 3),
	'lookup getUserStatuses': readOnce(all, 4),
	'workspaceMember setDefault': once(member, ['member.defaultSet'], { user: 'totp' }),
	'workspaceMember setStatus': once({ ...member, status: 2 }, ['member.statusSet'], {
		user: 'totp',
	}),
	'workspaceMember remove': once(member, ['member.removed'], { user: 'totp' }),
	'workspaceMember addRole': once({ ...member, roleId }, ['member.roleAdded'], { user: 'totp' }),
	'workspaceMember removeRole': once({ ...member, roleId }, ['member.roleRemoved'], {
		user: 'totp',
		after: ['workspaceMember addRole'],
	}),
	'applicationToken getAll': readOnce(shown),
	'applicationToken create': each({ options: { description: '={{ "walk " + $json.id }}' } }, [
		'applicationToken.created',
	]),
	'applicationToken update': once(
		{ tokenId: rl('Seeded for the reseller', 'name'), description: 'walked' },
		['applicationToken.updated'],
	),
	'applicationToken revoke': once(
		({ store }) => ({
			tokenId: rl(Math.max(...[...store.applicationTokens.values()].map(({ id }) => id))),
		}),
		['applicationToken.revoked'],
		{ after: ['applicationToken create'] },
	),
	'callback getAll': readOnce(withCallback(all)),
	'callback get': readOnce(withCallback({ callbackId })),
	'callback create': once({ url: 'https://example.com/new', purpose: 'walk' }, [
		'callback.created',
	]),
	'callback delete': once(withCallback({ callbackId }), ['callback.deleted']),
	'callbackSecret getAll': readOnce(withCallback(all)),
	'callbackSecret get': readOnce(withCallback({ secretId })),
	'callbackSecret create': once({ secret: 'walked-secret-0123', purpose: 'walk' }, [
		'secret.created',
	]),
	'callbackSecret delete': once(withCallback({ secretId }), ['secret.deleted']),
};
