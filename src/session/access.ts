import {
	type Account,
	accountFrom,
	accountKey,
	type CredentialFields,
	type LoginCall,
} from '../account';
import type { Patience } from '../http/closing';
import { type Lanes, lanesFor } from '../http/lanes';
import { takeOnce } from '../http/onceShared';
import { redisLane, redisUrlIn, type SharedLane } from '../http/sharedLane';
import { redisRates, type SharedRates } from '../http/sharedRates';
import { type Clock, type Sleep, systemClock, systemSleep } from '../ports';
import type { Transport } from '../wire';
import { Logins } from './login';
import { type Session, sessionFor } from './session';
import { claimsOf, parseStored, type StoredSession } from './tokens';

/** A credential is read again after this time: somebody may have changed it, or renewed its session. */
const READ_AGAIN_MS = 60_000;
/** A refused token makes it be read again at once, but not for each of the items that met it. */
const JUST_READ_MS = 1_000;

/** What a host gives for one run with an account. */
interface AccessHost {
	kind: Account['kind'];
	/** The credential's values as stored now. In n8n a query and a decryption: asked for sparingly. */
	read: () => Promise<CredentialFields>;
	/** Sends without any authentication of its own, to the hosts that these values allow. */
	transport: (fields: CredentialFields) => Transport;
	clock?: Clock;
	sleep?: Sleep;
	warn?: (message: string) => void;
	/** How long the run waits for limits in all, its logins included. */
	patience?: Patience;
}

/** One account in one run: its credential, read once, its session, and its lanes. */
export class Access {
	private readAt = 0;
	private reading: Promise<void> | undefined;
	private kept: StoredSession | undefined;
	private readonly laneOf = new Map<number | undefined, { token: string; lanes: Lanes }>();
	private session!: Session;
	private logins!: Logins;
	private redisUrl: string | undefined;
	/** The limits and the lane that the account shares with other workers, where it does. */
	shared: SharedRates | undefined;
	sharedLane: SharedLane | undefined;

	private constructor(
		private readonly host: AccessHost,
		public fields: CredentialFields,
	) {
		this.take(fields);
	}

	/** @throws InputError naming the field of the credential that cannot be used. */
	static async open(host: AccessHost): Promise<Access> {
		return new Access(host, await host.read());
	}

	get account(): Account {
		return this.logins.account;
	}

	/** A living token for a workspace (the credential's own unless given), newer than a refused one. */
	async token(workspaceId?: number, refused?: string): Promise<string> {
		await this.refresh(refused === undefined ? READ_AGAIN_MS : JUST_READ_MS);
		return (await this.session.token(this.logins, { workspaceId, refused })).authToken;
	}

	/** The lanes of the organisation a token is for, whatever credential it came from. */
	async lanes(workspaceId?: number): Promise<Lanes> {
		const token = await this.token(workspaceId);
		const known = this.laneOf.get(workspaceId);
		if (known?.token === token) return known.lanes;
		const { organisationId } = claimsOf(token);
		const key = String(organisationId ?? `${accountKey(this.account)} ${workspaceId ?? ''}`);
		const lanes = lanesFor(this.account.baseUrl, key);
		this.laneOf.set(workspaceId, { token, lanes });
		return lanes;
	}

	/**
	 * The session's part of the values to store; undefined when the store has it, or was given it.
	 * It has to go with the next request: a session that is not stored means a login a run.
	 */
	toKeep(): StoredSession | undefined {
		if (this.session.isKept(this.account, this.kept)) return undefined;
		this.kept = this.session.stored(this.account);
		return this.kept;
	}

	/** The login behind the account. `keep` has the host store a login that waits for its code. */
	login(keep: () => Promise<void>): LoginCall {
		return {
			identity: async () => claimsOf(await this.token()),
			passwordHash: () => (this.account.kind === 'user' ? this.account.passwordHash : undefined),
			requestCode: async () => {
				await this.refresh(JUST_READ_MS);
				const asked = await this.session.requestCode(this.logins);
				if (asked === 'sent') await keep();
				return asked;
			},
			verifyCode: async (code) => {
				await this.refresh(JUST_READ_MS);
				await this.session.enterCode(this.logins, code);
			},
		};
	}

	/** Reads the credential again when it is older than so many milliseconds. */
	private async refresh(maxAgeMs: number): Promise<void> {
		const age = this.now() - this.readAt;
		if (age >= 0 && age < maxAgeMs) return;
		await (this.reading ??= this.host
			.read()
			.then((fields) => this.take(fields))
			.finally(() => (this.reading = undefined)));
	}

	private take(fields: CredentialFields): void {
		const { kind, transport, clock, sleep, patience } = this.host;
		this.fields = fields;
		this.readAt = this.now();
		const account = accountFrom(kind, fields);
		this.session = sessionFor(account);
		this.kept = parseStored(fields.sessionState);
		this.session.adopt(this.kept);
		this.share(redisUrlIn(fields));
		const { redisUrl, shared } = this;
		this.logins = new Logins(account, {
			transport: transport(fields),
			reload: async () => {
				await this.refresh(JUST_READ_MS);
				return this.fields.sessionState;
			},
			clock,
			sleep,
			pacing: { patience, shared },
			...(redisUrl !== undefined && {
				once: async (what, ms) => await takeOnce(redisUrl, what, ms),
			}),
		});
	}

	/** Over one Redis as long as it is the same: one that has failed is not waited for again. */
	private share(url: string | undefined): void {
		if (url === this.redisUrl) return;
		const { warn, sleep = systemSleep } = this.host;
		this.redisUrl = url;
		this.shared = url === undefined ? undefined : redisRates(url, warn);
		this.sharedLane = url === undefined ? undefined : redisLane(url, { sleep });
	}

	private now(): number {
		return (this.host.clock ?? systemClock).now();
	}
}
