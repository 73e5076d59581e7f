import { findOperation } from '../../../src/operations';
import type { Markers } from '../../../src/run/clientPorts';
import { runItems } from '../../../src/run/run';
import type { Json } from '../../../src/table/define';
import type { Answer, Transport } from '../../../src/wire';
import { clientOf } from '../../support/client';

/*
 * Endpoints that a list in pages lacks although they are there: one is deleted and one is made between two pages, so
 * that the count stays right. Whatever concludes from their absence asks for them first.
 */

const PAGE = 3;
const HIDDEN = 104;
/** Place of the hidden endpoint: the first of the second page. */
const HIDDEN_AT = PAGE;

/** A service with a list of endpoints in pages of three, sorted by their IDs. */
class Pages {
	private ids = [101, 102, 103, HIDDEN, 105, 106, 107];
	private next = 200;
	/** Whether others change the fleet while it is read. */
	isBusy = true;
	/** Whether a filter takes several values. */
	takesLists = true;

	/** Between the first page and the second, the first endpoint is deleted and another is made. */
	private shift(): void {
		this.ids = [...this.ids.slice(1), (this.next += 1)];
	}

	/** Puts the hidden endpoint back to the begin of the second page. */
	private settle(): void {
		while (this.ids.indexOf(HIDDEN) < HIDDEN_AT) this.ids = [this.ids[0]! - 1, ...this.ids];
	}

	delete(id: number): void {
		this.ids = this.ids.filter((other) => other !== id);
	}

	private matching(q: string): number[] {
		const [field = '', values = ''] = q.split(':');
		const wanted = this.takesLists ? values.split('||') : [values];
		return this.ids.filter(
			(id) => q === '' || wanted.includes(field === 'id' ? String(id) : `device-${id}`),
		);
	}

	readonly transport: Transport = async (wire) => {
		const query = new URL(wire.url).searchParams;
		const q = query.get('q') ?? '';
		const isFirst = q === '' && (query.get('page') ?? '1') === '1';
		if (isFirst) this.settle();
		const found = this.matching(q);
		const last = Math.max(1, Math.ceil(found.length / PAGE));
		const page = Math.min(Number(query.get('page') ?? 1), last);
		const size = q === '' ? PAGE : found.length;
		const body = found.slice((page - 1) * size, page * size).map(endpoint);
		if (isFirst && this.isBusy) this.shift();
		const headers = {
			'x-total-count': String(found.length),
			'x-total-pages': String(q === '' ? last : 1),
			'x-current-page': String(page),
			'x-count-per-page': String(PAGE),
		};
		return await Promise.resolve({ status: 200, headers, body } satisfies Answer);
	};
}

const endpoint = (id: number): Json => ({
	id,
	name: `device-${id}`,
	status: { id: 0, description: 'Enabled' },
	service_profile: { id: 1, name: 'Standard' },
	tariff_profile: { id: 2, name: 'Europe' },
	tag_assignments: [],
	imei: null,
	imei_lock: false,
	sim: null,
});

function runnerOf(service: Pages) {
	const kept = new Map<string, string>();
	const markers: Markers = {
		read: async (list) => await Promise.resolve(kept.get(list)),
		store: (list, marker) => void kept.set(list, marker),
	};
	return async (resource: string, name: string, items: Json[]): Promise<Json[]> => {
		const client = clientOf(service.transport, {
			// Markers are kept for a service.
			baseUrl: 'https://absent.example',
			markers,
			token: async () => await Promise.resolve('token-of-the-login'),
		});
		const results = await runItems(
			client,
			findOperation(resource, name),
			(index) => items[index]!,
			items.length,
			{ continueOnFail: true },
		);
		return results.flatMap((result) => {
			if ('error' in result) throw result.error;
			return result.items;
		});
	};
}

describe.each([
	['takes several values', true],
	['takes one value', false],
])('where a filter %s', (_, takesLists) => {
	let service: Pages;
	let run: ReturnType<typeof runnerOf>;
	beforeEach(() => {
		service = Object.assign(new Pages(), { takesLists });
		run = runnerOf(service);
	});

	test('Report Drift names no endpoint missing that is there', async () => {
		const rows = [105, HIDDEN, 106].map((id) => ({
			endpointId: { by: 'name', value: `device-${id}` },
			// The whole list is read for endpoints that are in no row.
			unmanaged: true,
			managedName: 'none-*',
			findWho: false,
			output: 'items',
		}));
		expect(await run('endpoint', 'reportDrift', rows)).toEqual([]);
	});

	test('Apply a Table does not create an endpoint that is there', async () => {
		const [item] = await run('endpoint', 'applyTable', [
			{
				endpointId: { by: 'name', value: `device-${HIDDEN}` },
				status: 0,
				dryRun: true,
				createMissing: true,
				notInTable: 'disable',
				mostChanges: 10,
				newServiceProfileId: 1,
				newTariffProfileId: 2,
			},
		]);
		expect(item).toMatchObject({ endpoint_id: HIDDEN });
	});

	test('Only What Changed names no endpoint removed that is there, and one that is gone', async () => {
		const changes = async () => {
			const input = { returnAll: true, simplify: true, onlyChanged: 'changes', output: 'items' };
			const items = await run('endpoint', 'getAll', [input]);
			return items.filter(({ change }) => change === 'removed').map(({ id }) => id);
		};
		service.isBusy = false;
		await changes();
		service.isBusy = true;
		for (let night = 0; night < 3; night++) expect(await changes()).not.toContain(HIDDEN);
		service.delete(107);
		const told = [...(await changes()), ...(await changes()), ...(await changes())];
		expect(told).toContain(107);
	});
});
