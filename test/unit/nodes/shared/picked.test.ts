import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { faultAt, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* Entries that were picked from a list in one organisation and are used in another. */

const sim = simulated({ seed: { endpoints: 3 } }, 'new');

const picked = (value: unknown, cachedResultName: string, mode = 'list') =>
	({ __rl: true, mode, value, cachedResultName }) as INodeParameters;
const first = () => sim.store.endpoints.get(10001)!;
const iccid = () =>
	[...sim.store.sims.values()].find(({ endpointId }) => endpointId === 10001)!.iccid;
const label = () => `${first().name} (…${iccid().slice(-7)})`;

/** The hints of a run. */
async function hintsOf(operation: string, parameters: object, items: IDataObject[] = [{}]) {
	const { hints, error } = await runAt(sim, operation, parameters, { items });
	if (error) throw error;
	return hints;
}
/** The hints of a run that reads a picked endpoint. */
const hintsOfGet = async (endpointId: INodeParameters, items?: IDataObject[]) =>
	await hintsOf('endpoint get', { endpointId, simplify: true }, items);
const newEndpoint = (serviceProfileId: INodeParameters, tariffProfileId = rl(201)) => ({
	...{ serviceProfileId, tariffProfileId, status: 0 },
});
const reads = (path: string) => sim.ledger().requests.filter((one) => one.path === path).length;

test('an ID with a different name than when it was picked is used, with a hint', async () => {
	const [hint, ...others] = await hintsOfGet(picked(10001, 'valve-3 (…9999999)'));
	expect(hint).toBe(
		`The endpoint 10001 was picked as "valve-3 (…9999999)"; with this credential it is "${label()}". Pick it again if it was renamed. If it was not, this credential is of another organisation.`,
	);
	expect(others).toEqual([]);
});

test.each([
	['with its picked name', () => label()],
	['renamed, with the same SIM', () => `former name (…${iccid().slice(-7)})`],
	['with another SIM and the same name', () => `${first().name} (…9999999)`],
	['picked before it had a SIM', () => `${first().name} (ID 10001)`],
	['picked before it had a name', () => 'ID 10001 (…9999999)'],
])('an endpoint %s gives no hint', async (_, was) => {
	expect(await hintsOfGet(picked(10001, was()))).toEqual([]);
});

test('the picked entry is read once for all items, and not again by the next run', async () => {
	const items = [{}, {}, {}];
	const path = '/api/v1/service_profile/101';
	const create = newEndpoint(picked(101, 'Of another organisation'));
	for (let run = 0; run < 2; run++) {
		const hints = await hintsOf('endpoint create', create, items);
		expect(hints).toEqual([expect.stringContaining('The service profile 101 was picked as')]);
	}
	expect(reads(path)).toBe(1);
});

test('the picked entry is read before an update, so that a new name gives no hint', async () => {
	first().simId = null;
	const endpointId = picked(10001, `${first().name} (ID 10001)`);
	const rename = { endpointId, updateFields: { name: 'a new name' } };
	expect(await hintsOf('endpoint update', rename)).toEqual([]);
	expect(first().name).toBe('a new name');
	const paths = sim.ledger().requests.map(({ method, path }) => `${method} ${path}`);
	const [look, change] = paths.filter((one) => one.endsWith('/endpoint/10001'));
	expect([look, change]).toEqual(['GET /api/v1/endpoint/10001', 'PATCH /api/v1/endpoint/10001']);
});

test('nothing is read for items that are refused before anything is sent', async () => {
	const nothing = { endpointId: picked(10001, 'valve-3'), updateFields: {} };
	const { error } = await runAt(sim, 'endpoint update', nothing);
	expect(error?.message).toBeDefined();
	expect(sim.ledger().requests).toEqual([]);
});

test('an ID that was typed or comes from an expression is not checked', async () => {
	expect(await hintsOfGet(picked(10001, 'valve-3', 'id'))).toEqual([]);
	expect(await hintsOfGet(picked('={{ $json.id }}', 'valve-3'), [{ id: 10001 }])).toEqual([]);
	expect(reads('/api/v1/endpoint/10001')).toBe(2);
});

test('a failed read gives no hint and no error', async () => {
	faultAt(sim, '/api/v1/service_profile/101$', { kind: 'errorBefore', status: 403 });
	const create = newEndpoint(picked(101, 'Of another organisation'));
	expect(await hintsOf('endpoint create', create)).toEqual([]);
});

test('a refusal shows a picked entry with its picked name', async () => {
	const create = newEndpoint(picked(111, 'Customer standard'));
	const { error } = await runAt(sim, 'endpoint create', create);
	expect(error?.message).toMatch(/service_profile.* 111 \("Customer standard"\)/);
});

test('a refusal shows the name and organisation of a profile given by ID', async () => {
	const { error } = await runAt(sim, 'endpoint create', newEndpoint(rl(101), rl(211)));
	expect(error?.message).toMatch(
		/tariff_profile.* 211 \("Customer Europe \(of organisation 1002\)"\)/,
	);
	expect(reads('/api/v1/tariff_profile')).toBe(1);
	expect(reads('/api/v1/service_profile')).toBe(0);
});
