import { listIn } from '../../../wire';
import { operationsWith } from '../../define';
import { code } from './mfaKey';
import { getAllTrustedDevices } from './trustedDevice';

/*
 * A person's part of a login, for a form or a chat in the middle of a workflow. The tokens stay
 * in the session and the credential; no item contains one. Source: specification, Authenticate.
 */

const define = operationsWith({
	resource: 'session',
	request: 'POST /api/v1/authenticate',
	effect: 'act',
	done: 'the login went through',
	lane: 'auth',
	source: 'specification',
	userLoginOnly: true,
});

const SAID = {
	sent: 'A one-time code was sent; it is valid for 20 minutes. Ask for it and continue with Verify Code.',
	sentBefore: 'A one-time code was sent less than a minute ago; use that one.',
	notNeeded: 'No code is needed: this n8n is a trusted device, or the account has no MFA.',
};

export const requestCode = define({
	name: 'requestCode',
	action: 'Request one-time code',
	description:
		'Send a one-time code to the user of the credential, by e-mail or for its authenticator app. Ask a person for it, then verify it.',
	fields: {},
	run: async (call) => {
		const asked = await call.login.requestCode();
		return {
			code_needed: asked !== 'notNeeded',
			code_sent: asked === 'sent',
			message: SAID[asked],
		};
	},
});

export const verifyCode = define({
	name: 'verifyCode',
	action: 'Verify one-time code',
	description:
		'Complete the login with the code a person typed in. This n8n becomes a trusted device: logins need no code for 90 days.',
	notice: 'The session and the trusted device are stored in the credential, never in the workflow.',
	fields: { code },
	run: async (call, input) => {
		await call.login.verifyCode(input.code);
		// The first request with the new session makes the host store it; its answer is optional.
		const devices = await call
			.other(getAllTrustedDevices, {})
			.then(({ body }) => listIn(body)?.length)
			.catch(() => undefined);
		return {
			verified: true,
			message: 'Logged in. This n8n is trusted for 90 days.',
			...(devices !== undefined && { trusted_devices: devices }),
		};
	},
});
