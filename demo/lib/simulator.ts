import { start } from '../../simulator';
import type { EffectRecord, RequestRecord } from '../../simulator/control/ledger';

/** The running simulator of the API. */
export type Simulator = Awaited<ReturnType<typeof start>>;

/** Starts the simulator with its default seed: MFA on, rates enforced. */
export async function startSimulator(port: number): Promise<Simulator> {
	return await start({ port });
}

/** The simulator's ledger since a mark. */
export class LedgerPart {
	constructor(
		private readonly effects: EffectRecord[],
		private readonly requests: RequestRecord[],
	) {}

	/** Records after the number `mark`. */
	static since(simulator: Simulator, mark: number): LedgerPart {
		const { effects, requests } = simulator.ledger();
		const after = (record: { seq: number }) => record.seq > mark;
		return new LedgerPart(effects.filter(after), requests.filter(after));
	}

	/** The current mark. */
	static mark(simulator: Simulator): number {
		const { effects, requests } = simulator.ledger();
		return Math.max(0, ...[...effects, ...requests].map((record) => record.seq));
	}

	/** Endpoint ids of the applied effects of a kind. */
	endpointsOf(kind: string): number[] {
		return this.effects.filter((e) => e.kind === kind).map((e) => e.endpointId ?? 0);
	}

	/** SIM ids of the applied effects of a kind. */
	simsOf(kind: string): number[] {
		return this.effects.filter((e) => e.kind === kind).map((e) => e.simId ?? 0);
	}

	/** Ids of the endpoints whose statistics were read. */
	usageReads(): number[] {
		return this.requests
			.filter((request) => request.status === 200)
			.flatMap(({ path }) => /\/endpoint\/(\d+)\/stats\/daily$/.exec(path)?.[1] ?? [])
			.map(Number);
	}

	/** Number of logins, code verifications and refreshes. */
	authenticateCalls(): number {
		return this.requests.filter((request) => request.path.endsWith('/api/v1/authenticate')).length;
	}

	/** Number of calls refused with 401. */
	refusedCalls(): number {
		return this.requests.filter((request) => request.status === 401).length;
	}
}
