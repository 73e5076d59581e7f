import {
	type Account,
	accountFrom,
	accountKey,
	type CredentialFields,
	type LoginCall,
} from '../account';
import { CellularIotError } from '../errors';
import type { KeptText } from '../keys/keptText';
import { RedisKeys } from '../keys/redisKeys';
import { RedisText } from '../keys/redisText';
import { type Clock, monotonic, type Sleep, systemClock, systemSleep } from '../ports';
import type { Reporter } from '../reporter';
import type { WaitBudget } from '../request/limits/waitBudget';
import { type Lanes, lanesFor } from '../request/limits/lanes';
import { type Limits, limitsIn, LIMIT_FIELDS } from '../request/limits/limits';
import { redisRates, type SharedRates } from '../request/limits/sharedRates';
import { redisLane, redisUrlIn, type SharedLane } from '../request/sharedLane';
import type { Transport } from '../wire';
import { isProblem, LoginError } from './errors';
import { Logins } from './login';
import { type Session, sessionFor } from './session';
import { sharedLogins } from './sharedLogins';
import { claimsOf, formOfToken, parseStored, type StoredSession } from './tokens';

/** A credential is read again after this time: its values or session may have changed. */
const READ_AGAIN_MS = 60_000;
/** A refused token causes an immediate read, but only one for all items that met it. */
const JUST_READ_MS = 1_000;

/** Tokens refused within `RENEWALS_MS` after which a run asks for no more: three logins. */
const MOST_RENEWALS = 2;
const RENEWALS_MS = 5 * 60_000;

/** The host's part in one run with an account. */
interface AccessHost {
	kind: Account['kind'];
	/** The credential's stored values; a query and a decryption in n8n, so called rarely. */
	read: () => Promise<CredentialFields>;
	/** Sends without adding authentication, to the hosts that these values allow. */
	transport: (fields: CredentialFields) => Transport;
	/** @throws where the host allows no connections to a Redis. */
	guard?: (redisUrl: string) => Promise<void>;
	clock?: Clock;
	sleep?: Sleep;
	/** How long the run waits for limits in all, its logins included. */
	patience?: WaitBudget;
	/** Told of waits, those of its logins included, and of a Redis that is out of reach. */
	report?: Reporter;
}

/** One account in one run: its credential, read once, its session, and its lanes. */
export class Access {
	private readAt = 0;
	private reading: Promise<void> | undefined;
	private stored: StoredSession | undefined;
	private readonly laneOf = new Map<number | undefined, { token: string; lanes: Lanes }>();
	private session!: Session;
	private logins!: Logins;
	/** Logins that have failed, by workspace. */
	private readonly failed = new Map<number | undefined, unknown>();
	/** Recently refused tokens. */
	private refused: Array<{ token: string; workspaceId?: number; at: number }> = [];
	private redisUrl: string | undefined;
	private limits: Limits = {};
	/** The limits, the lane and the keys that the account shares with other workers, if any. */
	shared: SharedRates | undefined;
	sharedLane: SharedLane | undefined;
	keys: RedisKeys | undefined;

	private constructor(
		private readonly host: AccessHost,
		public fields: CredentialFields,
	) {
		this.take(fields);
	}

	/** @throws InputError naming the field of the credential that cannot be used. */
	static async open(host: AccessHost): Promise<Access> {
		return new Access(host, await readFrom(host));
	}

	get account(): Account {
		return this.logins.account;
	}

	/**
	 * A living token for a workspace (the credential's own unless given), newer than a refused one.
	 * A failed login is not repeated in the run.
	 */
	async token(workspaceId?: number, refused?: string): Promise<string> {
		await this.refresh(refused === undefined ? READ_AGAIN_MS : JUST_READ_MS);
		if (this.failed.has(workspaceId)) throw this.failed.get(workspaceId);
		const old = this.mayRenew(workspaceId, refused) ? refused : undefined;
		try {
			return (await this.session.token(this.logins, { workspaceId, refused: old })).authToken;
		} catch (error) {
			if (isLasting(error)) this.failed.set(workspaceId, error);
			throw error;
		}
	}

	/** Whether this process obtained a token itself, or took it over from another one. */
	isOwn(token: string): boolean {
		return this.session.isOwn(token);
	}

	/**
	 * Whether to ask for another token after a refused one. A service that refuses token after
	 * token is asked for few; the run then continues with its last one as far as the service lets it.
	 */
	private mayRenew(workspaceId?: number, refused?: string): boolean {
		if (refused === undefined) return false;
		const now = monotonic(this.clock);
		const met = this.refused.filter(({ at }) => now - at < RENEWALS_MS);
		this.refused = met;
		if (met.some(({ token }) => token === refused)) return true;
		const ofWorkspace = met.filter((session) => session.workspaceId === workspaceId);
		if (ofWorkspace.length >= MOST_RENEWALS) return false;
		met.push({ token: refused, workspaceId, at: now });
		return true;
	}

	/** The lanes of the organisation a token is for, whatever credential it came from. */
	async lanes(workspaceId?: number): Promise<Lanes> {
		const token = await this.token(workspaceId);
		const known = this.laneOf.get(workspaceId);
		if (known?.token === token) return known.lanes;
		const { organisationId } = claimsOf(token);
		const key = String(organisationId ?? `${accountKey(this.account)} ${workspaceId ?? ''}`);
		const lanes = lanesFor(this.account.baseUrl, key);
		lanes.limit(this.limits);
		this.laneOf.set(workspaceId, { token, lanes });
		return lanes;
	}

	/**
	 * The session's part of the values to store; undefined when it is stored or was returned
	 * before. It has to go with the next request: without a stored session each run needs a login.
	 */
	toKeep(): StoredSession | undefined {
		if (this.session.isStored(this.account, this.stored)) return undefined;
		this.stored = this.session.stored(this.account);
		return this.stored;
	}

	/** The login behind the account. `keep` has the host store a login that waits for its code. */
	login(save: () => Promise<void>, workspaceId?: number): LoginCall {
		return {
			tokenForm: async () => formOfToken(await this.token(workspaceId)),
			ownRates: () => this.limits,
			identity: async () => {
				const claims = claimsOf(await this.token(workspaceId));
				const own = this.account.kind === 'user' ? this.account.userId : undefined;
				return own === undefined ? claims : { ...claims, userId: own };
			},
			passwordHash: () => (this.account.kind === 'user' ? this.account.passwordHash : undefined),
			requestCode: async () => {
				await this.refresh(JUST_READ_MS);
				const asked = await this.session.requestCode(this.logins);
				if (asked === 'sent') await save();
				return asked;
			},
			verifyCode: async (code) => {
				await this.refresh(JUST_READ_MS);
				await this.session.enterCode(this.logins, code);
			},
		};
	}

	/** Reads the credential again when the last read is older than `maxAgeMs` milliseconds. */
	private async refresh(maxAgeMs: number): Promise<void> {
		const age = this.clock.now() - this.readAt;
		if (age >= 0 && age < maxAgeMs) return;
		await (this.reading ??= readFrom(this.host)
			.then((fields) => this.take(fields))
			.finally(() => (this.reading = undefined)));
	}

	private take(fields: CredentialFields): void {
		const { clock } = this;
		const { kind, transport, sleep, patience, report } = this.host;
		this.fields = fields;
		this.readAt = this.clock.now();
		this.limits = limitsIn(fields);
		if (patience) patience.window = this.limits.fiveMinutes ?? LIMIT_FIELDS.fiveMinutes.documented;
		const account = accountFrom(kind, fields);
		const session = sessionFor(account);
		// The values differ from those that have failed.
		if (session !== this.session) this.failed.clear();
		this.session = session;
		this.stored = parseStored(fields.sessionState);
		this.session.adopt(this.stored, clock.now());
		this.share(redisUrlIn(fields));
		const { shared } = this;
		this.logins = new Logins(account, {
			transport: transport(fields),
			reload: async () => {
				await this.refresh(JUST_READ_MS);
				return this.fields.sessionState;
			},
			clock,
			sleep,
			pacing: { patience, shared },
			report,
			limits: this.limits,
			...sharedLogins(fields, { sleep, clock }),
		});
	}

	/** Uses one Redis as long as it is the same: a failed one is not waited for again. */
	private share(url: string | undefined): void {
		if (url === this.redisUrl) return;
		const { clock } = this;
		const { report, sleep = systemSleep } = this.host;
		this.redisUrl = url;
		this.shared = url === undefined ? undefined : redisRates(url, report);
		this.sharedLane = url === undefined ? undefined : redisLane(url, { sleep, clock, report });
		this.keys = url === undefined ? undefined : new RedisKeys(url, { sleep, clock });
	}

	/** A text of a node on the Redis of the account; undefined without one. */
	keptText(node: string): KeptText | undefined {
		const { redisUrl, clock } = this;
		if (redisUrl === undefined) return undefined;
		const { sleep = systemSleep } = this.host;
		return new RedisText(redisUrl, `${accountKey(this.account)}:${node}`, { sleep, clock });
	}

	private get clock(): Clock {
		return this.host.clock ?? systemClock;
	}
}

/** Whether a failed login counts for the run: another try would fail as well, or wait as long. */
const isLasting = (error: unknown): boolean =>
	!(error instanceof LoginError) || isProblem(error, ['notTheService']);

/** The credential's values. @throws a CellularIotError: the waiting request was not sent. */
async function readFrom({ read, guard }: AccessHost): Promise<CredentialFields> {
	const fields = await read().catch((error: unknown) => {
		throw unreadable(error);
	});
	const redisUrl = redisUrlIn(fields);
	if (redisUrl !== undefined) await guard?.(redisUrl);
	return fields;
}

/** The error of a credential that the host cannot read, or whose expressions fail: nothing was sent. */
export function unreadable(error: unknown): CellularIotError {
	const message = error instanceof Error ? error.message : String(error);
	return new CellularIotError(
		message,
		'Choose a credential in the node, and check that it exists and that this n8n can read it. Nothing was sent.',
		'notSent',
		error,
	);
}
