import { play } from './adapter';
import { fleetOf, optionsOf } from './cases';
import { judged, report } from './judge';
import { writeFileSync } from 'node:fs';
const n = (k: string, d: number) => Number(process.env[k] ?? d);
it('x', async () => {
	const devices = n('DEV', 200), months = n('MON', 8), seed = n('SEED', 2);
	const fleet = fleetOf(devices, months, seed);
	const options = { ...optionsOf(fleet, n('EV', 7)), pollMinutes: n('PM', 360) };
	fleet.rewind();
	const t = process.cpuUsage();
	const played = await play!(fleet, options);
	const cpu = process.cpuUsage(t).user / 1e6;
	const result = judged(fleet, played, options);
	const r = report(`devices ${devices} months ${months} seed ${seed} poll ${options.pollMinutes}`, result);
	writeFileSync(`/tmp/adroamx/${devices}-${months}-${seed}-${options.pollMinutes}.txt`, `${r}\ncpu ${cpu}\n`);
}, 3e6);
