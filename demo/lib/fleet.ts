import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIMS, iccidOf } from '../../simulator/seed';
import { demoDir } from './paths';

/** A line of devices.csv. */
export interface Device {
	name: string;
	iccid: string;
	simId: number;
	tag: string;
}

/** The devices of `demo/devices.csv`. */
export function readFleet(): Device[] {
	const [header = '', ...lines] = readFileSync(join(demoDir, 'devices.csv'), 'utf8')
		.trim()
		.split(/\r?\n/);
	const columns = header.split(',');
	return lines.map((line) => {
		const cells = line.split(',');
		const cell = (column: string) => cells[columns.indexOf(column)] ?? '';
		return {
			name: cell('name'),
			iccid: cell('iccid'),
			simId: Number(cell('sim_id')),
			tag: cell('tag'),
		};
	});
}

/**
 * The same kinds of devices with other names and SIMs that are still free, for run number `run`
 * (0 is the file itself); undefined when the simulator has no free SIMs left.
 */
export function fleetOfRun(run: number): Device[] | undefined {
	const first = readFleet();
	const offset = run * Math.max(...first.map((device) => device.simId));
	const devices = first.map((device) => ({
		...device,
		name: run === 0 ? device.name : `${device.name}-${run + 1}`,
		simId: device.simId + offset,
		iccid: run === 0 ? device.iccid : iccidOf(device.simId + offset),
	}));
	return devices.every((device) => device.simId <= SIMS.reseller.last) ? devices : undefined;
}

/** The devices in the form of devices.csv. */
export function toCsv(devices: Device[]): string {
	const lines = devices.map(({ name, iccid, simId, tag }) => [name, iccid, simId, tag].join(','));
	return ['name,iccid,sim_id,tag', ...lines, ''].join('\n');
}
