import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/* The usage of the processes of a group, by Linux. */

/** Fields of /proc/<pid>/stat behind the name, which may hold anything: state, parent, group, … */
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

/** Milliseconds of CPU that the living processes of a group have used. */
export const cpuOf = (group: number): number =>
	membersOf(group).reduce((all, pid) => {
		const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number);
		return all + ((user + system) * 1000) / TICKS_A_SECOND;
	}, 0);

/** Lets the peak of each process begin at what it holds now. */
export function forgetPeaks(group: number): void {
	for (const pid of membersOf(group)) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** MB of memory that the largest process of a group has held at most. */
export const peakOf = (group: number): number =>
	Math.max(
		...membersOf(group).map((pid) => {
			const status = readFileSync(`/proc/${pid}/status`, 'utf8');
			return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
		}),
	);
