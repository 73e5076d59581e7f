import type { IDataObject } from 'n8n-workflow';
import { SERVICE_PROFILES, TAGS } from '../../../../simulator';
import { GENERATIONS, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rows';

/* Apply a Table in n8n, whose rows are found by a tag. */

describe.each(GENERATIONS)('with answers in the form "%s"', (generation) => {
	const sim = simulated({ generation, seed: { endpoints: 4 } });
	const device = (id: number) => sim.store.endpoints.get(id)!;
	beforeEach(() => {
		for (const id of [10001, 10002]) {
			Object.assign(device(id), { tagIds: [TAGS.lab], tagged: true });
		}
		sim.store.touch();
	});

	const apply = async (items: IDataObject[], parameters: object) =>
		await runAt(
			sim,
			'endpoint applyTable',
			{ dryRun: false, valuesFrom: 'columns', ...parameters },
			{ items, onError: 'continueRegularOutput' },
		);
	const columns = (by: string) => ({
		namingColumn: by,
		columns: { mappingMode: 'autoMapInputData', value: null },
	});
	const profiles = () => [10001, 10002, 10003].map((id) => device(id).serviceProfileId);
	const { standard, metered } = SERVICE_PROFILES;

	test('a column "tag" that is chosen for matching stands for all endpoints with the tag', async () => {
		const rows = [{ Tag: 'lab', service_profile: 'Metered SMS' }];
		const { items } = await apply(rows, columns('tag'));
		expect(items.map(({ json, pairedItem }) => [json.endpoint_id, json.tag, pairedItem])).toEqual([
			[10001, 'lab', { item: 0 }],
			[10002, 'lab', { item: 0 }],
		]);
		expect(profiles()).toEqual([metered, metered, standard]);
	});

	test('a column "tag" beside another key is still a column of tags', async () => {
		await apply([{ id: 10003, tag: 'field' }], columns('id'));
		expect(device(10003).tagIds).toEqual([TAGS.field]);
		expect(profiles()).toEqual([standard, standard, standard]);
	});

	test('the fields below can name a tag, too', async () => {
		await apply([{}], {
			valuesFrom: 'fields',
			endpointId: rl('lab', 'tag'),
			updateFields: { serviceProfileId: rl('Metered SMS', 'name') },
		});
		expect(profiles()).toEqual([metered, metered, standard]);
	});

	test('mapped columns take expressions, and a name in the place of the ID of a profile', async () => {
		const mapped = {
			mappingMode: 'defineBelow',
			value: { tag: '={{ $json.of }}', service_profile_id: '={{ $json.profile }}' },
		};
		await apply([{ of: 'lab', profile: 'Metered SMS' }], { namingColumn: 'tag', columns: mapped });
		expect(profiles()).toEqual([metered, metered, standard]);
	});
});
