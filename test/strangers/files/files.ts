import { serialOf, sim19, sim20, withLuhn, wrongAtEnd } from './digits';
import { endpoint } from './fleets';
import type { FileCase, Fleet, Json, Refusal, RowExpected, Sim } from './kinds';

function sim(id: number, status: Sim['status']): Sim {
	return { id: 7000 + id, iccid: sim19(id), status };
}

const PUMP_1 = '8601234567890107';
const PUMP_3 = '8605432100077712';

/** Four devices with their SIMs, and five SIMs that nobody has: 11 to 15. */
const FLEET: Fleet = {
	endpoints: [
		endpoint(10001, 'pump-01', {
			tags: ['Field'],
			iccid: sim19(1),
			imei: PUMP_1,
			data_quota: 500,
		}),
		endpoint(10002, 'pump-02', { iccid: sim19(2) }),
		endpoint(10003, 'pump-03', {
			status: 'Disabled',
			tags: ['Field', 'Caf\u00E9 Nord'],
			iccid: sim19(3),
			imei: PUMP_3,
		}),
		endpoint(10004, 'tank-1', { iccid: sim19(4), sms_quota: 100 }),
	],
	sims: [
		sim(1, 'Activated'),
		sim(2, 'Activated'),
		sim(3, 'Activated'),
		sim(4, 'Activated'),
		sim(11, 'Issued'),
		sim(12, 'Issued'),
		sim(13, 'Issued'),
		sim(14, 'Issued'),
		sim(15, 'Issued'),
	],
	tags: [
		{ id: 401, name: 'Field' },
		{ id: 402, name: 'Caf\u00E9 Nord' },
	],
	service_profiles: [{ id: 201, name: 'Standard' }],
	tariff_profiles: [{ id: 301, name: 'Europe' }],
};

const NOTHING_ELSE = { created: [], tags: [], bills: [], suspended: [], deleted: [] };

function refused(names: Refusal['names'], remedy: RegExp): RowExpected {
	return { did: 'refused', refusal: { names, remedy } };
}

const NOTHING: RowExpected = { did: 'nothing' };
const CHANGE: RowExpected = { did: 'change' };
const CREATE: RowExpected = { did: 'create' };
const LEFT_OUT: RowExpected = { did: 'leftOut' };

const AS_TEXT = /text|import|format/i;
const RETYPE = /remove|delete|retype|type|paste|clean|replace|without/i;
const SAME = /exists|has|there|same|look|existing|use/i;
const DELIMITER = /delimiter|separator/i;
const HEADING = /head|first row|names of the columns|column names|range/i;

const CREATE_MANY = 'Cellular IoT, Endpoint: Create Many, Values From: Columns';
const APPLY = 'Cellular IoT Jobs, Endpoint: Apply Table, Values From: Columns';
const PROFILES = { serviceProfileId: 201, tariffProfileId: 301, status: 0 };
const BY_NAME = { dryRun: false, endpointId: 'by name: {{ $json.name }}' };
const BY_ID = { dryRun: false, endpointId: 'by ID: {{ $json.id }}' };
const BY_ICCID = { dryRun: false, endpointId: 'by ICCID: {{ $json.iccid }}' };
const SUSPEND = 'Cellular IoT, SIM: Suspend';
const SIM_OF_ROW = { simId: 'by ICCID: {{ $json.iccid }}' };
const ADD_TAGS = 'Cellular IoT, Endpoint: Add Tags';
const TAG_OF_ROW = {
	endpointId: 'by name: {{ $json.device }}',
	tagsBy: 'names',
	tagNames: '{{ $json.tag }}',
	createMissing: true,
};

const LATE = '2027-12-31T00:00:00Z';

/** A message of 150 characters, one of them a curly apostrophe: UCS-2, and 67 go into a part. */
const CURLY =
	`Don\u2019t open the valve before the pressure is down. ${'Check both gauges. '.repeat(6)}`
		.slice(0, 150)
		.padEnd(150, '.');

function rows(...items: Json[]): Json[] {
	return items;
}

const WRITTEN: Omit<FileCase, 'id'>[] = [
	{
		title: 'a semicolon file that was read by commas',
		purpose: 'create',
		operation: CREATE_MANY,
		settings: PROFILES,
		raw: `name;iccid;tag\npump-11;${sim19(11)};Field\npump-12;${sim19(12)};Field\n`,
		readAs: 'Extract from File, CSV, Delimiter left at the comma',
		items: rows(
			{ 'name;iccid;tag': `pump-11;${sim19(11)};Field` },
			{ 'name;iccid;tag': `pump-12;${sim19(12)};Field` },
		),
		before: FLEET,
		expected: { refusedOnce: { names: ['name;iccid;tag', DELIMITER], remedy: /;/ } },
		source: 'CSV saved by a German Excel; issues of importers that read one mangled column',
	},
	{
		title: 'a file with tabs that was read by commas',
		purpose: 'apply',
		operation: APPLY,
		settings: BY_NAME,
		raw: 'name\tstatus\npump-01\tDisabled\npump-02\tDisabled\n',
		readAs: 'Extract from File, CSV, Delimiter left at the comma',
		items: rows({ 'name\tstatus': 'pump-01\tDisabled' }, { 'name\tstatus': 'pump-02\tDisabled' }),
		before: FLEET,
		expected: {
			refusedOnce: { names: [/name.{1,6}status/], remedy: /(delimiter|separator).*(\\t|tab)/is },
		},
		source: 'pasted from a spreadsheet into a text file',
	},
	{
		title: 'a BOM stays before the first heading',
		purpose: 'create',
		operation: CREATE_MANY,
		settings: PROFILES,
		items: rows(
			{ '\uFEFFname': 'pump-11', iccid: sim19(11), tag: 'Field' },
			{ '\uFEFFname': 'pump-12', iccid: sim20(12), tag: 'Field' },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [CREATE, CREATE],
			created: ['pump-11', 'pump-12'],
			bills: [
				{ row: 0, for: 'sim activated', of: sim19(11) },
				{ row: 1, for: 'sim activated', of: sim19(12) },
			],
		},
		source: 'issue of n8n: the BOM is kept in the output, hidden from view',
	},
	{
		title: 'the heading is missing: the first device became the names of the columns',
		purpose: 'create',
		operation: CREATE_MANY,
		settings: PROFILES,
		raw: `pump-11,${sim19(11)},Field\npump-12,${sim19(12)},Field\npump-13,${sim19(13)},Field\n`,
		readAs: 'Extract from File, CSV, Header Row left on',
		items: rows(
			{ 'pump-11': 'pump-12', [sim19(11)]: sim19(12), Field: 'Field' },
			{ 'pump-11': 'pump-13', [sim19(11)]: sim19(13), Field: 'Field' },
		),
		before: FLEET,
		expected: { refusedOnce: { names: 'pump-11', remedy: HEADING } },
		source: 'delivery file of a card maker: no heading',
	},
	{
		title: 'a title in merged cells stands above the heading',
		purpose: 'create',
		operation: CREATE_MANY,
		settings: PROFILES,
		items: rows(
			{ 'SIM delivery 4711': 'name', __EMPTY: 'iccid', __EMPTY_1: 'tag' },
			{ 'SIM delivery 4711': 'pump-11', __EMPTY: sim19(11), __EMPTY_1: 'Field' },
			{ 'SIM delivery 4711': 'pump-12', __EMPTY: sim19(12), __EMPTY_1: 'Field' },
		),
		before: FLEET,
		expected: { refusedOnce: { names: [/__EMPTY|SIM delivery 4711/], remedy: HEADING } },
		source: 'xlsx with a title: issues of SheetJS show __EMPTY for columns without a heading',
	},
	{
		title: 'SIMs to suspend, some of them numbers',
		purpose: 'suspend',
		operation: SUSPEND,
		settings: SIM_OF_ROW,
		items: rows(
			{ iccid: Number(sim19(1)), note: 'sold' },
			{ iccid: sim20(2), note: 'sold' },
			{ iccid: `${withLuhn('86012345678901')} ${sim20(3)}`, note: 'scanned' },
			{ iccid: sim19(4), note: '' },
			{ iccid: sim19(99), note: 'unknown' },
			{ iccid: wrongAtEnd(sim20(11)), note: 'typed' },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [
				refused(/8\.98|8988303|number/i, AS_TEXT),
				CHANGE,
				refused([/IMEI/, /ICCID/], /one|own|split|separate|only/i),
				CHANGE,
				refused(sim19(99), /./),
				refused(
					new RegExp(`(?<!\\d)${sim20(11).slice(-1)}(?!\\d)`),
					/check digit|compare|correct/i,
				),
			],
			suspended: [sim19(2), sim19(4)],
		},
		source: 'xlsx: digits after the 15th are lost; scanners that read both bar codes',
	},
	{
		title: 'SIMs to suspend, each with its own guard or print',
		purpose: 'suspend',
		operation: SUSPEND,
		settings: SIM_OF_ROW,
		items: rows(
			{ iccid: `="${sim19(1)}"` },
			{ iccid: `${sim19(2)}F` },
			{ iccid: `'${sim20(3)}` },
			{ iccid: sim20(4).replace(/(\d{4})(?=\d)/g, '$1\u00A0') },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [CHANGE, CHANGE, CHANGE, CHANGE],
			suspended: [sim19(1), sim19(2), sim19(3), sim19(4)],
		},
		source: 'CSV made for Excel, modem answers, text guards, print on cards',
	},
	{
		title: 'SIMs to suspend, with gaps and failed lookups',
		purpose: 'suspend',
		operation: SUSPEND,
		settings: SIM_OF_ROW,
		items: rows(
			{ iccid: '', device: 'pump-01' },
			{ iccid: '#N/A', device: 'pump-02' },
			{ iccid: sim19(3), device: 'pump-03' },
			{ iccid: '', device: '' },
			{ iccid: null, device: null },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [refused(/empty|blank/i, /./), refused('#N/A', /./), CHANGE, LEFT_OUT, LEFT_OUT],
			suspended: [sim19(3)],
		},
		alsoRight: [
			{
				...NOTHING_ELSE,
				rows: [
					refused(/empty|blank/i, /./),
					refused('#N/A', /./),
					CHANGE,
					refused(/empty|blank/i, /./),
					refused(/empty|blank/i, /./),
				],
				suspended: [sim19(3)],
			},
		],
		source: 'lookup of a spreadsheet that found nothing, and its formatted last rows',
	},
	{
		title: 'quotas with thousands and units',
		purpose: 'quota',
		operation: APPLY,
		settings: BY_NAME,
		items: rows(
			{ name: 'pump-01', data_quota: '1.000', quota_expiry_date: LATE },
			{ name: 'pump-02', data_quota: '750', quota_expiry_date: LATE },
			{ name: 'pump-03', data_quota: '0,5', quota_expiry_date: LATE },
			{ name: 'tank-1', data_quota: '2 GB', quota_expiry_date: LATE },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [
				refused(
					[/(?<![\d.,])1(?!\d|[.,]\d)/, /1[ ']?000/],
					/without|plain|write|thousands|decimal/i,
				),
				CHANGE,
				CHANGE,
				refused('GB', /number|unit|MB/i),
			],
			bills: [
				{ row: 1, for: 'data quota', of: 750 },
				{ row: 2, for: 'data quota', of: 0.5 },
			],
			sent: {
				1: { data_quota: 750, quota_expiry_date: LATE },
				2: { data_quota: 0.5, quota_expiry_date: LATE },
			},
		},
		source: 'CSV of a German Excel and of a portal that writes units',
	},
	{
		title: 'quotas with dates of a spreadsheet, and formatted empty rows',
		purpose: 'quota',
		operation: APPLY,
		settings: { ...BY_NAME, timezone: 'Europe/Berlin' },
		items: rows(
			{ name: 'pump-01', data_quota: 300, quota_expiry_date: serialOf(2027, 12, 31) },
			{ name: 'pump-02', data_quota: 200, quota_expiry_date: '01/02/2028' },
			{ name: 'pump-03', data_quota: 100, quota_expiry_date: 30 },
			{ name: 'tank-1', data_quota: 50, quota_expiry_date: serialOf(2027, 6, 30) + 0.75 },
			{ name: '', data_quota: '', quota_expiry_date: '' },
			{ name: '\u00A0', data_quota: null, quota_expiry_date: '' },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [
				{ did: 'change', what: /2027-12-3[01]/ },
				refused('01/02/2028', /month|YYYY|ISO|year first/i),
				refused('30', /date|YYYY|ISO/i),
				CHANGE,
				LEFT_OUT,
				LEFT_OUT,
			],
			bills: [
				{ row: 0, for: 'data quota', of: 300 },
				{ row: 3, for: 'data quota', of: 50 },
			],
			sent: {
				0: { data_quota: 300, quota_expiry_date: '2027-12-30T23:00:00Z' },
				3: { data_quota: 50, quota_expiry_date: '2027-06-30T16:00:00Z' },
			},
		},
		source: 'bug report of n8n: xlsx dates come as serial numbers',
	},
	{
		title: 'tags that look like those that exist, Create Missing Tags is on',
		purpose: 'tag',
		operation: ADD_TAGS,
		settings: TAG_OF_ROW,
		items: rows(
			{ device: 'pump-01', tag: 'Cafe\u0301 Nord' },
			{ device: 'pump-02', tag: 'Fi\u0435ld' },
			{ device: 'pump-02', tag: 'Field\u00A0' },
			{ device: 'tank-1', tag: 'Depot' },
			{ device: 'pump-02', tag: 'Depot\u200B' },
			{ device: 'pump-03', tag: 'Field' },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [CHANGE, refused([/0435|\u0435/i, 'Field'], SAME), CHANGE, CHANGE, CHANGE, NOTHING],
			tags: ['Depot'],
		},
		source: 'file names of a Mac (NFD), web tables (no-break spaces), another keyboard',
	},
	{
		title: 'tags read in the wrong encoding, Create Missing Tags is on',
		purpose: 'tag',
		operation: ADD_TAGS,
		settings: TAG_OF_ROW,
		items: rows(
			{ device: 'pump-01', tag: 'Caf\uFFFD Nord' },
			{ device: 'pump-02', tag: 'Field' },
			{ device: 'tank-1', tag: 'K\uFFFDln' },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [
				refused(/FFFD|\uFFFD/i, /UTF-8|encoding/i),
				CHANGE,
				refused(/FFFD|\uFFFD/i, /UTF-8|encoding/i),
			],
		},
		alsoRight: [{ refusedOnce: { names: /FFFD|\uFFFD/i, remedy: /UTF-8|encoding/i } }],
		source: 'CSV in Windows-1252 that was read as UTF-8',
	},
	{
		title: 'devices that look like those that exist, Create What Is Missing is on',
		purpose: 'create',
		operation: APPLY,
		settings: {
			...BY_NAME,
			createMissing: true,
			newServiceProfileId: 201,
			newTariffProfileId: 301,
			simActivate: true,
		},
		items: rows(
			{ name: 'pump-01', iccid: sim20(1) },
			{ name: '\u0440ump-02', iccid: '' },
			{ name: 'pump-02\u200B', iccid: sim19(2) },
			{ name: 'pump\u201303', iccid: '' },
			{ name: 'pump-11', iccid: `${sim19(11)}F` },
			{ name: 'tank-1\u202F', iccid: '' },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [
				NOTHING,
				refused([/0440|\u0440/i, 'pump-02'], SAME),
				NOTHING,
				refused([/2013|\u2013/i, 'pump-03'], SAME),
				CREATE,
				NOTHING,
			],
			created: ['pump-11'],
			bills: [{ row: 4, for: 'sim activated', of: sim19(11) }],
		},
		source: 'list kept in a word processor: dashes and letters of another keyboard',
	},
	{
		title: 'one name twice in two forms of its letters',
		purpose: 'create',
		operation: CREATE_MANY,
		settings: PROFILES,
		items: rows(
			{ name: 'Caf\u00E9-1', iccid: sim19(11) },
			{ name: 'Cafe\u0301-1', iccid: sim19(12) },
			{ name: 'Caf\u00E9-2', iccid: sim19(13) },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [
				refused(/Caf(\u00E9|e\u0301)-1/, /twice|same|repeat/i),
				refused(/Caf(\u00E9|e\u0301)-1/, /twice|same|repeat/i),
				CREATE,
			],
			created: ['Caf\u00E9-2'],
			bills: [{ row: 2, for: 'sim activated', of: sim19(13) }],
		},
		source: 'lists of two people, one of them on a Mac',
	},
	{
		title: 'new SIMs for devices',
		purpose: 'replace SIMs',
		operation: APPLY,
		settings: { ...BY_NAME, simActivate: true },
		items: rows(
			{ name: 'pump-01', iccid: `${sim20(11).slice(0, 10)}-${sim20(11).slice(10)}` },
			{ name: 'pump-02', iccid: wrongAtEnd(sim20(12)) },
			{ name: 'pump-03', iccid: sim19(13) },
			{ name: 'tank-1', iccid: sim20(13) },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [
				CHANGE,
				refused(
					new RegExp(`(?<!\\d)${sim20(12).slice(-1)}(?!\\d)`),
					/check digit|compare|correct/i,
				),
				refused(new RegExp(sim19(13)), /two|twice|both|same|row/i),
				refused(new RegExp(sim19(13)), /two|twice|both|same|row/i),
			],
			bills: [{ row: 0, for: 'sim activated', of: sim19(11) }],
		},
		source: 'delivery note with hyphens; the same card with and without its check digit',
	},
	{
		title: 'the columns of SIM and device are swapped',
		purpose: 'replace SIMs',
		operation: APPLY,
		settings: { ...BY_NAME, simActivate: true },
		items: rows(
			{ name: 'pump-01', iccid: withLuhn('86012345678901'), imei: sim20(11) },
			{ name: 'pump-02', iccid: withLuhn('86012345678902'), imei: sim20(12) },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [refused([/iccid/i, /15|IMEI/], /./), refused([/iccid/i, /15|IMEI/], /./)],
		},
		alsoRight: [{ refusedOnce: { names: [/iccid/i, /imei/i], remedy: /./ } }],
		source: 'label list with its headings in the wrong order',
	},
	{
		title: 'devices to retire, from a lookup (dry run)',
		purpose: 'retire',
		operation: 'Cellular IoT Jobs, Endpoint: Retire',
		settings: {
			endpointsBy: 'item',
			endpointId: 'by name: {{ $json.name }}',
			sims: 'suspend',
			dryRun: true,
		},
		items: rows(
			{ name: 'tank-1' },
			{ name: '#N/A' },
			{ name: 'pump-9' },
			{ name: 'pump-0\u200B2' },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [CHANGE, refused('#N/A', /./), refused('pump-9', /./), CHANGE],
		},
		alsoRight: [
			{
				...NOTHING_ELSE,
				rows: [
					CHANGE,
					refused('#N/A', /./),
					refused('pump-9', /./),
					refused(/200B/i, /remove|pump-02/i),
				],
			},
		],
		source: 'lookup of a spreadsheet; list pasted from a ticket',
	},
	{
		title: 'our own export, as it is',
		purpose: 'apply',
		operation: APPLY,
		settings: BY_ID,
		items: rows(
			{
				id: '10001',
				name: "'-west",
				status: 'Enabled',
				tags: 'Field',
				iccid: sim19(1),
				imei: PUMP_1,
				imei_lock: 'false',
				created: '2026-03-01T10:00:00.000Z',
				last_updated: '2026-03-02T10:00:00.000Z',
			},
			{
				id: '10002',
				name: "'=SUM(A1:A9)",
				status: 'Disabled',
				tags: 'Field,Caf\u00E9 Nord',
				iccid: sim19(2),
				imei: '',
				imei_lock: 'true',
				created: '2026-03-01T10:00:00.000Z',
				last_updated: '2026-03-02T10:00:00.000Z',
			},
			{
				id: '10003',
				name: "'Abend",
				status: 'Enabled',
				tags: '',
				iccid: '',
				imei: '',
				imei_lock: 'false',
				created: '2026-03-01T10:00:00.000Z',
				last_updated: '2026-03-02T10:00:00.000Z',
			},
		),
		before: {
			...FLEET,
			endpoints: [
				endpoint(10001, '-west', { tags: ['Field'], iccid: sim19(1), imei: PUMP_1 }),
				endpoint(10002, '=SUM(A1:A9)', {
					status: 'Disabled',
					tags: ['Field', 'Caf\u00E9 Nord'],
					iccid: sim19(2),
					imei_lock: true,
				}),
				endpoint(10003, "'Abend"),
			],
		},
		expected: { ...NOTHING_ELSE, rows: [NOTHING, NOTHING, NOTHING] },
		source: 'docs/jobs.md: texts that begin like a formula get an apostrophe in front',
	},
	{
		title: 'our own export, after a German Excel has saved it',
		purpose: 'apply',
		operation: APPLY,
		settings: BY_ID,
		items: rows(
			{ id: '10001', name: 'pump-01', status: 'Enabled', iccid: '8,98830E+18' },
			{ id: '10002', name: 'pump-02', status: 'Enabled', iccid: '8,98830E+18' },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [refused('8,98830E+18', AS_TEXT), refused('8,98830E+18', AS_TEXT)],
		},
		alsoRight: [{ refusedOnce: { names: '8,98830E+18', remedy: AS_TEXT } }],
		source: 'Microsoft: 15 digits are kept; two rounded numbers are no SIM in two rows',
	},
	{
		title: 'one heading twice',
		purpose: 'apply',
		operation: APPLY,
		settings: BY_NAME,
		items: rows(
			{ name: 'pump-01', status: 'Enabled', status_1: 'Disabled' },
			{ name: 'pump-02', status: 'Enabled', status_1: 'Enabled' },
		),
		before: FLEET,
		expected: { refusedOnce: { names: 'status_1', remedy: /column|twice|remove|rename|ignore/i } },
		source: 'SheetJS names the second column status_1: state of the SIM beside that of the device',
	},
	{
		title: 'a column without a heading and without cells',
		purpose: 'apply',
		operation: APPLY,
		settings: BY_NAME,
		items: rows(
			{ name: 'pump-01', status: 'Disabled', __EMPTY: '' },
			{ name: 'pump-02', status: 'ENABLED', __EMPTY: '' },
		),
		before: FLEET,
		expected: { ...NOTHING_ELSE, rows: [CHANGE, NOTHING] },
		alsoRight: [{ refusedOnce: { names: '__EMPTY', remedy: /column|remove|ignore/i } }],
		source: 'issue of n8n: rows that end in a delimiter have one cell more than the heading',
	},
	{
		title: 'a heading that only looks right',
		purpose: 'replace SIMs',
		operation: APPLY,
		settings: { ...BY_NAME, simActivate: true },
		items: rows(
			{ name: 'pump-01', '\u0456ccid': sim19(11) },
			{ name: 'pump-02', '\u0456ccid': sim19(12) },
		),
		before: FLEET,
		expected: { refusedOnce: { names: [/0456|\u0456ccid/i, /(?<!\u0456)iccid/], remedy: /./ } },
		source: 'heading typed on a Ukrainian keyboard',
	},
	{
		title: 'headings in the spelling of a portal, states in capitals',
		purpose: 'apply',
		operation: APPLY,
		settings: { ...BY_ICCID, endpointId: 'by ICCID, from the column' },
		items: rows(
			{ 'ICCID ': sim20(1), Status: 'DISABLED', 'Service-Profile': 'Standard' },
			{ 'ICCID ': sim19(2), Status: '0', 'Service-Profile': '201' },
			{ 'ICCID ': sim19(3), Status: 'suspended', 'Service-Profile': 'Standard' },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [CHANGE, NOTHING, refused('suspended', /Enabled.*Disabled|Disabled.*Enabled/s)],
			sent: { 0: { status: 1 } },
		},
		source: 'exports of portals: labels, capitals, blanks after headings',
	},
	{
		title: 'IMEIs of labels for an IMEI lock',
		purpose: 'apply',
		operation: APPLY,
		settings: BY_NAME,
		items: rows(
			{ name: 'pump-01', imei: withLuhn('86012345678901'), imei_lock: 'ja' },
			{ name: 'pump-02', imei: withLuhn('86012345678905'), imei_lock: 'ja' },
			{ name: 'pump-03', imei: withLuhn('86012345678906'), imei_lock: 'ja' },
			{ name: 'tank-1', imei: '86-012345-678907-01', imei_lock: 'Nein' },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [
				{ did: 'change', what: /lock/i },
				refused(/16/, /16 digits|software version/i),
				refused(/16|another|other/i, /16 digits|software version/i),
				CHANGE,
			],
			sent: {
				0: { imei_lock: true },
				3: { imei: '8601234567890701' },
			},
		},
		source: 'labels carry 15 digits; the service wants 16; another device has another version',
	},
	{
		title: 'a truncated number keeps all others as they are',
		purpose: 'suspend',
		operation: APPLY,
		settings: { ...BY_ICCID, notInTable: 'suspend', mostChanges: '100%' },
		items: rows(
			{ iccid: sim20(1), status: 'Enabled' },
			{ iccid: `${sim20(2).slice(0, 15)}00000`, status: 'Enabled' },
			{ iccid: sim19(3), status: 'Disabled' },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [
				NOTHING,
				refused(`${sim20(2).slice(0, 15)}00000`, /text|import|format|check digit|spreadsheet/i),
				NOTHING,
			],
		},
		source: 'docs/jobs.md: a row that was not understood may be about any of the others',
	},
	{
		title: 'messages from a list (Plain Characters off)',
		purpose: 'sms',
		operation: 'Cellular IoT, SMS: Send',
		settings: {
			endpointId: 'by name: {{ $json.device }}',
			payload: '{{ $json.message }}',
		},
		items: rows(
			{ device: 'pump-01', message: 'reset now' },
			{ device: 'pump-02', message: 'reset\u200B now' },
			{ device: 'tank-1', message: CURLY },
		),
		before: FLEET,
		expected: {
			...NOTHING_ELSE,
			rows: [
				CHANGE,
				refused([/200B/i, /(?<!\d)6(?!\d)|reset\\u200B/i], RETYPE),
				{ did: 'change', what: /(\u2019|2019).*(?<!\d)3(?!\d)/is },
			],
			bills: [
				{ row: 0, for: 'sms', of: 1 },
				{ row: 2, for: 'sms', of: 3 },
			],
		},
		source: 'texts of a word processor and of a chat: one character makes a message UCS-2',
	},
];

export const FILES: readonly FileCase[] = WRITTEN.map((file, at) => ({
	id: `file-${at + 1}`,
	...file,
}));
