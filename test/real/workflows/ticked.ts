import {
	APPLICATION_TOKENS,
	SERVICE_PROFILES,
	start,
	type SimulatorHandle,
} from '../../../simulator';
import type { Endpoint } from '../../../simulator/endpoints/entities';
import { exactly, type Figure } from '../../faults/figures';
import { during } from './fleet';
import { FORM_USER, heading, pageAt, refused, submit } from './people';
import { ENTERPRISE, type Stage } from './stage';

/* Idle SIMs in a form, of which a person ticks those to suspend; called like from a browser. */

const DAY_MS = 86_400_000;

/** Some devices have had no sign of life for a long time; the others were seen yesterday. */
export function fallSilent(service: SimulatorHandle, fleet: Endpoint[], silent: Endpoint[]): void {
	const now = service.clock.now();
	for (const endpoint of fleet) {
		service.store.sims.get(endpoint.simId!)!.activationDate = now - 90 * DAY_MS;
		if (silent.includes(endpoint)) endpoint.network = 'network_determined_not_reachable';
		else service.connect(endpoint.id, { kind: 'attach', at: now - DAY_MS });
	}
	service.store.touch();
}

/** The boxes of a page. */
const boxesOn = (page: string): string[] =>
	[...page.matchAll(/class='multiselect-checkbox'[^>]*value='([^']*)'/g)].map(
		([, box = '']) => box,
	);

/** Five of twelve devices are silent. The form is opened until none is left; one SIM is given to
 * another workspace meanwhile. */
export async function ticked(stage: Stage): Promise<Figure[]> {
	const { publish, n8nUrl } = stage;
	// A fleet of its own: the devices of other examples were seen, or were suspended.
	const seed = { endpoints: 12, serviceProfileId: SERVICE_PROFILES.standard };
	const service = await start({ seed });
	try {
		const fleet = [...service.store.endpoints.values()];
		const silent = fleet.slice(0, 5);
		fallSilent(service, fleet, silent);
		const workflow = await publish('suspend-idle-sims', {
			user: 'trial',
			others: {
				httpBasicAuth: FORM_USER,
				cellularIotTokenApi: {
					baseUrl: service.url,
					applicationToken: APPLICATION_TOKENS.reseller,
				},
			},
		});
		const own = { ...stage, sim: service };
		const form = `${n8nUrl}/form/idle-sims`;
		const status = await refused(form);
		/** Asks for a number of days. */
		const list = async (days: number) => {
			let [address, page] = ['', ''];
			const { made, writes } = await during(own, async () => {
				address = await submit(form, { 'field-0': String(days) });
				page = await pageAt(address);
			});
			return { address, page, boxes: boxesOn(page), changes: made.length + writes.length };
		};
		/** Ticks the boxes of some devices of a list. */
		const tick = async (
			{ address, boxes }: { address: string; boxes: string[] },
			devices: Endpoint[],
		) => {
			const chosen = boxes.filter((box) => devices.some(({ name }) => box.includes(name)));
			let page = '';
			const { made } = await during(own, async () => {
				await submit(address, { 'field-0': JSON.stringify(chosen) });
				page = await pageAt(address);
			});
			return {
				page,
				made: made
					.map(({ kind, simId }) => `${kind} ${simId}`)
					.sort()
					.join(', '),
			};
		};
		const suspended = (...devices: Endpoint[]) =>
			devices
				.map(({ simId }) => `sim.suspended ${simId}`)
				.sort()
				.join(', ');
		const [first, second, third, fourth, fifth] = silent as [
			Endpoint,
			Endpoint,
			Endpoint,
			Endpoint,
			Endpoint,
		];

		const all = await list(30);
		const none = await tick(all, []);
		const tooLong = await list(400);
		const again = await list(30);
		service.store.sims.get(fifth.simId!)!.organisationId = ENTERPRISE;
		service.store.touch();
		const three = await tick(again, [second, fourth, fifth]);
		const left = await list(30);
		const rest = await tick(left, [first, third]);
		const empty = await list(30);
		await workflow.end();
		const names = (boxes: string[]) =>
			boxes
				.map((box) => box.split(' · ')[1])
				.sort()
				.join(', ');
		return [
			exactly('ticked: strangers', '401, 401', status),
			exactly('ticked: listed', silent.map(({ name }) => name).join(', '), names(all.boxes)),
			exactly(
				'ticked: changes by five lists',
				'0, 0, 0, 0, 0',
				[all, tooLong, again, left, empty].map(({ changes }) => changes).join(', '),
			),
			exactly('ticked: without a tick', 'Nothing suspended', heading(none.page)),
			exactly('ticked: suspended then', '', none.made),
			exactly('ticked: of 400 days', 'No list of idle SIMs', heading(tooLong.page)),
			exactly(
				'ticked: of three, one was given away meanwhile',
				'2 of 3 suspended',
				heading(three.page),
			),
			exactly(
				'ticked: the page says so of each',
				`${second.name}: suspended, ${fourth.name}: suspended, ${fifth.name}: SIM must match exactly one SIM`,
				[...three.page.matchAll(/ · (device-\d+: [^;<\n]+)/g)].map(([, line]) => line).join(', '),
			),
			exactly('ticked: suspended of the three', suspended(second, fourth), three.made),
			exactly('ticked: listed after that', `${first.name}, ${third.name}`, names(left.boxes)),
			exactly('ticked: suspended of these', suspended(first, third), rest.made),
			exactly(
				'ticked: none is left',
				'No SIM is idle, 0',
				`${heading(empty.page)}, ${empty.boxes.length}`,
			),
		];
	} finally {
		await service.close();
	}
}
