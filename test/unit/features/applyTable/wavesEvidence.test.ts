import type { ItemResult } from '../../../../src/run/items';
import { until } from '../../../support/until';
import { given, outcomes } from '../../table/applyTable/stage';
import { type Cells, NEW_TARIFF, WavesStage } from './wavesStage';

/* What a wave concludes, and from what: signs that are positive, newer than the change, and the device's own. */

const FLEET = 40;
const WAVE = 6;
const DAY_MS = 86_400_000;

let stage: WavesStage;
let ids: number[];
beforeEach(async () => {
	stage = await WavesStage.open(FLEET);
	ids = (await stage.devices(0)).slice(0, 2 * WAVE);
	// Sessions of three days ago, and nobody who ends them.
	await stage.daysLater(3);
	stage.isOperated = false;
});
afterEach(async () => await stage.close());

const migrate = async (options: Cells = {}, rows = ids) =>
	await stage.migrate(rows, { waveSize: WAVE, ...options });
const errorOf = (result: ItemResult) => String((result as { error: unknown }).error);
const reasonOf = (result: ItemResult) => String(given(result)[0]!.reason);
const moved = () => stage.on(NEW_TARIFF, ids);
const all = (outcome: string) => ids.map(() => outcome);
/** What moved devices do whenever time has passed. */
const whenMoved = (act: (id: number) => Promise<void>) => {
	stage.live = async () => {
		for (const id of moved()) await act(id);
	};
};
const resets = () =>
	stage.sim
		.ledger()
		.effects.filter(({ kind }) => kind === 'connectivity.reset')
		.map(({ endpointId }) => Number(endpointId));

const CAUSE = 'Service not allowed by the profile';

describe('a profile under which every session is refused', () => {
	const refuse = async (id: number) => {
		await stage.connect(id, 'attach');
		await stage.connect(id, 'refused', { cause: CAUSE });
	};

	test.each(['seenAgain', 'seenOrTraffic', 'online', 'unblocked'])(
		'%s is not met, with the words of the refusal, and all are put back',
		async (waveCondition) => {
			whenMoved(refuse);
			const results = await migrate({ waveCondition, waveReset: true });
			expect(outcomes(results)).toEqual(all('putBack'));
			expect(moved()).toEqual([]);
			for (const result of results) expect(reasonOf(result)).toContain(CAUSE);
		},
	);

	test('a registration that the refusal follows some seconds later is not enough', async () => {
		let isRegistered = false;
		stage.live = async () => {
			for (const id of moved()) {
				if (isRegistered) await stage.connect(id, 'refused', { cause: CAUSE });
				else await stage.connect(id, 'attach');
			}
			isRegistered ||= moved().length > 0;
		};
		const results = await migrate({ waveCondition: 'seenAgain' }, ids.slice(0, WAVE));
		expect(outcomes(results)).toEqual(all('putBack').slice(0, WAVE));
	});

	test('a login that may not read events counts a new session, and no registration', async () => {
		const rules = [
			{ match: { method: 'GET', path: '/event$' }, kind: 'errorBefore', status: 403 },
		] as const;
		stage.sim.setFaults({ rules: [...rules] });
		const [well] = ids;
		whenMoved(async (id) => await stage.connect(id, id === well ? 'open' : 'attach'));
		const results = await migrate({ waveCondition: 'seenAgain' }, ids.slice(0, WAVE));
		expect(outcomes(results)).toEqual(['changed', ...all('putBack').slice(1, WAVE)]);
		expect(stage.notes.join()).toContain('This login may not read events');
	});
});

test('a device that one network rejects, and that registers in the next, has met the condition', async () => {
	whenMoved(async (id) => {
		await stage.connect(id, 'rejected', { cause: 'Roaming not allowed in this network' });
		await stage.connect(id, 'attach', { at: new Date(stage.sim.clock.now() + 1).toISOString() });
	});
	const results = await migrate({ waveCondition: 'seenAgain' });
	expect(outcomes(results)).toEqual(all('changed'));
});

describe('sessions of three days ago', () => {
	test('prove nothing: who opens no new one has not met the condition', async () => {
		const results = await migrate();
		expect(outcomes(results)).toEqual(all('putBack'));
		expect(moved()).toEqual([]);
		expect(reasonOf(results[0]!)).toContain('a session that began before the change');
		expect(resets()).toEqual([]);
	});

	test('where silence counts as unknown, such devices keep the change, and the wave is the last', async () => {
		const results = await migrate({ waveSilent: 'unknown' });
		expect(outcomes(results)).toEqual([
			...all('unknown').slice(0, WAVE),
			...all('failed').slice(0, WAVE),
		]);
		expect(moved()).toEqual(ids.slice(0, WAVE));
		expect(reasonOf(results[0]!)).toContain('no session was opened since the change');
		expect(errorOf(results.at(-1)!)).toContain(
			`none of the ${WAVE} endpoints of the wave before has met the condition`,
		);
		expect(stage.kept.text).toBeUndefined();
	});

	test('one that has met it lets the next wave go out', async () => {
		const seen = [ids[0]!, ids[WAVE]!];
		stage.live = async () => {
			for (const id of seen) {
				if (!moved().includes(id) || stage.sim.store.endpoints.get(id)!.session === null) continue;
				const began = stage.sim.store.endpoints.get(id)!.session!.created;
				if (began < stage.sim.clock.now() - DAY_MS) await stage.connect(id, 'open');
			}
		};
		const results = await migrate({ waveSilent: 'unknown' });
		expect(outcomes(results)).toEqual(ids.map((id) => (seen.includes(id) ? 'changed' : 'unknown')));
	});

	test('with a reset after the change each device opens a new one, once', async () => {
		const results = await migrate({ waveReset: true });
		expect(outcomes(results)).toEqual(all('changed'));
		expect(resets().sort((a, b) => a - b)).toEqual(ids);
	});

	test('a run that was killed while it reset is gone on with: nobody is reset twice', async () => {
		let asked = 0;
		const killed = new Promise<void>((resolve) => {
			stage.before = async (method, path) => {
				if (method !== 'PATCH' || !path.endsWith('/connectivity')) return;
				asked += 1;
				if (asked <= 3) return;
				if (asked > 4) await new Promise(() => {});
				await until('three devices are reset', () => resets().length === 3);
				stage.kill();
				resolve();
				await new Promise(() => {});
			};
		});
		void migrate({ waveReset: true });
		await killed;
		await migrate({ waveReset: true });
		expect(resets().sort((a, b) => a - b)).toEqual(ids);
		expect(moved()).toEqual(ids);
		expect(stage.notes.join()).toContain(`${WAVE} met the condition, 0 were put back`);
	});

	test('a reset that is refused is named where the device shows nothing', async () => {
		stage.sim.setFaults({
			rules: [
				{ match: { method: 'PATCH', path: '/connectivity$' }, kind: 'errorBefore', status: 403 },
			],
		});
		const results = await migrate({ waveReset: true });
		expect(outcomes(results)).toEqual(all('putBack'));
		expect(reasonOf(results[0]!)).toContain('its reset failed');
	});
});

describe('Seen Again or Traffic', () => {
	test('statistics that catch up with traffic of before the change move nobody', async () => {
		const before = new Date(stage.sim.clock.now() - 10 * 60_000).toISOString();
		whenMoved(async (id) => await stage.consume(id, 40, before));
		const results = await migrate({ waveCondition: 'seenOrTraffic' });
		expect(outcomes(results)).toEqual(all('putBack'));
	});

	test('traffic in a minute after the change does', async () => {
		whenMoved(async (id) => await stage.consume(id, 0.01));
		const results = await migrate({ waveCondition: 'seenOrTraffic' });
		expect(outcomes(results)).toEqual(all('changed'));
	});
});

describe('a put-back that the service refuses', () => {
	const isPuttingBack = () => {
		const { open } = JSON.parse(stage.kept.text ?? '{}') as { open?: { sick: unknown[] } };
		return (open?.sick.length ?? 0) > 0;
	};
	const refusePutBack = (status: number) => {
		stage.before = (method, path) => {
			if (method !== 'PATCH' || !path.endsWith('/multi') || !isPuttingBack()) return;
			stage.sim.setFaults({
				rules: [
					{ match: { method: 'PATCH', path: '/endpoint/multi$' }, kind: 'errorBefore', status },
				],
			});
		};
	};

	test.each([403, 422])('%s: no later wave goes out, and the record keeps it', async (status) => {
		refusePutBack(status);
		const results = await migrate();
		expect(outcomes(results)).toEqual(all('failed'));
		expect(errorOf(results[0]!)).toContain('could not be put back');
		expect(moved()).toEqual(ids.slice(0, WAVE));
		expect(isPuttingBack()).toBe(true);
		// The next run says so first, and sends nothing else.
		const updates = () => stage.moved.size;
		const before = updates();
		const again = await migrate();
		expect(updates()).toBe(before);
		expect(outcomes(again)).toEqual(all('failed'));
		for (const result of again.slice(WAVE)) {
			expect(errorOf(result)).toContain(
				`${WAVE} endpoints that an earlier run has changed could not be put back or judged`,
			);
		}
		expect(stage.notes.join()).toContain(ids.slice(0, WAVE).join(', '));
		expect(isPuttingBack()).toBe(true);
	});

	test('once the service takes it, they are put back before anything else', async () => {
		refusePutBack(403);
		await migrate();
		stage.before = () => {};
		stage.sim.clearFaults();
		const results = await migrate({ waveReset: true });
		expect(outcomes(results)).toEqual([
			...all('putBack').slice(0, WAVE),
			...all('changed').slice(0, WAVE),
		]);
		expect(moved()).toEqual(ids.slice(WAVE));
		expect(stage.kept.text).toBeUndefined();
	});

	test('a person may accept the devices by name: they stay, and the run goes on', async () => {
		refusePutBack(403);
		await migrate();
		stage.before = () => {};
		stage.sim.clearFaults();
		const waveAccept = ids.slice(0, WAVE);
		const results = await migrate({ waveAccept, waveReset: true });
		expect(outcomes(results)).toEqual([
			...all('notMet').slice(0, WAVE),
			...all('changed').slice(0, WAVE),
		]);
		expect(reasonOf(results[0]!)).toContain('accepted as it is');
		expect(moved()).toEqual(ids);
		expect(stage.kept.text).toBeUndefined();
	});

	test('a person who takes the condition away gets rid of none', async () => {
		refusePutBack(403);
		await migrate();
		const results = await migrate({ waveCondition: 'none', waveMinutes: undefined });
		expect(outcomes(results)).toEqual(all('failed'));
		expect(moved()).toEqual(ids.slice(0, WAVE));
		expect(isPuttingBack()).toBe(true);
	});

	test('one whose device was deleted meanwhile is settled', async () => {
		refusePutBack(403);
		await migrate({}, ids.slice(0, WAVE));
		stage.before = () => {};
		stage.sim.clearFaults();
		for (const id of ids.slice(0, WAVE)) stage.sim.store.endpoints.delete(id);
		stage.sim.store.touch();
		const results = await migrate({ waveReset: true }, ids.slice(WAVE));
		expect(outcomes(results)).toEqual(all('changed').slice(WAVE));
		expect(stage.kept.text).toBeUndefined();
	});
});

test('a state that may not be read is neither well nor gone: it stays open', async () => {
	stage.sim.setFaults({
		rules: [{ match: { method: 'GET', path: '/connectivity$' }, kind: 'errorBefore', status: 403 }],
	});
	const results = await migrate();
	expect(outcomes(results)).toEqual(all('failed'));
	expect(moved()).toEqual(ids.slice(0, WAVE));
	const { open } = JSON.parse(stage.kept.text!) as { open: { rows: unknown[] } };
	expect(open.rows).not.toEqual([]);
});

test('a run that has lost its place sends nothing more, and leaves the record to the next run', async () => {
	const sent: string[] = [];
	stage.before = (method, path) => {
		if (method === 'GET' && path.includes('/connectivity')) stage.kept.isLost = true;
		if (stage.kept.isLost && method !== 'GET') sent.push(`${method} ${path}`);
	};
	const results = await migrate();
	expect(sent).toEqual([]);
	expect(outcomes(results)).toEqual(all('failed'));
	expect(errorOf(results[0]!)).toContain('This run has lost its place');
	expect(moved()).toEqual(ids.slice(0, WAVE));
	expect(JSON.parse(stage.kept.text!)).toHaveProperty('open');
});

test('a place that is lost while a wave waits to be sent keeps it from being sent', async () => {
	const write = stage.kept.write.bind(stage.kept);
	stage.kept.write = async (text) => {
		await write(text);
		stage.kept.isLost = true;
	};
	const results = await migrate();
	expect(moved()).toEqual([]);
	expect(outcomes(results)).toEqual(all('failed'));
});
