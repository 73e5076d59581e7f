import type { IDataObject } from 'n8n-workflow';
import { accountFrom } from '../../../../src/account';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* Errors name the field and the value once, and what they are about as the user gave it. */

const sim = simulated({ seed: { endpoints: 4, bulkDelayMs: 0 } });
const profiles = { serviceProfileId: rl(101), tariffProfileId: rl(201) };
const inUse = () => [...sim.store.sims.values()].find(({ endpointId }) => endpointId !== null)!;
const createMany = async (items: IDataObject[]) =>
	await runAt(
		sim,
		'endpoint createMany',
		{
			...profiles,
			valuesFrom: 'columns',
			columns: { mappingMode: 'autoMapInputData', value: null },
		},
		{ items },
	);

test('a token with a space inside is refused without the token', () => {
	const fields = { baseUrl: 'https://api.example.com', applicationToken: 'secret-part other-part' };
	const read = () => accountFrom('token', fields);
	expect(read).toThrow(
		'Application Token must not have a space or a line break inside: copy it again, as a whole',
	);
	expect(read).not.toThrow(/secret-part/);
});

test('a too short ICCID in a picker is refused with the field, before anything is sent', async () => {
	const before = sim.ledger().requests.length;
	const { error } = await runAt(sim, 'sim suspend', { simId: rl('89883', 'iccid') });
	expect(error?.message).toMatch(/^SIM must be an ICCID of 19 digits .*got "89883"/);
	expect(sim.ledger().requests).toHaveLength(before);
});

test("n8n's own error of a name where an ID belongs names the field, once", async () => {
	const failed = runAt(sim, 'sim suspend', { simId: rl('arctic', 'id') });
	await expect(failed).rejects.toThrow(
		/issues:\n- SIM: An ID is a whole number of 1 or more[^\n]*$/,
	);
});

test.each([
	['blanks between groups', (iccid: string) => iccid.replace(/(.{4})/g, '$1 ')],
	['no-break blanks', (iccid: string) => `\u00a0${iccid.slice(0, 5)}\u00a0${iccid.slice(5)}`],
	['a filler', (iccid: string) => `${iccid}F`],
])('an ICCID with %s is taken by a picker', async (_, written) => {
	const { id, iccid } = inUse();
	const { items, error } = await runAt(sim, 'sim get', { simId: rl(written(iccid), 'iccid') });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ id });
});

test('an ICCID in use is named, with its ID, and no place of the call', async () => {
	const { id, iccid } = inUse();
	const identity = { simId: rl(iccid, 'iccid') };
	const { error } = await runAt(sim, 'endpoint create', { ...profiles, identity });
	expect(error?.message).toContain(`SIM ${id} (ICCID ${iccid}) is already assigned`);
	const table = await createMany([{ name: 'a', iccid }]);
	expect(table.error?.message).toContain(`SIM ${id} (ICCID ${iccid}) is already assigned`);
	expect(table.error?.message).not.toMatch(/endpoints\[|item/i);
});

test('of several rows the refused one has its number in the spreadsheet', async () => {
	const { id, iccid } = inUse();
	const free = [...sim.store.sims.values()].find(
		(card) => card.endpointId === null && card.organisationId === 1001,
	)!;
	const { error } = await createMany([
		{ name: 'a', iccid: free.iccid },
		{ name: 'b', iccid },
	]);
	expect(error?.message).toMatch(/^Row 3 \(item 1\), "b": /);
	expect(error?.message).toContain(`SIM ${id} (ICCID ${iccid}) is already assigned`);
	expect(error?.message).not.toMatch(/endpoints\[/);
	expect(error?.context).not.toHaveProperty('itemIndex');
});
