import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/* Resource usage of a process group on Linux. */

export const median = (list: number[]) =>
	list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** Fields of /proc/<pid>/stat after the name, which may contain anything: state, parent, group, … */
function statOf(pid: string): string[] {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	} catch {
		return [];
	}
}

const membersOf = (group: number): string[] =>
	readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && statOf(pid)[2] === String(group));

const TICKS_A_SECOND = 100;

/** CPU milliseconds used by the live processes of a group. */
export const cpuOf = (group: number): number =>
	membersOf(group).reduce((all, pid) => {
		const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number);
		return all + ((user + system) * 1000) / TICKS_A_SECOND;
	}, 0);

/** Resets the memory peak of each process. */
export function forgetPeaks(group: number): void {
	for (const pid of membersOf(group)) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

const PAGE_BYTES = 4096;

/** Resident memory in MB of the largest process of a group. */
export const memoryOf = (group: number): number =>
	Math.max(...membersOf(group).map((pid) => (Number(statOf(pid)[21] ?? 0) * PAGE_BYTES) / 2 ** 20));

/** Peak memory in MB of the largest process of a group. */
export const peakOf = (group: number): number =>
	Math.max(
		...membersOf(group).map((pid) => {
			const status = readFileSync(`/proc/${pid}/status`, 'utf8');
			return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
		}),
	);
