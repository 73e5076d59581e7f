/**
 * The default seed, for tests and the demo. Organisation 1001 is a reseller with the
 * sub-organisation 1002; 1003 is an independent enterprise; 1004 is a network operator, which may
 * not reset connectivity.
 */

/** Organisation ids. */
export const ORGANISATIONS = {
	reseller: 1001,
	sub: 1002,
	enterprise: 1003,
	networkOperator: 1004,
} as const;

/** One user per login method. Passwords are in clear text here; the wire carries their SHA-1. */
export const USERS = {
	/** Administrator of the reseller; codes from an authenticator app. */
	totp: {
		id: 11,
		username: 'totp@example.com',
		password: 'Totp-Passw0rd',
		totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
	},
	/** Role User in the reseller; codes by e-mail. */
	mail: { id: 12, username: 'mail@example.com', password: 'Mail-Passw0rd' },
	/** Administrator of the enterprise, a trial account: no MFA. */
	trial: { id: 13, username: 'trial@example.com', password: 'Trial-Passw0rd' },
	/** Role Restricted in the reseller (lists answer 403); codes by e-mail. */
	restricted: {
		id: 14,
		username: 'restricted@example.com',
		password: 'Restricted-Passw0rd',
	},
} as const;

/** One application token per organisation. */
export const APPLICATION_TOKENS = {
	reseller: 'app-token-reseller-000000000001',
	sub: 'app-token-sub-0000000000000002',
	enterprise: 'app-token-enterprise-0000000003',
	networkOperator: 'app-token-operator-000000000004',
} as const;

/** Service profile ids. `metered` needs an SMS quota, `noSms` has no SMS capability. */
export const SERVICE_PROFILES = {
	standard: 101,
	metered: 102,
	noSms: 103,
	sub: 111,
	enterprise: 121,
	enterpriseMetered: 122,
	networkOperator: 131,
} as const;

/** Tariff profile ids. */
export const TARIFF_PROFILES = {
	standard: 201,
	roaming: 202,
	sub: 211,
	enterprise: 221,
	enterpriseRoaming: 222,
	networkOperator: 231,
} as const;

/** Address space ids. `tiny` holds 6 addresses, `busy` always answers that it is in use. */
export const ADDRESS_SPACES = {
	main: 301,
	tiny: 302,
	busy: 303,
	sub: 311,
	enterprise: 321,
	networkOperator: 331,
} as const;

/** Tag ids. */
export const TAGS = { lab: 401, field: 402, spare: 403, enterprise: 421 } as const;

/** First and last SIM ids (also the serials of their ICCIDs); all Issued and unassigned. */
export const SIMS = {
	reseller: { first: 1, last: 100 },
	sub: { first: 101, last: 120 },
	enterprise: { first: 121, last: 220 },
	networkOperator: { first: 221, last: 230 },
} as const;

const germany = {
	id: 74,
	name: 'Germany',
	country_code: '49',
	iso_code: 'de',
	mcc: '262',
	latitude: '51.165691',
	longitude: '10.451526',
};
const austria = {
	id: 14,
	name: 'Austria',
	country_code: '43',
	iso_code: 'at',
	mcc: '232',
	latitude: '47.516231',
	longitude: '14.550072',
};
const spain = {
	id: 195,
	name: 'Spain',
	country_code: '34',
	iso_code: 'es',
	mcc: '214',
	latitude: '40.463667',
	longitude: '-3.74922',
};
/** The country whose workspaces exchange no SIMs with those of other countries (migration, 1505). */
export const BRAZIL = {
	id: 28,
	name: 'Brazil',
	country_code: '55',
	iso_code: 'br',
	mcc: '724',
	latitude: null,
	longitude: null,
};
/** As recorded: some entries are not real countries and have no codes. */
const noCountry = {
	id: 1,
	name: 'ANY',
	country_code: '0',
	iso_code: '',
	mcc: '',
	latitude: null,
	longitude: null,
};

/** Operators that can be blacklisted. Codes are strings, as recorded. */
export const OPERATORS = [
	{ id: 501, name: 'Northern Mobile', country: germany, tapcodes: ['DEUNM'], mncs: ['71'] },
	{ id: 502, name: 'Rhine Telecom', country: germany, tapcodes: ['DEURT', 'DEUR2'], mncs: ['72'] },
	{ id: 503, name: 'Alpine Cellular', country: austria, tapcodes: ['AUTAC'], mncs: ['81', '82'] },
	{ id: 504, name: 'Danube Networks', country: austria, tapcodes: ['AUTDN'], mncs: ['03'] },
	{ id: 505, name: 'Amazonas Movel', country: BRAZIL, tapcodes: ['BRAAM'], mncs: ['94'] },
	{ id: 507, name: 'Iberia Movil', country: spain, tapcodes: ['ESPIM'], mncs: ['91'] },
	{ id: 506, name: '3', country: noCountry, tapcodes: [], mncs: [] },
];
