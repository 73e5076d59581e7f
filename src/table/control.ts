import type { By } from './values';

/* How the editor shows a field. */

/** The kinds of things that pickers list. */
export const LOOKUPS = [
	'endpoint',
	'sim',
	'serviceProfile',
	'tariffProfile',
	'ipAddressSpace',
	'dns',
	'breakoutRegion',
	'smsInterface',
	'smsLimit',
	'callback',
	'callbackSecret',
	'inclusiveVolume',
	'product',
	'tag',
	'tagColor',
	'dataStream',
	'euicc',
	'euiccAction',
	'simOperationAction',
	'ratType',
	'service',
	'operator',
	'eventType',
	'workspace',
	'automation',
	'automationAction',
	'automationEvent',
	'automationStatus',
	'customEvent',
	'customEventTemplate',
	'systemEvent',
	'applicationToken',
	'user',
	'userRole',
] as const;
export type LookupName = (typeof LOOKUPS)[number];

/** Forms that are made from names the service gives; see automationForm.ts. */
export const NAMED_FORM_NAMES = ['actionProperties', 'targets', 'templateProperties'] as const;
export type NamedFormName = (typeof NAMED_FORM_NAMES)[number];

export interface Choice {
	name: string;
	value: string | number;
	description?: string;
}

/** A column of a table in the form. */
export interface RowColumn {
	label: string;
	hint: string;
	control: Control;
	default?: unknown;
	placeholder?: string;
}

/** How the editor shows a field. */
export type Control =
	| { kind: 'text'; rows?: number; secret?: boolean }
	| { kind: 'number'; min?: number; max?: number; decimals?: number }
	| { kind: 'flag' }
	/** `days`: the value is a day, and has no time. */
	| { kind: 'dateTime'; days?: true }
	| { kind: 'choice'; choices: Choice[]; several?: boolean }
	/** Picker: From List, By ID, and the other names the thing is known by. */
	| {
			kind: 'locator';
			lookup: LookupName;
			/** Names accepted beside the id; absent where only the id is. */
			alsoBy?: By[];
			textIds?: boolean;
			/** Takes what is not in its list, too. */
			isFree?: boolean;
			/** Names of the fields whose values its list depends on. */
			narrowedBy?: string[];
	  }
	/** Picker of a thing that the service knows by its name: From List, By Name, and several By Names. */
	| { kind: 'names'; lookup: LookupName; several?: true }
	/** An id picked from a list; an expression may give a name. */
	| { kind: 'dropdown'; lookup: LookupName }
	/** Several ids picked from a list. */
	| { kind: 'picks'; lookup: LookupName }
	/** Rows of a field and a direction. */
	| { kind: 'sort'; choices: Choice[] }
	/** A table: what the form calls a row, and the columns by their names. */
	| { kind: 'rows'; row: string; columns: Record<string, RowColumn> }
	/** An object or list in JSON. */
	| { kind: 'json' }
	/** n8n's mapper, with a column for each name of a form. */
	| { kind: 'mapper'; form: NamedFormName }
	/** Not in the form: the value is a field of the item. */
	| { kind: 'itemField'; name: string };
