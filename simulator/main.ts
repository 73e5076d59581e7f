import { parseArgs } from 'node:util';
import { start } from '.';
import { readyToCopy } from './seed/ready';

/**
 * `tsx simulator/main.ts --port 4010 [--endpoints N] [--generation recorded|reference]
 * [--no-limits]`; Ctrl-C ends it.
 */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			endpoints: { type: 'string', default: '0' },
			generation: { type: 'string', default: 'recorded' },
			'no-limits': { type: 'boolean', default: false },
		},
	});
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65535)
		throw new Error(`--port ${values.port} is no port`);
	const { generation } = values;
	if (generation !== 'recorded' && generation !== 'reference')
		throw new Error(`--generation ${generation} is neither recorded nor reference`);
	const simulator = await start({
		port,
		generation,
		limits: values['no-limits'] ? 'off' : 'documented',
		seed: { endpoints: Number(values.endpoints) },
	});
	const lines = [
		`Connectivity service (simulator):  ${simulator.url}`,
		`Page to watch it and play devices: ${simulator.url}/`,
		`API description:                   ${simulator.url}/docs`,
		`Control routes:                    ${simulator.url}/_sim/state`,
		'',
		'For the credentials in n8n (others: simulator/README.md):',
		...readyToCopy(simulator.url).map(([label, value]) => `  ${label.padEnd(21)} ${value}`),
		'',
		'Ctrl-C ends it.',
	];
	process.stdout.write(`${lines.join('\n')}\n`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => void simulator.close().then(() => process.exit(0)));
}

main().catch((error: NodeJS.ErrnoException) => {
	const busy = error.code === 'EADDRINUSE';
	process.stderr.write(
		`${busy ? 'The port is in use; choose another with --port' : error.message}\n`,
	);
	process.exit(1);
});
