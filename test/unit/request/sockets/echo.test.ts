import { storeFor } from '../../../support/n8n/n8n';
import { isSecret } from '../../../support/secrets';
import { closeAll, CALLS, failing, isSend, run, serve, verdicts } from './drive';
import * as f from './faults';
import type { Line } from './service';
import type { RawAnswer } from './wire';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* A service that echoes its requests: no token reaches an item or an error. */

afterAll(closeAll);

test('removes a token that an answer echoes from the items', async () => {
	const echo = (line: Line) => {
		const { headers } = line.request!;
		isSecret(String(headers.authorization).slice(7), 'the echoed token');
		line.reply({
			status: 200,
			body: { id: 10001, name: 'a', headers, note: `got ${headers.authorization}` },
		});
	};
	const { store } = await failing(
		f.at('applied', echo, { when: ({ method }) => method === 'GET' }),
	);
	const { items: found, errors } = await run(store, { ...CALLS.read, simplify: false });
	expect(found).toMatchObject([{ json: { id: 10001, name: 'a' } }]);
	expect(JSON.stringify([found, errors])).not.toMatch(/ey[\w-]+\.ey/);
});

test('removes a token that an error of the service echoes from the error', async () => {
	const echo = (line: Line) => {
		const message = `bad token ${line.request!.headers.authorization}`;
		line.reply({ status: 403, body: { message, error_code: 1104 } });
	};
	const { store } = await failing(f.at('read', echo, { when: isSend }));
	const output = await run(store, CALLS.act);
	expect(verdicts(output)).toEqual(['refused']);
	expect(JSON.stringify(output.errors)).not.toMatch(/ey[\w-]+\.ey/);
});

/** Logs in with both credentials to a service that echoes the request. */
async function loginEchoed(answer: (sent: Record<string, string>) => RawAnswer) {
	const service = await serve();
	const user = { mfaMethod: 'none', fingerprint: 'print-1234567890' };
	const store = storeFor(service.url, { user });
	const echo = (line: Line) => {
		const sent = line.request!.body as Record<string, string>;
		for (const name of ['password', 'fingerprint', 'application_token']) {
			if (sent[name]) isSecret(sent[name], `the echoed ${name}`);
		}
		line.reply(answer(sent));
	};
	service.fail(f.at('read', echo));
	return [
		await run(store, CALLS.act, undefined, { credential: 'cellularIotUserApi' }),
		await run(store, CALLS.act, undefined, { credential: 'cellularIotTokenApi' }),
	];
}

test.each([403, 422, 503, 400])(
	'hides secrets in the error when a refused login (%i) echoes its request',
	async (status) => {
		const outputs = await loginEchoed((sent) => {
			const message = `cannot read ${JSON.stringify(sent)}`;
			return { status, body: { message, errors: [{ message, error_token: message }] } };
		});
		for (const { errors } of outputs) expect(JSON.stringify(errors)).toContain('(hidden)');
	},
);

test('reports notSent and no secret when a login is answered 200 with its own request', async () => {
	const outputs = await loginEchoed((sent) => {
		const body = { ...sent, request: sent, note: JSON.stringify(sent) };
		return { status: 200, body };
	});
	for (const output of outputs) expect(verdicts(output)).toEqual(['notSent']);
});
