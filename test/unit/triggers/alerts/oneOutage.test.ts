import { isOfModel, MODEL, playRhythms, RURAL_DEVICES } from './rhythms';

/* One outage is one incident, whatever the rhythms of its devices are; the next one is another. */

const isRural = (i: number) => i < RURAL_DEVICES;
const CAUSE = { operator: 'Ruralia Mobile', country: 'Ruralia' };

test('devices of slower rhythms join the incident, which is told twice: at once, and when each is judged', async () => {
	const told = await playRhythms(84, (i, hour) => isRural(i) && hour >= 26);
	expect(told).toMatchObject([
		{ fields: { cause: CAUSE, affected: 17, is_update: false } },
		{ fields: { cause: CAUSE, affected: 100, is_update: true } },
	]);
	const [first, update] = told;
	expect(first!.hour).toBeLessThan(29);
	expect(update!.fields.incident_id).toBe(first!.fields.incident_id);
});

test('an outage after most devices of the one before are back is another incident', async () => {
	const isStraggler = (i: number) => i < 3;
	const told = await playRhythms(
		42,
		(i, hour) =>
			isRural(i) && ((hour >= 26 && hour < 30) || hour >= 38 || (isStraggler(i) && hour >= 26)),
	);
	const silent = told.filter(
		({ event, fields }) => event === 'deviceSilent' && fields.cause !== null,
	);
	expect(silent).toMatchObject([
		{ fields: { cause: CAUSE, affected: 17, is_update: false } },
		{ fields: { cause: CAUSE, is_update: false } },
	]);
	expect(silent[1]!.fields.incident_id).not.toBe(silent[0]!.fields.incident_id);
});

test('what more devices share later is told once, when none of them is left to be judged', async () => {
	const told = await playRhythms(84, (i, hour) => {
		const isTracker = i % 4 === 1;
		return isOfModel(i) && hour >= (isTracker ? 26 : 30);
	});
	expect(told).toMatchObject([
		{ fields: { cause: { model_tac: MODEL, tag: 'trackers' }, is_update: false } },
		{ fields: { cause: { model_tac: MODEL }, affected: 100, is_update: true } },
	]);
});
