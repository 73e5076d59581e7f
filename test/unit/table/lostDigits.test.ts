import { identify } from '../../../src/run/tool/identify';
import { schemaOf } from '../../../src/table/checks';
import type { Field } from '../../../src/table/define';
import { operations } from '../../../src/operations';
import { everywhereOf } from '../../../src/table/fields';
import { clientFor } from './support';

/* Numbers of SIMs and devices with more digits than a number holds: refused in words, wherever they are given. */

/** The number that JSON.parse gives for an ICCID, and for an EID. */
const ICCID = Number('8988303000000000017');
const EID = Number('89049032000000000000000000000017');
const WORDS =
	/must be text: a number of (19|32) digits loses digits, and .+ has lost its last ones/;

type Given = [where: string, field: Field, value: unknown];

const pickersAndNumbers = operations.flatMap((operation): Given[] => {
	const fields = { ...everywhereOf(operation), ...operation.fields };
	return Object.entries(fields).flatMap(([name, field]): Given[] => {
		const { control } = field;
		const where = `${operation.resource} ${operation.name} ${name}`;
		if (control.kind === 'picks') return [[where, field, [ICCID]]];
		if (/iccid|imei|imsi|eid$|msisdn/i.test(name)) {
			// Some take lists of numbers; a flag of such a name takes none.
			return control.kind === 'text' ? [[where, field, ICCID]] : [];
		}
		if (control.kind !== 'locator' || control.textIds) return [];
		const others = (control.alsoBy ?? []).filter((by) => by !== 'name' && by !== 'tag');
		const references = others.map((by) => ({ by, value: by === 'eid' ? EID : ICCID }));
		return [ICCID, ...references].map((value): Given => [where, field, value]);
	});
});

test('there are pickers and fields of numbers', () => {
	const names = pickersAndNumbers.map(([where]) => where);
	expect(names).toEqual(
		expect.arrayContaining(['endpoint getAll iccid', 'sms send endpointId', 'sim getAll imsi']),
	);
	expect(names.length).toBeGreaterThan(200);
});

test('a number that has lost digits is accepted by none of them', () => {
	const accepted = pickersAndNumbers.filter(([, field, value]) => {
		return schemaOf(field).safeParse(value).success;
	});
	expect(accepted.map(([where]) => where)).toEqual([]);
});

test('pickers and fields of SIMs and endpoints say that it must be text', () => {
	const own = pickersAndNumbers.filter(([where]) =>
		/(iccid|imei|imsi|msisdn|simId|endpointId)$/.test(where),
	);
	expect(own.length).toBeGreaterThan(60);
	const others = own.filter(([, field, value]) => {
		const parsed = schemaOf(field).safeParse(value);
		return !WORDS.test(parsed.error?.issues[0]?.message ?? '');
	});
	expect(others.map(([where]) => where)).toEqual([]);
});

test('an IMEI of 15 or 16 digits as a number is taken as it is', () => {
	const endpoint = operations.find((o) => o.resource === 'endpoint' && o.name === 'get')!;
	const { endpointId } = endpoint.fields;
	const schema = schemaOf(endpointId!);
	expect(schema.parse({ by: 'imei', value: 357762083012959 })).toMatchObject({
		value: '357762083012959',
	});
	expect(schema.parse({ by: 'imei', value: 3577620830129501 })).toMatchObject({
		value: '3577620830129501',
	});
});

test('an ICCID that an agent gives as a number is not looked up', async () => {
	const operation = operations.find((o) => o.resource === 'sms' && o.name === 'send')!;
	const field: [string, Field] = ['endpointId', operation.fields.endpointId!];
	await expect(identify(clientFor().listing('endpoint'), field, ICCID)).rejects.toThrow(WORDS);
});
