jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));
import { cases } from './cases';
import { World } from './world';
const names = (process.env.NAMES ?? '').split('|');
it.each(names)('%s', async (name) => {
	const world = new World(cases.find((each) => each.name === name)!);
	await world.runAll();
	console.log(name, JSON.stringify(world.given, null, 0));
	console.log(
		world.service.asked
			.filter((e) => process.env.ALL || e.method !== 'GET')
			.map(
				(e) =>
					`${new Date(e.at).toISOString().slice(11, 19)} ${e.method} ${e.path} ${e.status} ${JSON.stringify(e.body ?? '')}`,
			)
			.join('\n'),
		JSON.stringify(world.changes),
	);
});
