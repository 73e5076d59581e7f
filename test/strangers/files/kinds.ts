/** The words that cases, outcomes and judge share. */

export type Reading =
	| 'iccid'
	| 'imei'
	| 'eid'
	| 'msisdn'
	| 'flag'
	| 'choice'
	| 'moment'
	| 'amount'
	| 'name'
	| 'activationCode'
	| 'blank';

/**
 * Where the cell stands. `column`: it changes something, and an empty one leaves it as it is.
 * `filter`: it narrows what is touched, and an empty one is refused. `form`: typed by hand or by an
 * expression into a field that changes something.
 */
export type Where = 'column' | 'filter' | 'form';

export type Cell = string | number | boolean | null;

/**
 * What a cell means. A thing of the service by its id; a name that nothing there has; or a plain
 * value, where `null` means that there is nothing: leave it as it is.
 */
export type Value = Cell | { id: number } | { missing: string };

/** What was removed or changed on the way. The judge knows which words say it. */
export type Change =
	| 'outer blanks'
	| 'quotes'
	| 'apostrophe'
	| 'formula'
	| 'filler F'
	| 'blanks between groups'
	| 'hyphens between groups'
	| 'plus'
	| 'international prefix'
	| 'brackets'
	| 'serial'
	| 'zone'
	| 'decimal comma'
	| 'software version'
	| 'link'
	| 'prefix LPA';

/** What a message must show, and what it must tell people to do. */
export interface Refusal {
	names: string | RegExp | (string | RegExp)[];
	remedy: RegExp;
}

export type Expected = { value: Value; changed?: Change[] } | { refused: Refusal };

/** What stands around a cell, where its meaning hangs on it. */
export interface Context {
	/** Of a choice: what the form offers. */
	choices?: { value: string | number; label: string }[];
	/** Of a name: what the service has. */
	existing?: { id: number; name: string }[];
	/** Of a moment: the zone of the workflow. */
	zone?: string;
	/** Of a moment: whether the column holds dates only. */
	dates?: boolean;
	/** Of an IMEI that is to be set: the 16 digits that the endpoint reports, or null. */
	reported?: string | null;
}

export interface CellCase {
	id: string;
	reading: Reading;
	given: Cell;
	where: Where;
	expected: Expected;
	/** Other readings that do no harm, where readings.md leaves it open. */
	alsoRight?: Expected[];
	context?: Context;
	source: string;
}

/** What the product did with a cell, in the words of the adapter. */
export type CellOutcome = { value: Value; changed: string[] } | { error: string };

export type Json = Record<string, Cell>;

export interface Endpoint {
	id: number;
	name: string;
	status: 'Enabled' | 'Disabled';
	tags: string[];
	/** `iccid`, 19 digits, of its SIM. */
	iccid: string | null;
	/** IMEISV, 16 digits. */
	imei: string | null;
	imei_lock: boolean;
	data_quota?: number;
	sms_quota?: number;
}

export interface Sim {
	id: number;
	iccid: string;
	status: 'Issued' | 'Activated' | 'Suspended';
	msisdn?: string;
}

export interface Fleet {
	endpoints: Endpoint[];
	sims: Sim[];
	tags: { id: number; name: string }[];
	service_profiles: { id: number; name: string }[];
	tariff_profiles: { id: number; name: string }[];
}

export type Did = 'create' | 'change' | 'nothing' | 'refused';

/**
 * What is right for an item of the input, counted from 0. `leftOut`: the row is empty, it is left
 * out, and counted. `what`: words that the outcome must say.
 */
export type RowExpected =
	| { did: 'create' | 'change' | 'nothing'; what?: RegExp }
	| { did: 'refused'; refusal: Refusal }
	| { did: 'leftOut' };

/** A request that costs money: of an item, for a SIM or a quota or messages, and how many. */
export interface Bill {
	row: number;
	for: 'sim activated' | 'data quota' | 'sms quota' | 'sms';
	/** The ICCID of the SIM, MB, or messages (parts). */
	of: string | number;
}

export type FileExpected =
	| {
			rows: RowExpected[];
			created: string[];
			tags: string[];
			bills: Bill[];
			/** SIMs that may be suspended, by ICCID; all others must be left as they are. */
			suspended?: string[];
			/** Endpoints that may be deleted, by ID. */
			deleted?: number[];
			/** Values that the service must have got, by item. */
			sent?: Record<number, Json>;
	  }
	| { refusedOnce: Refusal };

export interface FileCase {
	id: string;
	title: string;
	purpose: 'create' | 'suspend' | 'quota' | 'tag' | 'replace SIMs' | 'retire' | 'apply' | 'sms';
	/** Operation and settings, by the names of docs/operations. On Error is Continue. */
	operation: string;
	settings: Record<string, string | number | boolean>;
	/** The file as its maker wrote it, where n8n reads it otherwise than meant. */
	raw?: string;
	readAs?: string;
	items: Json[];
	before: Fleet;
	expected: FileExpected;
	alsoRight?: FileExpected[];
	source: string;
}

export interface RowOutcome {
	did: Did | 'leftOut';
	what: string;
	message?: string;
}

/** What the product did with a file, in the words of the adapter. */
export type FileOutcome =
	| { refusedOnce: string }
	| {
			rows: RowOutcome[];
			/** Names of endpoints that were created. */
			created: string[];
			/** Names of tags that were created. */
			tags: string[];
			bills: Bill[];
			suspended: string[];
			deleted: number[];
			sent: Record<number, Json>;
	  };
