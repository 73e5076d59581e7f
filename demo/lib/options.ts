import { parseArgs } from 'node:util';
import { DemoError } from './console';

/** The command line options. */
export interface DemoOptions {
	port: number;
	simulatorPort: number;
	/** Exit after the check. */
	once: boolean;
	/** Also run with all tokens revoked mid-workflow; `once` includes it. */
	revokeMidway: boolean;
	build: boolean;
}

export const usage = `npm run demo -- [options]

Starts a simulator of the connectivity API and a real n8n with this package, provisions a fleet
from demo/devices.csv by a workflow, and compares its report with what the simulator applied.
Afterwards the editor stays open until Ctrl-C.

  --once                  exit after the check: 0 when report and ledger agree, else 1
                          (includes --revoke-midway)
  --revoke-midway         a second run, in which the service revokes all tokens mid-workflow
  --port <n>              n8n's port (5678, or the next free one)
  --simulator-port <n>    the simulator's port (4010, or the next free one)
  --no-build              use dist/ as it is
  --help                  this text
`;

function toPort(option: string, text: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new DemoError(`--${option} needs a port number, not "${text}".`, usage);
}

/** Reads the command line; undefined when help was requested. */
export function readOptions(args: string[]): DemoOptions | undefined {
	let values;
	try {
		({ values } = parseArgs({
			args,
			options: {
				once: { type: 'boolean', default: false },
				'revoke-midway': { type: 'boolean', default: false },
				port: { type: 'string', default: '5678' },
				'simulator-port': { type: 'string', default: '4010' },
				'no-build': { type: 'boolean', default: false },
				help: { type: 'boolean', short: 'h', default: false },
			},
		}));
	} catch (error) {
		throw new DemoError((error as Error).message, usage);
	}
	if (values.help) return undefined;
	return {
		port: toPort('port', values.port),
		simulatorPort: toPort('simulator-port', values['simulator-port']),
		once: values.once,
		revokeMidway: values['revoke-midway'] || values.once,
		build: !values['no-build'],
	};
}
