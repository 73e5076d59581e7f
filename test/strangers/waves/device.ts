import {
	HOUR,
	MINUTE,
	attached,
	closed,
	event,
	offline,
	online,
	opened,
	registered,
	registrationRejected,
	sessionRefused,
} from '../service/builders';
import type { Connectivity, FleetEvent, State } from '../service/state';
import type { Service } from '../service/server';

/** What a device does from the moment on at which its profile was changed. */
export type Life = (device: Device, changed: number) => void;

let lastSession = 100;

/** A device of a case: what it shows to the service, and since when it is well. */
export class Device {
	/** When the service has first shown that it is well after its change. */
	wellFrom: number | undefined;

	constructor(
		readonly world: { service: Service; state: State; run: number },
		readonly id: number,
	) {}

	get sim(): number {
		return this.id + 1000;
	}

	at(time: number, happen: (at: number) => void): void {
		this.world.service.plan(time, happen);
	}

	tell(make: (at: number, of: { endpoint: number; sim: number }) => FleetEvent, at: number): void {
		this.world.state.events.push(make(at, { endpoint: this.id, sim: this.sim }));
	}

	shows(connectivity: Connectivity): void {
		const { state } = this.world;
		state.connectivity = state.connectivity.filter(({ endpoint }) => endpoint !== this.id);
		state.connectivity.push({ ...connectivity, endpoint: this.id });
	}

	isWell(at: number): void {
		this.wellFrom ??= at;
	}

	opensSession(at: number, number = (lastSession += 1)): void {
		this.tell(registered, at);
		this.tell((time, of) => opened(time, { ...of, session: number }), at + 1);
		this.shows(online(at, { session: number }));
	}

	/** A session that began long before, and lasts. */
	hasSessionSince(at: number): void {
		this.tell((time, of) => opened(time, { ...of, session: this.id }), at);
		this.shows(online(at, { session: this.id }));
	}
}

/** Comes back a minute after its change, and stays. */
export const fine: Life = (device, changed) => fineAfter(MINUTE)(device, changed);

export const fineAfter =
	(ms: number): Life =>
	(device, changed) =>
		device.at(changed + ms, (at) => {
			device.opensSession(at);
			device.isWell(at);
		});

export const silent: Life = () => {};

/** Tries every two minutes, and is refused. */
export const refusedBy =
	(type: 1 | 2 | 3): Life =>
	(device, changed) => {
		for (let tries = 1; tries <= 4; tries += 1) {
			device.at(changed + tries * 2 * MINUTE - MINUTE, (at) =>
				device.tell(
					(time, of) =>
						type === 3 ? sessionRefused(time, of) : registrationRejected(time, of, type),
					at,
				),
			);
		}
	};

/** A new session each minute, each of which ends. */
export const flapping: Life = (device, changed) => {
	for (let minute = 1; minute <= 20; minute += 1) {
		device.at(changed + minute * 20_000, (at) => {
			device.tell(closed, at);
			device.opensSession(at + 1);
		});
	}
	device.at(changed + 21 * 20_000, (at) => {
		device.tell(closed, at);
		device.shows(offline());
	});
};

/** Registers, and has no session. */
export const registersOnly: Life = (device, changed) =>
	device.at(changed + MINUTE, (at) => {
		device.tell(registered, at);
		device.shows(attached(at));
	});

/** The sign comes late, with the time of before the change. */
export const signOfBefore: Life = (device, changed) =>
	device.at(changed + MINUTE, () => device.tell(registered, changed - 30_000));

/** Statistics catch up with what the device has used before. */
export const lateStatistics: Life = (device, changed) =>
	device.at(changed + 2 * MINUTE, () => {
		const usage = device.world.state.usage.find(({ endpoint }) => endpoint === device.id);
		if (usage) usage.currentMonth = (usage.currentMonth ?? 0) + 5;
	});

/** Ends a session and opens it anew under its number, between two looks. */
export const reopensSameNumber: Life = (device, changed) => {
	device.at(changed + MINUTE, (at) => device.opensSession(at, device.id));
	for (let minute = 1; minute <= 20; minute += 1) {
		device.at(changed + MINUTE + minute * 20_000, (at) => {
			device.tell((time, of) => closed(time, { ...of, session: device.id }), at);
			device.opensSession(at + 1000, device.id);
		});
	}
	device.at(changed + MINUTE + 21 * 20_000, (at) => {
		device.tell((time, of) => closed(time, { ...of, session: device.id }), at);
		device.shows(offline());
	});
};

/** Has a session, is reset by a person, and sleeps on with the session. */
export const resetAsleep: Life = (device, changed) => {
	device.at(changed + 10_000, (at) => device.opensSession(at));
	device.at(changed + 20_000, (at) => device.tell((time, of) => event(time, 68, of), at));
};

export const sessionOfThreeDays = (device: Device, now: number): void =>
	device.hasSessionSince(now - 72 * HOUR);
