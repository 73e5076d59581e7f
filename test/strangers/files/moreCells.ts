import { eidOf, serialOf, sim19, sim20, withLuhn, wrongAt, wrongAtEnd } from './digits';
import type {
	Cell,
	CellCase,
	Change,
	Context,
	Expected,
	Reading,
	Refusal,
	Value,
	Where,
} from './kinds';

/*
 * A second set of cells, held out: written when the first set was read rightly, without a look at it or at the code.
 * All numbers are invented.
 */

interface Given {
	given: Cell;
	expected: Expected;
	source: string;
	alsoRight?: Expected[];
	where?: Where;
	context?: Context;
}

/** The cases of a reading, numbered as they stand. */
function cellsOf(reading: Reading, cases: Given[], about: Partial<Given> = {}): CellCase[] {
	return cases.map((one, at) => ({
		id: `more-${reading}-${String(at + 1).padStart(2, '0')}`,
		reading,
		where: 'column',
		...about,
		...one,
	}));
}

const taken = (value: Value, ...changed: Change[]): Expected => ({
	value,
	...(changed.length > 0 && { changed }),
});

/** Taken as it is: nothing may be said to be changed. */
const asItIs = (value: Value): Expected => ({ value, changed: [] });

const refused = (names: Refusal['names'], remedy: RegExp): Expected => ({
	refused: { names, remedy },
});

const DIGITS = /digit/i;
const AS_TEXT = /text/i;
const EMPTY = /empty/i;
const CHECK_DIGIT = /check digit|should be|last digit/i;

/** A card by its 20 digits; its 19 without the check digit are the same card. */
const card = (number: number, ...changed: Change[]) => ({
	expected: taken(sim20(number), ...changed),
	alsoRight: [taken(sim19(number), ...changed)],
});

const grouped = (digits: string, size: number, between: string): string =>
	digits.match(new RegExp(`.{1,${size}}`, 'g'))!.join(between);

/** Each two digits turned round, as a card stores them. */
const nibblesSwapped = (digits: string): string => digits.replace(/(.)(.)/g, '$2$1');

const ICCIDS = cellsOf('iccid', [
	{
		given: `${sim19(700101)}f`,
		expected: taken(sim19(700101), 'filler F'),
		alsoRight: [refused('f', DIGITS)],
		source: 'answer of a modem with a small filler (TinyGSM 336)',
	},
	{
		given: `${sim20(700102)}F`,
		...card(700102, 'filler F'),
		source: 'a card reader that pads 20 digits, too',
	},
	{
		given: `+CCID: ${sim20(700103)}`,
		expected: refused('+CCID', DIGITS),
		alsoRight: [taken(sim20(700103)), taken(sim19(700103))],
		source: 'an answer of a modem, pasted whole (MKRNB 5)',
	},
	{
		given: '898600B5200000700104',
		expected: refused('B', DIGITS),
		source: 'ICCIDs with hexadecimal digits are on cards (openpilot 38735)',
	},
	{
		given: `${sim20(700105)}12`,
		expected: refused(/22/, DIGITS),
		source: '22 digits, a length that guides name',
	},
	{
		given: sim19(700106).slice(0, 17),
		expected: refused(/17|898830/, DIGITS),
		source: 'a number that is cut off',
	},
	{
		given: grouped(sim20(700107), 5, ' '),
		...card(700107, 'blanks between groups'),
		source: 'delivery notes in groups of five',
	},
	{
		given: grouped(sim20(700108), 4, '-'),
		...card(700108, 'hyphens between groups'),
		source: 'labels in groups of four',
	},
	{
		given: grouped(sim20(700109), 10, '\n'),
		...card(700109, 'blanks between groups'),
		alsoRight: [taken(sim20(700109)), taken(sim19(700109)), refused(/line|\\n/i, DIGITS)],
		source: 'a cell of a PDF whose number is broken over two lines',
	},
	{
		given: `${sim19(700110)} - 150`,
		expected: refused(/150|898830/, DIGITS),
		source: 'first number and last digits of a box',
	},
	{
		given: Number(sim19(700111).slice(0, 18)),
		expected: refused(/898830|number/i, AS_TEXT),
		source: '18 digits as a number of JSON: 53 bits hold fewer',
		where: 'form',
	},
	{
		given: '8,98830300000701E+19',
		expected: refused(/E\+19/, AS_TEXT),
		source:
			'a CSV saved again by a spreadsheet with a decimal comma (powershell-intune-samples 140)',
	},
	{
		given: `${sim19(700113)}.0`,
		expected: refused('.0', AS_TEXT),
		source: 'a data frame that had empty cells, and made the column one of floats',
	},
	{
		given: `=HYPERLINK("https://portal.example.com/sim/700114","${sim20(700114)}")`,
		expected: refused('HYPERLINK', DIGITS),
		alsoRight: [taken(sim20(700114)), taken(sim19(700114))],
		source: 'an export with links to its portal',
	},
	{
		given: `${sim20(700115).slice(0, 9)}\u00AD${sim20(700115).slice(9)}`,
		expected: refused('\\u00AD', /remove|delete|digit|invisible/i),
		source: 'a soft hyphen of a web page',
	},
	{
		given: `\u202D${sim20(700116)}\u202C`,
		...card(700116, 'outer blanks'),
		source: 'marks of direction that contacts and chats put around digits',
	},
	{
		given: `“${sim20(700117)}”`,
		...card(700117, 'quotes'),
		alsoRight: [taken(sim19(700117), 'quotes'), refused('“', DIGITS)],
		source: 'quotes of a word processor',
	},
	{
		given: `${sim20(700118)},`,
		expected: refused(',', DIGITS),
		alsoRight: [taken(sim20(700118)), taken(sim19(700118))],
		source: 'a line of a list in SQL',
	},
	{
		given: wrongAt(sim20(700119), 12),
		expected: refused(sim20(700119).slice(0, 4), CHECK_DIGIT),
		source: 'one digit mistyped in the middle',
	},
	{
		given: `${sim20(700120)}; ${sim20(700121)}`,
		expected: refused(/two|2|several|;/i, /one|digit/i),
		source: 'a device with two cards in one cell',
	},
	{
		given: eidOf('890490320070088826000700000001'),
		expected: refused(/32|890490/, DIGITS),
		source: 'the EID in the column of the ICCID',
	},
	{
		given: '295050900700123',
		expected: refused(/15|295050/, DIGITS),
		source: 'the IMSI in the column of the ICCID',
	},
	{
		given: nibblesSwapped(sim20(700124)),
		expected: refused(/988830|9888/, DIGITS),
		source: 'raw bytes of the card: each pair of digits turned round',
	},
	{
		given: '8,988,303,000,000,700,125',
		expected: refused(/,/, /digit|text/i),
		source: 'a number with separators of thousands',
	},
	{
		given: `'${sim20(700126)}`,
		...card(700126, 'apostrophe'),
		source: 'an apostrophe that an export writes against losses (register-trainee-teachers 3229)',
	},
	{
		given: true,
		expected: refused(/true/i, DIGITS),
		source: 'a column shifted by one',
	},
]);

/** A device: 14 digits, its 15 with the check digit, and 16 with a software version. */
const DEVICE = '35209900176148';
const IMEI = withLuhn(DEVICE);
const IMEISV = `${DEVICE}23`;

const IMEIS = cellsOf(
	'imei',
	[
		{
			given: `${DEVICE.slice(0, 6)}-${DEVICE.slice(6, 8)}-${DEVICE.slice(8)}-${IMEI.slice(-1)}`,
			expected: taken(IMEI, 'hyphens between groups'),
			source: 'the form before 2004: 6, 2, 6 digits and the check digit',
		},
		{
			given: `IMEI: ${IMEI}`,
			expected: refused('IMEI', DIGITS),
			alsoRight: [taken(IMEI)],
			source: 'a label, scanned as text',
		},
		{
			given: `+CGSN: "${IMEI}"`,
			expected: refused('CGSN', DIGITS),
			alsoRight: [taken(IMEI)],
			source: 'an answer of a modem (manual of a module)',
		},
		{
			given: wrongAtEnd(IMEI),
			expected: refused(IMEI.slice(-1), CHECK_DIGIT),
			source: 'a check digit mistyped',
		},
		{
			given: `${IMEI}23`,
			expected: refused(/17|352099/, DIGITS),
			source: 'check digit and software version in one number',
		},
		{
			given: `${IMEI} / ${withLuhn('35209900176149')}`,
			expected: refused(/two|2|\//i, /one|digit/i),
			source: 'a device with two modems',
		},
		{
			given: 'A1000009B1F2C3',
			expected: refused(/A|letter/, DIGITS),
			source: 'a hexadecimal MEID',
		},
		{
			given: Number(IMEI),
			expected: taken(IMEI),
			source: 'a number cell: 15 digits are kept',
		},
		{
			given: '3.52099E+14',
			expected: refused('E+14', AS_TEXT),
			source: 'a CSV saved again by a spreadsheet',
		},
		{
			given: `${IMEI}.0`,
			expected: taken(IMEI),
			alsoRight: [refused('.0', /digit|text/i)],
			source: 'a data frame with floats: 15 digits are exact in one',
		},
		{
			given: grouped(IMEISV, 2, ' '),
			expected: taken(IMEISV, 'blanks between groups'),
			source: 'digits read out in pairs',
		},
	],
	{ where: 'filter' },
);

const IMEIS_TO_SET = cellsOf('imei', [
	{
		given: IMEI,
		expected: refused(/16|15/, /16/),
		source: 'a form that has no endpoint to ask',
		where: 'form',
	},
	{
		given: `${DEVICE.slice(0, 8)}-${DEVICE.slice(8)}-${IMEI.slice(-1)}`,
		expected: taken(IMEISV, 'software version'),
		context: { reported: IMEISV },
		source: 'a label, 3GPP TS 23.003: 8, 6 digits and the check digit',
	},
	{
		given: Number(DEVICE),
		expected: taken(IMEISV, 'software version'),
		context: { reported: IMEISV },
		source: '14 digits of a database, as a number',
	},
	{
		given: IMEI,
		expected: refused(/16|15/, /16/),
		context: { reported: null },
		source: 'a device that has not reported yet',
	},
	{
		given: `${DEVICE}77`,
		expected: taken(`${DEVICE}77`),
		context: { reported: IMEISV },
		source: 'the same device after an update of its software',
	},
	{
		given: wrongAt(IMEI, 10),
		expected: refused('352', CHECK_DIGIT),
		context: { reported: IMEISV },
		source: 'a digit mistyped',
	},
	{
		given: Number(withLuhn('01154600123456')),
		expected: refused(/14|1154600/, DIGITS),
		context: { reported: '0115460012345602' },
		source: 'an IMEI with 0 in front, which a number cell has lost: 14 digits of another device',
	},
	{
		given: `'${IMEISV}`,
		expected: taken(IMEISV, 'apostrophe'),
		context: { reported: null },
		source: 'an apostrophe against losses',
	},
	{
		given: `${DEVICE}2X`,
		expected: refused('X', DIGITS),
		context: { reported: IMEISV },
		source: 'a software version not known, filled with X',
	},
]).map((one) => ({ ...one, id: one.id.replace('imei', 'imei-set') }));

const EID = eidOf('890490320070088826000712345678');

const EIDS = cellsOf('eid', [
	{
		given: grouped(EID, 8, '-'),
		expected: taken(EID, 'hyphens between groups'),
		source: 'a label in groups of eight',
	},
	{
		given: grouped(EID, 4, '\u2009'),
		expected: taken(EID, 'blanks between groups'),
		alsoRight: [refused('\\u2009', DIGITS)],
		source: 'thin spaces of a typeset data sheet',
	},
	{
		given: grouped(EID, 16, '\r\n'),
		expected: taken(EID, 'blanks between groups'),
		alsoRight: [taken(EID), refused(/line|\\r|\\n/i, DIGITS)],
		source: 'a narrow column of a PDF',
	},
	{
		given: wrongAt(EID, 20),
		expected: refused('890490', /digit|check/i),
		source: 'one wrong digit',
	},
	{
		given: EID.slice(1),
		expected: refused(/31|90490/, /32/),
		source: 'the first digit cut off',
	},
	{
		given: `EID${EID}`,
		expected: refused('EID', DIGITS),
		alsoRight: [taken(EID)],
		source: 'the text of a bar code',
	},
	{
		given: EID.replace('0', 'O'),
		expected: refused('O', DIGITS),
		source: 'recognised text: O for 0',
	},
	{
		given: '8.9049E+31',
		expected: refused('E+31', AS_TEXT),
		source: 'a CSV saved again by a spreadsheet',
	},
	{
		given: sim20(700201),
		expected: refused(/20|898830/, /32/),
		source: 'the ICCID in the column of the EID',
	},
	{
		given: `\u00A0${EID}\u00A0`,
		expected: taken(EID, 'outer blanks'),
		source: 'a cell of a web table',
		where: 'filter',
	},
	{
		given: `"${sim20(700202)}","${EID}"`,
		expected: refused(/"|,|two/i, /one|digit/i),
		source: 'an answer of a modem with ICCID and EID (walter-arduino 126)',
	},
]);

const COUNTRY_CODE = /country|international|\+|digit/i;

const MSISDNS = cellsOf(
	'msisdn',
	[
		{
			given: '+49-1522-5550123',
			expected: taken('4915225550123', 'plus', 'hyphens between groups'),
			alsoRight: [taken('+4915225550123', 'hyphens between groups')],
			source: 'an export of a CRM',
		},
		{
			given: '00 49 1522 5550123',
			expected: taken('4915225550123', 'international prefix', 'blanks between groups'),
			source: 'typed as dialled',
		},
		{
			given: 4915225550123,
			expected: taken('4915225550123'),
			source: 'a number cell',
		},
		{
			given: '4,91522E+12',
			expected: refused('E+12', AS_TEXT),
			source: 'a CSV saved again by a spreadsheet',
		},
		{
			given: '01522 5550123',
			expected: refused(/0/, COUNTRY_CODE),
			source: 'a national number',
		},
		{
			given: 'tel:+4915225550123',
			expected: refused(/tel|t/, DIGITS),
			alsoRight: [taken('4915225550123'), taken('+4915225550123')],
			source: 'a link of a web page',
		},
		{
			given: '+49 1522 5550123 ext. 5',
			expected: refused(/ext|e/, DIGITS),
			source: 'an extension',
		},
		{
			given: '+49.1522.5550123',
			expected: refused('.', DIGITS),
			alsoRight: [taken('4915225550123'), taken('+4915225550123')],
			source: 'dots between groups, as registrars write them',
		},
		{
			given: '4915225550123/4915225550124',
			expected: refused(/\/|two|26/, DIGITS),
			source: 'two numbers of a device',
		},
		{
			given: '883130000700123',
			expected: asItIs('883130000700123'),
			source: 'the number range of machines, 15 digits (E.164)',
		},
		{
			given: '=+4915225550123',
			expected: refused(/=/, DIGITS),
			alsoRight: [
				taken('4915225550123', 'formula'),
				taken('+4915225550123', 'formula'),
				taken('4915225550123', 'plus'),
			],
			source: 'a spreadsheet that makes a formula of a plus',
		},
		{
			given: '49152255501234567',
			expected: refused(/17|15|49152/, DIGITS),
			source: 'two digits too many',
		},
	],
	{ where: 'filter' },
);

const FLAG_WORDS = /true|yes/i;

const FLAGS = cellsOf('flag', [
	{ given: 'Oui', expected: taken(true), source: 'a French list' },
	{ given: 'NON', expected: taken(false), source: 'a French list' },
	{ given: 'Nein ', expected: taken(false, 'outer blanks'), source: 'a German list' },
	{
		given: 'Sí',
		expected: taken(true),
		alsoRight: [refused('Sí', FLAG_WORDS)],
		source: 'Spanish, as it is spelt',
	},
	{ given: 'OFF', expected: taken(false), source: 'a configuration' },
	{ given: '"TRUE"', expected: taken(true, 'quotes'), source: 'quotes twice in a CSV' },
	{ given: 0, expected: asItIs(false), source: 'a number cell' },
	{
		given: 2,
		expected: refused('2', FLAG_WORDS),
		source: 'a code of a database: 0 unknown, 1 yes, 2 no',
	},
	{
		given: 'VRAI',
		expected: refused('VRAI', FLAG_WORDS),
		alsoRight: [taken(true)],
		source: 'a French spreadsheet',
	},
	{
		given: 'FALSO',
		expected: refused('FALSO', FLAG_WORDS),
		alsoRight: [taken(false)],
		source: 'an Italian or Spanish spreadsheet',
	},
	{
		given: 'N',
		expected: refused('N', FLAG_WORDS),
		alsoRight: [taken(false)],
		source: 'a database',
	},
	{
		given: '☐',
		expected: refused('☐', FLAG_WORDS),
		alsoRight: [taken(false)],
		source: 'a check list',
	},
	{
		given: '1.0',
		expected: refused('1.0', FLAG_WORDS),
		alsoRight: [taken(true)],
		source: 'floats',
	},
	{
		given: 'yes, since 2024',
		expected: refused('since', FLAG_WORDS),
		source: 'a remark in the cell',
	},
	{ given: 'locked', expected: refused('locked', FLAG_WORDS), source: 'the word of a portal' },
	{
		given: 'unknown',
		expected: refused('unknown', FLAG_WORDS),
		source: 'a list with three values',
	},
	{
		given: 'ＴＲＵＥ',
		expected: refused('ＴＲＵＥ', FLAG_WORDS),
		alsoRight: [taken(true)],
		source: 'full-width letters of an East Asian keyboard',
	},
	{ given: 'no', expected: asItIs(false), source: 'an expression', where: 'form' },
	{
		given: 'yes/no',
		expected: refused('yes/no', FLAG_WORDS),
		source: 'a template whose choice nobody made',
	},
]);

const STATUS = {
	choices: [
		{ value: 0, label: 'Enabled' },
		{ value: 1, label: 'Disabled' },
	],
};
const SIM_STATUS = {
	choices: [
		{ value: 1, label: 'Activated' },
		{ value: 4, label: 'Factory Test' },
	],
};
const STATUS_LABELS = /Enabled.*Disabled|Disabled.*Enabled/s;

const CHOICES = cellsOf(
	'choice',
	[
		{ given: 'DISABLED', expected: taken(1), source: 'capitals of an API' },
		{ given: ' enabled\u00A0', expected: taken(0, 'outer blanks'), source: 'a web table' },
		{ given: '1', expected: taken(1), source: 'the number of the status: 1 is Disabled' },
		{ given: 0, expected: taken(0), source: 'a number cell' },
		{ given: '"Disabled"', expected: taken(1, 'quotes'), source: 'quotes twice in a CSV' },
		{
			given: true,
			expected: refused(/true/i, STATUS_LABELS),
			source: 'a column "active": true is not the status 1, which is Disabled',
		},
		{ given: 'Aktiv', expected: refused('Aktiv', STATUS_LABELS), source: 'a German portal' },
		{ given: 'Enable', expected: refused('Enable', STATUS_LABELS), source: 'a list of orders' },
		{
			given: 'Suspended',
			expected: refused('Suspended', STATUS_LABELS),
			source: 'the status of the SIM beside that of the device',
		},
		{
			given: 'Enabled (0)',
			expected: refused('Enabled (0)', STATUS_LABELS),
			alsoRight: [taken(0)],
			source: 'label and number of an export',
		},
		{ given: 2, expected: refused('2', STATUS_LABELS), source: 'Deleted, which is not to be set' },
		{
			given: 'Dis\u00ADabled',
			expected: refused('\\u00AD', /remove|delete|invisible|Enabled/i),
			source: 'a hyphenated column of a web page',
		},
		{
			given: 'Enabled/Disabled',
			expected: refused('Enabled/Disabled', STATUS_LABELS),
			source: 'a template whose choice nobody made',
		},
		{ given: 'factory test', expected: taken(4), context: SIM_STATUS, source: 'small letters' },
		{
			given: 'FACTORY_TEST',
			expected: taken(4),
			alsoRight: [refused('FACTORY_TEST', /Factory Test/)],
			context: SIM_STATUS,
			source: 'a constant of an API',
		},
		{
			given: 'Factory\u00A0Test',
			expected: taken(4),
			alsoRight: [refused(/Factory|\\u00A0/, /Factory Test/)],
			context: SIM_STATUS,
			source: 'a no-break space between two words',
		},
	],
	{ context: STATUS },
);

const BERLIN: Context = { zone: 'Europe/Berlin', dates: true };
const DATE_FORM = /YYYY-MM-DD|\d{4}-\d{2}-\d{2}|ISO/i;

const MOMENTS = cellsOf(
	'moment',
	[
		{
			given: '2027-03-01T00:00:00.000+0000',
			expected: taken('2027-03-01T00:00:00Z'),
			source: 'how the service itself writes times: no colon in the offset',
		},
		{
			given: '2027-03-01 18:00:00',
			expected: taken('2027-03-01T17:00:00Z', 'zone'),
			source: 'a database without zones',
		},
		{
			given: '2027-07-01',
			expected: taken('2027-06-30T22:00:00Z', 'zone'),
			source: 'a day in summer time',
		},
		{
			given: '20270301',
			expected: taken('2027-02-28T23:00:00Z', 'zone'),
			alsoRight: [refused('20270301', DATE_FORM)],
			source: 'a date of an ERP, which is the short form of ISO 8601',
		},
		{
			given: 20270301,
			expected: refused('20270301', DATE_FORM),
			alsoRight: [taken('2027-02-28T23:00:00Z')],
			source: 'the same as a number: no serial of a day',
		},
		{
			given: '2027-3-1',
			expected: refused('2027-3-1', DATE_FORM),
			alsoRight: [taken('2027-02-28T23:00:00Z')],
			source: 'a script that does not fill up with 0',
		},
		{ given: '01.03.27', expected: refused('01.03.27', DATE_FORM), source: 'a German short date' },
		{ given: '03/2027', expected: refused('03/2027', DATE_FORM), source: 'a month of an expiry' },
		{
			given: '2027-03',
			expected: refused('2027-03', DATE_FORM),
			alsoRight: [taken('2027-02-28T23:00:00Z', 'zone')],
			source: 'a month of ISO 8601: its beginning or its end?',
		},
		{
			given: 2027,
			expected: refused('2027', DATE_FORM),
			source: 'a year in a number cell, no day of 1905',
		},
		{
			given: '01-MAR-27',
			expected: refused('01-MAR-27', DATE_FORM),
			source: 'an export of a database',
		},
		{
			given: '2027-02-30',
			expected: refused('2027-02-30', /day|date|2027/i),
			source: 'no such day',
		},
		{ given: '2027-03-01T25:00', expected: refused('25:00', DATE_FORM), source: 'no such hour' },
		{
			given: '2027-03-28 02:30',
			expected: refused('2027-03-28 02:30', /zone|clock|exist|time/i),
			alsoRight: [taken('2027-03-28T01:30:00Z'), taken('2027-03-28T00:30:00Z')],
			source: 'an hour that the change to summer time leaves out',
		},
		{
			given: serialOf(2027, 3, 1) + 0.75,
			expected: taken('2027-03-01T17:00:00Z', 'serial', 'zone'),
			source: 'a day and an hour of a spreadsheet',
		},
		{
			given: String(serialOf(2027, 3, 1) + 0.75).replace('.', ','),
			expected: refused(/46447,75/, DATE_FORM),
			alsoRight: [taken('2027-03-01T17:00:00Z', 'serial')],
			source: 'the same as text, with a decimal comma',
		},
		{
			given: 0.75,
			expected: refused('0.75', DATE_FORM),
			source: 'a time without a day in a spreadsheet',
		},
		{
			given: '0000-00-00',
			expected: refused('0000-00-00', /date|day|empty/i),
			source: 'MySQL: none',
		},
		{ given: '00.00.0000', expected: refused('00.00.0000', DATE_FORM), source: 'an ERP: none' },
		{
			given: '9999-12-31',
			expected: taken('9999-12-30T23:00:00Z', 'zone'),
			alsoRight: [refused('9999', /date|day|empty|year/i)],
			source: 'an ERP: never',
		},
		{
			given: '2027-03-01 06:00 PM',
			expected: refused('PM', DATE_FORM),
			alsoRight: [taken('2027-03-01T17:00:00Z')],
			source: 'half a day is lost where PM is passed over',
		},
		{
			given: '2027-03-01 00:00:00 UTC',
			expected: taken('2027-03-01T00:00:00Z'),
			alsoRight: [refused('UTC', DATE_FORM)],
			source: 'an export of a cloud',
		},
		{
			given: '/Date(1803859200000)/',
			expected: refused('/Date(', DATE_FORM),
			source: 'JSON of an ERP',
		},
		{
			given: 'Mon Mar 01 2027 00:00:00 GMT+0100 (CET)',
			expected: refused('Mon Mar 01', DATE_FORM),
			alsoRight: [taken('2027-02-28T23:00:00Z')],
			source: 'an expression that makes text of a date',
		},
		{ given: 'Ende März', expected: refused('Ende', DATE_FORM), source: 'a remark' },
		{
			given: "'2027-03-01",
			expected: taken('2027-02-28T23:00:00Z', 'apostrophe', 'zone'),
			source: 'a date that a spreadsheet should leave as text',
		},
		{
			given: '2027\u201103\u201101',
			expected: refused(/2027|\\u2011/, /date|YYYY|hyphen|2027/i),
			alsoRight: [taken('2027-02-28T23:00:00Z')],
			source: 'hyphens that do not break, of a word processor',
		},
		{
			given: '2026-11-01T06:00+01:00',
			expected: taken('2026-11-01T05:00:00Z'),
			source: 'an offset',
			where: 'filter',
		},
		{
			given: '11/12/2026',
			expected: refused(/11\/12\/2026/, DATE_FORM),
			source: 'which is the month?',
			where: 'filter',
		},
		{
			given: '2026-11-05',
			expected: taken('2026-11-04T23:00:00Z', 'zone'),
			source: 'a day',
			where: 'filter',
		},
	],
	{ context: BERLIN },
);

const PLAIN = /plain|digits|without/i;
const NUMBER = /number/i;

const AMOUNTS = cellsOf('amount', [
	{ given: '12,50', expected: taken(12.5, 'decimal comma'), source: 'a price list' },
	{ given: '500.00', expected: taken(500), source: 'a database with two decimals' },
	{
		given: '500.000',
		expected: refused(['500', '500000'], /500/),
		source: 'three decimals, or thousands',
	},
	{
		given: '2,500',
		expected: refused(['2.5', '2500'], /2500/),
		source: 'three decimals, or thousands',
	},
	{
		given: '1 000',
		expected: refused(/1 000|blank|space/i, PLAIN),
		alsoRight: [taken(1000)],
		source: 'a French spreadsheet',
	},
	{
		given: '500-',
		expected: refused('500-', PLAIN),
		source: 'a minus behind the amount (ERP): never 500',
	},
	{ given: '(500)', expected: refused('(500)', PLAIN), source: 'a negative amount of accounting' },
	{ given: '-500', expected: refused('-500', /0|negative|number/i), source: 'a credit' },
	{ given: '500 MB', expected: refused('MB', PLAIN), source: 'the unit in the cell' },
	{ given: '0.5GB', expected: refused('GB', PLAIN), source: 'another unit' },
	{
		given: '2k',
		expected: refused('k', PLAIN),
		alsoRight: [taken(2000)],
		source: 'a planning tool with K and M',
	},
	{
		given: '0x1F4',
		expected: refused('0x1F4', PLAIN),
		source: 'a counter of a device, hexadecimal',
	},
	{ given: '5e2', expected: refused('5e2', PLAIN), alsoRight: [taken(500)], source: 'floats' },
	{ given: 'Infinity', expected: refused('Infinity', NUMBER), source: 'a division in a script' },
	{ given: 'unlimited', expected: refused('unlimited', NUMBER), source: 'a tariff' },
	{ given: '500,-', expected: refused('500,-', PLAIN), source: 'a German price' },
	{ given: '~500', expected: refused('~', PLAIN), source: 'an estimate' },
	{ given: '500/1000', expected: refused('500/1000', PLAIN), source: 'used and allowed' },
	{ given: '1,000.00', expected: refused('1,000.00', PLAIN), source: 'both signs' },
	{
		given: '.5',
		expected: taken(0.5),
		alsoRight: [refused('.5', PLAIN)],
		source: 'a database that leaves the 0 out',
	},
	{
		given: '00500',
		expected: taken(500),
		alsoRight: [refused('00500', PLAIN)],
		source: 'fields of a fixed width',
	},
	{
		given: '+500',
		expected: refused('+', PLAIN),
		alsoRight: [taken(500)],
		source: 'to be added, or a sign',
	},
	{
		given: '٥٠٠',
		expected: refused('٥٠٠', PLAIN),
		alsoRight: [taken(500)],
		source: 'an Arabic keyboard',
	},
	{ given: true, expected: refused(/true/i, NUMBER), source: 'a column shifted by one: never 1' },
	{ given: 0.25, expected: asItIs(0.25), source: 'a number cell' },
	{ given: '=500', expected: refused('=500', PLAIN), alsoRight: [taken(500)], source: 'a formula' },
	{ given: '="500"', expected: taken(500, 'formula'), source: 'a formula that keeps text' },
	{
		given: '1.5.0',
		expected: refused('1.5.0', PLAIN),
		source: 'a version in the wrong column',
	},
]);

const pump = [{ id: 4101, name: 'Pump 7' }];
const named = (...names: string[]) => names.map((name, at) => ({ id: 4201 + at, name }));
const FIRST = { id: 4201 };
const TO_NAME = /name|id|rename|type|exist|there/i;
/** Refused, with the thing that is there and its ID. */
const looksLike = (name: string) => refused([name, '4201'], TO_NAME);

const NAMES = cellsOf('name', [
	{
		given: 'Zu\u0308rich 12',
		expected: taken(FIRST),
		context: { existing: named('Z\u00FCrich 12') },
		source: 'a file of a Mac',
	},
	{
		given: 'Z\u00FCrich 12',
		expected: taken(FIRST),
		context: { existing: named('Zu\u0308rich 12') },
		source: 'a device that was named from a file of a Mac',
	},
	{
		given: '\uC11C\uC6B8 3',
		expected: taken(FIRST),
		context: { existing: named('\u1109\u1165\u110B\u116E\u11AF 3') },
		source: 'Korean in its two spellings',
	},
	{
		given: 'Pump\u2003\u00A07',
		expected: taken({ id: 4101 }),
		context: { existing: pump },
		source: 'spaces of a word processor',
	},
	{
		given: 'Pump 7',
		expected: taken(FIRST),
		context: { existing: named('Pump\u00A0\u00A07 ') },
		source: 'a name that was pasted into the portal from a web page',
	},
	{
		given: 'Pump\t7',
		expected: taken({ id: 4101 }),
		alsoRight: [refused(/tab|\\t|Pump/i, TO_NAME)],
		context: { existing: pump },
		source: 'a tab within a cell',
	},
	{
		given: '"Pump 7"',
		expected: taken({ id: 4101 }, 'quotes'),
		context: { existing: pump },
		source: 'quotes twice in a CSV',
	},
	{
		given: "'7 Oaks",
		expected: taken(FIRST, 'apostrophe'),
		context: { existing: named('7 Oaks') },
		source: 'an apostrophe before a digit',
	},
	{
		given: "'+Pump",
		expected: taken(FIRST),
		context: { existing: named('+Pump') },
		source: 'the guard of an export against formulas',
	},
	{
		given: '\u0405ensor 4',
		expected: looksLike('Sensor 4'),
		context: { existing: named('Sensor 4') },
		source: 'one letter of a Cyrillic keyboard',
	},
	{
		given: '\u0391\u0392 12',
		expected: looksLike('AB 12'),
		context: { existing: named('AB 12') },
		source: 'Greek capitals',
	},
	{
		given: 'Gate\u22123',
		expected: looksLike('Gate-3'),
		context: { existing: named('Gate-3') },
		source: 'the minus of a formula editor',
	},
	{
		given: 'O\u2019Hare 2',
		expected: looksLike("O'Hare 2"),
		alsoRight: [taken(FIRST)],
		context: { existing: named("O'Hare 2") },
		source: 'the apostrophe of a word processor',
	},
	{
		given: 'Ｐｕｍｐ ７',
		expected: refused(['Pump 7', '4101'], TO_NAME),
		alsoRight: [taken({ id: 4101 })],
		context: { existing: pump },
		source: 'an East Asian keyboard',
	},
	{
		given: '\uFB01lter 2',
		expected: looksLike('filter 2'),
		alsoRight: [taken(FIRST)],
		context: { existing: named('filter 2') },
		source: 'a ligature of a PDF',
	},
	{
		given: '📡\uFE0F Mast 4',
		expected: taken(FIRST),
		alsoRight: [refused('\\uFE0F', TO_NAME), looksLike('📡 Mast 4')],
		context: { existing: named('📡 Mast 4') },
		source: 'a selector behind a symbol, which some keyboards add',
	},
	{
		given: 'Насос 1',
		expected: taken({ missing: 'Насос 1' }),
		context: { existing: pump },
		source: 'a Russian name that looks like no other: new',
	},
	{
		given: 'Muller 5',
		expected: taken({ missing: 'Muller 5' }),
		alsoRight: [looksLike('Müller 5')],
		context: { existing: named('Müller 5') },
		source: 'a name without the accent is another name',
	},
	{
		given: 'Straße 5',
		expected: taken({ missing: 'Straße 5' }),
		alsoRight: [looksLike('Strasse 5')],
		context: { existing: named('Strasse 5') },
		source: 'another spelling is another name',
	},
	{
		given: 'Z\uFFFDrich',
		expected: refused(/U\+FFFD|\\uFFFD/i, /encod|UTF-8/i),
		context: { existing: named('Zürich') },
		source: 'Windows-1252 read as UTF-8',
	},
	{
		given: 'Dock\u00A05',
		expected: refused(['4201', '4202'], TO_NAME),
		context: { existing: named('Dock  5', 'Dock\u20035') },
		source: 'two that differ by their blanks only, and neither is meant exactly',
	},
	{
		given: ' pump\u200B 7',
		expected: refused(/pump|\\u200B/, TO_NAME),
		alsoRight: [taken({ id: 4101 })],
		context: { existing: pump },
		source: 'small letters and a zero-width space',
		where: 'filter',
	},
	{
		given: 'Pump 7\u200E',
		expected: taken({ id: 4101 }),
		context: { existing: pump },
		source: 'a mark of direction behind the name',
		where: 'filter',
	},
	{
		given: 'P\u0443mp 7',
		expected: refused(/Pump 7|P\u0443mp|\\u0443/, TO_NAME),
		context: { existing: pump },
		source: 'a Cyrillic letter in a search',
		where: 'filter',
	},
]);

const CODE = 'LPA:1$rsp.example.com$K7-AB3QX-PL9';
const CODE_FORM = /LPA:1\$|\$|activation code/i;

// A code is a secret: a refusal shows the part that is wrong, never the whole. Three cases wanted more at first.
const CODES = cellsOf('activationCode', [
	{ given: CODE, expected: asItIs(CODE), source: 'SGP.22' },
	{
		given: `${CODE}$$1`,
		expected: asItIs(`${CODE}$$1`),
		source: 'a code that needs a confirmation code, without an object ID (lpac 153)',
	},
	{
		given: `${CODE}$1.3.6.1.4.1.31746$1`,
		expected: asItIs(`${CODE}$1.3.6.1.4.1.31746$1`),
		source: 'all parts of SGP.22',
	},
	{
		given: '1$rsp.example.com$K7-AB3QX-PL9',
		expected: taken(CODE),
		alsoRight: [refused('1$rsp', CODE_FORM), taken('1$rsp.example.com$K7-AB3QX-PL9')],
		source: 'typed by hand, where phones want no prefix',
	},
	{
		given: `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(CODE)}`,
		expected: taken(CODE, 'link'),
		source: 'a link of a mail, percent-encoded',
	},
	{
		given: `\uFEFF${CODE}\r\n`,
		expected: taken(CODE, 'outer blanks'),
		source: 'a text file with one code',
	},
	{
		given: CODE.replace('$K7', '$\u200BK7'),
		expected: refused('\\u200B', /remove|delete|invisible|again|\$/i),
		source: 'a web page that lets long words break',
	},
	{
		given: 'LPA:2$rsp.example.com$K7-AB3QX-PL9',
		expected: refused(/format 2/, CODE_FORM),
		source: 'another format number than SGP.22 has',
	},
	{
		given: 'rsp.example.com K7-AB3QX-PL9',
		expected: refused(/blank/, CODE_FORM),
		source: 'address and matching ID from two columns',
	},
	{
		given: 'LPA:1＄rsp.example.com＄K7-AB3QX-PL9',
		expected: refused(/＄|LPA:1/, CODE_FORM),
		source: 'full-width signs',
	},
	{
		given: 'https://portal.example.com/qr/700123.png',
		expected: refused(/link/, CODE_FORM),
		source: 'the address of a picture of the code',
	},
	{
		given: 'LPA:1$https://rsp.example.com$K7-AB3QX-PL9',
		expected: refused(/https|:/, CODE_FORM),
		source: 'an address with its scheme: SGP.22 has the name of a host',
	},
	{
		given: CODE.replace('-AB3QX', ' -AB3QX'),
		expected: refused(/blank|space|\\u0020|K7/i, CODE_FORM),
		source: 'a blank where a PDF broke the line',
	},
	{ given: sim20(700301), expected: refused('898830', CODE_FORM), source: 'the ICCID instead' },
]);

const BLANKS = cellsOf('blank', [
	{ given: '', expected: taken(null), source: 'an empty cell' },
	{ given: null, expected: taken(null), source: 'a cell that n8n gives as null' },
	{ given: '\u00A0\u2009', expected: taken(null), source: 'blanks of a web table' },
	{ given: '\u200B\uFEFF', expected: taken(null), source: 'nothing but what nobody sees' },
	{
		given: '=""',
		expected: taken(null),
		alsoRight: [refused('=""', EMPTY)],
		source: 'a formula for an empty cell',
	},
	{
		given: "'",
		expected: taken(null),
		alsoRight: [refused("'", /empty|digit/i)],
		source: 'an apostrophe before nothing',
	},
	{ given: 'N/A', expected: refused('N/A', EMPTY), source: 'an export of a portal' },
	{ given: '#REF!', expected: refused('#REF!', EMPTY), source: 'a formula whose column is gone' },
	{ given: '#WERT!', expected: refused('#WERT!', EMPTY), source: 'a German spreadsheet' },
	{ given: 'NaN', expected: refused('NaN', EMPTY), source: 'a data frame' },
	{ given: 'NULL', expected: refused('NULL', EMPTY), source: 'a database' },
	{ given: '—', expected: refused('—', EMPTY), source: 'a report: a long dash for nothing' },
	{
		given: '(blank)',
		expected: refused('(blank)', EMPTY),
		alsoRight: [refused('(blank)', DIGITS)],
		source: 'a pivot table',
	},
	{
		given: 'k. A.',
		expected: refused('k. A.', EMPTY),
		alsoRight: [refused('k', DIGITS)],
		source: 'German: not stated',
	},
	{
		given: 'None',
		expected: refused('None', EMPTY),
		alsoRight: [refused('None', DIGITS)],
		source: 'a script in Python',
	},
	{
		given: '',
		expected: refused(/empty|blank|nothing/i, /empty|give|fill|value|remove|leave/i),
		source: 'an expression that gives nothing',
		where: 'filter',
	},
	{
		given: '\u00A0',
		expected: refused(/empty|blank|nothing|\\u00A0/i, /empty|give|fill|value|remove|leave/i),
		source: 'a no-break space',
		where: 'filter',
	},
	{
		given: 'n/a',
		expected: refused('n/a', /empty|give|digit|remove|leave/i),
		source: 'a lookup that found nothing',
		where: 'filter',
	},
]);

export const MORE_CELLS: CellCase[] = [
	...ICCIDS,
	...IMEIS,
	...IMEIS_TO_SET,
	...EIDS,
	...MSISDNS,
	...FLAGS,
	...CHOICES,
	...MOMENTS,
	...AMOUNTS,
	...NAMES,
	...CODES,
	...BLANKS,
];
