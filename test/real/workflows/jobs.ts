import { outputOf, type Execution } from '../../../demo/lib/api';
import { iccidOf, TAGS } from '../../../simulator';
import type { Endpoint } from '../../../simulator/endpoints/entities';
import { exactly, type Figure } from '../../faults/figures';
import { during, tag } from './fleet';
import { ENTERPRISE, fleetOf, mustSucceed, RESELLER, settings, type Stage } from './stage';

/* Jobs in one node: replacing a device, and an SMS to a fleet until too many fail. */

/** Moves the SIM of a device to a new one: dry run, refused midway, done, rerun. */
export async function replaced(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	const [old, fresh] = fleetOf(stage, ENTERPRISE).slice(40, 42) as [Endpoint, Endpoint];
	const moves = old.simId!;
	sim.store.sims.get(fresh.simId!)!.endpointId = null;
	fresh.simId = null;
	sim.store.touch();
	const named = { old_device: old.name, new_device: fresh.name, iccid: iccidOf(moves) };
	const run = async (really: boolean) => {
		const job = await load('replace-a-device', {
			user: 'trial',
			parameters: settings({ ...named, really }),
		});
		return await job();
	};
	const places = () => `${String(old.simId)}, ${String(fresh.simId)}`;
	let steps = '';
	const dry = await during(stage, async () => {
		const [item] = outputOf(mustSucceed(await run(false)), 'Move the SIM');
		steps = String(item?.message);
	});
	const path = `/endpoint/${fresh.id}$`;
	sim.setFaults({
		rules: [{ match: { method: 'PATCH', path }, kind: 'errorBefore', status: 422 }],
	});
	const refused = await run(true);
	sim.clearFaults();
	const after = places();
	const real = await during(stage, async () => mustSucceed(await run(true)));
	const again = await during(stage, async () => mustSucceed(await run(true)));
	return [
		exactly('replaced: calls that write in a dry run', '0', String(dry.writes.length)),
		exactly(
			'replaced: what it shows',
			`Dry run: nothing was changed. To do: taking SIM ${moves} off endpoint ${old.id}, putting SIM ${moves} on endpoint ${fresh.id}.`,
			steps,
		),
		exactly('replaced: the second half refused', 'error', refused.status),
		exactly('replaced: SIMs then', `${moves}, null`, after),
		exactly('replaced: SIMs in the end', `null, ${moves}`, places()),
		exactly(
			'replaced: calls that write, twice',
			'2, 0',
			`${real.writes.length}, ${again.writes.length}`,
		),
	];
}

const leftOf = (execution: Execution) =>
	(execution.data.resultData.runData.Send?.[0]?.data?.main[1] ?? []).map(
		({ json }) => (json.details as { outcome: string }).outcome,
	);

/** SMS to 120 devices; then to 5,000 devices, every fifth of which cannot get SMS. */
export async function waves(stage: Stage): Promise<Figure[]> {
	const { sim, load } = stage;
	/** Endpoints with a separate tag; those without an activated SIM cannot get SMS. */
	const fleet = (organisation: number, tagId: number, isActive: (place: number) => boolean) => {
		const all = fleetOf(stage, organisation).filter(({ simId }) => simId !== null);
		for (const [place, endpoint] of all.entries()) {
			tag(endpoint, [tagId]);
			endpoint.statusId = 0;
			sim.store.sims.get(endpoint.simId!)!.statusId = isActive(place) ? 1 : 2;
		}
		sim.store.touch();
		return all.length;
	};
	const few = fleet(ENTERPRISE, TAGS.enterprise, () => true);
	const many = fleet(RESELLER, TAGS.field, (place) => place % 5 !== 0);
	const campaign = async (user: 'trial' | 'totp', name: string) => {
		const job = await load('sms-to-a-fleet', {
			user,
			parameters: settings({ tag: name, text: 'REPORT', campaign: 'report-1' }),
		});
		return async () => mustSucceed(await job());
	};
	const nameOf = (id: number) => sim.store.tags.get(id)!.name;
	const toFew = await campaign('trial', nameOf(TAGS.enterprise));
	const small = await during(stage, toFew);
	let already = 0;
	const again = await during(stage, async () => {
		already = outputOf(await toFew(), 'Send').filter((item) => item.already === true).length;
	});
	const toMany = await campaign('totp', nameOf(TAGS.field));
	let outcomes: string[] = [];
	const large = await during(stage, async () => {
		outcomes = leftOf(await toMany());
	});
	const sends = large.writes.length;
	const sent = large.made.filter(({ kind }) => kind === 'sms.sent').length;
	const left = outcomes.filter((outcome) => outcome === 'notSent').length;
	return [
		exactly(
			'waves: SMS when none fails',
			String(few),
			String(small.made.filter(({ kind }) => kind === 'sms.sent').length),
		),
		exactly(
			'waves: SMS and items that were done already, when the campaign is run again',
			`0, ${few}`,
			`${again.writes.length}, ${already}`,
		),
		{
			name: 'waves: calls to 5,000 devices of which every fifth fails, 2 % allowed',
			wanted: 'at most 80',
			got: String(sends),
			held: sends >= 20 && sends <= 80,
		},
		exactly(
			'waves: devices that are left, and those that failed',
			`${many - sends}, ${sends - sent}`,
			`${left}, ${outcomes.length - left}`,
		),
	];
}
