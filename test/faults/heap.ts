import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The live heap in MB. */
export function liveHeapMb(): number {
	collect();
	return process.memoryUsage().heapUsed / 1e6;
}
