/** A property with its value: a string, or a list of strings (public reference). */
export interface PropertyEntry {
	property: string;
	value: string;
	value_array: string[];
}

/** An event that an organisation created from a template. */
export interface CustomEvent {
	id: string;
	organisationId: number;
	name: string;
	templateId: string;
	properties: PropertyEntry[];
}

/** A rule: an event, targets, actions. */
export interface Automation {
	id: string;
	organisationId: number;
	name: string;
	description: string;
	status: string;
	event: { kind: 'system' | 'custom'; id: string };
	actions: Array<{ actionId: string; properties: PropertyEntry[] }>;
	targets: PropertyEntry[];
	/** Number of runs; executions are numbered from 1 (inferred). */
	executions: number;
	lastExecution: number | null;
	createdAt: number;
	modifiedAt: number;
}

/** The log entry of one action in one execution. */
export interface LogEntry {
	id: string;
	organisationId: number;
	automationId: string;
	execution: number;
	actionId: string;
	/** Number of the event, as a string. */
	eventId: string;
	customEventId: string | null;
	status: string;
	message: string;
	at: number;
}

/** Automations and what belongs to them, by id. */
export class AutomationStore {
	readonly customEvents = new Map<string, CustomEvent>();
	readonly automations = new Map<string, Automation>();
	/** Oldest first. */
	readonly log: LogEntry[] = [];
	/** Organisations without the feature. */
	readonly off = new Set<number>();
}

/** The id of the `serial`th object of a kind: a UUID. */
export const uuidOf = (kind: 'a' | 'c' | 'e', serial: number): string =>
	`${kind}0000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
