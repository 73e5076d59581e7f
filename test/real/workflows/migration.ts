import { outputOf } from '../../../demo/lib/api';
import { TAGS } from '../../../simulator';
import { exactly, type Figure } from '../../faults/figures';
import { during, tag } from './fleet';
import { control, listed, moving } from './waits';
import { entered, fleetOf, mustSucceed, RESELLER, type Stage } from './stage';

/* A tariff in waves: devices that do not open a new session afterwards get their old one again. */

const [OLD, NEW] = ['Europe', 'World'];

/** Twenty devices in waves of ten, two of which have no session and do not get one. */
export async function migration(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const fleet = fleetOf(stage, RESELLER).filter(({ simId }) => simId !== null);
	const chosen = fleet.slice(200, 220);
	const sick = chosen.slice(4, 6).map(({ id }) => id);
	const tariff = (name: string) =>
		[...sim.store.tariffProfiles.values()].find(
			(profile) => profile.name === name && profile.organisationId === RESELLER,
		)!.id;
	for (const endpoint of fleet) {
		if (endpoint.tagIds.includes(TAGS.spare)) tag(endpoint, []);
	}
	for (const endpoint of chosen) {
		tag(endpoint, [TAGS.spare]);
		Object.assign(endpoint, { statusId: 0, blocked: false, tariffProfileId: tariff(OLD!) });
		const isSick = sick.includes(endpoint.id);
		// A device without an active SIM gets no session.
		sim.store.sims.get(endpoint.simId!)!.statusId = isSick ? 2 : 1;
		if (isSick) Object.assign(endpoint, { session: null, connectivity: 'OFFLINE' });
	}
	sim.store.touch();
	const endpointIds = chosen.map(({ id }) => id);
	await control(stage, '/_sim/lives', { endpointIds, kind: 'awake', returnSeconds: [1, 5] });
	const run = async (really: boolean) =>
		await load('tariff-in-waves', {
			user: 'totp',
			parameters: {
				Settings: entered({ tag: sim.store.tags.get(TAGS.spare)!.name, tariff: NEW!, really }),
				'Migrate in waves': {
					waves: {
						waveSize: 10,
						wavePause: 1,
						waveCondition: 'online',
						waveMinutes: 1,
						waveReset: true,
					},
					options: { stopAbove: 50 },
				},
			},
		});
	const dryRun = await run(false);
	const dry = await during(stage, async () => mustSucceed(await moving(stage, 1, dryRun)));
	const real = await run(true);
	const execution = mustSucceed(await moving(stage, 1, real));
	const on = (name: string) =>
		listed(chosen.filter(({ tariffProfileId: id }) => id === tariff(name)).map(({ id }) => id));
	const putBack = listed(outputOf(execution, 'Not moved').map((item) => item.endpoint_id));
	const well = listed(endpointIds.filter((id) => !sick.includes(id)));
	return [
		exactly('migration: calls that write in a dry run', '0', String(dry.writes.length)),
		exactly('migration: devices that were put back', listed(sick), putBack),
		exactly('migration: on the old tariff', listed(sick), on(OLD!)),
		exactly('migration: on the new tariff', well, on(NEW!)),
	];
}
