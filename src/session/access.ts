import {
	type Account,
	type CredentialFields,
	type UserAccount,
	accountFrom,
	accountKey,
} from '../account';
import type { Patience } from '../http/closing';
import { type Lanes, lanesFor } from '../http/lanes';
import { takeOnce } from '../http/onceShared';
import { redisUrlIn } from '../http/sharedLane';
import { redisRates, type SharedRates } from '../http/sharedRates';
import type { LoginCall } from '../operations/define';
import { type Clock, type Sleep, systemClock } from '../ports';
import type { Transport } from '../wire';
import type { SessionPorts } from './login';
import { sessionPorts } from './ports';
import { type Session, sessionFor } from './session';
import { claimsOf, parseStored, type StoredSession, type Tokens } from './tokens';

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
	private readAt: number;
	private reading: Promise<void> | undefined;
	private kept: StoredSession | undefined;
	private readonly laneOf = new Map<number | undefined, { token: string; lanes: Lanes }>();
	private session!: Session;
	private ports!: SessionPorts;
	account!: Account;
	/** Limits that the account shares with other workers, where it does. */
	shared: SharedRates | undefined;
	private sharedAt: string | undefined;

	private constructor(
		private readonly host: AccessHost,
		public fields: CredentialFields,
	) {
		this.readAt = this.now();
		this.take(fields);
	}

	/** @throws InputError naming the field of the credential that cannot be used. */
	static async open(host: AccessHost): Promise<Access> {
		return new Access(host, await host.read());
	}

	/** A living token for a workspace (the credential's own unless given), newer than a refused one. */
	async token(workspaceId?: number, refused?: string): Promise<string> {
		return (await this.tokens(workspaceId, refused)).authToken;
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
				const asked = await this.session.requestCode(this.user(), this.ports);
				if (asked === 'sent') await keep();
				return asked;
			},
			verifyCode: async (code) => {
				await this.refresh(JUST_READ_MS);
				await this.session.enterCode(this.user(), this.ports, code);
			},
		};
	}

	private async tokens(workspaceId?: number, refused?: string): Promise<Tokens> {
		await this.refresh(refused === undefined ? READ_AGAIN_MS : JUST_READ_MS);
		return await this.session.token(this.account, this.ports, {
			...(workspaceId !== undefined && { workspaceId }),
			...(refused !== undefined && { refused }),
		});
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
		this.fields = fields;
		this.readAt = this.now();
		this.account = accountFrom(this.host.kind, fields);
		this.session = sessionFor(this.account);
		this.kept = parseStored(fields.sessionState);
		this.session.adopt(this.kept);
		const redisUrl = redisUrlIn(fields);
		if (redisUrl !== this.sharedAt) {
			this.sharedAt = redisUrl;
			const { warn } = this.host;
			this.shared =
				redisUrl === undefined ? undefined : redisRates(redisUrl, { ...(warn && { warn }) });
		}
		const { shared } = this;
		const { clock, sleep, patience } = this.host;
		this.ports = sessionPorts(this.account, {
			transport: this.host.transport(fields),
			reload: async () => {
				await this.refresh(JUST_READ_MS);
				return this.fields.sessionState;
			},
			...(clock && { clock }),
			...(sleep && { sleep }),
			pacing: { patience, shared },
			...(redisUrl !== undefined && { once: async (key, ms) => await takeOnce(redisUrl, key, ms) }),
		});
	}

	private now(): number {
		return (this.host.clock ?? systemClock).now();
	}

	/** Entries that are about a login are refused for an application token before they run. */
	private user(): UserAccount {
		if (this.account.kind !== 'user') throw new Error('not a user login');
		return this.account;
	}
}
