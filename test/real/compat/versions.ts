/*
 * The n8n versions under test, each on its own Node, in addition to the demo's version.
 */

export interface Version {
	/** The exact n8n version. */
	n8n: string;
	/** Installed from the npm package `node`. */
	node: string;
	/** Versions that override those its packages ask for. */
	overrides?: Record<string, string>;
}

const overrides = {
	// Hosted outside the registry; only n8n's Spreadsheet File node needs it.
	xlsx: '0.18.5',
	// Newer versions need a newer core than these versions of n8n have.
	"'@langchain/langgraph-checkpoint'": '1.0.0',
};

export const VERSIONS: Version[] = [
	// The last 1.x. Its isolated-vm is prebuilt for Node 22 and 24.
	{ n8n: '1.123.81', node: '22.23.3', overrides },
	// The last release for Node 20.
	{ n8n: '2.8.4', node: '20.20.2', overrides },
];

/** The newest version with all dependencies in the registry; 2.41.3 needs some that are not there. */
export const NEWEST: Version = {
	n8n: '2.41.1',
	node: '24.21.0',
	overrides: { linkedom: '0.18.12', "'@langchain/langgraph'": '1.2.9' },
};

const guarded = { N8N_UNVERIFIED_PACKAGES_ENABLED: 'true', N8N_SSRF_PROTECTION_ENABLED: 'true' };
const loopback = { N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8,::1/128' };

/** Default settings of n8n 3, with the settings an administrator adds here. */
export const DEFAULTS_OF_N8N_3: Record<string, NodeJS.ProcessEnv> = {
	'files for binary data': {
		...guarded,
		...loopback,
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	},
	'the database for binary data': {
		...guarded,
		...loopback,
		N8N_DEFAULT_BINARY_DATA_MODE: 'database',
	},
};

/** The same, without permission to call a service on loopback. */
export const NO_PRIVATE_ADDRESSES: NodeJS.ProcessEnv = guarded;
