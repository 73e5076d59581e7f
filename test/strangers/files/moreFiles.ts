import { serialOf, sim19, sim20, withLuhn, wrongAtEnd } from './digits';
import { endpoint, fleetOf } from './fleets';
import type { FileCase, Refusal, RowExpected, Sim } from './kinds';

/*
 * A second set of files, held out: written when the first set was read rightly, without a look at it or at the code.
 * All numbers are invented.
 */

const sim = (id: number, iccid: string, status: Sim['status'] = 'Issued'): Sim => ({
	id,
	iccid,
	status,
});

const changes = (what?: RegExp): RowExpected => ({ did: 'change', ...(what && { what }) });
const creates: RowExpected = { did: 'create' };
const same: RowExpected = { did: 'nothing' };
const leftOut: RowExpected = { did: 'leftOut' };
const refuses = (names: Refusal['names'], remedy: RegExp): RowExpected => ({
	did: 'refused',
	refusal: { names, remedy },
});

const NOTHING = { created: [], tags: [], bills: [] };

const APPLY = { operation: 'Endpoint: Apply Table' };
const BY_NAME = { endpointId: 'by Name: {{ $json.name }}', dryRun: false };
const CREATING = {
	...BY_NAME,
	createMissing: true,
	newServiceProfileId: 201,
	newTariffProfileId: 301,
	simActivate: true,
};

const DIGITS = /digit/i;
const PLAIN = /plain|digits|without/i;

const separatorLine: FileCase = {
	id: 'more-file-01',
	title: 'a first line that tells a spreadsheet the separator',
	purpose: 'apply',
	...APPLY,
	settings: BY_NAME,
	raw: 'sep=;\r\nname;status\r\npump-1;Disabled\r\npump-2;Disabled\r\n',
	readAs: 'one column, sep=;',
	items: [
		{ 'sep=;': 'name;status' },
		{ 'sep=;': 'pump-1;Disabled' },
		{ 'sep=;': 'pump-2;Disabled' },
	],
	before: fleetOf({ endpoints: [endpoint(5101, 'pump-1'), endpoint(5102, 'pump-2')] }),
	expected: { refusedOnce: { names: 'sep=;', remedy: /From Line|Delimiter|first line/i } },
	source: 'the line that exports write for Excel (rainbow_csv 108, ag-grid 455)',
};

const pipes: FileCase = {
	id: 'more-file-02',
	title: 'columns of an ERP, separated by |',
	purpose: 'create',
	operation: 'Endpoint: Create Many',
	settings: { serviceProfileId: 201, tariffProfileId: 301, status: 0 },
	raw: `name|iccid|tags\nmeter-1|${sim20(710101)}|lab\nmeter-2|${sim20(710102)}|lab\n`,
	readAs: 'one column, name|iccid|tags',
	items: [
		{ 'name|iccid|tags': `meter-1|${sim20(710101)}|lab` },
		{ 'name|iccid|tags': `meter-2|${sim20(710102)}|lab` },
	],
	before: fleetOf({ sims: [sim(6101, sim19(710101)), sim(6102, sim19(710102))] }),
	expected: { refusedOnce: { names: 'name|iccid|tags', remedy: /Delimiter/ } },
	source: 'exports that avoid commas and semicolons (ERP, data warehouses)',
};

const repeatedHeadings: FileCase = {
	id: 'more-file-03',
	title: 'a printed list: headings on every page, and a total at its end',
	purpose: 'apply',
	...APPLY,
	settings: CREATING,
	items: [
		{ name: 'meter-01', iccid: sim20(710301), status: 'Enabled' },
		{ name: 'meter-02', iccid: sim20(710302), status: 'Enabled' },
		{ name: 'name', iccid: 'iccid', status: 'status' },
		{ name: 'meter-03', iccid: `${sim19(710303)}F`, status: 'enabled' },
		{ name: 'TOTAL', iccid: '', status: '' },
	],
	before: fleetOf({
		sims: [sim(6301, sim19(710301)), sim(6302, sim19(710302)), sim(6303, sim19(710303))],
	}),
	expected: {
		rows: [
			creates,
			creates,
			refuses(/name|heading/i, /remove|heading|repeat/i),
			creates,
			refuses('TOTAL', /remove|total|row/i),
		],
		created: ['meter-01', 'meter-02', 'meter-03'],
		tags: [],
		bills: [
			{ row: 0, for: 'sim activated', of: sim19(710301) },
			{ row: 1, for: 'sim activated', of: sim19(710302) },
			{ row: 3, for: 'sim activated', of: sim19(710303) },
		],
	},
	source: 'a PDF of several pages, copied into a table',
};

const twoHeadings: FileCase = {
	id: 'more-file-04',
	title: 'two lines of headings, the upper one in merged cells',
	purpose: 'apply',
	...APPLY,
	settings: CREATING,
	readAs: 'the upper line is the heading; merged cells have one only in their first',
	items: [
		{ Device: 'name', __EMPTY: 'status', SIM: 'iccid', __EMPTY_1: 'imei_lock' },
		{ Device: 'meter-04', __EMPTY: 'Enabled', SIM: sim20(710401), __EMPTY_1: 'yes' },
		{ Device: 'meter-05', __EMPTY: 'Enabled', SIM: sim20(710402), __EMPTY_1: 'no' },
	],
	before: fleetOf({ sims: [sim(6401, sim19(710401)), sim(6402, sim19(710402))] }),
	expected: { refusedOnce: { names: /Device|__EMPTY|heading/, remedy: /From Line|Range|heading/ } },
	source: 'reports with groups of columns',
};

const unitsInHeadings: FileCase = {
	id: 'more-file-05',
	title: 'the unit stands in the heading',
	purpose: 'quota',
	...APPLY,
	settings: BY_NAME,
	items: [
		{ name: 'pump-1', 'data_quota (GB)': 2, quota_expiry_date: '2027-12-31' },
		{ name: 'pump-2', 'data_quota (GB)': 5, quota_expiry_date: '2027-12-31' },
	],
	before: fleetOf({
		endpoints: [
			endpoint(5501, 'pump-1', { data_quota: 100 }),
			endpoint(5502, 'pump-2', { data_quota: 100 }),
		],
	}),
	expected: { refusedOnce: { names: 'data_quota (GB)', remedy: /data_quota|rename|remove/i } },
	source: 'exports of portals write units into headings; GB taken for MB is a thousandth',
};

const otherHeadings: FileCase = {
	id: 'more-file-06',
	title: 'a delivery note whose columns have other names',
	purpose: 'create',
	operation: 'Endpoint: Create Many',
	settings: { serviceProfileId: 201, tariffProfileId: 301, status: 0 },
	items: [
		{ Pos: '1', Material: 'SIM 2FF/3FF/4FF', 'Serial number': sim20(710601) },
		{ Pos: '2', Material: 'SIM 2FF/3FF/4FF', 'Serial number': sim20(710602) },
	],
	before: fleetOf({ sims: [sim(6601, sim19(710601)), sim(6602, sim19(710602))] }),
	expected: {
		rows: [refuses(/name|SIM/, /column|name/i), refuses(/name|SIM/, /column|name/i)],
		...NOTHING,
	},
	alsoRight: [{ refusedOnce: { names: /name|SIM|Serial number/, remedy: /column|name/i } }],
	source: 'delivery notes of suppliers',
};

const sameCardTwice: FileCase = {
	id: 'more-file-07',
	title: 'rows twice, also about one card in its two lengths',
	purpose: 'apply',
	...APPLY,
	settings: { endpointId: 'by ICCID: {{ $json.iccid }}', dryRun: false },
	items: [
		{ iccid: sim20(710701), name: 'north-1' },
		{ iccid: sim20(710701), name: 'north-1' },
		{ iccid: sim20(710702), name: 'north-2' },
		{ iccid: sim19(710702), name: 'north-3' },
		{ iccid: ` ${sim19(710703)}`, name: 'north-4' },
		{ iccid: `${sim20(710703)}`, name: 'north-4 ' },
	],
	before: fleetOf({
		endpoints: [
			endpoint(5701, 'old-1', { iccid: sim19(710701) }),
			endpoint(5702, 'old-2', { iccid: sim19(710702) }),
			endpoint(5703, 'old-3', { iccid: sim19(710703) }),
		],
		sims: [
			sim(6701, sim19(710701), 'Activated'),
			sim(6702, sim19(710702), 'Activated'),
			sim(6703, sim19(710703), 'Activated'),
		],
	}),
	expected: {
		rows: [
			changes(/north-1/),
			same,
			// The column is named by its label.
			refuses(/name/i, /row|item/i),
			refuses(/name/i, /row|item/i),
			changes(/north-4/),
			same,
		],
		...NOTHING,
	},
	source: 'lists that were put together from two exports',
};

const wrongEncoding: FileCase = {
	id: 'more-file-08',
	title: 'tags with umlauts, saved in the code page of Windows',
	purpose: 'tag',
	...APPLY,
	settings: CREATING,
	items: [
		{ name: 'pump-1', tags: 'K\uFFFDln' },
		{ name: 'pump-2', tags: 'Bonn' },
	],
	before: fleetOf({
		endpoints: [endpoint(5801, 'pump-1'), endpoint(5802, 'pump-2')],
		tags: [
			{ id: 71, name: 'Köln' },
			{ id: 72, name: 'Bonn' },
		],
	}),
	expected: { refusedOnce: { names: /U\+FFFD|\\uFFFD/i, remedy: /encod|UTF-8/i } },
	alsoRight: [{ rows: [refuses(/U\+FFFD|\\uFFFD/i, /encod|UTF-8/i), changes(/Bonn/)], ...NOTHING }],
	source: 'a CSV of a German spreadsheet',
};

const toSuspend: FileCase = {
	id: 'more-file-09',
	title: 'a list of cards to suspend, put together by several people',
	purpose: 'suspend',
	operation: 'SIM: Suspend',
	settings: { simId: 'by ICCID: {{ $json.ICCID }}' },
	items: [
		{ ICCID: sim20(710901).replace(/(.{4})(?=.)/g, '$1 '), note: 'label' },
		{ ICCID: '# added on Friday', note: '' },
		{ ICCID: `\u00A0${sim19(710902)}f`, note: 'modem' },
		{ ICCID: Number(sim19(710903)), note: 'number cell' },
		{ ICCID: `${sim20(710904)}\n${sim20(710905)}`, note: 'two modems' },
		{ ICCID: wrongAtEnd(sim20(710906)), note: 'typed' },
		{ ICCID: `'${sim20(710907)}`, note: 'apostrophe' },
		{ ICCID: 'Total: 7', note: '' },
	],
	before: fleetOf({
		sims: [1, 2, 3, 4, 5, 6, 7].map((number) =>
			sim(6900 + number, sim19(710900 + number), 'Activated'),
		),
	}),
	expected: {
		rows: [
			changes(),
			refuses('#', DIGITS),
			changes(),
			refuses(/number|898830/i, /text/i),
			refuses(/two|2|line|\\n/i, /one|digit/i),
			refuses(sim20(710906).slice(-1), /check digit|should be|last digit/i),
			changes(),
			refuses('Total', DIGITS),
		],
		...NOTHING,
		suspended: [sim19(710901), sim19(710902), sim19(710907)],
	},
	alsoRight: [
		{
			rows: [
				changes(),
				refuses('#', DIGITS),
				refuses('f', DIGITS),
				refuses(/number|898830/i, /text/i),
				refuses(/two|2|line|\\n/i, /one|digit/i),
				refuses(sim20(710906).slice(-1), /check digit|should be|last digit/i),
				changes(),
				refuses('Total', DIGITS),
			],
			...NOTHING,
			suspended: [sim19(710901), sim19(710907)],
		},
	],
	source: 'a shared list on the web, with remarks and a total',
};

const quotas: FileCase = {
	id: 'more-file-10',
	title: 'quotas of an ERP',
	purpose: 'quota',
	...APPLY,
	settings: { ...BY_NAME, timezone: 'Europe/Berlin' },
	items: [
		{ name: 'q-1', data_quota: '500,5', quota_expiry_date: '2027-12-31' },
		{ name: 'q-2', data_quota: 250, quota_expiry_date: serialOf(2027, 12, 31) },
		{ name: 'q-3', data_quota: '1.000', quota_expiry_date: '2027-12-31' },
		{ name: 'q-4', data_quota: '500-', quota_expiry_date: '2027-12-31' },
		{ name: 'q-5', data_quota: '500 MB', quota_expiry_date: '2027-12-31' },
		{ name: 'q-6', data_quota: '300', quota_expiry_date: '03/04/2027' },
		{ name: 'q-7', data_quota: '100', quota_expiry_date: '' },
		{ name: 'q-8', data_quota: '300', quota_expiry_date: 2027 },
	],
	before: fleetOf({
		endpoints: [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
			endpoint(51000 + number, `q-${number}`, { data_quota: 100 }),
		),
	}),
	expected: {
		rows: [
			changes(/500\.5/),
			changes(/250/),
			refuses(['1.000', '1000'], /1000|decimal|thousand/i),
			refuses('500-', PLAIN),
			refuses('MB', PLAIN),
			refuses('03/04/2027', /YYYY-MM-DD|\d{4}-\d{2}-\d{2}/),
			same,
			refuses('2027', /YYYY-MM-DD|\d{4}-\d{2}-\d{2}|date/i),
		],
		created: [],
		tags: [],
		bills: [
			{ row: 0, for: 'data quota', of: 500.5 },
			{ row: 1, for: 'data quota', of: 250 },
		],
		sent: {
			0: { data_quota: 500.5, quota_expiry_date: '2027-12-30T23:00:00.000Z' },
			1: { data_quota: 250, quota_expiry_date: '2027-12-30T23:00:00.000Z' },
		},
	},
	source: 'an ERP that writes a minus behind, and a year where only a year is known',
};

const tags: FileCase = {
	id: 'more-file-11',
	title: 'tags from a file of a Mac, a web page and a keyboard of two alphabets',
	purpose: 'tag',
	operation: 'Endpoint: Add Tags',
	settings: {
		endpointId: 'by Name: {{ $json.name }}',
		tagNames: '{{ $json.tag }}',
		createMissing: true,
	},
	items: [
		{ name: 'pump-1', tag: 'Su\u0308d' },
		{ name: 'pump-2', tag: 'lab\u00A0' },
		{ name: 'pump-3', tag: 'l\u0430b' },
		{ name: 'pump-4', tag: '"field"' },
		{ name: 'pump-5', tag: '2027' },
		{ name: 'pump-6', tag: 'lab' },
	],
	before: fleetOf({
		endpoints: [
			endpoint(51101, 'pump-1'),
			endpoint(51102, 'pump-2'),
			endpoint(51103, 'pump-3'),
			endpoint(51104, 'pump-4'),
			endpoint(51105, 'pump-5'),
			endpoint(51106, 'pump-6', { tags: ['lab'] }),
		],
		tags: [
			{ id: 71, name: 'S\u00FCd' },
			{ id: 72, name: 'lab' },
			{ id: 73, name: 'field' },
		],
	}),
	expected: {
		rows: [
			changes(),
			changes(),
			refuses(['lab', '72'], /name|exist|there|rename|type/i),
			changes(),
			changes(),
			same,
		],
		created: [],
		tags: ['2027'],
		bills: [],
	},
	source: 'a list that many people fill in; years as tags',
};

const messages: FileCase = {
	id: 'more-file-12',
	title: 'orders to devices from a word processor',
	purpose: 'sms',
	operation: 'SMS: Send',
	settings: { endpointId: 'by Name: {{ $json.device }}', payload: '{{ $json.text }}' },
	items: [
		{ device: 'pump-1', text: 'REBOOT' },
		{ device: 'pump-2 ', text: 'APN\u2060 internet' },
		{ device: 'pump-3', text: 'set mode ‘eco’' },
		{ device: 'pump-4', text: 'STATUS\u00A0ALL' },
		{ device: 'Total', text: '' },
	],
	before: fleetOf({
		endpoints: [
			endpoint(51201, 'pump-1', { iccid: sim19(711201), sms_quota: 100 }),
			endpoint(51202, 'pump-2', { iccid: sim19(711202), sms_quota: 100 }),
			endpoint(51203, 'pump-3', { iccid: sim19(711203), sms_quota: 100 }),
			endpoint(51204, 'pump-4', { iccid: sim19(711204), sms_quota: 100 }),
		],
		sims: [1, 2, 3, 4].map((number) => sim(61200 + number, sim19(711200 + number), 'Activated')),
	}),
	expected: {
		rows: [
			changes(/GSM-7/),
			refuses(/\\u2060|U\+2060/i, /Send As It Is|Plain Characters|remove/i),
			changes(/‘/),
			changes(/\\u00A0|U\+00A0|no-break/i),
			refuses(/Total|text|payload|empty/i, /name|id|text|empty|exist|find|match/i),
		],
		created: [],
		tags: [],
		bills: [
			{ row: 0, for: 'sms', of: 1 },
			{ row: 2, for: 'sms', of: 1 },
			{ row: 3, for: 'sms', of: 1 },
		],
	},
	source: 'quotes and spaces that a word processor puts in by itself',
};

const localised: FileCase = {
	id: 'more-file-13',
	title: 'headings as people write them, and flags of several languages',
	purpose: 'apply',
	...APPLY,
	settings: { ...BY_NAME, endpointId: 'by Name: {{ $json.Name }}' },
	items: [
		{ Name: 'gate-1', 'IMEI-Lock': 'ja', 'Service Profile': 'Standard', Status: 'ENABLED' },
		{ Name: 'gate-2', 'IMEI-Lock': 'non', 'Service Profile': ' standard', Status: 'Disabled' },
		{ Name: 'gate-3', 'IMEI-Lock': 'x', 'Service Profile': 'Standard', Status: 'Enabled' },
		{ Name: 'gate-4', 'IMEI-Lock': '', 'Service Profile': '201', Status: 'Enabled' },
		{ Name: 'gate-5', 'IMEI-Lock': 'Nein', 'Service Profile': '', Status: 'Gesperrt' },
		{ Name: '', 'IMEI-Lock': '', 'Service Profile': '', Status: '' },
		{ Name: 'gate-6', 'IMEI-Lock': true, 'Service Profile': '', Status: 0 },
	],
	before: fleetOf({
		endpoints: [1, 2, 3, 4, 5, 6].map((number) =>
			endpoint(51300 + number, `gate-${number}`, { imei: `352099001761480${number}` }),
		),
	}),
	expected: {
		rows: [
			changes(/imei_lock/i),
			refuses('standard', /Standard|profile/),
			refuses('x', /true|yes/),
			same,
			refuses('Gesperrt', /Enabled/),
			leftOut,
			changes(/imei_lock/i),
		],
		...NOTHING,
	},
	alsoRight: [
		{
			rows: [
				changes(/imei_lock/i),
				changes(/status/i),
				refuses('x', /true|yes/),
				same,
				refuses('Gesperrt', /Enabled/),
				leftOut,
				changes(/imei_lock/i),
			],
			...NOTHING,
		},
	],
	source: 'one list of offices in three countries; case of names of profiles is not documented',
};

const toRetire: FileCase = {
	id: 'more-file-14',
	title: 'a list of devices to retire, copied from a mail',
	purpose: 'retire',
	operation: 'Endpoint: Retire',
	settings: { endpointId: 'by Name: {{ $json.name }}', sims: 'suspend', dryRun: true },
	items: [
		{ name: '\u200Etank-1\u200E' },
		{ name: 't\u0430nk-2' },
		{ name: 'tank\u20133' },
		{ name: '- tank-4' },
		{ name: 'all others' },
	],
	before: fleetOf({
		endpoints: [
			endpoint(51401, 'tank-1', { iccid: sim19(711401) }),
			endpoint(51402, 'tank-2', { iccid: sim19(711402) }),
			endpoint(51403, 'tank-3'),
			endpoint(51404, 'tank-4'),
		],
		sims: [sim(61401, sim19(711401), 'Activated'), sim(61402, sim19(711402), 'Activated')],
	}),
	expected: {
		rows: [
			changes(),
			refuses(/t\u0430nk-2|\\u0430|tank-2/, /name|find|there|exist|match/i),
			refuses(/tank\u20133|\\u2013|tank-3/, /name|find|there|exist|match/i),
			refuses('- tank-4', /name|find|there|exist|match/i),
			refuses('all others', /name|find|there|exist|match/i),
		],
		...NOTHING,
	},
	source: 'a mail with bullets, dashes of a word processor and marks of direction',
};

const replacements: FileCase = {
	id: 'more-file-15',
	title: 'new cards for devices, from a delivery note and from labels',
	purpose: 'replace SIMs',
	...APPLY,
	settings: { ...BY_NAME, simActivate: true },
	items: [
		{ name: 'cam-1', iccid: `${sim19(711511)}F` },
		{ name: 'cam-2', iccid: sim20(711512) },
		{ name: 'cam-3', iccid: sim19(711512) },
		{ name: 'cam-4', iccid: `${sim19(711514)} - ${sim19(711519)}` },
		{ name: 'cam-5', iccid: wrongAtEnd(sim20(711515)) },
		{ name: 'cam-6', iccid: sim20(711590) },
		{ name: 'cam-7', iccid: 'n/a' },
		{ name: 'cam-8', iccid: '' },
	],
	before: fleetOf({
		endpoints: [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
			endpoint(51500 + number, `cam-${number}`, { iccid: sim19(711500 + number) }),
		),
		sims: [
			...[1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
				sim(61500 + number, sim19(711500 + number), 'Activated'),
			),
			...[11, 12, 14, 15, 19].map((number) => sim(61500 + number, sim19(711500 + number))),
		],
	}),
	expected: {
		rows: [
			changes(),
			refuses(/row|item/, /one|row|item|twice/i),
			refuses(/row|item/, /one|row|item|twice/i),
			refuses(/-|two|898830/i, /one|digit/i),
			refuses(sim20(711515).slice(-1), /check digit|should be|last digit/i),
			refuses(/711590|ICCID|SIM/, /SIM|ICCID|there|exist|find/i),
			refuses('n/a', /empty/i),
			same,
		],
		created: [],
		tags: [],
		bills: [{ row: 0, for: 'sim activated', of: sim19(711511) }],
	},
	source: 'a technician reads one card as 20 digits and another as 19',
};

const labels: FileCase = {
	id: 'more-file-16',
	title: 'devices to create, from a scanner that guards its numbers',
	purpose: 'create',
	operation: 'Endpoint: Create Many',
	settings: { serviceProfileId: 201, tariffProfileId: 301, status: 0 },
	raw: [
		'Name,ICCID,IMEI,IMEI_Lock',
		`box-1,"=""${sim20(711601)}""","=""3520990017614811""",TRUE`,
		`box-2,"=""${sim20(711602)}""",${withLuhn('35209900176149')},FALSE`,
		`box-3,'${sim20(711603)},3520990017615011,no`,
		`box-3,${sim20(711604)},3520990017615111,no`,
		`Box 5 ,${sim20(711605)},3520990017615211,oui`,
		'',
	].join('\r\n'),
	readAs: 'formulas and apostrophes are kept as text',
	items: [
		{
			Name: 'box-1',
			ICCID: `="${sim20(711601)}"`,
			IMEI: '="3520990017614811"',
			IMEI_Lock: 'TRUE',
		},
		{
			Name: 'box-2',
			ICCID: `="${sim20(711602)}"`,
			IMEI: withLuhn('35209900176149'),
			IMEI_Lock: 'FALSE',
		},
		{ Name: 'box-3', ICCID: `'${sim20(711603)}`, IMEI: '3520990017615011', IMEI_Lock: 'no' },
		{ Name: 'box-3', ICCID: sim20(711604), IMEI: '3520990017615111', IMEI_Lock: 'no' },
		{ Name: 'Box 5 ', ICCID: sim20(711605), IMEI: '3520990017615211', IMEI_Lock: 'oui' },
	],
	before: fleetOf({
		sims: [1, 2, 3, 4, 5].map((number) => sim(61600 + number, sim19(711600 + number))),
	}),
	expected: {
		rows: [
			creates,
			refuses(/15|16/, /16/),
			refuses('box-3', /Repeated|name|twice/i),
			refuses('box-3', /Repeated|name|twice/i),
			creates,
		],
		created: ['box-1', 'Box 5'],
		tags: [],
		bills: [
			{ row: 0, for: 'sim activated', of: sim19(711601) },
			{ row: 4, for: 'sim activated', of: sim19(711605) },
		],
		sent: {
			0: { imei: '3520990017614811', imei_lock: true },
			4: { imei: '3520990017615211', imei_lock: true },
		},
	},
	source: 'a scanner app with guards against spreadsheets; the name of a device scanned twice',
};

export const MORE_FILES: FileCase[] = [
	separatorLine,
	pipes,
	repeatedHeadings,
	twoHeadings,
	unitsInHeadings,
	otherHeadings,
	sameCardTwice,
	wrongEncoding,
	toSuspend,
	quotas,
	tags,
	messages,
	localised,
	toRetire,
	replacements,
	labels,
];
