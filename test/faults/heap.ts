import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The part of the heap that is really in use, in MB. */
export function liveHeapMb(): number {
	collect();
	return process.memoryUsage().heapUsed / 1e6;
}
