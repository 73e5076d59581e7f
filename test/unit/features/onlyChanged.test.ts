import { Comparison } from '../../../src/run/changes/compare';
import { newestMarkers, MOST_LISTS, withLists } from '../../../src/run/changes/storedMarkers';
import { packPrints, unpackPrints } from '../../../src/run/changes/marker';
import type { Json } from '../../../src/table/define';
import { endpointParts } from '../../../src/table/entries/endpoint/endpointRead';

/* The stored form of a list and the comparison of lists. */

const endpoint = (id: number, more: Json = {}): Json => ({
	id,
	name: `device ${id}`,
	status: { id: 0 },
	imei: null,
	imei_lock: false,
	ip_address: '10.0.0.1',
	tags: 'north,pumps',
	sim: { id, iccid: '89', status: { id: 1 } },
	service_profile: { id: 1 },
	tariff_profile: { id: 2 },
	...more,
});
const markerOf = (entries: Json[]): string => {
	const comparison = new Comparison(endpointParts, undefined);
	for (const entry of entries) comparison.take(entry);
	return comparison.end(true).marker;
};
const changeOf = (before: Json, after: Json) =>
	new Comparison(endpointParts, markerOf([before])).take(after);

test.each([
	['name', { name: 'other' }],
	['status', { status: { id: 1 } }],
	['sim', { sim: { id: 2, iccid: '88', status: { id: 1 } } }],
	['sim_status', { sim: { id: 1, iccid: '89', status: { id: 2 } } }],
	['tags', { tags: 'north' }],
	['profiles', { tariff_profile: { id: 3 } }],
	['address', { ip_address: '10.0.0.2' }],
	['imei', { imei_lock: true }],
])('reports a change of %s by name', (part, more) => {
	const change = changeOf(endpoint(1), endpoint(1, more));
	expect(change).toEqual({ change: 'changed', changed_parts: [part] });
});

test('reports no change when the same values are written in another way', () => {
	const assigned = [{ name: 'pumps' }, { name: 'north' }];
	const same = { tags: null, tag_assignments: assigned, last_updated: '2026-01-01', imei: '' };
	expect(changeOf(endpoint(1), endpoint(1, same))).toBeUndefined();
	const none = endpoint(1, { sim: null, tags: null });
	const absent = endpoint(1, { tags: '' });
	delete absent.sim;
	expect(changeOf(none, absent)).toBeUndefined();
});

/** Compares some lists, one after the other; gives what each reports. */
function reportsOf(...lists: Json[][]): unknown[] {
	let marker: string | undefined;
	return lists.map((entries) => {
		const comparison = new Comparison(endpointParts, marker);
		const changes = entries.map((entry) => comparison.take(entry)?.change);
		const end = comparison.end(true);
		marker = end.marker;
		return { changes, removed: end.removed };
	});
}

test('reports an entry that two lists lack as removed, once, among however many deleted ones', () => {
	const deleted = [3, 4].map((id) => endpoint(id, { status: { id: 2 } }));
	const without = [endpoint(1), ...deleted];
	const reports = reportsOf([endpoint(1), endpoint(2), ...deleted], without, without, without);
	expect(reports).toMatchObject([{}, { removed: [] }, { removed: [2] }, { removed: [] }]);
});

test('reports a change once', () => {
	const after = [endpoint(1, { name: 'other' })];
	expect(reportsOf([endpoint(1)], after, after)).toMatchObject([
		{ changes: ['added'] },
		{ changes: ['changed'] },
		{ changes: [undefined] },
	]);
});

test.each([null, 'x', 0, 2 ** 60])('rejects an entry with the ID %s', (id) => {
	const comparison = new Comparison(endpointParts, undefined);
	expect(() => comparison.take({ ...endpoint(1), id })).toThrow(/entry with the ID/);
});

test('stores an endpoint in 24 characters on average, even if ids are two million apart', () => {
	for (const gap of [1, 100, 10_000, 2_000_000]) {
		const all = Array.from({ length: 1_000 }, (_, i) => endpoint((i + 1) * gap));
		expect(markerOf(all).length / all.length).toBeLessThan(24.1);
	}
});

test('unpacks the same prints that were packed, up to the largest ids', () => {
	const ids = [1, 127, 128, 2 ** 31, 2 ** 40 + 5, Number.MAX_SAFE_INTEGER];
	const prints = new Map(ids.map((id, i) => [id, String.fromCharCode(255 - i).repeat(15)]));
	const packed = packPrints(prints, 15);
	expect(unpackPrints(packed, 15)).toEqual(prints);
	expect(unpackPrints(packed.slice(0, -4), 15)).toBeUndefined();
	expect(unpackPrints(packed, 13)).toBeUndefined();
});

test('forgets the list that was read longest ago when there are too many lists', () => {
	let kept = withLists(undefined, new Map([['first', 'a']]));
	for (let i = 0; i < MOST_LISTS; i++) kept = withLists(kept, new Map([[`list ${i}`, 'b']]));
	expect(Object.keys(kept.lists)).toHaveLength(MOST_LISTS);
	expect(kept.lists.first).toBeUndefined();
	const older = { ...kept, n: kept.n - 1 };
	expect(newestMarkers(undefined, older, kept, null, 'text')).toBe(kept);
});
