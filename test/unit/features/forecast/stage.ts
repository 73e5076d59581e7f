import { stub } from '../../../support/stub';
import {
	APPLICATION_TOKENS,
	type Generation,
	start,
	type SimulatorHandle,
} from '../../../../simulator';
import type { Client } from '../../../../src/run/client';
import { findOperation } from '../../../../src/operations';
import { directTransport } from '../../../support/directTransport';
import { clientOf } from '../../../support/client';
import { DAYS_BEFORE, type SyntheticFleet } from './fleets';

/* A simulator whose devices use what a synthetic fleet says, and forecasts of it at moments of a month. */

const DAY_MS = 86_400_000;
/** The month that is forecast: its first day was a Sunday, and it has 31 days. */
export const MONTH = Date.UTC(2026, 2, 1);
export const DAYS_IN_MONTH = 31;
/** The weekday of the first day of a fleet, 0 for Sunday. */
export const FIRST_WEEKDAY = new Date(MONTH - DAYS_BEFORE * DAY_MS).getUTCDay();
const ORGANISATION = 1001;

type Values = Record<string, unknown>;

export class ForecastStage {
	private token = '';
	private fleet: SyntheticFleet | undefined;
	readonly sent: string[] = [];
	/** Adds usage beside that of the fleet, before each forecast. */
	beside: () => void = () => {};
	/** A path that the service refuses. */
	refused: string | undefined;

	private constructor(
		readonly sim: SimulatorHandle,
		readonly ids: number[],
	) {}

	static async open(devices: number, generation: Generation): Promise<ForecastStage> {
		const sim = await start({ limits: 'off', generation, seed: { endpoints: devices } });
		const all = [...sim.store.endpoints.values()].filter(
			({ organisationId }) => organisationId === ORGANISATION,
		);
		// Its devices are older than the fleets that they play.
		for (const endpoint of all) endpoint.created = MONTH - 400 * DAY_MS;
		// No other device of the organisation and of its children has traffic.
		for (const endpoint of sim.store.endpoints.values())
			endpoint.network = 'network_determined_not_reachable';
		return new ForecastStage(
			sim,
			all.slice(-devices).map(({ id }) => id),
		);
	}

	/** Lets the devices use what a fleet has used, as far as it is known at a moment. */
	play(fleet: SyntheticFleet): void {
		this.fleet = fleet;
		const { store } = this.sim;
		const profiles = [...store.tariffProfiles.values()].filter(
			({ organisationId }) => organisationId === ORGANISATION,
		);
		for (const [i, id] of this.ids.entries()) {
			const own = profiles[fleet.isSecond[i] ? 1 : 0]!;
			store.endpoints.get(id)!.tariffProfileId = own.id;
		}
		store.touch();
	}

	/** Shows the days before a moment; of its own day as much as has passed. */
	private showUntil(now: number): void {
		const { store } = this.sim;
		store.days.clear();
		const first = MONTH - DAYS_BEFORE * DAY_MS;
		for (const [i, days] of this.fleet!.devices.entries()) {
			for (const [day, mb] of days.entries()) {
				const passed = Math.min((now - first) / DAY_MS - day, 1);
				if (passed <= 0) break;
				const date = new Date(first + day * DAY_MS).toISOString().slice(0, 10);
				store.dayCount(this.ids[i]!, date).data = mb * passed;
			}
		}
		this.beside();
		store.touch();
	}

	private async login(): Promise<void> {
		const response = await fetch(`${this.sim.url}/api/v1/authenticate`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify({ application_token: APPLICATION_TOKENS.reseller }),
		});
		this.token = ((await response.json()) as { auth_token: string }).auth_token;
	}

	private client(now: number): Client {
		return clientOf(
			async (wire) => {
				const { pathname } = new URL(wire.url);
				this.sent.push(`${wire.method} ${pathname}`);
				const isRefused = pathname === this.refused;
				const answer = await directTransport(
					isRefused ? { ...wire, url: `${wire.url}/none` } : wire,
				);
				return pathname.endsWith('/tariff_profile') ? withRates(answer) : answer;
			},
			{
				baseUrl: this.sim.url,
				token: async () => this.token,
				login: stub({ identity: async () => ({ organisationId: ORGANISATION, userId: 11 }) }),
				clock: { now: () => now },
			},
		);
	}

	/** A forecast at a moment of the month. */
	async forecast(now: number, values: Values = {}): Promise<Values> {
		this.sim.clock.set(now);
		await this.login();
		this.sent.length = 0;
		this.showUntil(now);
		const operation = findOperation('usage', 'forecast');
		const result = await this.client(now).perform(operation, { of: 'organisation', ...values });
		return result as Values;
	}
}

/** Tariffs with fees of SIMs; the second one has another currency. */
function withRates<A extends { body: unknown }>(answer: A): A {
	const profiles = (
		typeof answer.body === 'string' ? JSON.parse(answer.body) : answer.body
	) as Array<{ tariff: Values }>;
	const body = profiles.map((profile, i) => ({
		...profile,
		tariff: {
			...profile.tariff,
			sim_activated_rate: i === 0 ? 0.5 : 0.8,
			sim_suspended_rate: 0.1,
			...(i > 0 && { currency: { id: 2, code: 'USD', symbol: '$' } }),
		},
	}));
	return { ...answer, body: typeof answer.body === 'string' ? JSON.stringify(body) : body };
}
