import { type Account, accountFrom, type CredentialFields } from '../../src/account';
import { directTransport } from './directTransport';
import type { Transport } from '../../src/wire';
import { type LoginHost, Logins } from '../../src/session/login';
import { Session } from '../../src/session/session';
import type { SimulatorHandle } from '../../simulator';
import { USERS } from '../../simulator/seed/data';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The stored session of workers, as in n8n's credential store. */
interface Store {
	state: string;
}

/** A worker with its own session on the simulator's clock, and optionally a shared store. */
export class Worker {
	readonly session: Session;
	/** Its waits in milliseconds; the simulator's clock has advanced by them. */
	readonly slept: number[] = [];
	readonly host: LoginHost;

	constructor(
		private readonly sim: SimulatorHandle,
		public account: Account,
		readonly store: Store = { state: '' },
		transport: Transport = directTransport,
	) {
		this.session = new Session(account);
		this.host = {
			transport,
			clock: sim.clock,
			sleep: async (ms) => {
				// A wait of 0 ms only yields to the event loop.
				if (ms > 0) this.slept.push(ms);
				sim.clock.advance(ms);
			},
			reload: async () => this.store.state,
		};
	}

	/** Logins with the current values of the account. */
	get logins(): Logins {
		return new Logins(this.account, this.host);
	}

	/** Returns a token, and saves the new state in the store as n8n does. */
	async token(refused?: string): Promise<string> {
		const tokens = await this.session.token(this.logins, { refused });
		this.save();
		return tokens.authToken;
	}

	/** The status of the service's answer to its token, optionally with a changed credential. */
	async status(account = this.account): Promise<number> {
		this.account = account;
		return await statusWith(this.sim, await this.token());
	}

	save(): void {
		this.store.state = JSON.stringify(this.session.stored(this.account));
	}
}

/** The account of a user of the simulator, as read from its credential. */
export const userAccount = (
	sim: SimulatorHandle,
	name: keyof typeof USERS,
	fields: CredentialFields = {},
): Account =>
	accountFrom('user', {
		baseUrl: sim.url,
		username: USERS[name].username,
		password: USERS[name].password,
		mfaMethod: { totp: 'totp', mail: 'code', restricted: 'code', trial: 'none' }[name],
		totpSecret: USERS.totp.totpSecret,
		deviceName: 'n8n test',
		...fields,
	});

/** Number of authenticate calls in the service's ledger. */
export const logins = (sim: SimulatorHandle): number => sim.ledger().counters.authenticate;

/** The status of the service's answer to a request with the token. */
export async function statusWith(sim: SimulatorHandle, token: string): Promise<number> {
	const response = await fetch(`${sim.url}/api/v1/endpoint?per_page=1`, {
		headers: { authorization: `Bearer ${token}` },
	});
	return response.status;
}
