import { readFileSync } from 'node:fs';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { USERS } from '../../../../simulator';
import type { FaultRule } from '../../../../simulator/faults/faults';
import { rl } from '../rows/rows';

/* The usual mistakes of a new user, with the texts of their errors. */

export interface Mistake {
	/** Heading in the reference of errors. */
	name: string;
	/** The setting of the node; `resource operation`. */
	does: string;
	parameters?: IDataObject;
	items?: IDataObject[];
	/** Values of the credential that differ from a valid one; `user` for a user login. */
	token?: IDataObject;
	user?: IDataObject;
	fault?: FaultRule;
	/** Run once before, with the same credential. */
	before?: string;
	/** The message of the error, and its advice. */
	says: RegExp;
	advises: RegExp;
}

const endpointId = rl('={{ $json.id }}');
const mail = { username: USERS.mail.username, password: USERS.mail.password, mfaMethod: 'code' };
const create: IDataObject = {
	serviceProfileId: rl(101),
	tariffProfileId: rl(201),
	status: 0,
	valuesFrom: 'fields',
	identity: { name: '={{ $json.name }}', simId: rl('={{ $json.sim }}') },
	options: { imei: '={{ $json.imei }}' },
};
const sms = { endpointId, payload: '={{ $json.text ?? "hi" }}' };
const quota = {
	endpointId,
	volume: '={{ $json.volume ?? 10 }}',
	expiryDate: '={{ $json.until ?? "2099-01-01" }}',
	status: 1,
};
const byName = (name: string) => ({ endpointId: rl(name, 'name') });
const pumps = (bad: IDataObject): IDataObject[] => [
	{ id: 10001, name: 'pump-a', sim: 1 },
	{ id: 10002, name: 'pump-b', sim: 2, ...bad },
	{ id: 10003, name: 'pump-c', sim: 3 },
];
const at = (path: string, fault: Omit<FaultRule, 'match'>): FaultRule => ({
	match: { path },
	...fault,
});

/** In the order of the reference: the credential, the login, values, refusals, the network. */
const EACH: Record<string, Omit<Mistake, 'name'>> = {
	'The address of the portal as Base URL': {
		does: 'endpoint getAll',
		fault: at('authenticate', { kind: 'errorBefore', status: 200, body: 'html' }),
		says: /^The server at the Base URL is not the connectivity service/,
		advises: /Correct the Base URL in the credential: the address of the API/,
	},
	'A Base URL without https': {
		does: 'endpoint getAll',
		token: { baseUrl: 'http://api.example.com' },
		says: /^Base URL must start with https:\/\//,
		advises: /Correct the field "Base URL"/,
	},
	'A wrong application token': {
		does: 'endpoint getAll',
		token: { applicationToken: 'not-a-token' },
		says: /^The service refused the application token/,
		advises: /Create a new application token/,
	},
	'A wrong password': {
		does: 'endpoint getAll',
		user: { username: USERS.trial.username, password: 'wrong', mfaMethod: 'none' },
		says: /^The service refused the user name or password/,
		advises: /Correct them in the credential/,
	},
	'No second factor in the credential': {
		does: 'endpoint getAll',
		user: { ...mail, mfaMethod: 'none' },
		says: /^The account asks for a second factor/,
		advises: /Set "MFA Method" in the credential/,
	},
	'A code of the app where its secret belongs': {
		does: 'endpoint getAll',
		user: { totpSecret: '123 456' },
		says: /^Authenticator Secret must be the secret that the service showed/,
		advises: /Correct the field "Authenticator Secret"/,
	},
	'A one-time code of two digits': {
		does: 'session verifyCode',
		parameters: { code: '={{ $json.code }}' },
		items: [{ code: '12' }],
		user: mail,
		says: /^Code must be 6 digits$/,
		advises: /nothing was sent/,
	},
	'A wrong one-time code': {
		does: 'session verifyCode',
		parameters: { code: '={{ $json.code }}' },
		items: [{ code: '000000' }],
		user: mail,
		before: 'session requestCode',
		says: /^The service refused the one-time code; at most 2 tries before it locks the account/,
		advises: /Type in the newest code/,
	},
	'A code that was not requested': {
		does: 'session verifyCode',
		parameters: { code: '={{ $json.code }}' },
		items: [{ code: '123456' }],
		user: mail,
		says: /^No one-time code was requested/,
		advises: /Run "Request Code"/,
	},
	'A token where a person must log in': {
		does: 'session requestCode',
		says: /^Credential must be a "User Login"/,
		advises: /Correct the field "Credential"/,
	},
	'Another workspace with a token': {
		does: 'endpoint getAll',
		parameters: { options: { workspaceId: '={{ 1002 }}' } },
		says: /^Workspace must be left out with an application token, .* under "Credential"/,
		advises: /Correct the field "Workspace"/,
	},
	'The list of workspaces with a token': {
		does: 'workspace getAll',
		says: /^Credential must be a "User Login" to list workspaces/,
		advises: /Correct the field "Credential"/,
	},
	'A service that does not say whose login it is': {
		does: 'workspace getAll',
		user: {},
		says: /^User ID must be given in the credential to list workspaces/,
		advises: /Correct the field "User ID"/,
	},
	'A name that nothing has': {
		does: 'endpoint get',
		parameters: byName('device'),
		says: /^Endpoint must match exactly one endpoint; none has the name "device"; near it: device-000001 \(ID 10001/,
		advises: /Correct the field "Endpoint"/,
	},
	'An ICCID with a typing error': {
		does: 'endpoint get',
		parameters: { endpointId: rl('89883030000000000011', 'iccid') },
		says: /^Endpoint must be .*ICCID.*check digit/,
		advises: /Correct the field "Endpoint"/,
	},
	'An ICCID that a table has made a number': {
		does: 'endpoint get',
		parameters: { endpointId: rl('={{ 8988303000000000017 }}', 'iccid') },
		says: /^Endpoint must be text: a number of 19 digits loses digits, and .* has lost its last ones/,
		advises: /Correct the field "Endpoint"/,
	},
	'An expression that is empty': {
		does: 'endpoint get',
		parameters: { endpointId: rl('={{ $json.ID }}') },
		says: /^Endpoint must be a whole number of 1 or more, but it is empty: check that its expression/,
		advises: /Correct the field "Endpoint"/,
	},
	'A bad row of a table': {
		does: 'endpoint createMany',
		parameters: create,
		items: pumps({ imei: '3577' }),
		says: /^IMEI must be 16 digits, got "3577"/,
		advises: /nothing was sent/,
	},
	'A SIM of another organisation among many': {
		does: 'endpoint createMany',
		parameters: create,
		items: pumps({ sim: 501 }),
		says: /^Item 1, "pump-b": sim 501 .*; the 2 other items of its call were not applied/,
		advises: /1 refused, 2 not applied/,
	},
	'A text for more parts than usual': {
		does: 'sms send',
		parameters: sms,
		items: [{ id: 10001, text: 'a'.repeat(1000) }],
		says: /^Message must fit into 5 parts, it needs 7; each is billed/,
		advises: /Correct the field "Message"/,
	},
	'A sender that is too long': {
		does: 'sms send',
		parameters: { ...sms, options: { sourceAddress: 'Waterworks North' } },
		says: /^Sender must have at most 11 characters when it is alphanumeric, got 16/,
		advises: /Correct the field "Sender"/,
	},
	'A date that has passed': {
		does: 'smsQuota set',
		parameters: quota,
		items: [{ id: 10001, until: '2020-01-01T00:00:00Z' }],
		says: /^Expiry Date must be in the future/,
		advises: /Correct the field "Expiry Date"/,
	},
	'A volume with digits too many': {
		does: 'smsQuota set',
		parameters: quota,
		items: [{ id: 10001, volume: 99_999_999_999 }],
		says: /^Volume in SMS must be at most 100,000 SMS, got 99999999999: switch on "Allow Large Vol/,
		advises: /Correct the field "Volume in SMS"/,
	},
	'A top-up of a quota that is not there': {
		does: 'smsQuota topUp',
		parameters: { endpointId, add: 10 },
		says: /^Endpoint has no SMS quota: give it one with Set/,
		advises: /Correct the field "Endpoint"/,
	},
	'SIMs deleted with their endpoints, unconfirmed': {
		does: 'endpoint deleteMany',
		parameters: { endpointId, options: { deleteSims: true } },
		items: pumps({}),
		says: /^Repeat the Count must be the number of items whose SIMs are deleted for good, and is not/,
		advises: /nothing was sent/,
	},
	'An update that changes nothing': {
		does: 'endpoint update',
		parameters: { endpointId, updateFields: {} },
		says: /^Update Fields must hold at least one field to change/,
		advises: /Correct the field "Update Fields"/,
	},
	'An endpoint of another organisation': {
		does: 'endpoint update',
		parameters: { endpointId: rl(99999), updateFields: { name: 'x' } },
		says: /^The service did not find it/,
		advises: /organisation of this credential|no endpoint of this ID/,
	},
	'An allowance that is used up': {
		does: 'endpoint get',
		parameters: { endpointId },
		fault: at('/api/v1/endpoint/', { kind: 'tooManyRequests' }),
		says: /^The service refuses every request \(429\)/,
		advises: /Nothing of this was sent: run it again after that/,
	},
	'An SMS whose answer is lost': {
		does: 'sms send',
		parameters: sms,
		fault: at('/sms$', { kind: 'resetAfter' }),
		says: /^Unknown whether the SMS was sent: .*n8n did not send it again/,
		advises: /Check in the service whether it took effect/,
	},
	'A service in trouble': {
		does: 'endpoint get',
		parameters: { endpointId },
		fault: at('/api/v1/endpoint/', { kind: 'errorBefore', status: 503 }),
		says: /^The service failed \(503\)/,
		advises: /Try again later/,
	},
};

export const MISTAKES: Mistake[] = Object.entries(EACH).map(([name, mistake]) => ({
	name,
	...mistake,
}));

/** The node parameters that cause the mistake. */
export function parametersOf({ parameters }: Mistake, does: string): INodeParameters {
	const [resource, operation] = does.split(' ');
	return { resource, operation, ...parameters } as INodeParameters;
}

/** Rows of docs/errors.md: the mistake, the error message, and the advice below it. */
export const listed = (): Array<[name: string, title: string, advice: string]> =>
	readFileSync('docs/errors.md', 'utf8')
		.split('\n')
		.filter((line) => /^\| (?!-|Mistake)/.test(line))
		.map((line) => line.slice(2, -2).split(/ *(?<!\\)\| */))
		.map((cells) => cells.map((cell) => cell.trim().replace(/\\\|/g, '|')))
		.map(([name = '', title = '', advice = '']) => [name, title, advice]);

/** Replaces the simulator's address, which differs in each run. */
export const anywhere = (words: string) => words.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://…');
