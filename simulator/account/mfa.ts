import { randomInt, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { SimClock } from '../clock';
import type { Store } from '../store';
import type { User, MfaKey } from './entities';

/** Life of a mailed code and of the pending login it belongs to: 20 minutes (public reference). */
const CODE_MS = 20 * 60_000;
/** A trusted device skips the code for 90 days (specification). */
const TRUSTED_DEVICE_MS = 90 * 24 * 60 * 60_000;

const STEP_SECONDS = 30;

/** RFC 6238: 30 s, 6 digits, SHA-1 (public reference). */
export const totpOf = (key: Pick<MfaKey, 'secret'>, label: string) =>
	new TOTP({
		issuer: 'Connectivity service',
		label,
		secret: Secret.fromBase32(key.secret),
		algorithm: 'SHA1',
		digits: 6,
		period: STEP_SECONDS,
	});

interface PendingLogin {
	userId: number;
	/** Set when a code was mailed; otherwise the user's authenticator app generates it. */
	code: string | null;
	expiresAt: number;
}

/** Second factors: pending logins, mailed codes, codes of authenticator apps. */
export class Mfa {
	private readonly pending = new Map<string, PendingLogin>();

	constructor(
		private readonly clock: SimClock,
		private readonly store: () => Store,
	) {}

	/** The user's active authenticator key, if any. */
	activeKey(userId: number): MfaKey | undefined {
		for (const key of this.store().mfaKeys.values())
			if (key.userId === userId && key.statusId === 1) return key;
		return undefined;
	}

	/** Whether a login needs a code: always, except for trial accounts without a key. */
	needed(user: User): boolean {
		return !user.trial || this.activeKey(user.id) !== undefined;
	}

	/** Starts the second step of a login and mails a code if the user has no authenticator key. */
	begin(user: User): string {
		const code = this.activeKey(user.id) ? null : String(randomInt(1_000_000)).padStart(6, '0');
		const token = randomUUID();
		this.pending.set(token, { userId: user.id, code, expiresAt: this.clock.now() + CODE_MS });
		return token;
	}

	/** The user of a pending login, or undefined when the `mfa_token` is unknown or expired. */
	pendingUser(mfaToken: string): number | undefined {
		const login = this.pending.get(mfaToken);
		return login && login.expiresAt > this.clock.now() ? login.userId : undefined;
	}

	/** Whether the code is correct for the pending login; a correct code consumes both. */
	complete(mfaToken: string, code: string): boolean {
		const login = this.pending.get(mfaToken);
		if (!login || login.expiresAt <= this.clock.now()) return false;
		const key = this.activeKey(login.userId);
		const right =
			login.code === null ? key !== undefined && this.takeCode(key, code) : login.code === code;
		if (right) this.pending.delete(mfaToken);
		return right;
	}

	/** Accepts a code of an authenticator app: at most one step early or late, and only once. */
	takeCode(key: MfaKey, code: string): boolean {
		if (!/^\d{6}$/.test(code)) return false;
		const timestamp = this.clock.now();
		const delta = totpOf(key, '').validate({ token: code, timestamp, window: 1 });
		if (delta === null) return false;
		const step = Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
		if (step <= key.lastStep) return false;
		key.lastStep = step;
		return true;
	}

	/**
	 * The code a person would type now: the last mailed code, or the authenticator's. When the
	 * current step's code is already used, the next step's code, which is accepted one step early.
	 */
	currentCode(user: User): { method: 'totp' | 'mail'; code: string | null; secret?: string } {
		const key = this.activeKey(user.id);
		if (key) return { method: 'totp', code: this.codeOf(key), secret: key.secret };
		const codes = [...this.pending.values()].filter(
			({ userId, code, expiresAt }) =>
				userId === user.id && code !== null && expiresAt > this.clock.now(),
		);
		return { method: 'mail', code: codes.at(-1)?.code ?? null };
	}

	/** A code of a key that would be accepted, whether the key is active or not. */
	codeOf(key: MfaKey): string {
		const now = this.clock.now();
		const step = Math.floor(now / 1000 / STEP_SECONDS);
		const timestamp = step > key.lastStep ? now : now + STEP_SECONDS * 1000;
		return totpOf(key, '').generate({ timestamp });
	}

	/** Whether the user trusted the device with this fingerprint in the last 90 days. */
	isTrusted(userId: number, fingerprint: string): boolean {
		for (const device of this.store().trustedDevices.values())
			if (device.userId === userId && device.fingerprint === fingerprint)
				return device.expiresAt > this.clock.now();
		return false;
	}

	/** Trusts a device for 90 days, counted anew for a device that is trusted already. */
	trust(
		userId: number,
		device: { fingerprint: string; operating_system?: string; browser?: string; name?: string },
	): void {
		const store = this.store();
		const known = [...store.trustedDevices.values()].find(
			(other) => other.userId === userId && other.fingerprint === device.fingerprint,
		);
		const now = this.clock.now();
		const id = known?.id ?? store.nextId('trustedDevice');
		store.trustedDevices.set(id, {
			id,
			userId,
			fingerprint: device.fingerprint,
			operatingSystem: device.operating_system ?? null,
			browser: device.browser ?? null,
			name: device.name ?? null,
			activatedAt: now,
			expiresAt: now + TRUSTED_DEVICE_MS,
		});
	}

	/** Forgets all pending logins. */
	clear(): void {
		this.pending.clear();
	}
}
