import { APPLICATION_TOKENS, USERS } from './data';

/** Values for a client's credentials, by the labels of n8n's forms. */
export const readyToCopy = (url: string): Array<[label: string, value: string]> => [
	['Base URL', url],
	['Application Token', APPLICATION_TOKENS.reseller],
	['User Name', USERS.totp.username],
	['Password', USERS.totp.password],
	['Authenticator Secret', USERS.totp.totpSecret],
	// The service accepts any secret; a trigger that registers its callback sends this one.
	['Signing Secret', 'any-secret-of-32-bytes-for-the-simulator'],
];
