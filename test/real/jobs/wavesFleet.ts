import { APPLICATION_TOKENS, type SimulatorHandle } from '../../../simulator';
import { counts } from '../../faults/runs';
import { fleetOf, RESELLER } from '../workflows/stage';

/*
 * The devices of a migration. Whoever gets another tariff is reset, as its operator does; some do not return from
 * a reset. The simulator knows nothing of the migration: their lives are those of any device.
 */

export interface WaveSize {
	devices: number;
	/** Devices that do not return. */
	gone: number;
	/** Rows in a wave. */
	wave: number;
	kills: number;
}

export const OLD = 'Europe';
export const NEW = 'World';

/** A request to the simulator beside the runs. */
async function request(url: string, method: string, body: object, token?: string) {
	const answer = await fetch(url, {
		method,
		headers: {
			'content-type': 'application/json',
			// The simulator may close a kept-alive connection just when it is reused.
			connection: 'close',
			...(token && { authorization: `Bearer ${token}` }),
		},
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
	return answer;
}

export class Fleet {
	/** Moves that a reset has followed. */
	private reset = 0;
	private resetting: Promise<void> = Promise.resolve();

	private constructor(
		private readonly sim: SimulatorHandle,
		readonly ids: number[],
		readonly token: string,
	) {}

	/** The devices, on the old tariff and online. */
	static async of(sim: SimulatorHandle, { gone, devices }: WaveSize): Promise<Fleet> {
		const fleet = fleetOf({ sim }, RESELLER)
			.filter(({ simId }) => simId !== null)
			.slice(0, devices);
		const { url } = sim;
		const login = await request(`${url}/api/v1/authenticate`, 'POST', {
			application_token: APPLICATION_TOKENS.reseller,
		});
		const { auth_token: token } = (await login.json()) as { auth_token: string };
		const ids = fleet.map(({ id }) => id);
		const own = new Fleet(sim, ids, token);
		const old = own.tariff(OLD);
		for (const endpoint of fleet) {
			Object.assign(endpoint, { tariffProfileId: old, statusId: 0, blocked: false });
			sim.store.sims.get(endpoint.simId!)!.statusId = 1;
		}
		const mix = { gone: gone / ids.length };
		const lives = { endpointIds: ids, mix, kind: 'awake', returnSeconds: [1, 5] };
		await request(`${url}/_sim/lives`, 'POST', lives);
		return own;
	}

	private tariff(name: string): number {
		return [...this.sim.store.tariffProfiles.values()].find(
			(profile) => profile.name === name && profile.organisationId === RESELLER,
		)!.id;
	}

	/** The devices on a tariff. */
	on(name: string): number[] {
		const tariff = this.tariff(name);
		const { endpoints } = this.sim.store;
		return this.ids.filter((id) => endpoints.get(id)!.tariffProfileId === tariff);
	}

	/** The devices that were given a tariff, once for each time. */
	private get moves(): number[] {
		return this.sim
			.ledger()
			.effects.filter(
				({ kind, detail }) =>
					kind === 'endpoint.updated' && JSON.stringify(detail).includes('tariff_profile'),
			)
			.map(({ endpointId }) => Number(endpointId));
	}

	/** How many devices were given a tariff. */
	get moved(): number {
		return new Set(this.moves).size;
	}

	private get gone(): number[] {
		return [...this.sim.store.lives.values()]
			.filter(({ kind }) => kind === 'gone')
			.map(({ endpointId }) => endpointId);
	}

	/** Resets the devices that have got another tariff since. */
	async resetMoved(): Promise<void> {
		this.resetting = this.resetting.then(async () => {
			const { moves } = this;
			for (const id of moves.slice(this.reset)) {
				const path = `${this.sim.url}/api/v1/endpoint/${id}/connectivity`;
				await request(path, 'PATCH', { location: null, pdp_context: null }, this.token);
			}
			this.reset = moves.length;
		});
		await this.resetting;
	}

	/** Resets them until it is stopped. */
	operate(everyMs: number): { stop: () => Promise<void> } {
		let isOn = true;
		const work = async () => {
			while (isOn) {
				await this.resetMoved();
				await new Promise((resolve) => setTimeout(resolve, everyMs));
			}
		};
		const working = work();
		return {
			stop: async () => {
				isOn = false;
				await working;
			},
		};
	}

	/** How a migration must end, in the words of {@link got}. */
	get wanted(): string {
		const gone = this.gone.length;
		return Fleet.words(this.ids.length - gone, gone, 0, 0);
	}

	/** How it has ended, by the ledger. */
	get got(): string {
		const { gone } = this;
		const moved = this.on(NEW);
		const sick = moved.filter((id) => gone.includes(id)).length;
		const times = counts(this.moves);
		// Moved once; moved and put back once.
		const odd = this.ids.filter((id) => times.get(id) !== (gone.includes(id) ? 2 : 1)).length;
		return Fleet.words(moved.length, this.on(OLD).length, sick, odd);
	}

	private static words(moved: number, back: number, sick: number, odd: number): string {
		return `${moved} moved, ${back} put back, ${sick} sick left, ${odd} changed too often or never`;
	}
}
