import type { Client } from '../../run/client';
import * as f from '../../table/fields';
import { HOUR_MS } from '../../times';
import type { DeliveryStore, Cell } from './store';

/*
 * Catching up at a start of n8n. While it starts, n8n itself answers calls with 200, and the service
 * repeats nothing that was answered so. Where the service has a list of what it has sent, the trigger
 * reads the list once after the start and emits what its ledger does not know.
 */

/** Longest look back, in hours: a week. */
const MOST_HOURS = 168;

/** The option of a trigger for it; 0 hours read nothing. */
export const catchUpField = (hint: string, hours: number) =>
	f.number(
		{
			label: 'Catch Up at Start (Hours)',
			hint: `How far back to look, at each start of n8n, for ${hint} With 0 nothing is looked for.`,
			default: hours,
		},
		{ min: 0, max: MOST_HOURS },
	);

/** A stretch of time by the service's clock; milliseconds since 1970. */
export interface Span {
	from: number;
	to: number;
}

/** The clock and the log of a look. */
export interface LookPorts {
	/** Milliseconds since 1970, by this n8n's clock. */
	now: () => number;
	log: (message: string) => void;
}

/** What a trigger can find again at the service. */
export interface MissedCalls<Found> {
	/** Hours that the form allows to look back; 0 where nothing is looked for. */
	hours: number;
	/** Whether the service calls this workflow: what it sends to another n8n was not missed here. */
	isCalled(client: Client): Promise<boolean>;
	/** What the service has sent in a stretch of time, as calls would bring it, the oldest first. */
	find(client: Client, span: Span, ports: LookPorts): Promise<Found[]>;
}

/**
 * How far back to look, in milliseconds. Deliveries that the ledger may have forgotten would be emitted
 * twice, and those before the publication were never meant for this workflow.
 */
export const lookBackMs = async <C extends Cell>(
	store: DeliveryStore<C>,
	hours: number,
): Promise<number> => Math.min(hours * HOUR_MS, await store.rememberedMs());
