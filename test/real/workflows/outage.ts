import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/until';
import { exactly, type Figure } from '../../faults/figures';
import { imeisvOf, poll, session } from './alerts';
import { attachedTo, openMailbox, smtpOf } from './mailbox';
import { ENTERPRISE, fleetOf, mustSucceed, type Stage } from './stage';

/* 340 of 2,000 devices fall silent at once: one run tells it, with the list of them. */

const DEVICES = 2_000;
const ON_THE_OPERATOR = 350;
const LOST = 340;
const OPERATOR = { id: 4, name: 'Northern Mobile' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Devices that are expected to be heard: 2,000, of which those that lack are added. */
function expectedFleet(stage: Stage) {
	const { sim } = stage;
	const expected = () =>
		fleetOf(stage, ENTERPRISE).filter(
			({ simId, statusId }) => sim.store.sims.get(simId ?? -1)?.statusId === 1 && statusId === 0,
		);
	sim.seed({ endpoints: DEVICES - expected().length, organisationId: ENTERPRISE });
	const fleet = expected();
	// An online device has traffic.
	for (const endpoint of fleet) endpoint.connectivity = 'OFFLINE';
	return fleet;
}

/** Polls, and waits until the requests of the poll have ended. */
async function pollToEnd(stage: Stage, publish: () => Promise<void>): Promise<void> {
	await poll(stage, publish);
	let before = -1;
	const isQuiet = async () => {
		const { length } = stage.sim.ledger().requests;
		await sleep(4_000);
		const isSame = before === length;
		before = length;
		return isSame;
	};
	await until('the end of a poll', isQuiet, 300, 100);
}

export async function outage(stage: Stage): Promise<Figure[]> {
	const { sim } = stage;
	const fleet = expectedFleet(stage);
	const isOnIt = (place: number) => place < ON_THE_OPERATOR;
	/** Sessions within ten minutes: the feed is read in slices. */
	const heard = (from: number) =>
		fleet.slice(from).forEach(({ id }, i) =>
			session(stage, id, imeisvOf(from + i, 1), {
				agoMs: i * 250,
				...(isOnIt(from + i) && { on: OPERATOR }),
			}),
		);
	const box = await openMailbox();
	const workflow = await stage.publish('outage-told-once', {
		user: 'trial',
		others: smtpOf(box),
	});
	const polled = async () => await pollToEnd(stage, workflow.again);
	try {
		await polled();
		sim.clock.advance(10 * MINUTE);
		heard(0);
		await polled();
		sim.clock.advance(20 * HOUR);
		heard(LOST);
		await polled();
		sim.clock.advance(5 * HOUR);
		// A look asks for the traffic of 200 devices.
		for (let look = 0; look < 4; look += 1) {
			await polled();
			sim.clock.advance(6 * MINUTE);
		}
		const mail = await box.mail(1);
		// Nothing more follows.
		for (const hours of [1, 4]) {
			sim.clock.advance(hours * HOUR);
			await polled();
		}
		const runs = (await workflow.executions(1)).map(mustSucceed);
		const lost = new Set(fleet.slice(0, LOST).map(({ id }) => String(id)));
		const [header, ...lines] = attachedTo(mail).trim().split(/\r?\n/);
		const listed = lines.map((line) => line.split(',')[0]!);
		const listedLost = new Set(listed.filter((id) => lost.has(id)));
		const cause = `on operator ${OPERATOR.name} in country Germany`;
		const sentence = `${LOST} of ${ON_THE_OPERATOR} devices ${cause} are silent`;
		return [
			exactly(`outage: runs, where ${LOST} of ${DEVICES} fall silent`, '1', String(runs.length)),
			exactly('outage: messages', '1', String(box.count())),
			exactly('outage: its cause in the message', 'true', String(mail.includes(sentence))),
			exactly(
				'outage: columns of the file',
				'endpoint_id,name,iccid,tags,shared,incident_id',
				header?.replace(/^\uFEFF/, '') ?? '',
			),
			exactly(
				'outage: lines of the file, and silent devices in it',
				`${LOST}, ${LOST}`,
				`${listed.length}, ${listedLost.size}`,
			),
		];
	} finally {
		await workflow.end();
		box.close();
	}
}
