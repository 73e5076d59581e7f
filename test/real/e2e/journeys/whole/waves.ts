import assert from 'node:assert/strict';
import { control } from '../../../../../demo/lib/everyEvent';
import { bindWorkflow, readWorkflow } from '../../../../../demo/lib/workflows';
import { type SimulatorHandle, TAGS, TARIFF_PROFILES } from '../../../../../simulator';
import { until } from '../../../../support/until';
import { tag } from '../../../workflows/fleet';
import { entered } from '../../../workflows/stage';
import type { Editor } from '../../editor';
import type { Journey } from '../../journey';
import { openCanvas, reached } from './canvas';
import { type OwnService, withService } from './service';

/* A tariff in waves, from the imported example: n8n is killed within a wave, and the workflow is executed again. */

const DEVICES = 12;
const WAVE = 4;
const TICK_MS = 250;

/** The devices that were given another tariff, once for each time. */
const moves = ({ made }: OwnService): number[] =>
	made()
		.filter(
			({ kind, detail }) =>
				kind === 'endpoint.updated' && JSON.stringify(detail).includes('tariff_profile'),
		)
		.map(({ endpointId }) => Number(endpointId));

const resets = ({ made }: OwnService): number[] =>
	made()
		.filter(({ kind }) => kind === 'connectivity.reset')
		.map(({ endpointId }) => Number(endpointId));

/** The devices have a tag and the old tariff, are online, and return from a reset. */
async function migrating({ service, fleet }: OwnService): Promise<string> {
	for (const endpoint of fleet) {
		tag(endpoint, [TAGS.spare]);
		endpoint.tariffProfileId = TARIFF_PROFILES.standard;
	}
	service.store.touch();
	const endpointIds = fleet.map(({ id }) => id);
	await control(service, 'lives', { endpointIds, kind: 'awake', returnSeconds: [1, 3] });
	return service.store.tags.get(TAGS.spare)!.name;
}

/** Moves the service's clock on, so that a judgement takes less than its minutes. */
function hurry({ clock }: SimulatorHandle): () => void {
	const timer = setInterval(() => clock.advance(1_000), TICK_MS);
	return () => clearInterval(timer);
}

const execute = async (editor: Editor) =>
	await editor.click(editor.page.getByTestId('execute-workflow-button').first());

export const waves: Journey[] = [
	{
		name: 'whole job: a tariff in waves; n8n is killed within a wave; executed again, all are moved and none twice',
		async run(stage, editor) {
			await withService(stage, DEVICES, async (own) => {
				const { service, token, fleet } = own;
				const name = await migrating(own);
				const tariff = service.store.tariffProfiles.get(TARIFF_PROFILES.roaming)!.name;
				const example = bindWorkflow(readWorkflow('tariff-in-waves'), {
					credentials: { cellularIotTokenApi: token },
					parameters: {
						Settings: entered({ tag: name, tariff, really: false }),
						'Migrate in waves': {
							waves: {
								waveSize: WAVE,
								wavePause: 1,
								waveCondition: 'online',
								waveMinutes: 2,
								waveReset: true,
							},
						},
					},
				});
				const id = await stage.api.createWorkflow(example);
				const stop = hurry(service);
				try {
					await openCanvas(editor, id, 'Settings');
					editor.countFrom();
					await execute(editor);
					await reached(stage, id, 1, 'success');
					assert.deepEqual(own.made(), [], 'the first run is a dry run');
					await editor.setTrue('Settings', 'really');
					await execute(editor);
					await until('a part of the second wave is moved', () => moves(own).length > WAVE, 300);
					await stage.n8n.restart('SIGKILL');
					stage.api = stage.n8n.api;
					const moved = moves(own).length;
					assert.ok(moved < DEVICES, `${moved} were moved before the kill`);
					await editor.signIn(stage.owner);
					await openCanvas(editor, id, 'Settings');
					await execute(editor);
					await reached(stage, id, 3, 'success');
					editor.within(7);
				} finally {
					stop();
				}
				const all = fleet.map(({ id: device }) => device);
				assert.deepEqual(moves(own).toSorted(), all, 'each is moved once');
				assert.deepEqual(resets(own).toSorted(), all, 'and reset once');
				for (const { tariffProfileId } of fleet)
					assert.equal(tariffProfileId, TARIFF_PROFILES.roaming);
			});
		},
	},
];
