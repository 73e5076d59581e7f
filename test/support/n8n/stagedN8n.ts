import { randomBytes } from 'node:crypto';
import { N8nApi } from '../../../demo/lib/api';
import { createEncryptionKey, type Owner, type RunningN8n, startN8n } from '../../../demo/lib/n8n';
import { placePackage } from '../../../demo/lib/package';
import { choosePort } from '../../../demo/lib/preflight';

/** The settings of a program for its n8n. */
export interface Staging {
	/** First name of the owner, and start of the password. */
	name: string;
	/** User folder of n8n, into which the package is installed. */
	folder: string;
	/** First port to try. */
	port: number;
	env?: NodeJS.ProcessEnv;
	/** Default: `n8n.log` in the folder. */
	logFile?: string;
	/** Installs the package into the folder. Default: the built package. */
	place?: (folder: string) => void;
}

/** A real n8n with the package and a logged-in owner, which can be stopped and restarted. */
export class StagedN8n {
	private n8n!: RunningN8n;
	api!: N8nApi;
	readonly owner: Owner;
	private port = 0;
	private readonly env: NodeJS.ProcessEnv;

	protected constructor(private readonly staging: Staging) {
		const { name, env } = staging;
		this.owner = {
			email: 'owner@example.test',
			firstName: name,
			lastName: 'Owner',
			password: `${name}-${randomBytes(6).toString('hex')}1`,
		};
		this.env = { N8N_ENCRYPTION_KEY: createEncryptionKey(), ...env };
	}

	static async stage(staging: Staging): Promise<StagedN8n> {
		const staged = new StagedN8n(staging);
		await staged.open();
		return staged;
	}

	/** Starts n8n for the first time, and cleans up if that fails. */
	protected async open(): Promise<void> {
		const { folder, port, place = placePackage } = this.staging;
		place(folder);
		this.port = await choosePort('n8n', port);
		// Chosen once, since a port is not reused and this n8n may be started a hundred times.
		const broker = await choosePort('the task broker', this.port + 1);
		this.env.N8N_RUNNERS_BROKER_PORT = String(broker);
		try {
			await this.up();
			await this.logIn();
		} catch (error) {
			await this.stop();
			throw error;
		}
	}

	get folder(): string {
		return this.staging.folder;
	}

	/** The URL without a trailing slash. */
	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** Its environment variables. */
	get settings(): NodeJS.ProcessEnv {
		return { ...this.env };
	}

	/** ID of n8n's own process. */
	get pid(): number {
		return this.n8n.pid;
	}

	get logFile(): string {
		return this.n8n.logFile;
	}

	async up(): Promise<void> {
		const { port, owner, env } = this;
		const { folder: userFolder, logFile } = this.staging;
		this.n8n = await startN8n({ userFolder, port, owner, env, ...(logFile && { logFile }) });
	}

	/** Stops n8n, either gracefully or as a crash would. */
	async down(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
		if (signal === 'SIGTERM') return void (await this.n8n.stop());
		process.kill(-this.n8n.pid, 'SIGKILL');
		await this.n8n.exited;
	}

	/**
	 * Stops and starts n8n, with these environment variables if given, and logs in again: the owner's
	 * password is reset at each start.
	 */
	async restart(signal: 'SIGTERM' | 'SIGKILL', env: NodeJS.ProcessEnv = {}): Promise<void> {
		await this.down(signal);
		Object.assign(this.env, env);
		await this.up();
		await this.logIn();
	}

	async stop(): Promise<void> {
		await this.n8n?.stop();
	}

	private async logIn(): Promise<void> {
		this.api = await N8nApi.login(this.url, this.owner);
	}
}
