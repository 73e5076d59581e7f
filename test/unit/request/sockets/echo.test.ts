import { storeFor } from '../../../support/n8n/n8n';
import { isSecret } from '../../../support/secrets';
import { closeAll, CALLS, isSend, run, serve, session, verdicts } from './drive';
import * as f from './faults';
import type { Line } from './service';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/quickWaits'));

/* A service that says back what it was told: no token reaches an item or an error. */

afterAll(closeAll);

test('a token that the service echoes in its answer is in no item', async () => {
	const service = await serve();
	const store = await session(service);
	const echo = (line: Line) => {
		const { headers } = line.request!;
		isSecret(String(headers.authorization).slice(7), 'the echoed token');
		line.reply({
			status: 200,
			body: { id: 10001, name: 'a', headers, note: `got ${headers.authorization}` },
		});
	};
	service.fail(f.at('applied', echo, { when: ({ method }) => method === 'GET' }));
	const { items: found, errors } = await run(store, { ...CALLS.read, simplify: false });
	expect(found).toMatchObject([{ json: { id: 10001, name: 'a' } }]);
	expect(JSON.stringify([found, errors])).not.toMatch(/ey[\w-]+\.ey/);
});

test('nor in an error that echoes it', async () => {
	const service = await serve();
	const store = await session(service);
	service.fail(
		f.at(
			'read',
			(line) => {
				const message = `bad token ${line.request!.headers.authorization}`;
				line.reply({ status: 403, body: { message, error_code: 1104 } });
			},
			{ when: isSend },
		),
	);
	const output = await run(store, CALLS.act);
	expect(verdicts(output)).toEqual(['refused']);
	expect(JSON.stringify(output.errors)).not.toMatch(/ey[\w-]+\.ey/);
});

test.each([403, 422, 503, 400])(
	'a login whose refusal (%i) echoes its request: no secret in an error',
	async (status) => {
		const service = await serve();
		const store = storeFor(service.url, {
			user: { mfaMethod: 'none', fingerprint: 'print-1234567890' },
		});
		const echo = (line: Line) => {
			const sent = line.request!.body as Record<string, string>;
			for (const name of ['password', 'fingerprint', 'application_token']) {
				if (sent[name]) isSecret(sent[name], `the echoed ${name}`);
			}
			const message = `cannot read ${JSON.stringify(sent)}`;
			line.reply({ status, body: { message, errors: [{ message, error_token: message }] } });
		};
		service.fail(f.at('read', echo));
		for (const credential of ['cellularIotUserApi', 'cellularIotTokenApi']) {
			const output = await run(store, CALLS.act, undefined, { credential });
			expect(JSON.stringify(output.errors)).toContain('(hidden)');
		}
	},
);

test('a login that is answered 200 with its request and no token: no secret in an error', async () => {
	const service = await serve();
	const store = storeFor(service.url, {
		user: { mfaMethod: 'none', fingerprint: 'print-1234567890' },
	});
	service.fail(
		f.at('read', (line) => {
			const sent = line.request!.body as Record<string, string>;
			for (const name of ['password', 'fingerprint', 'application_token']) {
				if (sent[name]) isSecret(sent[name], `the echoed ${name}`);
			}
			line.reply({ status: 200, body: { ...sent, request: sent, note: JSON.stringify(sent) } });
		}),
	);
	for (const credential of ['cellularIotUserApi', 'cellularIotTokenApi']) {
		const output = await run(store, CALLS.act, undefined, { credential });
		expect(verdicts(output)).toEqual(['notSent']);
	}
});
