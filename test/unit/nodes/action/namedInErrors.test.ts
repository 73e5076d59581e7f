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

test("n8n's own error of a too short ICCID names the field, once", async () => {
	const failed = runAt(sim, 'sim suspend', { simId: rl('89883', 'iccid') });
	await expect(failed).rejects.toThrow(
		/issues:\n- SIM: An ICCID has 19 digits, or 20 with the check digit$/,
	);
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
	expect(error?.message).toMatch(/^Row 3 \(b\): /);
	expect(error?.message).toContain(`SIM ${id} (ICCID ${iccid}) is already assigned`);
	expect(error?.message).not.toMatch(/item 1|endpoints\[/i);
	expect(error?.context).not.toHaveProperty('itemIndex');
});
