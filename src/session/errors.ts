import { CellularIotError } from '../errors';

/** Reasons for having no session, with what a person reads of each. */
const TEXTS = {
	wrongPassword: [
		'The service refused the user name or password',
		'Correct them in the credential. The same values are not tried again for five minutes, because three failures lock the account.',
	],
	wrongToken: [
		'The service refused the application token',
		'Create a new application token in the portal of the service and put it into the credential. The same token is not tried again for five minutes.',
	],
	locked: [
		'The service has locked the account after three failed logins',
		'Wait five minutes, then test the credential once with the right password, and a new code where one is asked for.',
	],
	codeNeeded: [
		'The service has sent a one-time code to the e-mail address (or authenticator app) of this user',
		'Type the code into the field "One-Time Code" of the credential within 20 minutes and save or test it again. After that, the next 90 days need no code.',
	],
	codeRefused: [
		'The service refused the one-time code',
		'Type in the newest code. For an authenticator app, check its secret and the clock of this n8n.',
	],
	codeMalformed: [
		'The one-time code must be 6 digits',
		'Type the six digits of the newest code into "One-Time Code". Nothing was sent, so that no try is lost.',
	],
	lockedByCodes: [
		'The service has locked the account after three failed logins, wrong codes among them',
		'Wait five minutes, then have a new code sent: save the credential again, or run Request Code. The codes from before no longer count.',
	],
	codeUsed: [
		'Another n8n worker is using this one-time code',
		'Run the workflow again in a minute: the session of that worker serves this one, too.',
	],
	noCodeRequested: [
		'No one-time code was requested with this credential in the last 20 minutes',
		'Run "Request Code" with the same credential first, then verify the code it sends.',
	],
	mfaMethodMissing: [
		'The account asks for a second factor, but the credential says that there is none',
		'Set "MFA Method" in the credential: an authenticator app with its secret, or a one-time code typed in.',
	],
	notTheService: [
		'The server at the Base URL is not the connectivity service',
		'Correct the Base URL in the credential: the address of the API, without /api/v1.',
	],
	noWorkspace: [
		'The service refused to switch to the workspace',
		'Check the workspace ID; the user needs access to that workspace.',
	],
} satisfies Record<string, [message: string, hint: string]>;

export type LoginProblem = keyof typeof TEXTS;

/** There is no session, and a person has to act. Nothing was sent. */
export class LoginError extends CellularIotError {
	/** The problem in words, without the detail, which may name a workspace or an address. */
	readonly reason: string;

	constructor(
		readonly problem: LoginProblem,
		detail = '',
	) {
		const [reason, hint] = TEXTS[problem];
		super(reason + detail, hint, 'notSent');
		this.reason = reason;
	}
}

/** During a login's wait another worker logged in first, or took over its turn. */
export class LoginTakenOver extends CellularIotError {
	constructor() {
		super(
			'Another n8n worker is logging in with this account',
			'Run the workflow again: the session of that worker serves this one, too.',
			'notSent',
		);
	}
}

export const isProblem = (error: unknown, problems: LoginProblem[]): error is LoginError =>
	error instanceof LoginError && problems.includes(error.problem);

/** Refusals of the credential's values: trying them again soon would lock the account. */
export const ABOUT_VALUES: LoginProblem[] = [
	'wrongPassword',
	'wrongToken',
	'locked',
	'lockedByCodes',
	'codeRefused',
	'mfaMethodMissing',
];
