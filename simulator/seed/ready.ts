import { APPLICATION_TOKENS, USERS } from './data';

/** Values for the credentials of a client that tries it, by the labels of n8n's forms. */
export const readyToCopy = (url: string): Array<[label: string, value: string]> => [
	['Base URL', url],
	['Application Token', APPLICATION_TOKENS.reseller],
	['User Name', USERS.totp.username],
	['Password', USERS.totp.password],
	['Authenticator Secret', USERS.totp.totpSecret],
	// The service takes any; a trigger that registers its callback enters it here.
	['Signing Secret', 'any-secret-for-the-simulator'],
];
