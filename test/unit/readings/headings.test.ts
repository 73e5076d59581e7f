import { tableFault } from '../../../src/readings/headings';

/* Headings that stand in a later row than the first. */

const KNOWN = ['name', 'status', 'iccid', 'sim'];
const isKnown = (heading: string): boolean => KNOWN.includes(heading.toLowerCase());
const faultOf = (rows: Array<Record<string, string>>): string | undefined =>
	tableFault(Object.keys(rows[0]!), rows, isKnown);

test('they stand below a title', () => {
	const fault = faultOf([
		{ 'Devices 2027': 'name', __EMPTY: 'status' },
		{ 'Devices 2027': 'pump-1', __EMPTY: 'Enabled' },
	]);
	expect(fault).toMatch(/^its headings "name", "status" stand below a title.+Range to 1/);
});

test('they stand below a line of groups, one of which is called as a column', () => {
	const fault = faultOf([
		{ Device: 'name', __EMPTY: 'status', SIM: 'iccid' },
		{ Device: 'pump-1', __EMPTY: 'Enabled', SIM: '8988303000000000017' },
	]);
	expect(fault).toMatch(/^its headings "name", "status", "iccid" stand below a title/);
});

test.each([
	['a row repeats the headings', { name: 'name', status: 'status' }],
	['a device is called as a column', { name: 'status', note: '' }],
	['a device is called as a column, beside other cells', { name: 'sim', status: 'Enabled' }],
])('they stand in the first row, where %s', (_, row) => {
	expect(faultOf([row, { name: 'pump-1', status: 'Enabled' }])).toBeUndefined();
});
