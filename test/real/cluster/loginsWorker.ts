import { type LineProcess, startLineProcess } from './lineProcess';
import type { Executions, OneLogin, Result } from './loginsProcess';

/** A process that runs jobs one at a time. */
export class LoginsWorker {
	private readonly child: LineProcess;
	private done: ((result: Result) => void) | undefined;
	private failed: ((error: Error) => void) | undefined;

	constructor() {
		this.child = startLineProcess('loginsProcess.ts', [], (line) => {
			if (line.startsWith('result ')) this.done?.(JSON.parse(line.slice(7)) as Result);
		});
		let errors = '';
		this.child.stderr.on('data', (text: Buffer) => {
			errors = (errors + String(text)).slice(-2_000);
		});
		this.child.once('exit', () => this.failed?.(new Error(`a process ended: ${errors}`)));
	}

	/** @throws Error when the process ends, or returns no result within two minutes */
	async run(job: Executions | OneLogin): Promise<Result> {
		let timer: NodeJS.Timeout | undefined;
		try {
			return await new Promise((resolve, reject) => {
				this.done = resolve;
				this.failed = reject;
				timer = setTimeout(() => reject(new Error('no result after two minutes')), 120_000);
				this.child.stdin.write(`${JSON.stringify(job)}\n`);
			});
		} finally {
			clearTimeout(timer);
		}
	}

	stop(): void {
		this.child.kill('SIGKILL');
	}
}
