import { stub } from '../../support/stub';
import 'reflect-metadata';
import { applyTable } from '../../../src/features/applyTable/entry';
import { MarkedText } from '../../../src/keys/markedText';
import { runItems } from '../../../src/run/run';
import { clientOf } from '../../support/client';
import { directTransport } from '../../support/directTransport';
import type { Asked, Migration } from './waves';

/*
 * A run of a migration in a process of its own, which is killed. Its parent has the database in which marks last,
 * and the clock: a wait of this process is a message that moves it.
 */

let asked = 0;
const open = new Map<number, (answer: unknown) => void>();

/** Asks the parent. */
const ask = async <T>(what: Asked): Promise<T> =>
	await new Promise<T>((resolve) => {
		const id = (asked += 1);
		open.set(id, resolve as (answer: unknown) => void);
		process.send!({ id, what });
	});

async function migrate({ url, token, ids, tariff, wave, now }: Migration): Promise<string[]> {
	let waited = 0;
	const began = Date.now();
	const marks = {
		row: 'the node',
		alone: async <T>(job: () => Promise<T>) => await job(),
		record: async (all: string[]) => await ask<string[]>({ record: all }),
		remove: async (all: string[]) => await ask<void>({ remove: all }),
	};
	const client = clientOf(
		directTransport,
		{
			baseUrl: url,
			token: async () => token,
			clock: { now: () => now + (Date.now() - began) + waited },
			sleep: async (ms) => {
				waited += ms;
				await ask({ sleep: ms });
			},
			kept: new MarkedText(marks),
			login: stub({ ownRates: () => ({ fiveMinutes: 1e8 }) }),
		},
		{ fiveMinutes: 1e8, single: 10_000, list: 10_000 },
	);
	const results = await runItems(
		client,
		applyTable,
		(index) => ({
			endpointId: ids[index],
			tariffProfileId: { by: 'name', value: tariff },
			dryRun: false,
			waveSize: wave,
			wavePause: 60,
			waveCondition: 'online',
			waveMinutes: 5,
		}),
		ids.length,
		{ continueOnFail: true },
	);
	return results.flatMap((result) =>
		'items' in result ? result.items.map(({ outcome }) => String(outcome)) : String(result.error),
	);
}

process.on('message', (message: { id?: number; answer?: unknown; migration?: Migration }) => {
	const { id, answer, migration } = message;
	if (id !== undefined) {
		open.get(id)?.(answer);
		open.delete(id);
	}
	if (migration) {
		void migrate(migration).then(
			(outcomes) => process.send!({ outcomes }),
			(error: unknown) => process.send!({ outcomes: [String(error)] }),
		);
	}
});
