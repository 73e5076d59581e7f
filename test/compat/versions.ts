/*
 * The n8n versions on which the package is tried, each on a Node of its own. The newest is the one of
 * the demo, and installed there.
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
