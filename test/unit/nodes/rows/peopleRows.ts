import type { INodeParameters } from 'n8n-workflow';
import type { SimulatorHandle } from '../../../../simulator';
import { rl, type Row } from './rowTypes';

/* Form values of the operations about people, tokens and callbacks, and what the service applies. */

const all = { returnAll: true };
const shown = { ...all, simplify: true };
const first = { once: true } as const;
const readOnce = (parameters: INodeParameters, results?: number): Row => ({
	parameters,
	...first,
	effects: [],
	...(results !== undefined && { results }),
});
const doOnce = (parameters: Row['parameters'], ...effects: string[]): Row => ({
	parameters,
	...first,
	effects,
});
const asPerson = (row: Row): Row => ({ ...row, user: 'totp' });

const userId = rl(12);
const member = { userId, targetWorkspaceId: rl(1002) };
const roleId = rl('Observer', 'name');

/** An address and a secret that no profile uses. */
function withCallback({ store }: SimulatorHandle, values: INodeParameters): INodeParameters {
	const of = { organisationId: 1001, purpose: 'walk' };
	store.callbacks.set(5, { id: 5, ...of, url: 'https://example.com/in', created: 0 });
	store.secrets.set(6, { id: 6, ...of, secret: 'never shown' });
	return values;
}
const callbackId = rl('https://example.com/in', 'name');
const secretId = rl(6);
const cleaning = (values: INodeParameters, ...effects: string[]) =>
	doOnce((sim) => withCallback(sim, values), ...effects);

export const PEOPLE_ROWS: Record<string, Row> = {
	'user getAll': readOnce(shown, 4),
	'user get': readOnce({ userId: rl('mail@example.com', 'name'), simplify: true }),
	'user invite': {
		parameters: { username: '={{ "new-" + $json.id + "@example.com" }}', name: 'New', roleId },
		effects: ['user.invited', 'user.invited'],
	},
	'user update': doOnce({ userId, updateFields: { status: 2 } }, 'user.updated'),
	'user delete': doOnce({ userId, confirmUsername: 'mail@example.com' }, 'user.deleted'),
	'user addRole': doOnce({ userId, roleId }, 'user.roleAdded'),
	'user removeRole': { ...doOnce({ userId, roleId }, 'user.roleRemoved'), after: ['user addRole'] },
	'user getPermissions': readOnce(all, 3),
	'user getTrustedDevices': asPerson(readOnce({ userId: rl(11), ...all })),
	'user deleteTrustedDevice': {
		...asPerson(
			doOnce(
				({ store }) => ({ userId: rl(11), deviceId: String([...store.trustedDevices.keys()][0]) }),
				'trustedDevice.deleted',
			),
		),
		after: ['user getTrustedDevices'],
	},
	'lookup getUserRoles': readOnce(all, 3),
	'lookup getUserStatuses': readOnce(all, 4),
	'workspaceMember setDefault': asPerson(doOnce(member, 'member.defaultSet')),
	'workspaceMember setStatus': asPerson(doOnce({ ...member, status: 2 }, 'member.statusSet')),
	'workspaceMember remove': asPerson(doOnce(member, 'member.removed')),
	'workspaceMember addRole': asPerson(doOnce({ ...member, roleId }, 'member.roleAdded')),
	'workspaceMember removeRole': {
		...asPerson(doOnce({ ...member, roleId }, 'member.roleRemoved')),
		after: ['workspaceMember addRole'],
	},
	'applicationToken getAll': readOnce(shown),
	'applicationToken create': {
		parameters: { options: { description: '={{ "walk " + $json.id }}' } },
		effects: ['applicationToken.created', 'applicationToken.created'],
	},
	'applicationToken update': doOnce(
		{ tokenId: rl('Seeded for the reseller', 'name'), description: 'walked' },
		'applicationToken.updated',
	),
	'applicationToken revoke': {
		...doOnce(
			({ store }) => ({
				tokenId: rl(Math.max(...[...store.applicationTokens.values()].map(({ id }) => id))),
			}),
			'applicationToken.revoked',
		),
		after: ['applicationToken create'],
	},
	'callback getAll': cleaning(all),
	'callback get': cleaning({ callbackId }),
	'callback delete': cleaning({ callbackId }, 'callback.deleted'),
	'callbackSecret getAll': cleaning(all),
	'callbackSecret get': cleaning({ secretId }),
	'callbackSecret delete': cleaning({ secretId }, 'secret.deleted'),
};
