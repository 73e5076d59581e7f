import type { IDataObject } from 'n8n-workflow';
import type { Coming, Fault } from '../service/server';
import type { State } from '../service/state';
import type { Life } from './device';

/** 17 March 2026, a Tuesday, at noon. */
export const NOW = Date.UTC(2026, 2, 17, 12);

/** Profiles before and after the table. */
export const BEFORE = { tariffProfile: 301, serviceProfile: 201 };
export const WANTED = { tariffProfile: 302, serviceProfile: 202 };
/** What a person sets meanwhile. */
export const FOREIGN = { tariffProfile: 303, serviceProfile: 203 };

export type Outcome =
	| 'changed'
	| 'unchanged'
	| 'putBack'
	| 'notMet'
	| 'notSent'
	| 'failed'
	| 'unknown'
	/** The run has no item of it. */
	| 'absent';

export type Condition = 'online' | 'seenAgain' | 'seenOrTraffic' | 'unblocked';

export interface Row {
	/** What the device does once it has its new profile. */
	life: Life;
	/** What the last run may say of it. */
	right: Outcome[];
	/** Its tariff at the end, where it is not what follows from the outcome. */
	ends?: number;
	name?: string;
	tags?: number[];
	/** The profile that it has before; by default the old one. */
	tariffProfile?: number;
}

/** An end of the process of n8n; the next run begins afterwards. */
export interface KillIn<World> {
	/** The request during which it dies; what becomes of that request. */
	on?: (coming: Coming, world: World) => boolean;
	lose?: 'applied' | 'never' | number;
	/** Or a time after the first change. */
	after?: number;
}

/** A case, as a world runs it. */
export interface CaseIn<World> {
	name: string;
	/** A sentence, with the page on which it stands. */
	fact: string;
	/** How the service writes its answers; by default as recorded. */
	form?: State['form'];
	rows: Row[];
	condition?: Condition;
	/** Which column the table sets; by default the tariff. */
	sets?: ('tariffProfile' | 'serviceProfile')[];
	/** Default 2. */
	waveSize?: number;
	pause?: number;
	/** Default 10. */
	minutes?: number;
	putBack?: boolean;
	/** Default 0: one device is enough. Null: waves go on whatever happens. */
	stopAbove?: number | null;
	now?: number;
	/** How far the clock of the service is ahead. */
	ahead?: number;
	/** How rows name their endpoints; by default by id. */
	by?: 'id' | 'name' | 'tag';
	/** Changes of the state before the run. */
	prepare?: (state: State, world: World) => void;
	/** Called at each request, for faults. */
	fault?: (coming: Coming, world: World) => Fault | undefined;
	/** Called once, when the first change was applied. */
	meanwhile?: (world: World, at: number) => void;
	/** Deaths of runs, one after the other; one more run follows each. */
	kills?: KillIn<World>[];
	/** A further run after the last, though nothing was killed. */
	isRunAgain?: boolean;
	/** Between two runs. */
	between?: (world: World) => void;
	/** Devices that the rows of later runs name, by their place; by default all. */
	laterRows?: number[];
	/** Any further promise, in words where it is broken. */
	promise?: (world: World, items: (IDataObject | undefined)[]) => string | undefined;
}
