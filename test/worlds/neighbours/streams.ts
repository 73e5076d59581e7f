import { isUnusedAddress } from '../../../nodes/CellularIot/n8n/unusedAddress';
import { n8nOfAddress } from '../../../nodes/CellularIot/n8n/webhookAddress';
import type { Transport } from '../../../src/wire';
import type { Account } from './account';
import type { NeighbourPackage } from './package';

/*
 * The data streams of a published trigger, while copies of its n8n (restored backups, clones) start,
 * publish and unpublish it, and while its own n8n stops, starts, moves and stands behind a proxy that
 * fails.
 */

const OWNER = 'owner-of-streams';
const TYPES = [1, 2] as const;
const PUBLISHED_MS = 60_000;

/** An n8n with the workflow; copies have the owner and the stored state of the original. */
interface N8n {
	name: string;
	origin: string;
	/** The state of what answers at its address. */
	state: 'up' | 'down' | 'proxy';
	/** Whether its workflow is published. */
	isPublished: boolean;
	/** In n8n's store: renewed by each publication and each start. */
	run: string;
	secrets: InstanceType<NeighbourPackage['AcceptedSecrets']>;
	package: NeighbourPackage;
	streams: InstanceType<NeighbourPackage['Streams']>;
}

const addressOf = ({ origin }: Pick<N8n, 'origin'>) => `${origin}/webhook/11aa22bb/stream`;
const bare = (url: unknown) => String(url ?? '').split('?')[0]!;

class Neighbourhood {
	readonly all: N8n[] = [];

	constructor(private readonly account: Account) {}

	/** An n8n that has not started yet; one with an original is a copy of it. */
	add(name: string, original?: N8n): N8n {
		const { client, package: code } = this.account.worker();
		const instance: N8n = {
			name,
			origin: `https://${name}.example`,
			state: 'down',
			isPublished: original?.isPublished ?? false,
			run: original?.run ?? '',
			secrets: new code.AcceptedSecrets(original?.secrets.stored ?? []),
			package: code,
			streams: new code.Streams(client, {
				transport: this.transport,
				isUnused: isUnusedAddress,
				n8nOf: n8nOfAddress,
			}),
		};
		this.all.push(instance);
		return instance;
	}

	/** Publishes the workflow, or starts n8n with it; gives whether the registration was made. */
	async publish(instance: N8n, isStart: boolean): Promise<boolean> {
		const { account } = this;
		instance.state = 'up';
		const wanted = {
			url: addressOf(instance),
			owner: OWNER,
			kind: 'live' as const,
			run: instance.run,
			isStart,
			size: 500,
			secrets: instance.secrets,
			streams: TYPES.map((typeId) => ({ typeId, name: `fleet ${typeId}` })),
		};
		try {
			if (isStart || !(await instance.streams.isRegistered(wanted))) {
				instance.run = account.random.uuid();
				await instance.streams.register({ ...wanted, run: instance.run });
			}
			instance.isPublished = true;
			account.say(`${instance.name} ${isStart ? 'starts' : 'publishes'}`);
			return true;
		} catch (error) {
			account.say(`${instance.name} cannot ${isStart ? 'start' : 'publish'}: ${String(error)}`);
			return false;
		}
	}

	async unpublish(instance: N8n): Promise<void> {
		const mine = {
			url: addressOf(instance),
			owner: OWNER,
			kind: 'live' as const,
			run: instance.run,
		};
		await instance.streams.unregister(mine, this.account.random.pick(['delete', 'pause']));
		instance.isPublished = false;
		this.account.say(`${instance.name} unpublishes`);
	}

	/** The way from any n8n to the address of another. */
	private readonly transport: Transport = async ({ url, headers }) => {
		const { origin } = new URL(url);
		const instance = this.all.findLast((n8n) => n8n.origin === origin && n8n.state !== 'down');
		if (!instance) {
			throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
		}
		if (instance.state === 'proxy')
			return { status: 502, headers: {}, body: '<html>Bad gateway</html>' };
		const { challengeIn, challengeAnswer } = instance.package;
		const challenge = challengeIn(headers);
		if (challenge === undefined || !instance.isPublished) {
			const message = `The requested webhook "POST ${url}" is not registered.`;
			return { status: 404, headers: {}, body: { code: 404, message } };
		}
		const own = { url: addressOf(instance), run: instance.run };
		return { status: 200, headers: {}, body: challengeAnswer(challenge, own) };
	};
}

/** The addresses of the streams that run, or are about to, by their type. */
function addressesOf(account: Account, typeId: number): string[] {
	return [...account.sim.store.streams.values()]
		.filter(
			(stream) => stream.typeId === typeId && (stream.next?.statusId ?? stream.statusId) === 1,
		)
		.map(({ destination }) => bare((destination.credentials as { url?: unknown }).url));
}

/** The trigger of an n8n has all its streams. */
const hasStreams = (account: Account, instance: N8n): boolean =>
	TYPES.every((typeId) => addressesOf(account, typeId).includes(addressOf(instance)));

export async function streams(account: Account): Promise<void> {
	const { random } = account;
	const hood = new Neighbourhood(account);
	const original = hood.add('production');
	await hood.publish(original, false);
	account.pass(PUBLISHED_MS);
	if (!hasStreams(account, original)) account.violated('a published trigger has streams', '');
	let copies = 0;
	const steps = random.whole(2, 7);
	for (let step = 0; step < steps && account.violations.length === 0; step++) {
		const act = random.weighted({ copy: 3, proxy: 1, restart: 1, move: 1 });
		if (act === 'restart') {
			original.state = 'down';
			account.pass(random.whole(1_000, 60_000));
			await hood.publish(original, true);
		}
		if (act === 'move') {
			original.origin = `https://production-${step}.example`;
			await hood.publish(original, true);
		}
		if (act === 'proxy') {
			original.state = 'proxy';
			account.say('the proxy of production fails');
		}
		if (act === 'copy' || act === 'proxy') {
			const copy = hood.add(`copy-${(copies += 1)}`, original);
			await useCopy(account, hood, copy);
			copy.state = 'down';
		}
		original.state = 'up';
		account.pass(PUBLISHED_MS);
		if (!hasStreams(account, original)) {
			account.violated('a copy takes nothing from a running n8n', `after ${act}`);
		}
	}
	if (account.violations.length > 0) return;
	// Its n8n is gone for good: the last copy becomes the production.
	original.state = 'down';
	const heir = hood.add('heir', original);
	await hood.publish(heir, true);
	account.pass(PUBLISHED_MS);
	if (!hasStreams(account, heir)) {
		account.violated('an address that was given up is taken over', addressOf(heir));
	}
}

/** A copy starts, and somebody tries it out. */
async function useCopy(account: Account, hood: Neighbourhood, copy: N8n): Promise<void> {
	const { random } = account;
	await hood.publish(copy, true);
	for (let step = random.whole(0, 3); step > 0; step--) {
		account.pass(random.whole(1_000, 60_000));
		if (random.chance(0.5)) await hood.publish(copy, false);
		else await hood.unpublish(copy);
	}
}
