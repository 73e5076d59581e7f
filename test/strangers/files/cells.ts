import { eidOf, luhnDigit, serialOf, sim19, sim20, withLuhn, wrongAt, wrongAtEnd } from './digits';
import type { Cell, CellCase, Change, Context, Expected, Reading, Value, Where } from './kinds';

type Written = Omit<CellCase, 'id'>;

function takes(value: Value, ...changed: Change[]): Expected {
	return changed.length === 0 ? { value } : { value, changed };
}

/** Taken as it stands: nothing may be said to have changed. */
function asIs(value: Value): Expected {
	return { value, changed: [] };
}

function refuses(names: string | RegExp | (string | RegExp)[], remedy: RegExp): Expected {
	return { refused: { names, remedy } };
}

type More = Context & { or?: Expected[] };

function of(reading: Reading) {
	return (
		where: Where,
		given: Cell,
		expected: Expected,
		source: string,
		{ or: alsoRight, ...context }: More = {},
	): Written => ({
		reading,
		given,
		where,
		expected,
		source,
		...(alsoRight && { alsoRight }),
		...(Object.keys(context).length > 0 && { context }),
	});
}

/** A digit that stands alone, not inside a longer number. */
function digit(value: string): RegExp {
	return new RegExp(`(?<!\\d)${value}(?!\\d)`);
}

/** An invisible character: shown as an escape, never as itself. */
function escape(hex: string): RegExp {
	return new RegExp(`\\\\u${hex}|\\\\u\\{${hex}\\}|U\\+${hex}`, 'i');
}

/** A place, counted from 1, or the escape shown inside the digits around it. */
function place(at: number, around: string): RegExp {
	return new RegExp(`(?<!\\d)${at}(?!\\d)|${around}`, 'i');
}

/** A letter by itself, in quotes, or right after the digits before it. */
function letter(value: string): RegExp {
	return new RegExp(`(?<![A-Za-z])${value}(?![A-Za-z])`);
}

/* What people can do about it. */
const RETYPE = /remove|delete|retype|type|paste|clean|replace|without/i;
const AS_TEXT = /text|import|format/i;
const CHECK = /check digit|compare|correct|card|label|typed|typing/i;
const LENGTH = /digits/i;
const ONE = /one|own (cell|column|row)|split|separate|only/i;
const LEAVE = /empty|leave|clear|remove/i;
const MONTH = /month|YYYY|ISO|year first/i;
const DATE = /YYYY|ISO|date/i;
const WORDS = /\btrue\b|\byes\b(?!\/)/i;

/* ICCID ------------------------------------------------------------------------------------- */

const A19 = sim19(1234567);
const A20 = sim20(1234567);
const B19 = sim19(2045);
const B20 = sim20(2045);
const C20 = sim20(4711);
const A_DIGIT = A20.slice(-1);
const IMEI15 = withLuhn('86012345678901');

/** A SIM by 20 digits is the SIM by the 19 before the check digit, and the other way round. */
const alsoA19: More = { or: [takes(A19)] };
const alsoB19: More = { or: [takes(B19)] };
const wrongA = wrongAtEnd(A20);
const rounded = `${A20.slice(0, 15)}00000`;

const iccid = of('iccid');

const ICCIDS: Written[] = [
	iccid('column', A19, asIs(A19), 'portal export, 19 digits without check digit'),
	iccid('column', A20, takes(A20), 'label of a card, 20 digits with check digit', alsoA19),
	iccid('filter', B20, takes(B20), 'card picker, 20 digits pasted', alsoB19),
	iccid(
		'column',
		withLuhn('89883030000012345').slice(0, 18),
		asIs(withLuhn('89883030000012345')),
		'supplier of 18-digit cards (17 and check digit): docs of operators',
	),
	iccid(
		'column',
		`${A19}F`,
		takes(A19, 'filler F'),
		'modem answer to AT+CCID: 19 digits and the filler of the card file; issue of a modem driver',
	),
	iccid(
		'column',
		`${A19}f`,
		takes(A19, 'filler F'),
		'the same in small letters, scripts of makers',
	),
	iccid(
		'filter',
		`${B19}F`,
		takes(B19, 'filler F'),
		'tracker console output pasted into a search field',
	),
	iccid(
		'column',
		`${A20.slice(0, 4)} ${A20.slice(4, 8)} ${A20.slice(8, 12)} ${A20.slice(12, 16)} ${A20.slice(16)}`,
		takes(A20, 'blanks between groups'),
		'print on plastic cards: groups of four',
		alsoA19,
	),
	iccid(
		'column',
		`${B20.slice(0, 6)}-${B20.slice(6, 12)}-${B20.slice(12, 18)}-${B20.slice(18)}`,
		takes(B20, 'hyphens between groups'),
		'delivery note with hyphens (the usual trick against rounding in spreadsheets)',
		alsoB19,
	),
	iccid(
		'column',
		`${A19.slice(0, 4)}\u00A0${A19.slice(4, 8)}\u00A0${A19.slice(8)}`,
		takes(A19, 'blanks between groups'),
		'groups copied from a web page: no-break spaces, forum threads about TRIM',
	),
	iccid(
		'column',
		`${A19.slice(0, 4)}\u202F${A19.slice(4, 8)}\u202F${A19.slice(8)}`,
		takes(A19, 'blanks between groups'),
		'French word processor: narrow no-break spaces between groups',
	),
	iccid(
		'column',
		`${B19.slice(0, 10)}\u2011${B19.slice(10)}`,
		takes(B19, 'hyphens between groups'),
		'PDF delivery note: non-breaking hyphens',
		{ or: [refuses(escape('2011'), RETYPE)] },
	),
	iccid(
		'column',
		`${B19.slice(0, 10)}\u2013${B19.slice(10)}`,
		refuses([/\u2013|\\u2013|U\+2013/i], RETYPE),
		'mail program that makes dashes of hyphens',
		{ or: [takes(B19, 'hyphens between groups')] },
	),
	iccid('column', ` ${A19} `, takes(A19, 'outer blanks'), 'CSV with blanks after the commas'),
	iccid('column', `${A19}\u00A0`, takes(A19, 'outer blanks'), 'copied from a web table'),
	iccid('column', `\uFEFF${A19}`, takes(A19, 'outer blanks'), 'first cell of a file with a BOM'),
	iccid(
		'column',
		`${A19}\u200B`,
		takes(A19, 'outer blanks'),
		'copied from a chat: zero-width space',
	),
	iccid(
		'form',
		`\u200E${A19}\u200E`,
		takes(A19, 'outer blanks'),
		'copied from a right-to-left page',
	),
	iccid('column', `${A19}\r`, takes(A19, 'outer blanks'), 'CRLF file split by line feeds'),
	iccid(
		'column',
		`\t${A19}`,
		takes(A19, 'outer blanks'),
		'tab as guard against rounding, web shops',
	),
	iccid('column', `'${A19}`, takes(A19, 'apostrophe'), 'advice of Microsoft against lost digits'),
	iccid('column', `"${A19}"`, takes(A19, 'quotes'), 'CSV that was quoted twice'),
	iccid('column', `="${A19}"`, takes(A19, 'formula'), 'CSV made for Excel: ="…" keeps the digits'),
	iccid('column', `=""${A19}""`, takes(A19, 'formula'), 'the same, read with relaxed quotes', {
		or: [refuses('"', RETYPE)],
	}),
	iccid(
		'column',
		` ="${B20}" `,
		takes(B20, 'formula', 'outer blanks'),
		'the same with blanks around it',
		alsoB19,
	),
	iccid('column', wrongA, refuses(digit(A_DIGIT), CHECK), 'typing error in the last digit'),
	iccid(
		'filter',
		wrongAt(A20, 14),
		refuses(digit(luhnDigit(wrongAt(A20, 14).slice(0, 19))), CHECK),
		'typing error in the middle: the check digit does not fit',
	),
	iccid(
		'column',
		Number(A19),
		refuses(/8\.98|8988303|number/i, AS_TEXT),
		'xlsx, cell is a number: digits after the 15th are gone; SheetJS hands a float over',
	),
	iccid(
		'filter',
		Number(A20),
		refuses(/8\.98|8988303|number/i, AS_TEXT),
		'the same, by expression',
	),
	iccid('column', '8.98830E+18', refuses('8.98830E+18', AS_TEXT), 'CSV saved by Excel, English'),
	iccid('column', '8,98830E+18', refuses('8,98830E+18', AS_TEXT), 'CSV saved by Excel, German'),
	iccid('column', '8.988303e18', refuses('8.988303e18', AS_TEXT), 'export of a script: float'),
	iccid(
		'column',
		rounded,
		refuses(digit(luhnDigit(rounded.slice(0, 19))), /text|import|format|check digit|spreadsheet/i),
		'number cell saved as CSV with format 0: the last digits are zeros',
	),
	iccid(
		'column',
		`${A19.slice(0, 4)}\u200B${A19.slice(4)}`,
		refuses([escape('200B'), place(5, '8988\\\\u200B303')], RETYPE),
		'copied from a ticket system that breaks long words',
	),
	iccid(
		'column',
		`${A19.slice(0, 7)}\u00AD${A19.slice(7)}`,
		refuses([escape('00AD'), place(8, '8988303\\\\u00AD')], RETYPE),
		'soft hyphen of a PDF',
	),
	iccid(
		'filter',
		`${B19.slice(0, 9)}\u202C${B19.slice(9)}`,
		refuses([escape('202C'), place(10, '898830300\\\\u202C')], RETYPE),
		'direction marks of a chat in the middle',
	),
	iccid(
		'column',
		`${A19.slice(0, 6)}O${A19.slice(7)}`,
		refuses([letter('O'), place(7, '898830O')], RETYPE),
		'O for 0: text recognition of a photographed label',
	),
	iccid(
		'column',
		`${A19.slice(0, 6)}\u041E${A19.slice(7)}`,
		refuses([/\u041E|\\u041E|U\+041E/i, place(7, '898830\u041E')], RETYPE),
		'Cyrillic O for 0',
	),
	iccid(
		'column',
		`${A19.slice(0, -1)}l`,
		refuses([letter('l'), place(19, '123456l')], RETYPE),
		'l for 1',
	),
	iccid(
		'column',
		[...A19].map((one) => String.fromCharCode(0xff10 + Number(one))).join(''),
		refuses(/\uFF18|\\uFF18|U\+FF18/i, RETYPE),
		'full-width digits: Japanese keyboard',
		{ or: [takes(A19)] },
	),
	iccid(
		'column',
		`${IMEI15} ${A20}`,
		refuses([/IMEI/, /ICCID/], ONE),
		'scanner that reads both bar codes of a label',
	),
	iccid('column', `${A20}\n${C20}`, refuses(/two|2/i, ONE), 'two SIMs of a device in one cell'),
	iccid('column', `${A20},${C20}`, refuses(/two|2|,/i, ONE), 'list of SIMs in one cell'),
	iccid('column', `${A19}-${B19}`, refuses(/two|2|range|38/i, ONE), 'range of a pack: first-last'),
	iccid('column', IMEI15, refuses(/15|IMEI/, LENGTH), 'columns swapped: the IMEI of a label'),
	iccid('column', A20.slice(3), refuses(/17/, LENGTH), 'print on small cards: the end only'),
	iccid('column', `${A20}77`, refuses(/22/, LENGTH), 'ICCID and two digits of the PIN'),
	iccid('column', `ICCID:${A19}`, refuses(/ICCID/, RETYPE), 'QR code of a label', {
		or: [takes(A19)],
	}),
	iccid(
		'column',
		`Optional("${A19}")`,
		refuses(/Optional|O/, RETYPE),
		'app that writes its wrapper into the field: issue of a setup app',
	),
	iccid(
		'column',
		`898604B7${A19.slice(8)}`,
		refuses([letter('B'), place(7, '898604B')], RETYPE),
		'cards with letters in them: issue of a list of issuers',
	),
];

/* IMEI -------------------------------------------------------------------------------------- */

const I14 = '86012345678901';
const I15 = withLuhn(I14);
const I16 = `${I14}07`;
const J15 = withLuhn('86054321000777');
const wrongI = wrongAtEnd(I15);

const imei = of('imei');
/** To find an endpoint by: all three forms name the same device. */
const found: More = { or: [takes(I14), takes(I15), takes(I16)] };

const IMEIS: Written[] = [
	imei('column', I16, asIs(I16), 'portal export: IMEISV, 16 digits'),
	imei('column', Number(I16), takes(I16), 'xlsx, number of 16 digits that a double holds', {
		or: [refuses(/16|number/i, AS_TEXT)],
	}),
	imei(
		'column',
		I15,
		takes(I16, 'software version'),
		'label: 15 digits; the endpoint reports the same device',
		{ reported: I16 },
	),
	imei(
		'form',
		I14,
		takes(I16, 'software version'),
		'list without check digit; the endpoint reports the same device',
		{ reported: I16 },
	),
	imei(
		'column',
		I15,
		refuses(/16/, /16 digits|software version/i),
		'label: 15 digits; nothing was ever reported',
		{ reported: null },
	),
	imei(
		'column',
		I15,
		refuses(/16|another|other/i, /16 digits|software version/i),
		'label: 15 digits; the endpoint reports another device, whose version says nothing',
		{ reported: '8605432100077712' },
	),
	imei('filter', I15, takes(I15), 'label, to find the endpoint', found),
	imei('filter', I14, takes(I14), 'list without check digit, to find the endpoint', found),
	imei('filter', I16, takes(I16), 'export, to find the endpoint', found),
	imei('filter', Number(I15), takes(I15), 'xlsx: 15 digits survive as a number', found),
	imei(
		'filter',
		`${I15.slice(0, 2)}-${I15.slice(2, 8)}-${I15.slice(8, 14)}-${I15.slice(14)}`,
		takes(I15, 'hyphens between groups'),
		'print AA-BBBBBB-CCCCCC-D of the GSMA',
		found,
	),
	imei(
		'column',
		`${I16.slice(0, 2)}-${I16.slice(2, 8)}-${I16.slice(8, 14)}-${I16.slice(14)}`,
		takes(I16, 'hyphens between groups'),
		'print AA-BBBBBB-CCCCCC-EE of the GSMA',
	),
	imei(
		'filter',
		`${I15.slice(0, 6)} ${I15.slice(6, 8)} ${I15.slice(8, 14)} ${I15.slice(14)}`,
		takes(I15, 'blanks between groups'),
		'label of a phone box: 6 2 6 1',
		found,
	),
	imei('filter', `'${I15}`, takes(I15, 'apostrophe'), 'text guard of a spreadsheet', found),
	imei('filter', `="${I15}"`, takes(I15, 'formula'), 'CSV made for Excel', found),
	imei('filter', `${I15}\u200B`, takes(I15, 'outer blanks'), 'copied from a web portal', found),
	imei('column', `\u00A0${I16} `, takes(I16, 'outer blanks'), 'copied from a web table'),
	imei('filter', wrongI, refuses(digit(I15.slice(-1)), CHECK), 'typing error in the last digit'),
	imei('column', wrongI, refuses(digit(I15.slice(-1)), CHECK), 'the same, to be set', {
		reported: I16,
	}),
	imei(
		'filter',
		wrongAt(I15, 12),
		refuses(digit(luhnDigit(wrongAt(I15, 12).slice(0, 14))), CHECK),
		'typing error in the middle',
	),
	imei('filter', I15.slice(0, 13), refuses(/13/, LENGTH), 'a leading digit lost'),
	imei('column', `${I16}9`, refuses(/17/, LENGTH), 'one digit too many'),
	imei('filter', '8.60123E+14', refuses('8.60123E+14', AS_TEXT), 'CSV saved by Excel'),
	imei('filter', '8,60123E+14', refuses('8,60123E+14', AS_TEXT), 'CSV saved by Excel, German'),
	imei(
		'column',
		Number('9912345678901234567'),
		refuses(/number|digits|9\.9/i, AS_TEXT),
		'number beyond what a double holds',
	),
	imei(
		'filter',
		860123456789014.5,
		refuses(/\.5|860123456789014/, LENGTH),
		'average row of a sheet',
	),
	imei('filter', `${I15}.0`, refuses(/\./, RETYPE), 'script that made a float of the column', {
		or: [takes(I15)],
	}),
	imei('filter', `IMEI:${I15}`, refuses(/IMEI/, RETYPE), 'QR code of a label', {
		or: [takes(I15)],
	}),
	imei(
		'column',
		`${I15} / 07`,
		refuses(/\//, RETYPE),
		'settings page of a phone: IMEI and version behind a stroke',
		{ or: [takes(I16)], reported: null },
	),
	imei('filter', `${I15} ${J15}`, refuses(/two|2/i, ONE), 'device with two modems'),
	imei('filter', `${J15};${I15}`, refuses(/two|2|;/i, ONE), 'the same, by semicolon'),
	imei(
		'filter',
		'A1000049C2F31B',
		refuses(letter('A'), RETYPE),
		'MEID of a CDMA device: hexadecimal',
	),
	imei(
		'filter',
		`${I15.slice(0, 8)}\u200D${I15.slice(8)}`,
		refuses([escape('200D'), place(9, '86012345\\\\u200D')], RETYPE),
		'zero-width joiner of a chat',
	),
	imei(
		'filter',
		'',
		refuses(/empty|IMEI/i, /fill|give|value|remove|set/i),
		'expression finds nothing',
	),
];

/* EID --------------------------------------------------------------------------------------- */

const EID = eidOf('899990320200088826000100123456');
const EID2 = eidOf('899990330000000000000000000121');
const ZERO_CHECK = [...Array(100).keys()]
	.map((number) => eidOf(`8999903300000000000000000100${String(number).padStart(2, '0')}`))
	.find((made) => made.slice(30).startsWith('0'))!;

const eid = of('eid');

const EIDS: Written[] = [
	eid('filter', EID, asIs(EID), 'AT+CEUICC answer or export: 32 digits'),
	eid('column', ZERO_CHECK, asIs(ZERO_CHECK), 'check digits with a leading zero'),
	eid(
		'filter',
		EID.replace(/(\d{4})(?=\d)/g, '$1 '),
		takes(EID, 'blanks between groups'),
		'settings page of a device: groups of four',
	),
	eid(
		'column',
		EID2.replace(/(\d{8})(?=\d)/g, '$1-'),
		takes(EID2, 'hyphens between groups'),
		'delivery note of modules',
		{ or: [refuses('-', RETYPE)] },
	),
	eid('filter', ` ${EID}\u00A0`, takes(EID, 'outer blanks'), 'copied from a web page'),
	eid('column', `'${EID}`, takes(EID, 'apostrophe'), 'text guard of a spreadsheet'),
	eid('column', `="${EID2}"`, takes(EID2, 'formula'), 'CSV made for Excel'),
	eid('column', `"${EID2}"`, takes(EID2, 'quotes'), 'CSV that was quoted twice'),
	eid('filter', `\uFEFF${EID2}`, takes(EID2, 'outer blanks'), 'list with a BOM and one column'),
	eid('filter', wrongAtEnd(EID), refuses(/check|97/i, CHECK), 'typing error at the end'),
	eid('column', wrongAt(EID, 20), refuses(/check|97/i, CHECK), 'typing error in the middle'),
	eid(
		'column',
		`${EID.slice(0, 17)}${EID[18]}${EID[17]}${EID.slice(19)}`,
		refuses(/check|97/i, CHECK),
		'two neighbours swapped: mod 97 sees it',
	),
	eid('column', EID.slice(1), refuses(/31/, LENGTH), 'the first digit lost'),
	eid('column', `${EID}F`, refuses(/F|33/, /32 digits|remove/i), 'filler behind a whole EID', {
		or: [takes(EID, 'filler F')],
	}),
	eid('column', Number(EID), refuses(/8\.99|number/i, AS_TEXT), 'xlsx, cell is a number'),
	eid('column', '8.99990E+31', refuses('8.99990E+31', AS_TEXT), 'CSV saved by Excel'),
	eid('column', A20, refuses(/20|ICCID/, LENGTH), 'columns swapped: an ICCID'),
	eid(
		'column',
		`${EID.slice(0, 16)}\u200B${EID.slice(16)}`,
		refuses([escape('200B'), place(17, '888\\\\u200B')], RETYPE),
		'page that breaks the number in two',
	),
	eid('filter', `${EID} ${EID2}`, refuses(/two|2|64/i, ONE), 'two cards in a cell'),
	eid('filter', `EID ${EID}`, refuses(/EID|E/, RETYPE), 'print of a label with its heading', {
		or: [takes(EID)],
	}),
	eid(
		'filter',
		null,
		refuses(/empty|EID/i, /fill|give|value|remove|set/i),
		'expression finds nothing',
	),
];

/* MSISDN ------------------------------------------------------------------------------------ */

const M = '491511234567';
const LONG = '883130000123456';
const msisdn = of('msisdn');
/** The service's own form has no plus; one with it names the same number. */
const plus: More = { or: [takes(`+${M}`)] };

const MSISDNS: Written[] = [
	msisdn('filter', M, takes(M), 'export of a portal: digits alone', plus),
	msisdn('filter', Number(M), takes(M), 'xlsx, number', plus),
	msisdn('filter', LONG, takes(LONG), 'IoT number of 15 digits', { or: [takes(`+${LONG}`)] }),
	msisdn('filter', Number(LONG), takes(LONG), 'the same as a number: 15 digits survive', {
		or: [takes(`+${LONG}`)],
	}),
	msisdn('filter', `+${M}`, takes(M, 'plus'), 'E.164', { or: [takes(`+${M}`)] }),
	msisdn(
		'column',
		`'+${M}`,
		takes(M, 'apostrophe'),
		'guard against a formula, own exports too',
		plus,
	),
	msisdn('filter', `00${M}`, takes(M, 'international prefix'), '00 for +: issues of parsers', plus),
	msisdn('filter', '+49 151 1234567', takes(M, 'blanks between groups'), 'address book', plus),
	msisdn('filter', '+49-151-1234567', takes(M, 'hyphens between groups'), 'invoice', plus),
	msisdn('filter', '+49 (151) 1234567', takes(M, 'brackets'), 'mail signature', plus),
	msisdn('filter', '0049 151 123 45 67', takes(M, 'international prefix'), 'letterhead', plus),
	msisdn(
		'filter',
		`\u202A+${M}\u202C`,
		takes(M, 'outer blanks'),
		'address book that wraps numbers in direction marks',
		plus,
	),
	msisdn('filter', `+${M}\u00A0`, takes(M, 'outer blanks'), 'web table', plus),
	msisdn('filter', `\uFF0B${M}`, refuses(/\uFF0B|FF0B/i, RETYPE), 'full-width plus', {
		or: [takes(M), takes(`+${M}`)],
	}),
	msisdn(
		'filter',
		'+49 (0)151 1234567',
		refuses(/\(0\)/, /without|remove|country/i),
		'both dialling forms in one: the 0 is not dialled from abroad',
		{ or: [takes(M, 'brackets'), takes(`+${M}`, 'brackets')] },
	),
	msisdn(
		'filter',
		'0151 1234567',
		refuses(/0151|country/i, /country|\+|international/i),
		'national',
	),
	msisdn('filter', '4.91511E+11', refuses('4.91511E+11', AS_TEXT), 'CSV saved by Excel'),
	msisdn('filter', '4,91511E+11', refuses('4,91511E+11', AS_TEXT), 'CSV saved by Excel, German'),
	msisdn(
		'filter',
		`+49151\u200B1234567`,
		refuses([escape('200B'), place(7, '49151\\\\u200B')], RETYPE),
		'web page that breaks numbers',
	),
	msisdn('filter', '+49 151 1234567 ext. 12', refuses(/ext|e/i, RETYPE), 'address book, extension'),
	msisdn('filter', `+${M} / +${M}8`, refuses(/\/|two|2/i, ONE), 'two numbers in a cell'),
	msisdn('filter', '+4915', refuses(/4|short/i, /digits|number/i), 'cut off'),
	msisdn('filter', `+${LONG}99`, refuses(/17|15/, LENGTH), 'more than 15 digits'),
	msisdn(
		'filter',
		'  ',
		refuses(/empty|blank/i, /fill|give|value|remove|set/i),
		'narrows by nothing',
	),
];

/* Flag -------------------------------------------------------------------------------------- */

const flag = of('flag');
/** A word that the table of readings does not list: read rightly or refused, never turned round. */
const listed = (names: string | RegExp): Expected => refuses(names, WORDS);

const FLAGS: Written[] = [
	flag('column', true, asIs(true), 'xlsx, truth value'),
	flag('column', false, asIs(false), 'xlsx, truth value'),
	flag('column', 'true', takes(true), 'CSV of a script'),
	flag('column', 'TRUE', takes(true), 'CSV saved by Excel'),
	flag('column', 'False', takes(false), 'CSV of Python'),
	flag('column', 'yes', takes(true), 'portal export'),
	flag('column', 'No', takes(false), 'portal export'),
	flag('column', 'YES ', takes(true, 'outer blanks'), 'typed by hand'),
	flag('column', '1', takes(true), 'database export'),
	flag('column', 0, takes(false), 'database export, number'),
	flag('column', 1, takes(true), 'database export, number'),
	flag('column', 'on', takes(true), 'export of a form'),
	flag('column', 'OFF', takes(false), 'export of a device'),
	flag('column', 'ja', takes(true), 'German list'),
	flag('column', 'Nein', takes(false), 'German list'),
	flag('column', 'si', takes(true), 'Spanish and Italian list'),
	flag('column', 's\u00ED', takes(true), 'Spanish, composed accent', {
		or: [listed('s\u00ED')],
	}),
	flag('column', 'si\u0301', takes(true), 'Spanish, written on a Mac: accent of its own', {
		or: [listed(/s\u00ED|si\u0301|0301/)],
	}),
	flag('column', '\u200Byes', takes(true, 'outer blanks'), 'copied from a chat'),
	flag('column', "'1", takes(true, 'apostrophe'), 'text guard of a spreadsheet'),
	flag('column', 'WAHR', listed('WAHR'), 'CSV saved by a German Excel', { or: [takes(true)] }),
	flag('column', 'FALSCH', listed('FALSCH'), 'CSV saved by a German Excel', { or: [takes(false)] }),
	flag('column', 'oui', listed('oui'), 'French list', { or: [takes(true)] }),
	flag('column', 'x', listed('x'), 'list with crosses: an empty cell beside it means leave', {
		or: [takes(true)],
	}),
	flag('column', '\u2713', listed(/\u2713|2713/), 'list with ticks', { or: [takes(true)] }),
	flag('column', 'y', listed('y'), 'short form', { or: [takes(true)] }),
	flag('column', 'n', listed('n'), 'short form', { or: [takes(false)] }),
	flag('column', -1, listed('-1'), 'Access writes -1 for true: not false, and not guessed', {
		or: [takes(true)],
	}),
	flag('column', 2, listed('2'), 'a count in the wrong column'),
	flag('column', 0.5, listed('0.5'), 'mean of a pivot table'),
	flag('column', 'nope', listed('nope'), 'typed by hand'),
	flag('column', 'yes/no', listed('yes/no'), 'template that nobody filled in'),
	flag('column', '\u0443es', listed(/\u0443es|0443/i), 'Cyrillic letter for y'),
	flag('column', 'maybe', listed('maybe'), 'typed by hand'),
	flag('form', '', takes(null), 'expression finds nothing: leave as it is'),
];

/* Choice ------------------------------------------------------------------------------------ */

const ENDPOINT = [
	{ value: 0, label: 'Enabled' },
	{ value: 1, label: 'Disabled' },
];
const QUOTA = [
	{ value: 1, label: 'Active' },
	{ value: 2, label: 'Exhausted' },
	{ value: 3, label: 'Expired' },
];
const EMPTY = [
	{ value: 'clear', label: 'Clear' },
	{ value: 'leave', label: 'Leave as It Is' },
];
const choice = of('choice');
const LABELS = /Enabled.*Disabled|Disabled.*Enabled/s;
const status: More = { choices: ENDPOINT };
const quota: More = { choices: QUOTA };

const CHOICES: Written[] = [
	choice('column', 'Enabled', takes(0), 'export of a portal: label', status),
	choice('column', 'enabled', takes(0), 'script: small letters', status),
	choice('column', 'DISABLED', takes(1), 'database: capitals', status),
	choice('column', 0, takes(0), 'value as a number; 0 is a value, not empty', status),
	choice('column', '1', takes(1), 'value as a text', status),
	choice('column', ' Disabled\u00A0', takes(1, 'outer blanks'), 'web table', status),
	choice('column', '"Enabled"', takes(0, 'quotes'), 'CSV that was quoted twice', status),
	choice('form', 'ACTIVE', takes(1), 'name of the service for quotas', quota),
	choice('column', 'exhausted', takes(2), 'event text', quota),
	choice('form', 'Leave As It Is', takes('leave'), 'label in other capitals', { choices: EMPTY }),
	choice('form', 'LEAVE', takes('leave'), 'value in capitals', { choices: EMPTY }),
	choice('column', 'aktiv', refuses('aktiv', LABELS), 'German portal', status),
	choice('column', 'Active', refuses('Active', LABELS), 'word of another list of states', status),
	choice(
		'column',
		'suspended',
		refuses('suspended', LABELS),
		'state of the SIM, not of it',
		status,
	),
	choice('column', 'Deleted', refuses('Deleted', LABELS), 'seen in lists, cannot be set', status),
	choice('column', 2, refuses('2', LABELS), 'the same as a number', status),
	choice('column', 'enable', refuses('enable', LABELS), 'verb for the state', status),
	choice('column', true, refuses('true', LABELS), 'truth value for a state', status),
	choice(
		'column',
		'<status>',
		refuses('<status>', LABELS),
		'template that nobody filled in',
		status,
	),
	choice(
		'column',
		'\u0415nabled',
		refuses(/\u0415|0415/i, LABELS),
		'Cyrillic letter for E: looks like the label',
		status,
	),
	choice(
		'column',
		'Ena\u200Bbled',
		refuses(escape('200B'), /Enabled|remove|retype/i),
		'web page that breaks words',
		status,
	),
	choice('column', 'Disabled.', refuses('Disabled.', LABELS), 'sentence', status),
	choice('column', 0.4, refuses('0.4', LABELS), 'number that only rounds to a value', status),
	choice('column', '', takes(null), 'empty: leave as it is', status),
];

/* Moment ------------------------------------------------------------------------------------ */

const moment = of('moment');
const SERIAL = serialOf(2027, 3, 1);
const berlin: More = { zone: 'Europe/Berlin' };
const dates: More = { zone: 'Europe/Berlin', dates: true };
const day = (iso: string): More => ({ ...dates, or: [takes(iso)] });
/** Without doubt about the month, but no form that the table of readings lists. */
const plain = (iso: string, ...more: string[]): More => ({
	...dates,
	or: [iso, ...more].map((one) => takes(one)),
});

const MOMENTS: Written[] = [
	moment('column', '2027-03-01T12:00:00Z', takes('2027-03-01T12:00:00Z'), 'API of a portal', dates),
	moment('column', '2027-03-01T12:00:00.000Z', takes('2027-03-01T12:00:00Z'), 'n8n', dates),
	moment('column', '2027-03-01T12:00:00+01:00', takes('2027-03-01T11:00:00Z'), 'luxon', dates),
	moment(
		'column',
		'2027-03-01T12:00:00.000+0000',
		takes('2027-03-01T12:00:00Z'),
		'older answers of the service: offset without colon',
		dates,
	),
	moment(
		'column',
		'2027-03-01 12:00',
		takes('2027-03-01T11:00:00Z', 'zone'),
		'CSV, no zone',
		dates,
	),
	moment(
		'column',
		'2027-07-01 12:00:30',
		takes('2027-07-01T10:00:30Z', 'zone'),
		'in summer',
		dates,
	),
	moment(
		'form',
		'2027-03-01T12:00:00',
		takes('2027-03-01T11:00:00Z'),
		'date picker of n8n',
		berlin,
	),
	moment(
		'column',
		'2027-03-01',
		takes('2027-02-28T23:00:00Z', 'zone'),
		'day alone',
		day('2027-03-01'),
	),
	moment(
		'filter',
		'2027-03-01',
		takes('2027-03-01'),
		'day alone, as the limit of a list',
		plain('2027-02-28T23:00:00Z'),
	),
	moment(
		'column',
		SERIAL,
		takes('2027-02-28T23:00:00Z', 'serial', 'zone'),
		'xlsx date: n8n hands the serial number over (bug report)',
		day('2027-03-01'),
	),
	moment(
		'column',
		SERIAL + 0.5,
		takes('2027-03-01T11:00:00Z', 'serial'),
		'xlsx date with a time: n8n hands a fraction over (bug report)',
		dates,
	),
	moment(
		'column',
		SERIAL + 0.847222222222222,
		takes('2027-03-01T19:20:00Z', 'serial'),
		'the same: fraction that is no whole second',
		dates,
	),
	moment('column', String(SERIAL), refuses(String(SERIAL), DATE), 'CSV saved with format General', {
		...dates,
		or: [takes('2027-02-28T23:00:00Z', 'serial'), takes('2027-03-01', 'serial')],
	}),
	moment(
		'form',
		SERIAL,
		refuses(String(SERIAL), DATE),
		'number in a form: no column of dates',
		berlin,
	),
	moment('column', 30, refuses('30', DATE), 'days from now, not 29 January 1900', dates),
	moment('column', 0, refuses('0', DATE), 'empty date of a spreadsheet', dates),
	moment('column', 20270301, refuses('20270301', DATE), 'not the year 57398', {
		...dates,
		or: [takes('2027-02-28T23:00:00Z'), takes('2027-03-01')],
	}),
	moment('column', 1803898800, refuses('1803898800', DATE), 'seconds since 1970', dates),
	moment('column', 1803898800000, refuses('1803898800000', DATE), 'milliseconds since 1970', dates),
	moment('column', '01/02/2027', refuses('01/02/2027', MONTH), 'which is the month?', dates),
	moment('column', '1/2/27', refuses('1/2/27', MONTH), 'American or British, short', dates),
	moment('filter', '03/04/2027 10:00', refuses('03/04/2027', MONTH), 'with a time', berlin),
	moment(
		'column',
		'31/12/2027',
		refuses('31/12/2027', MONTH),
		'no month 31, but the next row may have one',
		plain('2027-12-31', '2027-12-30T23:00:00Z'),
	),
	moment(
		'column',
		'31.12.2027',
		refuses('31.12.2027', MONTH),
		'German list',
		plain('2027-12-31', '2027-12-30T23:00:00Z'),
	),
	moment(
		'column',
		'2027/03/01',
		refuses('2027/03/01', MONTH),
		'Japanese portal: year first',
		plain('2027-03-01', '2027-02-28T23:00:00Z'),
	),
	moment(
		'column',
		'1 Mar 2027',
		refuses('1 Mar 2027', DATE),
		'name of the month',
		plain('2027-03-01', '2027-02-28T23:00:00Z'),
	),
	moment(
		'column',
		'Mon, 01 Mar 2027 12:00:00 GMT',
		refuses('Mon, 01 Mar 2027', DATE),
		'heading of a mail or an HTTP answer',
		plain('2027-03-01T12:00:00Z'),
	),
	moment('column', '2027-02-30', refuses('2027-02-30', /day|date|February/i), 'no such day', dates),
	moment('column', '2027-13-01', refuses('2027-13-01', /month|date/i), 'no such month', dates),
	moment('column', '2027-03-01 25:00', refuses('25:00', /hour|time|date/i), 'no such hour', dates),
	moment(
		'column',
		'2027-03-28 02:30',
		refuses('2027-03-28 02:30', /zone|summer|clock|time/i),
		'hour that the clock leaves out in this zone',
		{ ...dates, or: [takes('2027-03-28T01:30:00Z', 'zone')] },
	),
	moment(
		'column',
		'\u200E2027-03-01T12:00:00Z\u200E',
		takes('2027-03-01T12:00:00Z', 'outer blanks'),
		'file properties of Windows: direction marks',
		dates,
	),
	moment(
		'column',
		'2027\u200E-\u200E03\u200E-\u200E01',
		refuses(escape('200E'), RETYPE),
		'the same between the parts',
		dates,
	),
	moment('column', "'2027-03-01T12:00:00Z", takes('2027-03-01T12:00:00Z'), 'text guard', dates),
	moment('column', '2027-03-01T12:00:00Z ', takes('2027-03-01T12:00:00Z'), 'blank after it', dates),
	moment('column', 'tomorrow', refuses('tomorrow', DATE), 'typed by hand', dates),
	moment('column', '########', refuses('####', DATE), 'column too narrow, copied as shown', dates),
	moment('column', '2027', refuses('2027', DATE), 'year alone: no serial of 1905', dates),
	moment('column', true, refuses('true', DATE), 'wrong column', dates),
	moment('column', '', takes(null), 'empty: leave as it is', dates),
];

/* Amount ------------------------------------------------------------------------------------ */

const amount = of('amount');
/** Both meanings, each written so that it has one: 1 and 1000, not 1.000 once more. */
const both = (small: string, large: string): RegExp[] => [
	new RegExp(`(?<![\\d.,])${small.replace('.', '[.,]')}(?!\\d|[.,]\\d)`),
	new RegExp(`(?<!\\d)${large.slice(0, -3)}[ \u00A0\u202F']?${large.slice(-3)}(?!\\d)`),
];
const PLAIN = /without|plain|write|thousands|decimal/i;
const NUMBER = /number|digits|unit|without|plain/i;

const AMOUNTS: Written[] = [
	amount('column', 500, asIs(500), 'xlsx, number'),
	amount('column', '500', takes(500), 'CSV'),
	amount('column', 0, takes(0), 'nothing is a number, and not empty'),
	amount('column', 0.5, takes(0.5), 'xlsx, number'),
	amount('column', '0.5', takes(0.5), 'CSV, point'),
	amount('column', '0,5', takes(0.5), 'CSV, German comma'),
	amount('column', '12,5', takes(12.5), 'CSV, German comma'),
	amount('column', '1,50', takes(1.5), 'price list, comma'),
	amount('column', '1000.00', takes(1000), 'database export'),
	amount('column', '1000,00', takes(1000), 'German database export'),
	amount('column', ' 250 ', takes(250, 'outer blanks'), 'CSV with blanks'),
	amount('column', '250\u00A0', takes(250, 'outer blanks'), 'web table'),
	amount('column', "'250", takes(250, 'apostrophe'), 'text guard of a spreadsheet'),
	amount('column', '="250"', takes(250, 'formula'), 'CSV made for Excel'),
	amount('column', '0250', takes(250), 'export of fixed width', { or: [refuses('0250', NUMBER)] }),
	amount('column', '1.000', refuses(both('1', '1000'), PLAIN), 'German thousand or English one'),
	amount('column', '1,000', refuses(both('1', '1000'), PLAIN), 'English thousand or German one'),
	amount('column', '2.500', refuses(both('2.5', '2500'), PLAIN), 'the same, 2.5 or 2500'),
	amount('form', '10,000', refuses(both('10', '10000'), PLAIN), 'typed into a form'),
	amount('column', '250.000', refuses(both('250', '250000'), PLAIN), 'portal with three decimals'),
	amount('column', '1.000,5', refuses(/1\.000,5/, PLAIN), 'German, both signs'),
	amount('column', '1,000.50', refuses(/1,000\.50/, PLAIN), 'English, both signs'),
	amount('column', '1.234.567', refuses('1.234.567', PLAIN), 'German millions'),
	amount('column', '1,234,567', refuses('1,234,567', PLAIN), 'English millions'),
	amount('column', '1,00,000', refuses('1,00,000', PLAIN), 'Indian groups'),
	amount('column', '0,125', takes(0.125), 'comma: no group begins with 0', {
		or: [refuses('0,125', PLAIN)],
	}),
	amount('column', '1000,000', refuses('1000,000', PLAIN), 'three decimals, no groups before', {
		or: [takes(1000)],
	}),
	amount('column', '1 000', refuses('1 000', PLAIN), 'groups by blanks', { or: [takes(1000)] }),
	amount('column', '1\u202F000', refuses(/1.000|202F/i, PLAIN), 'French: narrow no-break space', {
		or: [takes(1000)],
	}),
	amount('column', "1'000", refuses("1'000", PLAIN), 'Swiss groups', { or: [takes(1000)] }),
	amount('column', '1\u2019000', refuses(/1.000|2019/i, PLAIN), 'Swiss groups, curly', {
		or: [takes(1000)],
	}),
	amount('column', '100 MB', refuses('MB', NUMBER), 'portal: unit in the cell', {
		or: [takes(100)],
	}),
	amount('column', '2 GB', refuses('GB', NUMBER), 'another unit than the column: not 2'),
	amount('column', '512k', refuses('k', NUMBER), 'tool that shortens: not 512'),
	amount('column', '\u20AC 5', refuses(/\u20AC|20AC/i, NUMBER), 'money in the column'),
	amount('column', '50%', refuses('%', NUMBER), 'share: not 50 and not 0.5'),
	amount('column', '1e3', refuses('1e3', NUMBER), 'script', { or: [takes(1000)] }),
	amount('column', '1,00E+03', refuses('1,00E+03', NUMBER), 'CSV saved by Excel, German', {
		or: [takes(1000)],
	}),
	amount('column', '-5', refuses('-5', /0|negative|more/i), 'correction: no quota below zero'),
	amount('column', -5, refuses('-5', /0|negative|more/i), 'the same as a number'),
	amount('column', '(500)', refuses('(', NUMBER), 'bookkeeping: brackets mean minus'),
	amount('column', '1O0', refuses([letter('O'), place(2, '1O0')], NUMBER), 'O for 0'),
	amount('column', '\uFF15\uFF10\uFF10', refuses(/\uFF15|FF15/i, NUMBER), 'full-width digits', {
		or: [takes(500)],
	}),
	amount('column', '5\u200B00', refuses([escape('200B')], RETYPE), 'zero-width space'),
	amount('column', '500-1000', refuses('500-1000', NUMBER), 'range'),
	amount('column', '5 10', refuses('5 10', NUMBER), 'two numbers'),
	amount('column', 'unlimited', refuses('unlimited', NUMBER), 'portal'),
	amount('column', '01. Mai', refuses('Mai', NUMBER), '1.5 that a German Excel made a date of'),
	amount('column', true, refuses('true', NUMBER), 'truth value: not 1'),
	amount('column', '#VALUE!', refuses('#VALUE!', /empty|leave|number|formula/i), 'broken formula'),
	amount('column', '', takes(null), 'empty: leave as it is, not 0'),
];

/* Name -------------------------------------------------------------------------------------- */

const name = of('name');
const TAGS: More = {
	existing: [
		{ id: 401, name: 'Field' },
		{ id: 402, name: 'Caf\u00E9 Nord' },
		{ id: 403, name: 'pump-1' },
		{ id: 404, name: "Bob's pumps" },
		{ id: 405, name: '17' },
	],
};
const TWINS: More = {
	existing: [
		{ id: 501, name: 'Field test' },
		{ id: 502, name: 'Field\u00A0test' },
		{ id: 503, name: 'Caf\u00E9' },
		{ id: 504, name: 'Cafe\u0301' },
		{ id: 505, name: '"Quoted"' },
		{ id: 506, name: '=SUM' },
		{ id: 507, name: "'Abend" },
		{ id: 508, name: '-west' },
		{ id: 509, name: '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645' },
	],
};
const SAME = /exists|has|there|same|look|existing|use/i;
const withRefusal = (more: More, refused: Expected): More => ({ ...more, or: [refused] });

const NAMES: Written[] = [
	name('column', 'Field', asIs({ id: 401 }), 'exact', TAGS),
	name('column', ' Field', takes({ id: 401 }, 'outer blanks'), 'after a comma', TAGS),
	name('column', 'Field\u00A0', takes({ id: 401 }, 'outer blanks'), 'web table', TAGS),
	name('column', '\uFEFFField', takes({ id: 401 }, 'outer blanks'), 'first cell, BOM', TAGS),
	name('column', 'Field\u200B', takes({ id: 401 }, 'outer blanks'), 'chat', TAGS),
	name(
		'filter',
		'\u200FField\u200F',
		takes({ id: 401 }, 'outer blanks'),
		'right-to-left page',
		TAGS,
	),
	name('column', '"Field"', takes({ id: 401 }, 'quotes'), 'CSV that was quoted twice', TAGS),
	name('column', '="Field"', takes({ id: 401 }, 'formula'), 'CSV made for Excel', TAGS),
	name('column', 'Cafe\u0301 Nord', takes({ id: 402 }), 'file names of a Mac: NFD', TAGS),
	name('column', 'Caf\u00E9  Nord', takes({ id: 402 }), 'two blanks', TAGS),
	name('column', 'Caf\u00E9\u00A0Nord', takes({ id: 402 }), 'no-break space inside', TAGS),
	name('column', 'Caf\u00E9\nNord', takes({ id: 402 }), 'line break in a cell (Alt+Enter)', {
		...TAGS,
		or: [refuses(/Caf|\\n|line/, SAME)],
	}),
	name(
		'column',
		'Fi\u200Beld',
		takes({ id: 401 }),
		'zero-width space inside: the same name without it',
		withRefusal(TAGS, refuses([escape('200B')], /remove|Field/i)),
	),
	name(
		'column',
		'pump\u00AD-1',
		takes({ id: 403 }),
		'soft hyphen of a PDF',
		withRefusal(TAGS, refuses([escape('00AD')], /remove|pump-1/i)),
	),
	name('column', 17, takes({ id: 405 }), 'number in a column of names', TAGS),
	name('column', '17', takes({ id: 405 }), 'digits in a column of names are a name', TAGS),
	name('column', 'Fi\u0435ld', refuses([/0435|\u0435/i, 'Field'], SAME), 'Cyrillic e', TAGS),
	name(
		'filter',
		'\u0440ump-1',
		refuses([/0440|\u0440/i, 'pump-1'], SAME),
		'Cyrillic letter for p',
		TAGS,
	),
	name('column', '\uFF26ield', refuses([/FF26|\uFF26/i, 'Field'], SAME), 'full-width letter', {
		...TAGS,
		or: [takes({ id: 401 })],
	}),
	name(
		'column',
		'\uFB01eld',
		refuses(/FB01|\uFB01/i, /./),
		'ligature of a PDF: looks like a name in small letters',
		{
			...TAGS,
			or: [takes({ missing: '\uFB01eld' })],
		},
	),
	name(
		'column',
		'pump\u20131',
		refuses([/2013|\u2013/i, 'pump-1'], SAME),
		'en dash of a mail',
		TAGS,
	),
	name('column', 'pump\u22121', refuses([/2212|\u2212/i, 'pump-1'], SAME), 'minus sign', TAGS),
	name(
		'column',
		'Bob\u2019s pumps',
		refuses([/2019|\u2019/i, "Bob's pumps"], SAME),
		'curly apostrophe of a word processor',
		TAGS,
	),
	name('column', 'Field\uFE0E', takes({ id: 401 }), 'variation selector at the end', {
		...TAGS,
		or: [refuses(/FE0E/i, /remove|Field/i)],
	}),
	name('column', 'field', takes({ missing: 'field' }), 'another case is another name', {
		...TAGS,
		or: [refuses('Field', SAME)],
	}),
	name('column', 'Depot', takes({ missing: 'Depot' }), 'a new name', TAGS),
	name('column', 'Depot\u00A0', takes({ missing: 'Depot' }, 'outer blanks'), 'new, trimmed', TAGS),
	name(
		'column',
		'Caf\uFFFD Nord',
		refuses(/FFFD|\uFFFD/i, /UTF-8|encoding/i),
		'wrong encoding',
		TAGS,
	),
	name('column', 'Caf\u00C3\u00A9 Nord', takes({ missing: 'Caf\u00C3\u00A9 Nord' }), 'read twice', {
		...TAGS,
		or: [refuses('Caf\u00C3\u00A9', /UTF-8|encoding/i)],
	}),
	name('column', 'Caf\u00E9', takes({ id: 503 }), 'twins in the service: exact first', TWINS),
	name('column', 'Cafe\u0301', takes({ id: 504 }), 'twins: the other one, exact', TWINS),
	name('column', 'Field test', takes({ id: 501 }), 'twins: exact first', TWINS),
	name('column', 'Field\u00A0test', takes({ id: 502 }), 'twins: the other one, exact', TWINS),
	name('column', 'Field  test', refuses([/501/, /502/], /id/i), 'two blanks fit both twins', TWINS),
	name(
		'column',
		'"Quoted"',
		takes({ id: 505 }),
		'the quotes belong to the name: exact first',
		TWINS,
	),
	name('column', "'=SUM", takes({ id: 506 }, 'apostrophe'), 'formula guard of an export', TWINS),
	name('column', "'-west", takes({ id: 508 }, 'apostrophe'), 'formula guard of an export', TWINS),
	name('column', "'Abend", takes({ id: 507 }), 'apostrophe that belongs to the name', TWINS),
	name(
		'column',
		'\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645',
		takes({ id: 509 }),
		'Persian: the zero-width non-joiner belongs to the word; exact first',
		TWINS,
	),
	name(
		'filter',
		'',
		refuses(/empty|name/i, /fill|give|value|remove|set|name/i),
		'narrows by nothing',
		TAGS,
	),
];

/* Activation code --------------------------------------------------------------------------- */

const code = of('activationCode');
const LPA = 'LPA:1$smdp.example.com$04386-AGYFT-A74Y8-3F815';
const OID = `${LPA}$1.3.6.1.4.1.31746$1`;
const FORM = /LPA:1\$/;

const CODES: Written[] = [
	code('column', LPA, asIs(LPA), 'list of a supplier of profiles'),
	code('column', OID, asIs(OID), 'with object identifier and flag of a confirmation code'),
	code('form', ` ${LPA}\n`, takes(LPA, 'outer blanks'), 'copied from a mail'),
	code('column', `\uFEFF${LPA}`, takes(LPA, 'outer blanks'), 'first cell, BOM'),
	code('column', `"${LPA}"`, takes(LPA, 'quotes'), 'CSV that was quoted twice'),
	code('column', `="${LPA}"`, takes(LPA, 'formula'), 'CSV made for Excel'),
	code('column', `lpa${LPA.slice(3)}`, takes(LPA), 'QR reader that makes schemes small', {
		or: [takes(`lpa${LPA.slice(3)}`), refuses(/lpa/i, FORM)],
	}),
	code(
		'column',
		LPA.slice(4),
		takes(LPA, 'prefix LPA'),
		'SGP.22: the prefix is for QR codes only',
		{
			or: [takes(LPA.slice(4)), refuses(/LPA/, FORM)],
		},
	),
	code('column', 'LPA:1$smdp.example.com$', takes('LPA:1$smdp.example.com$'), 'no matching ID', {
		or: [refuses(/matching|id/i, /./)],
	}),
	code(
		'form',
		`https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${LPA}`,
		takes(LPA, 'link'),
		'link that installs a profile: guides of resellers',
	),
	code(
		'form',
		`https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(LPA)}`,
		takes(LPA, 'link'),
		'the same link with its signs encoded',
	),
	code(
		'column',
		`https://api.qrserver.com/v1/create-qr-code/?size=300x300&data=${encodeURIComponent(LPA)}`,
		takes(LPA, 'link'),
		'link of a service that draws QR codes',
		{ or: [refuses(/link|https/i, FORM)] },
	),
	code(
		'column',
		'https://shop.example.com/qr/77.png',
		refuses(/https|link/i, FORM),
		'link, no code',
	),
	code('column', LPA.replaceAll('$', '\\$'), refuses(/\\/, FORM), 'escaped for a shell'),
	code('column', LPA.replaceAll('$', '&#36;'), refuses(/&#36;|&/, FORM), 'escaped for HTML'),
	code('column', LPA.replace('$', 'S'), refuses(/S|LPA:1S/, FORM), 'text recognition: S for $'),
	code('column', LPA.replaceAll('$', '\uFF04'), refuses(/FF04|\uFF04/i, FORM), 'full-width sign'),
	code(
		'column',
		LPA.replace('smdp', 'sm\u200Bdp'),
		refuses([escape('200B'), place(9, 'sm\\\\u200B')], RETYPE),
		'mail program that breaks long words',
	),
	code(
		'column',
		LPA.replace('$0', '$ 0'),
		refuses(/blank|space|" "/i, RETYPE),
		'line break of a PDF',
	),
	code('column', `LPA:2${LPA.slice(5)}`, refuses(/2/, FORM), 'format that does not exist'),
	code('column', 'LPA:1$$04386-AGYFT', refuses(/host|address|SM-DP|server/i, FORM), 'host missing'),
	code('column', 'LPA:1', refuses('LPA:1', FORM), 'cut at the first $ by a template language'),
	code('column', 'smdp.example.com', refuses('smdp.example.com', FORM), 'address alone'),
	code('column', A20, refuses(/8988|ICCID|digits/i, FORM), 'columns swapped: an ICCID'),
	code('column', `${LPA} ${LPA}X`, refuses(/two|2|blank|space/i, ONE), 'two codes in a cell'),
	code('column', 42, refuses('42', FORM), 'number of the order'),
];

/* Blank ------------------------------------------------------------------------------------- */

const blank = of('blank');
const unsaid = refuses;
const EXPRESSION = /expression|fill|give|remove|whole|all|set/i;

const BLANKS: Written[] = [
	blank('column', '', takes(null), 'CSV, nothing between the commas'),
	blank('column', null, takes(null), 'xlsx, empty cell included by n8n'),
	blank('column', ' ', takes(null), 'typed by hand'),
	blank('column', '\u00A0', takes(null), 'web table: no-break space holds the cell open'),
	blank('column', '\u200B', takes(null), 'web editor: zero-width space'),
	blank('column', '\uFEFF', takes(null), 'BOM in front of nothing'),
	blank('column', '\t', takes(null), 'pasted from a terminal'),
	blank('column', '\r', takes(null), 'last column of a CRLF file'),
	blank('column', '\u3000', takes(null), 'Japanese blank'),
	blank('column', '""', takes(null), 'CSV that was quoted twice', { or: [refuses('"', LEAVE)] }),
	blank('column', '=""', takes(null), 'formula that shows nothing', {
		or: [refuses('=""', LEAVE)],
	}),
	blank('column', 'n/a', unsaid('n/a', LEAVE), 'typed by hand'),
	blank('column', 'N/A', unsaid('N/A', LEAVE), 'portal export'),
	blank('column', '#N/A', unsaid('#N/A', LEAVE), 'lookup that found nothing'),
	blank('column', '#NV', unsaid('#NV', LEAVE), 'the same in a German Excel'),
	blank('column', '-', unsaid('-', LEAVE), 'portal: hyphen for nothing'),
	blank('column', '\u2013', unsaid(/\u2013|2013/, LEAVE), 'the same, made a dash'),
	blank('column', '#REF!', unsaid('#REF!', LEAVE), 'broken reference'),
	blank('column', '#DIV/0!', unsaid('#DIV/0!', LEAVE), 'broken formula'),
	blank('column', 'null', unsaid('null', LEAVE), 'database export'),
	blank('column', 'NULL', unsaid('NULL', LEAVE), 'database export'),
	blank('column', 'undefined', unsaid('undefined', LEAVE), 'expression inside a text'),
	blank('column', 'NaN', unsaid('NaN', LEAVE), 'export of Python'),
	blank('column', '[object Object]', unsaid('[object Object]', /./), 'object inside a text'),
	blank('filter', '', refuses(/empty/i, EXPRESSION), 'a filter of nothing is not the whole fleet'),
	blank('filter', '\u00A0', refuses(/empty|blank/i, EXPRESSION), 'the same, looks empty'),
	blank(
		'filter',
		null,
		refuses(/empty|null|no value/i, EXPRESSION),
		'the same, expression finds nothing',
	),
	blank('filter', 'undefined', refuses(/undefined|empty/i, EXPRESSION), 'expression inside a text'),
];

export const CELLS: readonly CellCase[] = [
	ICCIDS,
	IMEIS,
	EIDS,
	MSISDNS,
	FLAGS,
	CHOICES,
	MOMENTS,
	AMOUNTS,
	NAMES,
	CODES,
	BLANKS,
].flatMap((cells) => cells.map((cell, at) => ({ id: `${cell.reading}-${at + 1}`, ...cell })));
