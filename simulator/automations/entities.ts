/** A property with its value: one text, or a list of texts (public reference). */
export interface PropertyEntry {
	property: string;
	value: string;
	value_array: string[];
}

/** An event that an organisation made of a template. */
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
	/** How often it ran; its executions are numbered from 1 (inferred). */
	executions: number;
	lastExecution: number | null;
	createdAt: number;
	modifiedAt: number;
}

/** The entry of one action of one execution. */
export interface LogEntry {
	id: string;
	organisationId: number;
	automationId: string;
	execution: number;
	actionId: string;
	/** Number of the event as text. */
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
	/** Organisations for which the feature is not enabled. */
	readonly off = new Set<number>();
}

/** The id of the `serial`th thing of a kind: text, a UUID. */
export const uuidOf = (kind: 'a' | 'c' | 'e', serial: number): string =>
	`${kind}0000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
