import type { Fault } from '../service/server';
import type { State } from '../service/state';

/** 17 March 2026, a Tuesday, at noon. */
export const NOW = Date.UTC(2026, 2, 17, 12);

export type By = 'tag' | 'id' | 'name' | 'iccid' | 'imei';

/** What a colleague does to the first device in a world, at any moment of the run. */
export interface ActIn<World> {
	happen: (world: World) => void;
	/** Ways of choosing by which the device is not meant any more afterwards. */
	endsChoiceBy: By[];
	/** Whether its former SIM is not the job's any more. */
	takesSim?: boolean;
	/** It counts only where the run had begun with the device: otherwise a new run chooses it as it is. */
	isOnlyIfBegun?: boolean;
	/** What must still hold at the end where the device was not deleted, in words where it does not. */
	stays?: (world: World) => string | undefined;
}

/** A case, as a world runs it. */
export interface CaseIn<World> {
	name: string;
	/** A sentence, with the page on which it stands. */
	fact: string;
	/** How the service writes its answers; by default as recorded. */
	form?: State['form'];
	by: By;
	sims?: 'suspend' | 'keep';
	prepare?: (state: State) => void;
	/** Tried before each request of the run but the first. */
	act?: ActIn<World>;
	/** Tried at each request that changes something; with an act, that happens before the next request. */
	fault?: Fault;
	/** The process dies at each request; what becomes of that request. The run is made again. */
	kill?: 'applied' | 'never' | number;
	/** Where a kill is tried, the act happens between the two runs. */
	isBetween?: boolean;
	/** Whether all devices that are meant must be gone at the end; by default where nobody disturbs. */
	mustEnd?: boolean;
	/** Any further promise, in words where it is broken. */
	promise?: (world: World) => string | undefined;
}
