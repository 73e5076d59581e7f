import { silences, swaps, visits } from '../unit/triggers/alerts/alerts';
import { spikes, usageHistories } from '../unit/triggers/stream/usage';
import { exactly, type Figure } from './figures';

const FLEET = 10_000;
const HISTORIES = 1_000;

const once = (told: string[]) => `${told.length} of ${new Set(told).size}`;
const bounded = (name: string, most: number, got: number, unit: string): Figure => ({
	name,
	wanted: `at most ${most} ${unit}`,
	got: `${got.toFixed(1)} ${unit}`,
	held: got > 0 && got <= most,
});

/** Alerts of the event trigger, and the usage events of the stream trigger. */
export const alerts = async (seed?: number): Promise<Figure[]> => {
	const calm = await swaps(FLEET, 0);
	const swapped = await swaps(FLEET, 100);
	const { silent, back, mostAsked, bytes } = await silences(FLEET, 50);
	const travels = await visits(FLEET, 40);
	const usage = usageHistories(HISTORIES, seed);
	const spike = spikes(1_000, 5);
	const week = spikes(FLEET, 0, 8);
	return [
		exactly(
			`alerts: 4 re-attaches of each of ${FLEET} SIMs, with new software`,
			'0',
			String(calm.told.length),
		),
		exactly('alerts: 100 swaps, each SIM once', '100 of 100', once(swapped.told)),
		exactly(`alerts: 50 of ${FLEET} silent, a restart a poll`, '50 of 50', once(silent)),
		exactly('alerts: the same back', '50 of 50', once(back)),
		bounded('alerts: questions for traffic in a poll', 200, mostAsked, 'calls'),
		exactly('alerts: two visits of each of 40 SIMs', '80 of 40', once(travels.told)),
		bounded(
			'alerts: three rules in n8n’s store',
			40,
			(swapped.bytes + bytes + travels.bytes) / FLEET,
			'bytes a SIM',
		),
		{
			name: 'alerts: usage above a limit',
			wanted: `each of ${usage.wanted} windows in ${HISTORIES} histories once`,
			got: `${usage.got} in ${usage.runs}, seed ${usage.seed}${usage.failure === undefined ? '' : `: ${String(usage.failure)}`}`,
			held: usage.failure === undefined && usage.got === usage.wanted && usage.wanted > 0,
		},
		exactly('alerts: five of 1,000 devices at four times their mean', '5 of 5', once(spike.told)),
		bounded('alerts: a week of usage in n8n’s store', 80, week.bytes / FLEET, 'bytes a device'),
	];
};
