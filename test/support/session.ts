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

/** Where workers keep their session, as n8n's credential store does. */
interface Store {
	state: string;
}

/** A worker: a session of its own on the simulator's clock, and maybe a store it shares. */
export class Worker {
	readonly session: Session;
	/** Milliseconds it was asked to wait; the simulator's clock moved on by them. */
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
				// Nothing is a turn for the event loop.
				if (ms > 0) this.slept.push(ms);
				sim.clock.advance(ms);
			},
			reload: async () => this.store.state,
		};
	}

	/** With the account's values of now. */
	get logins(): Logins {
		return new Logins(this.account, this.host);
	}

	/** A token, and what n8n does with it: the new state goes into the store. */
	async token(refused?: string): Promise<string> {
		const tokens = await this.session.token(this.logins, { refused });
		this.save();
		return tokens.authToken;
	}

	/** The service's answer to its token, maybe with other values in its credential. */
	async status(account = this.account): Promise<number> {
		this.account = account;
		return await statusWith(this.sim, await this.token());
	}

	save(): void {
		this.store.state = JSON.stringify(this.session.stored(this.account));
	}
}

/** The account of a user of the simulator, as its credential would give it. */
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

/** How many authenticate calls the service saw since the ledger was last read to be so many. */
export const logins = (sim: SimulatorHandle): number => sim.ledger().counters.authenticate;

/** Whether the service takes the token; its status when it does not. */
export async function statusWith(sim: SimulatorHandle, token: string): Promise<number> {
	const response = await fetch(`${sim.url}/api/v1/endpoint?per_page=1`, {
		headers: { authorization: `Bearer ${token}` },
	});
	return response.status;
}
