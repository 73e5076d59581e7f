import { silence } from '../../../../src/triggers/alerts/silence';
import { deviceAt, endpointOf, eventOf, FR, HOUR, MINUTE, SILENCE, START, Watcher } from './alerts';

/* A fleet whose devices report by rhythms of their own, and are silent after hours of their own. */

/** Of each tag: the minutes between two reports, and the hours after which a device is silent. */
const RHYTHMS = [
	{ tag: 'gateways', every: 30, hours: 2 },
	{ tag: 'trackers', every: 60, hours: 6 },
	{ tag: 'samplers', every: 240, hours: 14 },
	{ tag: 'meters', every: 1_440, hours: 30 },
];
const DEVICES = 400;
/** These are on an operator of their own. */
export const RURAL_DEVICES = 100;
const RURAL = { ...FR, id: 99, name: 'Ruralia', iso_code: 'rr', mcc: '299' };
/** Minutes between two polls. */
const STEP = 10;

const rhythmOf = (i: number) => RHYTHMS[i % RHYTHMS.length]!;

/** Whether a device reports at a minute, by its place. */
const reports = (i: number, minute: number): boolean => {
	const { every } = rhythmOf(i);
	const turn = ((i * 37) % (every / STEP)) * STEP;
	return minute % every === turn;
};

/** Whether a device is of the one model that is told. */
export const isOfModel = (i: number): boolean =>
	i % 8 < 4 && ['trackers', 'samplers'].includes(rhythmOf(i).tag);
/** Its type allocation code. */
export const MODEL = '35700512';

/** Polls for some hours; gives what is told. `isDown` says which devices do not report, and when. */
export async function playRhythms(
	hours: number,
	isDown: (device: number, hour: number) => boolean,
) {
	const silentTags = new Map(RHYTHMS.map(({ tag, hours: after }) => [tag, after]));
	const input = { ...SILENCE, silentCheck: 'none', silentTags, groupByCause: true };
	const watcher = new Watcher(silence, input);
	const devices = Array.from({ length: DEVICES }, (_, i) => ({
		...deviceAt(i),
		tags: rhythmOf(i).tag,
	}));
	watcher.fleet = devices.map((device, i) =>
		endpointOf(device, isOfModel(i) ? { imei: `${MODEL}0000018` } : {}),
	);
	const told = [];
	for (let minute = 0; minute <= hours * 60; minute += STEP) {
		const at = START + minute * MINUTE;
		const events = devices.flatMap((device, i) =>
			reports(i, minute) && !isDown(i, minute / 60)
				? [eventOf(device, at, i < RURAL_DEVICES ? { country: RURAL } : {})]
				: [],
		);
		const alerts = await watcher.poll(at, events);
		told.push(...alerts.map((alert) => ({ ...alert, hour: (alert.at - START) / HOUR })));
	}
	return told;
}
