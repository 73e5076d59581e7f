/*
 * The n8n versions on which the package is tried, each on a Node of its own; besides, the one of the
 * demo.
 */

export interface Version {
	/** n8n's version, exactly. */
	n8n: string;
	/** The npm package `node` brings it. */
	node: string;
	/** Versions to take in place of those its packages ask for. */
	overrides?: Record<string, string>;
}

const overrides = {
	// Not in the registry but on a host of its own; only n8n's Spreadsheet File node needs it.
	xlsx: '0.18.5',
	// Newer ones ask for a newer core than these versions of n8n bring.
	"'@langchain/langgraph-checkpoint'": '1.0.0',
};

export const VERSIONS: Version[] = [
	// The last of 1.x. Its isolated-vm comes ready-made for Node 22 and 24.
	{ n8n: '1.123.81', node: '22.23.3', overrides },
	// The last that the makers gave out for Node 20.
	{ n8n: '2.8.4', node: '20.20.2', overrides },
];

/** The newest whose dependencies are all in the registry: 2.41.3 asks for some that are not. */
export const NEWEST: Version = {
	n8n: '2.41.1',
	node: '24.21.0',
	overrides: { linkedom: '0.18.12', "'@langchain/langgraph'": '1.2.9' },
};

const guarded = { N8N_UNVERIFIED_PACKAGES_ENABLED: 'true', N8N_SSRF_PROTECTION_ENABLED: 'true' };
const loopback = { N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8,::1/128' };

/** Settings that n8n 3 makes the defaults, each with what an administrator sets beside them here. */
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

/** The same without leave to call a service on loopback. */
export const NO_PRIVATE_ADDRESSES: NodeJS.ProcessEnv = guarded;
