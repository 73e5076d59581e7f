import { APPLICATION_TOKENS, ORGANISATIONS, USERS } from '../../../simulator';
import { each, kinds, refusalOf, type Send, useBench } from './support';

/* Users, roles, workspace membership and application tokens. */

const { bench } = useBench();
let admin: Send;
let user: Send;
beforeEach(async () => {
	[admin, user] = [await bench.user('totp'), await bench.user('mail')];
});

const MAIL = `/api/v1/user/${USERS.mail.id}`;
const tokens = '/api/v1/application_token';

describe('roles', () => {
	it.each([
		['GET', '/api/v1/user'],
		['GET', `/api/v1/user/${USERS.totp.id}`],
		['PATCH', `/api/v1/user/${USERS.totp.id}`],
		['DELETE', `/api/v2/user/${USERS.totp.id}`],
		['PUT', `/api/v1/user/${USERS.totp.id}/role/2`],
		['GET', `/api/v1/user/${USERS.totp.id}/mfa/trusted_device`],
		['PATCH', `${tokens}/1`],
		['DELETE', `/api/v2/user/${USERS.totp.id}/workspace/1001`],
	])('allow %s %s only to Administrators', async (method, path) => {
		expect((await user(method, path, method === 'PATCH' ? {} : undefined)).status).toBe(403);
	});

	it('let every user read their own account, and create and list application tokens', async () => {
		expect((await user('GET', MAIL)).body.roles).toEqual([{ id: 2, name: 'User' }]);
		expect((await user('POST', tokens, {})).status).toBe(200);
		expect((await user('GET', tokens)).body).toHaveLength(2);
	});

	it('are added once; users keep at least one, and cannot change their own', async () => {
		expect((await admin('PUT', `${MAIL}/role/3`)).status).toBe(204);
		expect(refusalOf(await admin('PUT', `${MAIL}/role/3`))).toEqual([409, 1405]);
		expect((await admin('DELETE', `${MAIL}/role/2`)).status).toBe(204);
		expect(refusalOf(await admin('DELETE', `${MAIL}/role/3`))).toEqual([409, 1407]);
		expect((await admin('PUT', `${MAIL}/role/7`)).body.error_code).toBe(1401);
		expect((await admin('PUT', `/api/v1/user/${USERS.totp.id}/role/2`)).status).toBe(403);
	});
});

describe('users', () => {
	it('become Administrators when invited without roles, and cannot be invited twice', async () => {
		const newUser = { username: 'new@example.com', name: 'New' };
		const { status, body } = await admin('POST', '/api/v2/user/invitation', newUser);
		expect([status, body.roles]).toEqual([201, [{ id: 1, name: 'Administrator' }]]);
		expect((await admin('POST', '/api/v2/user/invitation', newUser)).status).toBe(409);
		expect((await admin('POST', '/api/v2/user/invitation', { name: 'x' })).status).toBe(400);
	});

	it('can be suspended and reactivated; a suspended user cannot log in', async () => {
		const to = async (id: number) => await admin('PATCH', MAIL, { status: { id } });
		expect((await to(1)).body.errors[0].error_code).toBe(1406);
		expect((await to(2)).status).toBe(204);
		await expect(bench.user('mail')).rejects.toThrow();
		// A running session stays valid.
		expect((await user('GET', MAIL)).status).toBe(200);
		expect((await to(1)).status).toBe(204);
		await expect(bench.user('mail')).resolves.toBeDefined();
	});

	it('need a new activation after a change of the username', async () => {
		await admin('PATCH', MAIL, { username: 'other@example.com' });
		expect((await admin('GET', MAIL)).body.status).toEqual({
			id: 0,
			description: 'Activation Pending',
		});
	});

	it('can be deleted, which creates an event', async () => {
		expect((await admin('DELETE', `/api/v2/user/${USERS.mail.id}`)).status).toBe(204);
		expect((await admin('GET', MAIL)).body.error_code).toBe(1401);
		expect(kinds(bench.sim)).toEqual(['user.deleted']);
		expect(bench.sim.store.events.map(({ typeId }) => typeId)).toEqual([46]);
	});

	it('are listed per organisation', async () => {
		const sub = await bench.app('sub');
		const { body } = await sub('GET', '/api/v1/user');
		expect(each(body, 'id')).toEqual([USERS.totp.id, USERS.mail.id]);
		expect((await sub('GET', `/api/v1/user/${USERS.trial.id}`)).status).toBe(404);
	});
});

describe('membership', () => {
	const member = `/api/v2/user/${USERS.mail.id}/workspace/1002`;

	it('gives no access to the workspace when it is suspended or removed', async () => {
		const target = { target_organisation: { id: ORGANISATIONS.sub } };
		const enter = async () => (await user('POST', '/api/v1/authenticate/workspace', target)).status;
		expect(await enter()).toBe(200);
		expect((await admin('PATCH', member, { status: { id: 2 } })).status).toBe(204);
		expect(await enter()).toBe(403);
		expect((await admin('PATCH', member, { status: { id: 1 } })).status).toBe(204);
		expect((await admin('DELETE', member)).status).toBe(204);
		expect(await enter()).toBe(403);
		expect((await admin('DELETE', member)).status).toBe(404);
	});

	it('of the default workspace can be removed; another workspace becomes the default', async () => {
		const set = `/api/v2/user/${USERS.mail.id}/default_organisation`;
		expect((await admin('PUT', `${set}/1003`)).status).toBe(403);
		const { status, text } = await admin('PUT', `${set}/1002`);
		expect([status, text]).toEqual([200, '']);
		expect((await admin('DELETE', member)).status).toBe(204);
		expect(bench.sim.store.users.get(USERS.mail.id)?.organisationId).toBe(1001);
	});

	it('has roles that the user cannot change, but an application token of the workspace can', async () => {
		const own = `/api/v2/user/${USERS.totp.id}/workspace/1002/role/2`;
		expect((await admin('PUT', own)).status).toBe(400);
		expect((await (await bench.app('sub'))('PUT', own)).status).toBe(204);
		expect((await (await bench.app('reseller'))('PUT', own)).status).toBe(403);
	});
});

describe('application tokens', () => {
	const login = async (application_token: string) =>
		(await bench.authenticate({ application_token })).status;

	it('are shown once, work, and are listed without their text', async () => {
		const { status, body } = await admin('POST', tokens, { description: 'new' });
		expect([status, Object.keys(body)]).toEqual([200, ['application_token']]);
		expect(await login(body.application_token)).toBe(200);
		const { body: list } = await admin('GET', tokens);
		expect(JSON.stringify(list)).not.toContain(body.application_token);
		expect(list.at(-1)).toMatchObject({ description: 'new', creator: { id: USERS.totp.id } });
		expect(list.at(-1)).not.toHaveProperty('expiry_date');
	});

	it('start no session after they are revoked, and running sessions stay valid', async () => {
		const running = await bench.app('sub');
		const [{ id }] = (await running('GET', tokens)).body;
		const revoked = await running('PATCH', `${tokens}/${id}`, { status: { id: 1 } });
		expect(revoked.status).toBe(204);
		expect(await login(APPLICATION_TOKENS.sub)).toBe(401);
		const [{ status }] = (await running('GET', tokens)).body;
		expect(status).toEqual({ id: 1, description: 'Revoked' });
	});

	it('are refused after their expiry date, and from other IP addresses', async () => {
		const expiry_date = new Date(bench.sim.clock.now() + 60_000).toISOString();
		const short = (await admin('POST', tokens, { expiry_date })).body.application_token;
		expect(await login(short)).toBe(200);
		bench.sim.clock.advance(61_000);
		expect(await login(short)).toBe(401);
		const near = (await admin('POST', tokens, { ip: '127.0.0.0/8' })).body.application_token;
		const far = (await admin('POST', tokens, { ip: '203.0.113.0/24' })).body.application_token;
		expect([await login(near), await login(far)]).toEqual([200, 401]);
	});

	it.each([{ ip: 'here' }, { ip: '10.0.0.0' }, { ip: '10.0.0.0/33' }, { expiry_date: 'soon' }])(
		'with %o are refused',
		async (body) => {
			const refused = await admin('POST', tokens, body);
			expect(refused.status).toBe(422);
			expect(refused.body.errors[0].error_code).toBe(1403);
		},
	);
});
