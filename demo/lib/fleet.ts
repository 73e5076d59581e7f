import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ICCID_PREFIX, SIMS, iccidOf } from '../../simulator/seed/seed';
import { demoDir } from './paths';

/** A row of devices.csv. */
export interface Device {
	name: string;
	iccid: string;
	tag: string;
}

/** Id of the simulator's SIM with this ICCID. */
export const simIdOf = (iccid: string) => Number(iccid.slice(ICCID_PREFIX.length));

/** The devices of `demo/devices.csv`. */
function readFleet(): Device[] {
	const [header = '', ...lines] = readFileSync(join(demoDir, 'devices.csv'), 'utf8')
		.trim()
		.split(/\r?\n/);
	const columns = header.split(',');
	return lines.map((line) => {
		const cells = line.split(',');
		const cell = (column: string) => cells[columns.indexOf(column)] ?? '';
		return { name: cell('name'), iccid: cell('iccid'), tag: cell('tag') };
	});
}

/**
 * Similar devices with other names and free SIMs, for run number `run` (0 is the file itself);
 * undefined when the simulator has no free SIMs left.
 */
export function fleetOfRun(run: number): Device[] | undefined {
	const first = readFleet();
	if (run === 0) return first;
	const offset = run * Math.max(...first.map((device) => simIdOf(device.iccid)));
	const devices = first.map(({ name, iccid, tag }) => ({
		name: `${name}-${run + 1}`,
		iccid: iccidOf(simIdOf(iccid) + offset),
		tag,
	}));
	const exist = devices.every((device) => simIdOf(device.iccid) <= SIMS.reseller.last);
	return exist ? devices : undefined;
}

/** The devices in the form of devices.csv. */
export function toCsv(devices: Device[]): string {
	const lines = devices.map(({ name, iccid, tag }) => [name, iccid, tag].join(','));
	return ['name,iccid,tag', ...lines, ''].join('\n');
}
