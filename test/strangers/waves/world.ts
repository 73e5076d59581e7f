import type { IDataObject } from 'n8n-workflow';
import { ProcessedItems } from '../../support/n8n/processedItems';
import { ENDPOINT, SIM, oneDevice } from '../service/builders';
import { Service, type Coming, type Entry, type Fault } from '../service/server';
import type { Endpoint, State } from '../service/state';
import { picked, runOperation, type Given } from '../support/operation';
import { time } from '../support/ports';
import { BEFORE, FOREIGN, NOW, WANTED, type CaseIn, type KillIn, type Row } from './case';
import { Device } from './device';

export type Case = CaseIn<World>;
type Kill = KillIn<World>;

/** A change of a profile by a request of the run. */
export interface Change {
	device: number;
	field: 'tariffProfile' | 'serviceProfile';
	from: number;
	to: number;
	at: number;
	run: number;
}

export const TAG = { id: 41, name: 'migrate' };
let lastWorkflow = 0;

export const idAt = (place: number): number => 4001 + place;

function stateOf({ rows, form = 'recorded' }: Case): State {
	const endpoints: Endpoint[] = rows.map((row, place) => ({
		...ENDPOINT,
		...BEFORE,
		id: idAt(place),
		name: row.name ?? `meter-${place + 1}`,
		sim: idAt(place) + 1000,
		imei: `35000000000001${String(place).padStart(2, '0')}`,
		tags: row.tags ?? [TAG.id],
		...(row.tariffProfile !== undefined && { tariffProfile: row.tariffProfile }),
	}));
	return {
		...oneDevice(),
		form,
		endpoints,
		sims: endpoints.map(({ sim }, place) => ({
			...SIM,
			id: sim!,
			iccid: `89000000000000001${String(place).padStart(2, '0')}`,
			imsi: `9999900000001${String(place).padStart(2, '0')}`,
		})),
		tags: [TAG, { id: 42, name: 'north' }],
		serviceProfiles: [BEFORE, WANTED, FOREIGN].map(({ serviceProfile: id }) => ({
			id,
			name: `Service ${id}`,
		})),
		tariffProfiles: [BEFORE, WANTED, FOREIGN].map(({ tariffProfile: id }) => ({
			id,
			name: `Tariff ${id}`,
		})),
	};
}

/** Runs of a case against its service, with what they and other people have done. */
export class World {
	readonly state: State;
	readonly service: Service;
	readonly devices: Device[];
	readonly changes: Change[] = [];
	readonly given: Given[] = [];
	/** Devices that somebody else has changed. */
	readonly touched = new Set<number>();
	firstChange: number | undefined;
	/** Whether a case has lost its request. */
	lost = false;
	run = 0;
	private readonly items = new ProcessedItems();
	private readonly workflow = `waves-${(lastWorkflow += 1)}`;
	private killer: AbortController | undefined;
	private profiles = new Map<number, { tariffProfile: number; serviceProfile: number }>();

	constructor(readonly of: Case) {
		time.set(of.now ?? NOW);
		this.state = stateOf(of);
		this.service = new Service(this.state);
		this.service.ahead = of.ahead ?? 0;
		this.devices = of.rows.map((_, place) => new Device(this, idAt(place)));
	}

	endpoint(place: number): Endpoint {
		return this.state.endpoints.find(({ id }) => id === idAt(place))!;
	}

	/** Somebody else changes a device. */
	person(place: number, change: Partial<Endpoint>): void {
		Object.assign(this.endpoint(place), change, { lastUpdated: this.service.now() });
		this.touched.add(idAt(place));
		this.remember();
	}

	async runAll(): Promise<void> {
		const { kills = [], isRunAgain, prepare } = this.of;
		const restore = this.items.install();
		prepare?.(this.state, this);
		this.remember();
		await this.service.listen();
		this.service.meddle = (coming) => this.meddled(coming);
		this.service.onApplied = (entry) => this.applied(entry);
		time.onMove(() => {
			this.service.passTime(this.service.now());
			this.killLate();
		});
		try {
			const ends: (Kill | undefined)[] = [...kills, undefined];
			if (isRunAgain) ends.push(undefined);
			for (const [place, kill] of ends.entries()) await this.runOnce(place, kill);
			// What is still under way at the service happens at last.
			this.service.passTime(this.service.now() + 3_600_000);
		} finally {
			time.onMove(() => {});
			await this.service.close();
			restore();
		}
	}

	private kill: Kill | undefined;

	private async runOnce(place: number, kill: Kill | undefined): Promise<void> {
		if (place > 0) this.of.between?.(this);
		this.run = place + 1;
		this.kill = kill;
		this.killer = new AbortController();
		const rows =
			place > 0 && this.of.laterRows
				? this.of.laterRows.map((each) => this.item(each))
				: this.of.rows.map((_, each) => this.item(each));
		const parameters = this.parameters();
		this.given.push(
			await runOperation({
				url: this.service.url,
				operation: 'endpoint applyTable',
				onError: 'continueRegularOutput',
				workflowId: this.workflow,
				signal: this.killer.signal,
				items: this.of.by === 'tag' ? [{ key: TAG.name }] : rows,
				parameters,
			}),
		);
		this.service.isDeaf = false;
		this.items.fault = undefined;
	}

	private item(place: number): IDataObject {
		return { key: this.of.by === 'name' ? this.endpoint(place).name : idAt(place) };
	}

	private parameters(): IDataObject {
		const { condition = 'online', sets = ['tariffProfile'], by = 'id', waveSize = 2 } = this.of;
		const { pause = 0, minutes = 10, putBack = true, stopAbove = 0 } = this.of;
		return {
			valuesFrom: 'fields',
			endpointId: picked('={{ $json.key }}', by as 'id'),
			dryRun: false,
			updateFields: {
				...(sets.includes('tariffProfile') && { tariffProfileId: picked(WANTED.tariffProfile) }),
				...(sets.includes('serviceProfile') && {
					serviceProfileId: picked(WANTED.serviceProfile),
				}),
			},
			waves: {
				waveSize,
				wavePause: pause,
				waveCondition: condition,
				waveMinutes: minutes,
				wavePutBack: putBack,
			},
			options: stopAbove === null ? {} : { stopAbove },
		};
	}

	private remember(): void {
		for (const { id, tariffProfile, serviceProfile } of this.state.endpoints)
			this.profiles.set(id, { tariffProfile, serviceProfile });
	}

	private meddled(coming: Coming): Fault | undefined {
		const { kill } = this;
		if (kill?.on?.(coming, this)) {
			this.die();
			return { lose: kill.lose ?? 'never' };
		}
		return this.of.fault?.(coming, this);
	}

	private killLate(): void {
		const { kill, firstChange } = this;
		if (kill?.after === undefined || firstChange === undefined) return;
		if (this.service.now() >= firstChange + kill.after) this.die();
	}

	/** The process hears nothing more, and writes nothing more down. */
	private die(): void {
		this.kill = undefined;
		this.service.isDeaf = true;
		this.items.fault = () => {
			throw new Error('the process is dead');
		};
		this.killer!.abort();
	}

	private applied({ at }: Entry): void {
		const before = new Map(this.profiles);
		this.remember();
		for (const { id, ...now } of this.state.endpoints) {
			const old = before.get(id);
			for (const field of ['tariffProfile', 'serviceProfile'] as const) {
				if (!old || old[field] === now[field]) continue;
				// A request that was lost is applied later than it came.
				const applied = Math.max(at, this.service.now());
				const change = { device: id, field, from: old[field], to: now[field], at: applied };
				this.changes.push({ ...change, run: this.run });
				if (now[field] === WANTED[field]) this.live(id, applied);
			}
		}
		if (this.firstChange === undefined && this.changes.length > 0) {
			this.firstChange = this.changes[0]!.at;
			this.of.meanwhile?.(this, this.firstChange);
		}
	}

	private live(id: number, at: number): void {
		const place = this.devices.findIndex((device) => device.id === id);
		const row: Row | undefined = this.of.rows[place];
		row?.life(this.devices[place]!, at);
	}
}

const givesOneOf = ({ method, path, body }: Coming, profiles: object): boolean =>
	method === 'PATCH' &&
	path.includes('/endpoint/') &&
	Object.values(profiles).some((id) => JSON.stringify(body).includes(`_profile":{"id":${id}}`));

/** A call that gives devices their new profile. */
export const isMove = (coming: Coming): boolean => givesOneOf(coming, WANTED);

/** A call that gives devices their old profile again. */
export const isPutBack = (coming: Coming): boolean => givesOneOf(coming, BEFORE);
